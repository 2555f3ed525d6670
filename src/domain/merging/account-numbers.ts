// Account numbers as bureaus write them: whole, masked, framed by letters or zeros, with a suffix. What can be compared is the tail of
// digits and the suffix; what may be shown is at most the last four digits.

export type AccountNumber = {
  /** The digits at the end, up to the first character that hides one, without the suffix; none where only the beginning is shown. */
  tail: string;
  /** The digits at the beginning, without zeros before them: those of a mask up to the first character that hides one. */
  head: string;
  /** The suffix as it is written, or none: "…-01" and "…-02" are two agreements. */
  suffix: string;
  /** Nothing was hidden. */
  isWhole: boolean;
  /** The last three digits, or not a number: numbers that differ in them are rarely one, so that most pairs cost a look. */
  end: number;
  /** How many digits at the end may be a part, as in "…1", "…01" or "…001"; the parts of one agreement are few. */
  partLengthMax: number;
  /** The number with its suffix joined on, where the dash may stand within it: of "48/831768-602" the part is 2 or 02. */
  undivided: AccountNumber | null;
};

/**
 * `sure` on six digits or more, `same` on four, `similar` on three. `suffixed` where one may be the other with a part joined on,
 * `swapped` where two digits next to each other changed places, and `parted` where each has a suffix of another style, which may be the
 * bureau's own. `other-part`: the same number and another part of it, or the next number.
 */
export type NumberLikeness =
  | 'sure'
  | 'same'
  | 'similar'
  | 'suffixed'
  | 'swapped'
  | 'parted'
  | 'other-part'
  | 'different'
  | 'unknown';

const NUMBER_LENGTH_MAX = 40;
const TAIL_LENGTH_MIN = 3;
const HEAD_LENGTH_MIN = 4;
const SURE_LENGTH_MIN = 6;
/** Three digits agree by accident once in a thousand times. */
const SAME_LENGTH_MIN = 4;
const SUFFIX_LENGTH_MAX = 3;
const SUFFIXED_LENGTH_MIN = 6;
const MASKED = /[*x#•?…]|\.\.|--|\bending\b/i;
/** Letters among digits: a token of the lender's own, of which no digit means anything. X is a mask. */
const TOKEN = /\d[A-WYZ]+\d/i;

const TOKEN_LENGTH_MIN = 8;

/** Whether this is a token in place of a number, long enough to be of one account only. */
export function isToken(text: string): boolean {
  return text.length >= TOKEN_LENGTH_MIN && TOKEN.test(text);
}

export function readAccountNumber(text: string | undefined): AccountNumber | null {
  if (text === undefined || text.length > NUMBER_LENGTH_MAX) return null;
  if (TOKEN.test(text)) return null;
  const isWhole = !MASKED.test(text);
  // "12345678K", or "****678K": a check letter.
  const trimmed = text.trim().replace(/(\d{3})[A-WYZ]$/i, '$1');
  const { main, suffix } = splitSuffix(trimmed, isWhole);
  const tail = /\d*$/.exec(main.replace(/[\s/.-]/g, ''))?.[0] ?? '';
  // A few digits alone are the end of a number.
  const head = !isWhole ? headOf(text) : tail.length < SURE_LENGTH_MIN ? '' : tail.replace(/^0+/, '');
  if (tail.length < TAIL_LENGTH_MIN) {
    if (isWhole || head.length < HEAD_LENGTH_MIN) return null;
    return { tail: '', head, suffix: '', isWhole, end: Number.NaN, partLengthMax: 0, undivided: null };
  }
  const number = fromTail(tail, { head, suffix, isWhole });
  if (isWhole && suffix.length > 1)
    number.undivided = fromTail(tail + suffix, { head: head + suffix, suffix: '', isWhole });
  return number;
}

function fromTail(tail: string, rest: Pick<AccountNumber, 'head' | 'suffix' | 'isWhole'>): AccountNumber {
  const partLengthMax = tail.endsWith('0') ? 0 : (/0{0,2}.$/.exec(tail)?.[0].length ?? 0);
  return { tail, ...rest, end: Number(tail.slice(-TAIL_LENGTH_MIN)), partLengthMax, undivided: null };
}

/** "YK6333XXXX": what stands before the digits is no part of them. */
function headOf(text: string): string {
  return /^[A-WYZ]*0*(\d+)(?=[*x#•?….])/i.exec(text.replace(/[\s/-]/g, ''))?.[1] ?? '';
}

// "12345678/01" and "12345678 001" are account 12345678 with a suffix; "1234 5678 9012 3456" is one number.
function splitSuffix(text: string, isWhole: boolean): { main: string; suffix: string } {
  const parts = /^(.*\d)([\s/.-]+)(\d{1,3})$/.exec(text);
  const [, main = '', separator = '', suffix = ''] = parts ?? [];
  if (parts === null || (!isWhole && /^\s+$/.test(separator))) return { main: text, suffix: '' };
  const shown = isWhole ? main.replace(/\D/g, '').length : (/\d*$/.exec(main)?.[0].length ?? 0);
  return shown >= (isWhole ? SUFFIXED_LENGTH_MIN : TAIL_LENGTH_MIN)
    ? { main, suffix }
    : { main: text, suffix: '' };
}

/** Each form of one with each form of the other: they differ only where none fits. */
export function compareNumbers(a: AccountNumber | null, b: AccountNumber | null): NumberLikeness {
  if (a === null || b === null) return 'unknown';
  const likeness = compareAsWritten(a, b);
  if (a.undivided === null && b.undivided === null) return likeness;
  if (likeness !== 'different' && likeness !== 'other-part' && likeness !== 'parted') return likeness;
  const joined = [
    ...(a.undivided === null ? [] : [compareAsWritten(a.undivided, b)]),
    ...(b.undivided === null ? [] : [compareAsWritten(a, b.undivided)]),
  ];
  return joined.find((one) => one === 'sure' || one === 'same' || one === 'suffixed') ?? likeness;
}

function compareAsWritten(a: AccountNumber, b: AccountNumber): NumberLikeness {
  if (a.tail === '' || b.tail === '') return compareHeads(a.head, b.head);
  const plain = a.end === b.end ? compareTails(a.tail, b.tail) : 'different';
  if (a.suffix !== '' && b.suffix !== '') {
    if (Number(a.suffix) === Number(b.suffix)) return plain === 'different' ? areSwapped(a, b) : plain;
    if (plain === 'different') return plain;
    return a.suffix.length === b.suffix.length ? 'other-part' : 'parted';
  }
  if (plain !== 'different') return a.isWhole && b.isWhole ? plain : withHeads(plain, a.head, b.head);
  // A mask or another system may count the part as the end of the number, in one to three digits.
  if (a.suffix !== '') return comparePart(a, b);
  if (b.suffix !== '') return comparePart(b, a);
  if (beginOtherwise(a, b)) return 'different';
  if (isSuffixed(a, b) || hidesPart(a, b) || hidesPart(b, a)) return 'suffixed';
  if (mayOverlap(a, b) || mayOverlap(b, a)) return 'unknown';
  const swapped = areSwapped(a, b);
  return swapped === 'different' && areNeighbours(a, b) ? 'other-part' : swapped;
}

/**
 * Numbers of one issuer, branch or year begin alike, so that a few equal digits say nothing; many are of one account only. Where two
 * begin otherwise they differ, but for two digits that changed places.
 */
function compareHeads(a: string, b: string): 'same' | 'different' | 'unknown' {
  const length = Math.min(a.length, b.length);
  if (length < HEAD_LENGTH_MIN) return 'unknown';
  const [one, other] = [a.slice(0, length), b.slice(0, length)];
  if (one === other) return length >= OWN_HEAD_LENGTH_MIN ? 'same' : 'unknown';
  return [...one].sort().join('') === [...other].sort().join('') ? 'unknown' : 'different';
}

const OWN_HEAD_LENGTH_MIN = 9;

/** A mask that shows both ends: as good as its last digits and one more, or another number. */
function withHeads(tails: NumberLikeness, a: string, b: string): NumberLikeness {
  const length = Math.min(a.length, b.length);
  if (length < TAIL_LENGTH_MIN) return tails;
  if (a.slice(0, length) !== b.slice(0, length)) return length < HEAD_LENGTH_MIN ? tails : compareHeads(a, b);
  return tails === 'similar' ? 'same' : tails;
}

/** Whether both begin, and not with two digits swapped: then neither is the other in another form. */
function beginOtherwise(
  { head: a, isWhole }: AccountNumber,
  { head: b, isWhole: isOtherWhole }: AccountNumber,
): boolean {
  const first = a.charCodeAt(0);
  return (
    isWhole && isOtherWhole && a !== '' && b !== '' && first !== b.charCodeAt(0) && first !== b.charCodeAt(1)
  );
}

/** Whether they differ at the end only, as those of two agreements do that a lender made on one day. */
function areNeighbours(a: AccountNumber, b: AccountNumber): boolean {
  if (!a.isWhole || !b.isWhole || a.tail.length !== b.tail.length || a.tail.length < SUFFIXED_LENGTH_MIN)
    return false;
  return a.tail.slice(0, -NEIGHBOUR_LENGTH) === b.tail.slice(0, -NEIGHBOUR_LENGTH);
}

const NEIGHBOUR_LENGTH = 2;

function comparePart(parted: AccountNumber, joined: AccountNumber): NumberLikeness {
  const { tail, suffix } = parted;
  const mayBeJoined = suffix.at(-1) === joined.tail.at(-1);
  for (let length = 1; mayBeJoined && length <= SUFFIX_LENGTH_MAX; length += 1) {
    const part = String(Number(suffix)).padStart(length, '0');
    const likeness = compareTails(tail + part, joined.tail);
    if (likeness !== 'different') return likeness;
  }
  const plain = parted.isWhole ? parted : { ...parted, isWhole: true, head: parted.tail };
  if (joined.isWhole && isSuffixed(plain, joined)) return 'other-part';
  return areSwapped(plain, joined);
}

/** Whether two digits next to each other changed places. Of masks that is no more than possible. */
function areSwapped(a: AccountNumber, b: AccountNumber): 'swapped' | 'unknown' | 'different' {
  const length = Math.min(a.tail.length, b.tail.length);
  const areWhole = a.isWhole && b.isWhole;
  if (areWhole ? a.tail.length !== b.tail.length || length < SURE_LENGTH_MIN : length < SAME_LENGTH_MIN)
    return 'different';
  const [one, other] = [a.tail.slice(-length), b.tail.slice(-length)];
  let at = 0;
  while (at < length && one[at] === other[at]) at += 1;
  const isSwap =
    one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
  if (!isSwap) return 'different';
  return areWhole ? 'swapped' : 'unknown';
}

/** Whether as many digits are equal at the end as are worth a closer look. */
export function haveOneEnd(a: AccountNumber | null, b: AccountNumber | null): boolean {
  return a !== null && b !== null && a.end === b.end;
}

/** Whether only one of them names a part, apart or joined on: the other may be of any. */
export function isPartOpen(a: AccountNumber | null, b: AccountNumber | null): boolean {
  return haveOneEnd(a, b) && (a?.suffix === '') !== (b?.suffix === '');
}

function compareTails(a: string, b: string): 'sure' | 'same' | 'similar' | 'different' {
  if (!(a.endsWith(b) || b.endsWith(a))) return 'different';
  const length = Math.min(a.length, b.length);
  return length >= SURE_LENGTH_MIN ? 'sure' : length >= SAME_LENGTH_MIN ? 'same' : 'similar';
}

/** Whether one may be the other with a part behind it, or each the same number with the same part in another form. */
function isSuffixed(a: AccountNumber, b: AccountNumber): boolean {
  if (!a.isWhole || !b.isWhole) return false;
  // The heads are without the zeros that some systems fill a number up with.
  if (a.head.length === b.head.length) return false;
  const [short, long] = a.head.length < b.head.length ? [a.head, b.head] : [b.head, a.head];
  const extra = long.length - short.length;
  if (extra > SUFFIX_LENGTH_MAX || short.length < SUFFIXED_LENGTH_MIN) return false;
  if (long.startsWith(short)) return true;
  // "…81" and "…801": the part 1 behind "…8".
  const part = short.at(-1) as string;
  return long === short.slice(0, -1) + part.padStart(extra + 1, '0');
}

/** Whether a mask shows the end of the other number without its part: "…9830" of "25785983001". */
function hidesPart(mask: AccountNumber, { tail, isWhole, partLengthMax }: AccountNumber): boolean {
  if (mask.isWhole || !isWhole || mask.tail.length < SAME_LENGTH_MIN) return false;
  for (let length = 1; length <= partLengthMax; length += 1) {
    if (tail.endsWith(mask.tail, tail.length - length)) return true;
  }
  return false;
}

/** Whether one mask may show the end of a number and the other the end of the same with its part: "…5678" and "…6781" or "…7801". */
function mayOverlap(plain: AccountNumber, parted: AccountNumber): boolean {
  const { tail, partLengthMax } = parted;
  if ((plain.isWhole && parted.isWhole) || tail.length > OVERLAP_LENGTH_MAX) return false;
  const isOnePart = plain.tail.at(-1) === tail.at(-1);
  for (let length = 1; length <= partLengthMax && length < tail.length; length += 1) {
    const rest = tail.slice(0, -length);
    if (plain.tail.endsWith(rest) || (isOnePart && endsWithPart(plain, rest))) return true;
  }
  return false;
}

const OVERLAP_LENGTH_MAX = 6;

/** Both show the same part, in two forms: "…6781" and "…7801". */
function endsWithPart({ tail, partLengthMax }: AccountNumber, rest: string): boolean {
  for (let length = 1; length <= partLengthMax && length < tail.length; length += 1) {
    if (tail.endsWith(rest, tail.length - length)) return true;
  }
  return false;
}

/** Only trailing digits: four, or half of a number that is shorter than eight. Absent when there is nothing to show. */
export function maskAccountNumber(number: AccountNumber | null): string | undefined {
  if (number === null) return undefined;
  const shown = number.isWhole ? Math.floor(number.tail.length / 2) : number.tail.length;
  const length = Math.min(SHOWN_LENGTH_MAX, shown);
  return length === 0 ? undefined : `****${number.tail.slice(-length)}`;
}

const SHOWN_LENGTH_MAX = 4;
