// Account numbers as bureaus write them: whole, masked, framed by letters or zeros, with a suffix. What can be compared is the tail of
// digits and the suffix; what may be shown is at most the last four digits.

export type AccountNumber = {
  /** The digits at the end, up to the first character that hides one, without the suffix. */
  tail: string;
  /** The suffix as it is written, or none: "…-01" and "…-02" are two agreements. */
  suffix: string;
  /** Nothing was hidden. */
  isWhole: boolean;
};

/**
 * `sure` on six digits or more, `same` on four, `similar` on three. `suffixed` where one may be the other with a suffix, and `parted`
 * where each has a suffix of another style, which may be the bureau's own.
 */
export type NumberLikeness = 'sure' | 'same' | 'similar' | 'suffixed' | 'parted' | 'different' | 'unknown';

const NUMBER_LENGTH_MAX = 40;
const TAIL_LENGTH_MIN = 3;
const SURE_LENGTH_MIN = 6;
/** Three digits agree by accident once in a thousand times. */
const SAME_LENGTH_MIN = 4;
const SUFFIX_LENGTH_MAX = 3;
const SUFFIXED_LENGTH_MIN = 6;
const MASKED = /[*x#•?]/i;

export function readAccountNumber(text: string | undefined): AccountNumber | null {
  if (text === undefined || text.length > NUMBER_LENGTH_MAX) return null;
  const isWhole = !MASKED.test(text);
  // "12345678K": a check letter.
  const trimmed = text.trim().replace(/(\d{4})[A-WYZ]$/i, '$1');
  const { main, suffix } = splitSuffix(trimmed, isWhole);
  const tail = /\d*$/.exec(main.replace(/[\s/.-]/g, ''))?.[0] ?? '';
  return tail.length < TAIL_LENGTH_MIN ? null : { tail, suffix, isWhole };
}

// "12345678/01" and "12345678 001" are account 12345678 with a suffix; "1234 5678 9012 3456" is one number.
function splitSuffix(text: string, isWhole: boolean): { main: string; suffix: string } {
  const parts = /^(.*\d)([\s/-]+)(\d{1,3})$/.exec(text);
  const [, main = '', separator = '', suffix = ''] = parts ?? [];
  if (parts === null || (!isWhole && /^\s+$/.test(separator))) return { main: text, suffix: '' };
  const shown = isWhole ? main.replace(/\D/g, '').length : (/\d*$/.exec(main)?.[0].length ?? 0);
  return shown >= (isWhole ? SUFFIXED_LENGTH_MIN : TAIL_LENGTH_MIN)
    ? { main, suffix }
    : { main: text, suffix: '' };
}

export function compareNumbers(a: AccountNumber | null, b: AccountNumber | null): NumberLikeness {
  if (a === null || b === null) return 'unknown';
  if (a.suffix !== '' && b.suffix !== '') {
    const tails = compareTails(a.tail, b.tail);
    if (tails === 'different' || Number(a.suffix) === Number(b.suffix)) return tails;
    return a.suffix.length === b.suffix.length ? 'different' : 'parted';
  }
  const plain = compareTails(a.tail, b.tail);
  if (plain !== 'different') return plain;
  // A mask or another system may count the suffix as the end of the number.
  if (a.suffix !== '' || b.suffix !== '') return compareTails(a.tail + a.suffix, b.tail + b.suffix);
  if (isSuffixed(a, b)) return 'suffixed';
  return mayOverlap(a, b) || mayOverlap(b, a) ? 'unknown' : 'different';
}

/** Whether only one of them names a part: the other may be of any. */
export function isPartOpen(a: AccountNumber | null, b: AccountNumber | null): boolean {
  return a !== null && b !== null && (a.suffix === '') !== (b.suffix === '');
}

function compareTails(a: string, b: string): 'sure' | 'same' | 'similar' | 'different' {
  if (!(a.endsWith(b) || b.endsWith(a))) return 'different';
  const length = Math.min(a.length, b.length);
  return length >= SURE_LENGTH_MIN ? 'sure' : length >= SAME_LENGTH_MIN ? 'same' : 'similar';
}

/** Whether one may be the other with a suffix behind it. */
function isSuffixed(a: AccountNumber, b: AccountNumber): boolean {
  if (!a.isWhole || !b.isWhole || a.tail.length === b.tail.length) return false;
  const [short, long] = a.tail.length < b.tail.length ? [a.tail, b.tail] : [b.tail, a.tail];
  const extra = long.length - short.length;
  return extra <= SUFFIX_LENGTH_MAX && short.length >= SUFFIXED_LENGTH_MIN && long.startsWith(short);
}

/** Whether one mask may show the end of a number and the other the end of the same with its suffix: "…5678" and "…7801". */
function mayOverlap(plain: AccountNumber, suffixed: AccountNumber): boolean {
  const { tail } = suffixed;
  const isMask = !plain.isWhole || !suffixed.isWhole;
  return isMask && tail.length <= 6 && tail.at(-2) === '0' && plain.tail.endsWith(tail.slice(0, -2));
}

/** Only trailing digits: four, or half of a number that is shorter than eight. Absent when there is nothing to show. */
export function maskAccountNumber(number: AccountNumber | null): string | undefined {
  if (number === null) return undefined;
  const shown = number.isWhole ? Math.floor(number.tail.length / 2) : number.tail.length;
  const length = Math.min(SHOWN_LENGTH_MAX, shown);
  return length === 0 ? undefined : `****${number.tail.slice(-length)}`;
}

const SHOWN_LENGTH_MAX = 4;
