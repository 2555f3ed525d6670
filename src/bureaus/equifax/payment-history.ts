// Equifax's monthly marks: the newest, which carries the status of the account, and all of them in our alphabet.
import { HISTORY_MONTHS_MAX } from '../../domain/reports/credit-report.ts';
import { inOrder, UNKNOWN_MONTH } from '../reading/payment-months.ts';
import { wholeNumber } from '../reading/wire-values.ts';
import { isKnownMark, MONTH_CODES } from './codes.ts';
import { valuesAt } from './tree.ts';
import { readWord } from './wire.ts';

const AGE_MAX = 1_200;

/** Each month says how old it is, counted from the last update. Those marked "." have no data. */
export function readMonths(record: unknown): {
  newestMark: string | undefined;
  codes: string;
  /** A mark is in no list. */
  hasUnknown: boolean;
} {
  let newestAge = AGE_MAX + 1;
  let newestMark: string | undefined;
  let hasUnknown = false;
  const codes: string[] = [];
  for (const month of valuesAt(record, 'paymentHistory')) {
    if (typeof month !== 'object' || month === null) continue;
    const { ageInMonths, paymentStatus } = month as Record<string, unknown>;
    const age = readAge(ageInMonths);
    const mark = age === undefined ? undefined : readMark(paymentStatus);
    if (age === undefined || mark === undefined || mark === '.') continue;
    hasUnknown ||= !isKnownMark(mark);
    if (age < newestAge) [newestAge, newestMark] = [age, mark];
    if (age < HISTORY_MONTHS_MAX) codes[age] ??= MONTH_CODES.get(mark) ?? UNKNOWN_MONTH;
  }
  return { newestMark, codes: inOrder(codes), hasUnknown };
}

// Fast paths: a file has some hundreds of months, and nearly all of them are as the tables spell them.
function readAge(value: unknown): number | undefined {
  if (typeof value !== 'number') return wholeNumber(value, AGE_MAX);
  return Number.isInteger(value) && value >= 0 && value <= AGE_MAX ? value : undefined;
}

function readMark(value: unknown): string | undefined {
  return typeof value === 'string' && MONTH_CODES.has(value) ? value : readWord(value);
}
