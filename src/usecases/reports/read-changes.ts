// What is different in a report since an earlier one about the same consumer. Worked out when it is asked for, from both documents, each
// read as its own reader would.
import { type Changes, changesOf } from '../../domain/changes/changes.ts';
import type { KnownRecord, Side } from '../../domain/changes/side.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Consumer } from '../../domain/reports/consumer.ts';
import type { BureauStatus } from '../../domain/reports/report.ts';
import type { RecordIds, Whose } from '../../world/record-ids.ts';
import { type OpenedDocument, openDocument, type WorkedOut } from './open-document.ts';
import type { ReadReport } from './read-report.ts';

export type ReportChanges = Changes & {
  creditReportId: string;
  since: string;
  bureaus: BureauStatus[];
};

/** `since`: the answer of the earlier report, which was seen too. */
export type ReadChanges = (
  tenantId: string,
  reportId: string,
  since: string,
) => Promise<WorkedOut<ReportChanges> & { since: OpenedDocument['answer'] }>;

export function createReadChanges(needs: {
  readReport: ReadReport;
  recordIds: Pick<RecordIds, 'mint' | 'inherit'>;
  hashNames: (tenantId: string, consumer: Consumer) => Buffer[];
}): ReadChanges {
  const { readReport, recordIds, hashNames } = needs;

  const isSamePerson = (tenantId: string, a: OpenedDocument, b: OpenedDocument): boolean => {
    if (a.consumer === null || b.consumer === null) return false;
    const known = hashNames(tenantId, a.consumer);
    return hashNames(tenantId, b.consumer).some((hash) => known.some((other) => other.equals(hash)));
  };

  /** Documents from before records had ids get those that they would have had. */
  const identified = async (tenantId: string, earlier: OpenedDocument, later: OpenedDocument) => {
    const whose: Whose = { tenantId, consumer: later.consumer as Consumer };
    const before = recordIds.mint(whose, earlier.document.consumerData.records, earlier.isTest);
    const records = later.document.consumerData.records;
    const hasAll = records.every(({ recordId }) => recordId !== undefined);
    return {
      before,
      now: hasAll ? (records as KnownRecord[]) : await recordIds.inherit(whose, records, before),
    };
  };

  return async (tenantId, reportId, since) => {
    if (since.toLowerCase() === reportId.toLowerCase())
      throw badSince('must be an earlier report, not the same one');
    const later = await openDocument(readReport, tenantId, reportId);
    const earlier = await openDocument(readReport, tenantId, since).catch(refuseSince);
    if (earlier.isTest !== later.isTest)
      throw badSince('must be of the same mode: a test report and a live one are not compared');
    if (!isSamePerson(tenantId, earlier, later))
      throw badSince('must be a report about the same consumer: first name, last name and date of birth');
    if (earlier.madeAt >= later.madeAt)
      throw badSince('must be older than the report: ask the other way round');
    const { before, now } = await identified(tenantId, earlier, later);
    const changes = changesOf(sideOf(earlier, before), sideOf(later, now));
    const { creditReportId, bureaus } = later.answer;
    return {
      answer: later.answer,
      wallet: later.wallet,
      since: earlier.answer,
      data: { creditReportId, since: earlier.answer.creditReportId, bureaus, ...changes },
    };
  };
}

function sideOf({ document, day, answer }: OpenedDocument, records: KnownRecord[]): Side {
  return { report: { ...document, consumerData: { records } }, day, bureaus: answer.bureaus };
}

/** The same refusal, and which of the two reports it is about. */
function refuseSince(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const { code, details, retryAfterSeconds } = error;
  throw new Refusal(code, `The report in since: ${error.message}`, {
    ...(details !== undefined && { details }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

function badSince(message: string): Refusal {
  return new Refusal('validation-error', 'The query is not acceptable: 1 problem. See details.', {
    details: [{ path: '/since', message }],
  });
}
