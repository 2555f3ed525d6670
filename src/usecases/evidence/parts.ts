// The parts of an evidence pack, each a file. What depends on when the pack is issued is in audit.json and the manifest alone: while
// nothing happens to the report, the other parts are the same bytes in every pack.
import { BUREAU_NAMES, type CreditReport } from '../../domain/reports/credit-report.ts';
import type { BureauStatus } from '../../domain/reports/report.ts';
import type { ConsentOfReport } from '../../storage/hosted/consent-of-report.ts';
import type { ChainedAudit, ChainedLine } from '../../storage/reports/evidence.ts';
import type { Timeline } from '../activity/read-timeline.ts';
import { jsonFile, type Part } from './pack.ts';

/** What the bureaus call their records: the reference to quote when one is asked about it. */
export function referencesPart(document: CreditReport, bureaus: readonly BureauStatus[]): Part {
  const { records } = document.consumerData;
  const listed = bureaus.map((bureau) => ({
    ...bureau,
    name: BUREAU_NAMES[bureau.id],
    records: records.flatMap(({ recordId, bureaus: sources }) =>
      sources
        .filter(({ id }) => id === bureau.id)
        .map(({ ref }) => ({ ref, ...(recordId !== undefined && { recordId }) })),
    ),
    ...publicRecordsOf(document, bureau.id),
  }));
  return { name: 'bureau-references.json', bytes: jsonFile({ bureaus: listed }) };
}

/** Judgments and insolvencies; absent where the bureau has none. */
function publicRecordsOf({ judgments = [], insolvencies = [] }: CreditReport, bureau: BureauStatus['id']) {
  const refs = [...judgments, ...insolvencies]
    .flatMap(({ bureaus }) => bureaus.filter(({ id }) => id === bureau))
    .map(({ ref }) => ({ ref }));
  return refs.length === 0 ? {} : { publicRecords: refs };
}

const TAKEN_ELSEWHERE =
  'The consent was taken by the tenant itself, not on a page of this service. This service holds no record of it.';

export type ConsentFile =
  | ({ takenBy: 'hosted-page' } & Omit<ConsentOfReport, 'text'> & {
        text: Omit<ConsentOfReport['text'], 'publishedAt'>;
      })
  | { takenBy: 'tenant'; statement: string };

/** The text in full: its hash, and that of the record, are in the audit trail since the consumer agreed. */
export function consentPart(consent: ConsentOfReport | null): Part {
  const file: ConsentFile =
    consent === null
      ? { takenBy: 'tenant', statement: TAKEN_ELSEWHERE }
      : { takenBy: 'hosted-page', ...consent };
  return { name: 'consent.json', bytes: jsonFile(file) };
}

/** Without the reasons of the risk assessment, whoever asks. */
export function timelinePart(timeline: Timeline): Part {
  return { name: 'timeline.json', bytes: jsonFile(timeline) };
}

export type AuditFile = {
  tenantId: string;
  entries: (Hex<ChainedAudit> & { at: string })[];
};
export type ChargesFile = { tenantId: string; lines: (Hex<ChainedLine> & { at: string })[] };
type Hex<Row> = { [Field in keyof Row]: Buffer extends Row[Field] ? string | null : Row[Field] };

export function auditPart(tenantId: string, entries: readonly ChainedAudit[]): Part {
  const file: AuditFile = {
    tenantId,
    entries: entries.map((entry) => ({ at: timeOf(entry.atMicros), ...inHex(entry) })),
  };
  return { name: 'audit.json', bytes: jsonFile(file) };
}

export function chargesPart(tenantId: string, lines: readonly ChainedLine[]): Part {
  const file: ChargesFile = {
    tenantId,
    lines: lines.map((line) => ({ at: timeOf(line.createdAtMicros), ...inHex(line) })),
  };
  return { name: 'charges.json', bytes: jsonFile(file) };
}

function inHex<Row extends object>(row: Row): Hex<Row> {
  const fields = Object.entries(row).map(([name, value]) => [
    name,
    Buffer.isBuffer(value) ? value.toString('hex') : value,
  ]);
  return Object.fromEntries(fields);
}

function timeOf(micros: string): string {
  return new Date(Number(micros) / 1000).toISOString();
}
