// Account numbers as bureaus write them: whole, masked, or with a suffix of the bureau's own. What can be compared is the tail
// of digits; what may be shown is at most the last four of them.
import type { Likeness } from './lender-names.ts';

/** `tail`: the digits at the end, up to the first character that hides one. `isWhole`: nothing was hidden. */
export type AccountNumber = { tail: string; isWhole: boolean };

const NUMBER_LENGTH_MAX = 40;
const TAIL_LENGTH_MIN = 3;
/** Three digits agree by accident once in a thousand times. */
const SURE_LENGTH_MIN = 4;
const SUFFIX_LENGTH_MAX = 3;
const SUFFIXED_LENGTH_MIN = 6;

export function readAccountNumber(text: string | undefined): AccountNumber | null {
  if (text === undefined || text.length > NUMBER_LENGTH_MAX) return null;
  const joined = withoutSuffix(text.trim()).replace(/[\s/.-]/g, '');
  const tail = /\d*$/.exec(joined)?.[0] ?? '';
  if (tail.length < TAIL_LENGTH_MIN) return null;
  return { tail, isWhole: tail.length === joined.length };
}

/** `same` on four digits or more, `similar` on three, `suffixed` where one may be the other with a suffix. */
export function compareNumbers(a: AccountNumber | null, b: AccountNumber | null): Likeness | 'suffixed' {
  if (a === null || b === null) return 'unknown';
  const length = Math.min(a.tail.length, b.tail.length);
  if (a.tail.endsWith(b.tail) || b.tail.endsWith(a.tail)) {
    return length >= SURE_LENGTH_MIN ? 'same' : 'similar';
  }
  return isSuffixed(a, b) ? 'suffixed' : 'different';
}

/** Only trailing digits: four, or half of a number that is shorter than eight. Absent when there is nothing to show. */
export function maskAccountNumber(number: AccountNumber | null): string | undefined {
  if (number === null) return undefined;
  const shown = number.isWhole ? Math.floor(number.tail.length / 2) : number.tail.length;
  const length = Math.min(SHOWN_LENGTH_MAX, shown);
  return length === 0 ? undefined : `****${number.tail.slice(-length)}`;
}

const SHOWN_LENGTH_MAX = 4;

// "12345678/01" and "12345678 001" mean account 12345678; "1234 5678 9012 3456" is one number.
function withoutSuffix(text: string): string {
  const parts = /^(.*\d)[\s/-]+(\d+)$/.exec(text);
  if (parts === null) return text;
  const [, main = '', suffix = ''] = parts;
  const digits = main.replace(/\D/g, '').length;
  return suffix.length <= SUFFIX_LENGTH_MAX && digits >= SUFFIXED_LENGTH_MIN ? main : text;
}

/** Whether one may be the other with a suffix behind it. */
function isSuffixed(a: AccountNumber, b: AccountNumber): boolean {
  if (!a.isWhole || !b.isWhole || a.tail.length === b.tail.length) return false;
  const [short, long] = a.tail.length < b.tail.length ? [a.tail, b.tail] : [b.tail, a.tail];
  const extra = long.length - short.length;
  return extra <= SUFFIX_LENGTH_MAX && short.length >= SUFFIXED_LENGTH_MIN && long.startsWith(short);
}
