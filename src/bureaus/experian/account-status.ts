// What Experian's letters and digits say of an account and of its months. They are this bureau's own: D is a dormant month, not the
// default that it is elsewhere.
import { type AccountStatus, HISTORY_MONTHS_MAX } from '../../domain/reports/credit-report.ts';
import { UNKNOWN_MONTH } from '../reading/payment-months.ts';

export type StatusSigns = {
  /** A active, D delinquent, F default, S settled. */
  status: string | undefined;
  /** Of the newest month; a blank says nothing. */
  month: string | undefined;
  /** The special instruction: A arrangement, C debt assigned, M debt management, Q query, V voluntary termination. */
  instruction: string | undefined;
  /** It defaulted once, whatever happened since. */
  isDefault: boolean;
  /** Nothing is owed any more: settled, or a default that was satisfied. */
  isSettled: boolean;
  hasDelinquentBalance: boolean;
};

/**
 * A debt that was assigned was in default before, and its months still say so; it is `transferred`, because the lender has sold it and
 * the buyer reports the rest. What is settled comes next: its default stays by its date. Then the most severe sign first.
 */
export function toAccountStatus(signs: StatusSigns): AccountStatus {
  const { status, month, instruction } = signs;
  if (instruction === 'C') return 'transferred';
  if (signs.isSettled) return 'settled';
  if (month === '9') return 'written-off';
  if (signs.isDefault) return 'default';
  if (instruction === 'V') return 'closed';
  if (instruction === 'A' || instruction === 'M') return 'arrangement';
  if (instruction === 'Q') return 'query';
  if (status === 'D' || signs.hasDelinquentBalance || /^[1-6S]$/.test(month ?? '')) return 'delinquent';
  if (month === 'D') return 'dormant';
  return status === 'A' ? 'open' : 'unknown';
}

// S is a slow payer: in arrears, without saying by how much.
const MONTHS: Partial<Record<string, string>> = {
  '0': '0',
  '1': '1',
  '2': '2',
  '3': '3',
  '4': '4',
  '5': '5',
  '6': '6',
  '8': 'd',
  '9': 'w',
  S: 'l',
  D: 'o',
};

/** One month or the worst of many in our alphabet; undefined where the code says nothing. */
export function toMonth(code: string | undefined): string | undefined {
  return code === undefined ? undefined : MONTHS[code];
}

/** `AccountStatusCodes` in our alphabet, newest first. Not trimmed before: a blank is a month without data. */
export function toMonths(codes: unknown): string {
  if (typeof codes !== 'string') return '';
  const read = codes.slice(0, HISTORY_MONTHS_MAX);
  if (/^[0-6]+$/.test(read)) return read;
  return read.replace(/[\s\S]/g, (code) => MONTHS[code] ?? UNKNOWN_MONTH);
}

/** Whether one of an account's letters is in no list. Unclassified (U), ? and a blank are in it. */
export function hasUnknownLetter(
  signs: Pick<StatusSigns, 'status' | 'instruction'>,
  codes: unknown,
): boolean {
  return (
    !/^[ADFS]?$/.test(signs.status ?? '') ||
    !/^[ACDGIMPQRV]?$/.test(signs.instruction ?? '') ||
    (typeof codes === 'string' && !/^[\s0-689SUD?]*$/.test(codes))
  );
}
