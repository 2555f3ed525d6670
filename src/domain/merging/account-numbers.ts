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
  /** One or two digits before the suffix, or none, where a mask shows no more: "…41/1". Then `tail` is empty. */
  stub: string | null;
  /** The number with its suffix joined on, where the dash may stand within it: of "48/831768-602" the part is 2 or 02. */
  undivided: AccountNumber | null;
};

const NUMBER_LENGTH_MAX = 40;
export const TAIL_LENGTH_MIN = 3;
export const HEAD_LENGTH_MIN = 4;
export const SURE_LENGTH_MIN = 6;
export const SUFFIXED_LENGTH_MIN = 6;
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
  const short = SHORT_PART.exec(text);
  if (short !== null) {
    const [, stub = '', sign, suffix = ''] = short;
    return fromStub(stub, suffix, headOf(text), sign === '-');
  }
  const isWhole = !MASKED.test(text);
  // "12345678K", or "****678K": a check letter.
  const trimmed = text.trim().replace(/(\d{3})[A-WYZ]$/i, '$1');
  const { main, suffix } = splitSuffix(trimmed, isWhole);
  const tail = /\d*$/.exec(main.replace(/[\s/.-]/g, ''))?.[0] ?? '';
  // A few digits alone are the end of a number.
  const head = !isWhole ? headOf(text) : tail.length < SURE_LENGTH_MIN ? '' : tail.replace(/^0+/, '');
  if (tail.length < TAIL_LENGTH_MIN) {
    if (isWhole || head.length < HEAD_LENGTH_MIN) return null;
    return { ...fromStub('', '', head), stub: null };
  }
  const number = fromTail(tail, { head, suffix, isWhole });
  if (isWhole && suffix.length > 1)
    number.undivided = fromTail(tail + suffix, { head: head + suffix, suffix: '', isWhole });
  return number;
}

function fromTail(tail: string, rest: Pick<AccountNumber, 'head' | 'suffix' | 'isWhole'>): AccountNumber {
  const partLengthMax = tail.endsWith('0') ? 0 : (/0{0,2}.$/.exec(tail)?.[0].length ?? 0);
  return {
    ...{ tail, ...rest, end: Number(tail.slice(-TAIL_LENGTH_MIN)), partLengthMax },
    ...{ stub: null, undivided: null },
  };
}

/** The last four signs of a number with a slash in it: "41/1", "…1/01", "…/001". */
const SHORT_PART = /(?:^|[*x#•?….\s])(?:(\d{1,2})([/-])|[/\s-](?=0{1,2}\d$))(\d{1,3})$/i;

function fromStub(stub: string, suffix: string, head: string, isDash = false): AccountNumber {
  const digits = stub + suffix;
  const undivided =
    !isDash || stub === '' || digits.length < TAIL_LENGTH_MIN
      ? null
      : fromTail(digits, { head, suffix: '', isWhole: false });
  return {
    ...{ tail: '', head, suffix, isWhole: false, end: Number.NaN, partLengthMax: 0 },
    ...{ stub, undivided },
  };
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

/** Only trailing digits: four, or half of a number that is shorter than eight. Absent when there is nothing to show. */
export function maskAccountNumber(number: AccountNumber | null): string | undefined {
  if (number === null) return undefined;
  const shown = number.isWhole ? Math.floor(number.tail.length / 2) : number.tail.length;
  const length = Math.min(SHOWN_LENGTH_MAX, shown);
  return length === 0 ? undefined : `****${number.tail.slice(-length)}`;
}

const SHOWN_LENGTH_MAX = 4;
