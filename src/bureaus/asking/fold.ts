// What goes into a bureau's request: text in the bureau's alphabet and within its lengths. A field that is sent otherwise than it was
// given is noted, for the report's coverage.
import type { Altered } from '../../domain/reports/credit-report.ts';

/** `letters`: what a field may hold, as the inside of a regular expression's brackets. `max`: characters. */
export type FieldRule = { letters: string; max: number };

export type Folding = {
  /**
   * The text as it may be sent; undefined where nothing of it may. `field`: a JSON pointer into the request.
   */
  fit(field: string, text: string | undefined, rule: FieldRule): string | undefined;
  /** Over two elements of the wire, divided between words. */
  fitTwo(field: string, text: string | undefined, rule: FieldRule): [string | undefined, string | undefined];
  /** Notes what had no room at all. */
  leaveOut(field: string): void;
  /** Absent where everything was sent as given. */
  altered(): Altered[] | undefined;
};

export function startFolding(): Folding {
  const notes: Altered[] = [];
  const note = (field: string, text: string, folded: string, sent: string): void => {
    if (sent === '') notes.push({ field, change: 'left-out' });
    else if (sent !== folded) notes.push({ field, sent, change: 'cut' });
    else if (folded !== text) notes.push({ field, sent, change: 'folded' });
  };
  return {
    fit(field, text, rule) {
      const given = oneLine(text);
      if (given === '') return undefined;
      const folded = fold(given, rule.letters);
      const sent = cut(folded, rule.max);
      note(field, given, folded, sent);
      return sent === '' ? undefined : sent;
    },
    fitTwo(field, text, rule) {
      const given = oneLine(text);
      if (given === '') return [undefined, undefined];
      const folded = fold(given, rule.letters);
      const first = cutAtWord(folded, rule.max);
      const second = cut(folded.slice(first.length).trim(), rule.max);
      note(field, given, folded, `${first} ${second}`.trim());
      return [first || undefined, second || undefined];
    },
    leaveOut(field) {
      notes.push({ field, change: 'left-out' });
    },
    altered: () => (notes.length === 0 ? undefined : notes),
  };
}

const LETTERS: Record<string, string> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  Ŋ: 'N',
  ŧ: 't',
  Ŧ: 'T',
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Without accents, with straight apostrophes and plain dashes. */
export function toPlainLetters(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019\u201b\u2032\u02bc\u0060\u00b4]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-');
}

/** An apostrophe or a dot that is not allowed is dropped, anything else becomes a blank. */
function fold(text: string, letters: string): string {
  const plain = toPlainLetters(text).replaceAll('&', ' and ');
  return plain
    .replace(new RegExp(`['.](?<![${letters}])`, 'g'), '')
    .replace(new RegExp(`[^${letters}]`, 'gu'), ' ')
    .replace(/ +/g, ' ')
    .trim();
}

function cut(text: string, max: number): string {
  return text.slice(0, max).trim();
}

/** Between two words if there is a gap in its second half; else in the middle of a word. */
function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const gap = text.lastIndexOf(' ', max);
  return text.slice(0, gap >= max / 2 ? gap : max);
}

function oneLine(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
