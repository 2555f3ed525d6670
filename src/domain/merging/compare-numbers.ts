// Whether two account numbers are one, in every form that bureaus write: the digits that both show, and the part.
import {
  type AccountNumber,
  HEAD_LENGTH_MIN,
  SUFFIXED_LENGTH_MIN,
  SURE_LENGTH_MIN,
  TAIL_LENGTH_MIN,
} from './account-numbers.ts';

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

/** Three digits agree by accident once in a thousand times. */
const SAME_LENGTH_MIN = 4;
const SUFFIX_LENGTH_MAX = 3;

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
  const isShort = !!a.stub || !!b.stub;
  return joined.find((one) => FITTING.has(one) || (isShort && FITTING_SHORT.has(one))) ?? likeness;
}

const FITTING = new Set<NumberLikeness>(['sure', 'same', 'suffixed']);
const FITTING_SHORT = new Set<NumberLikeness>(['similar', 'unknown']);

function compareAsWritten(a: AccountNumber, b: AccountNumber): NumberLikeness {
  if (a.stub !== null) return compareStub(a, b);
  if (b.stub !== null) return compareStub(b, a);
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

/** Whether they differ at the end only, as those of two agreements do that a lender made on one day; of masks in the last digit only. */
function areNeighbours(a: AccountNumber, b: AccountNumber): boolean {
  if (!a.isWhole || !b.isWhole) {
    const length = Math.min(a.tail.length, b.tail.length);
    return length >= SAME_LENGTH_MIN && a.tail.slice(-length, -1) === b.tail.slice(-length, -1);
  }
  if (a.tail.length !== b.tail.length || a.tail.length < SUFFIXED_LENGTH_MIN) return false;
  return a.tail.slice(0, -NEIGHBOUR_LENGTH) === b.tail.slice(0, -NEIGHBOUR_LENGTH);
}

const NEIGHBOUR_LENGTH = 2;

/** Of one that shows its part and hardly a digit before it. Two digits and the part are as good as three. */
function compareStub(short: AccountNumber, other: AccountNumber): NumberLikeness {
  const { suffix } = short;
  const stub = short.stub as string;
  if (other.suffix !== '') {
    // The dash of the other may stand within its number.
    const isWithin = stub === '' && other.undivided !== null && other.suffix.endsWith(String(Number(suffix)));
    if (Number(suffix) !== Number(other.suffix) && isWithin) return compareHeads(short.head, other.head);
    if (Number(suffix) !== Number(other.suffix))
      return suffix.length === other.suffix.length || (isPadded(suffix) && isPadded(other.suffix))
        ? 'other-part'
        : 'parted';
    if (!fitsStub(other.stub ?? other.tail, stub)) return 'different';
    return isPadded(suffix) && isPadded(other.suffix) ? 'similar' : likenessOfStub(stub, other.stub);
  }
  if (other.tail === '' || stub === '') return compareHeads(short.head, other.head);
  // In the same form the part's nought is a digit in common too.
  if (isPadded(suffix) && other.tail.endsWith(stub + suffix)) return 'similar';
  for (let length = 1; length <= SUFFIX_LENGTH_MAX; length += 1)
    if (fitsStub(other.tail, stub + String(Number(suffix)).padStart(length, '0')))
      return likenessOfStub(stub);
  if (other.tail.endsWith(stub)) return 'unknown';
  for (let length = 1; length <= other.partLengthMax; length += 1)
    if (other.tail.endsWith(stub, other.tail.length - length)) return 'other-part';
  return 'different';
}

/** A number after a nought is a part's own, and no bureau's. */
const isPadded = (suffix: string): boolean => suffix.startsWith('0');

const likenessOfStub = (stub: string, other: string | null = stub): 'similar' | 'unknown' =>
  Math.min(stub.length, (other ?? stub).length) + 1 >= TAIL_LENGTH_MIN ? 'similar' : 'unknown';

const fitsStub = (one: string, other: string): boolean => one.endsWith(other) || other.endsWith(one);

function comparePart(parted: AccountNumber, joined: AccountNumber): NumberLikeness {
  const { tail, suffix } = parted;
  const mayBeJoined = suffix.at(-1) === joined.tail.at(-1);
  for (let length = 1; mayBeJoined && length <= SUFFIX_LENGTH_MAX; length += 1) {
    const part = String(Number(suffix)).padStart(length, '0');
    const likeness = compareTails(tail + part, joined.tail);
    if (likeness !== 'different') return likeness;
  }
  if (!joined.isWhole && joined.tail.length >= SAME_LENGTH_MIN && endsWithOther(parted, joined))
    return 'other-part';
  const plain = parted.isWhole ? parted : { ...parted, isWhole: true, head: parted.tail };
  if (joined.isWhole && isSuffixed(plain, joined)) return 'other-part';
  return areSwapped(plain, joined);
}

/** Whether a mask shows the end of the number and another part: "…7802" of "12345678/1". */
function endsWithOther({ tail }: AccountNumber, { tail: shown, partLengthMax }: AccountNumber): boolean {
  for (let length = 1; length <= partLengthMax && length < shown.length - 1; length += 1)
    if (tail.endsWith(shown.slice(0, -length))) return true;
  return false;
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
