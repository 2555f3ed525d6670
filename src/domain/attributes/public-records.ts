// Judgments, insolvencies, the electoral roll and associations as figures. `basis` names places in the document's list of that part. What was
// set aside or annulled counts nowhere; a part that no bureau was asked for is not known, and not zero.
import { monthsBefore, wholeMonthsBetween } from '../days/calendar-day.ts';
import type { CreditReport } from '../reports/credit-report.ts';
import type { Insolvency, Judgment } from '../reports/file-parts.ts';
import { type Figure, known } from './figure.ts';

export const PUBLIC_RECORD_NAMES = [
  'judgmentsTotal',
  'judgmentsOpen',
  'judgmentsSatisfied',
  'judgmentsOpenAmount',
  'judgments12Months',
  'judgments36Months',
  'judgments72Months',
  'insolvenciesInForce',
  'insolvenciesEnded',
  'electoralRollMonths',
  'associationsTotal',
] as const;
export type PublicRecordFigures = Record<(typeof PUBLIC_RECORD_NAMES)[number], Figure>;

type Document = Pick<CreditReport, 'judgments' | 'insolvencies' | 'associations' | 'residencies'>;

export function publicRecordFigures(document: Document, asOf: string): PublicRecordFigures {
  const judgments = placed(document.judgments)?.filter(
    ({ record: { status, date } }) => status !== 'set-aside' && isBy(date, asOf),
  );
  const insolvencies = placed(document.insolvencies)?.filter(
    ({ record: { status, date } }) => status !== 'annulled' && status !== 'petition' && isBy(date, asOf),
  );
  const open = judgments?.filter(({ record }) => isOpen(record, asOf));
  const within = (months: number) => {
    const after = monthsBefore(asOf, months);
    return judgments?.filter(({ record: { date } }) => date !== undefined && date > after);
  };
  return {
    judgmentsTotal: countOf(judgments, asOf),
    judgmentsOpen: countOf(open, asOf),
    judgmentsSatisfied: countOf(
      judgments?.filter(({ record }) => !isOpen(record, asOf)),
      asOf,
    ),
    judgmentsOpenAmount: sumOf(open, asOf),
    judgments12Months: countOf(within(12), asOf),
    judgments36Months: countOf(within(36), asOf),
    judgments72Months: countOf(within(72), asOf),
    insolvenciesInForce: countOf(
      insolvencies?.filter(({ record }) => isInForce(record, asOf)),
      asOf,
    ),
    insolvenciesEnded: countOf(
      insolvencies?.filter(({ record }) => !isInForce(record, asOf)),
      asOf,
    ),
    electoralRollMonths: rollMonths(document.residencies, asOf),
    associationsTotal: countOf(
      placed(document.associations)?.filter(({ record: { since } }) => isBy(since, asOf)),
      asOf,
    ),
  };
}

type Placed<Kind> = { record: Kind; index: number };

function placed<Kind>(records: readonly Kind[] | undefined): Placed<Kind>[] | undefined {
  return records?.map((record, index) => ({ record, index }));
}

/** One without a day was there all the time, as far as anybody says. */
function isBy(date: string | undefined, asOf: string): boolean {
  return date === undefined || date <= asOf;
}

function isOpen({ status, satisfiedDate }: Judgment, asOf: string): boolean {
  return status === 'open' || (satisfiedDate !== undefined && satisfiedDate > asOf);
}

function isInForce({ status, endDate }: Insolvency, asOf: string): boolean {
  return status === 'in-force' || (endDate !== undefined && endDate > asOf);
}

const NOT_ASKED: Figure = { unknown: 'No bureau that answered was asked for it.' };

function countOf(found: readonly Placed<unknown>[] | undefined, asOf: string): Figure {
  if (found === undefined) return NOT_ASKED;
  return known(
    found.length,
    'count',
    found.map(({ index }) => index),
    asOf,
  );
}

/** A judgment without a sum in pounds adds nothing: the figure is a least amount, and its basis names those that have one. */
function sumOf(found: readonly Placed<Judgment>[] | undefined, asOf: string): Figure {
  if (found === undefined) return NOT_ASKED;
  const summed = found.filter(({ record: { amount } }) => amount?.currency === 'GBP');
  const total = summed.reduce((sum, { record }) => sum + (record.amount?.amount ?? 0), 0);
  return known(
    total,
    'pence',
    summed.map(({ index }) => index),
    asOf,
  );
}

/** Whole months since the earliest entry at the current address that goes on; zero where there is none. A year's register is out in December. */
function rollMonths(residencies: Document['residencies'], asOf: string): Figure {
  const at = residencies.findIndex(({ isCurrent }) => isCurrent);
  const roll = residencies[at]?.electoralRoll;
  if (roll === undefined) {
    return at === -1 ? { unknown: 'No current address is on file.' } : NOT_ASKED;
  }
  const begun = roll
    .filter(({ to }) => to === undefined || dayOf(to) > asOf)
    .flatMap(({ from }) => (from === undefined ? [] : [dayOf(from)]))
    .filter((from) => from <= asOf)
    .sort();
  const [first] = begun;
  return known(first === undefined ? 0 : wholeMonthsBetween(first, asOf), 'months', [at], asOf);
}

function dayOf(period: string): string {
  if (period.length === 4) return `${period}-12-01`;
  return period.length === 7 ? `${period}-01` : period;
}
