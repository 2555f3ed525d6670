// The document of a complete report, parsed, for what is worked out from it. Whoever may read the report may read that, and nobody else:
// it is read in the same way, and a report without a document is refused.
import { Refusal } from '../../domain/refusal.ts';
import type { CreditReport } from '../../domain/reports/credit-report.ts';
import type { ReportAnswer, ReportStatus } from '../../domain/reports/report.ts';
import type { Charged } from './charged.ts';
import type { ReadBack, ReadReport } from './read-report.ts';

type Complete = Extract<ReportAnswer, { status: 'complete' }>;

/** `day`: on which the document was made, in UTC. */
export type OpenedDocument = Omit<ReadBack, 'answer'> & {
  answer: Complete;
  document: CreditReport;
  day: string;
};

/** Something worked out from a document, beside the answer that it was read from. */
export type WorkedOut<Data> = Charged<Complete> & { data: Data };

export async function openDocument(
  readReport: ReadReport,
  tenantId: string,
  reportId: string,
): Promise<OpenedDocument> {
  return documentOf(await readReport(tenantId, reportId));
}

/** The document of a report that was read. */
export function documentOf({ answer: found, ...read }: ReadBack): OpenedDocument {
  const answer = requireDocument(found);
  const document: CreditReport = JSON.parse(answer.creditReport.json);
  return { answer, ...read, document, day: read.madeAt.toISOString().slice(0, 10) };
}

/** Refuses an answer without a document. */
export function requireDocument(answer: ReportAnswer): Complete {
  if (answer.status !== 'complete')
    throw new Refusal('credit-report-not-complete', NO_DOCUMENT[answer.status]);
  return answer;
}

const WAITING =
  'This credit report has no document yet: it waits for its code. Submit the code, then ask again.';
const NO_DOCUMENT: Record<Exclude<ReportStatus, 'complete'>, string> = {
  'authentication-required': WAITING,
  retry: WAITING,
  blocked: 'This credit report has no document: it was blocked.',
  failed: 'This credit report has no document: it failed. Send a new generate request.',
};
