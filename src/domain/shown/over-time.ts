// How all accounts together were paid, month by month, in a sentence for every surface. A month counts once, however many accounts were late
// in it, so rows that may be one agreement change nothing. What was owed in a month is not on file and is not guessed.
import { counted } from '../in-words.ts';
import type { AccountRecord } from '../reports/credit-report.ts';
import { isLate, MONTHS_MAX, paidMonths } from './report-words.ts';

/** Null where no bureau gave a month. */
export function overTimeWords(records: readonly AccountRecord[], reportDay: string): string | null {
  const histories = records.flatMap(({ history }) =>
    history === undefined ? [] : [paidMonths(history, reportDay, MONTHS_MAX)],
  );
  const months = Array.from({ length: MONTHS_MAX }, (_, at) => histories.flatMap((one) => one[at] ?? []));
  const first = months.findIndex((ones) => ones.some(({ state }) => state !== null));
  if (first === -1) return null;
  const late = months.filter((ones) => ones.some(isLate));
  const last = late.at(-1)?.[0]?.label;
  const said =
    last === undefined
      ? 'no payment was late'
      : `behind or in default in ${counted(late.length, 'month')}, ${late.length === 1 ? 'in' : 'the last'} ${last}`;
  return `All accounts together, over ${counted(MONTHS_MAX - first, 'month')} on file: ${said}.`;
}
