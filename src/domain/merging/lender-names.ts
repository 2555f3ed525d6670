// Whether two spellings mean one lender. Bureaus decorate names ("(I)", "T/A", "GROUP"), drop legal forms, abbreviate and truncate
// them, and write a brand where another writes the company behind it; what remains is compared, with the lender registry's help.
import { type KnownName, LENDERS, type Lenders, moveBetween } from '../lenders/registry.ts';
import { DECORATIONS, EMPTY_WORDS, isSameWord, LEGAL_WORDS, tradeOf, wordsOf } from './lender-words.ts';

/** A name made comparable. Null where it is only a label for a kind of company ("Bank"). */
export type LenderName = {
  /** As the bureau gave it. */
  name: string;
  /** Equal for spellings that mean the same lender, but for its trade. */
  key: string;
  /** The words that distinguish it, in order. */
  words: readonly string[];
  /** The same, as one word. */
  joined: string;
  /** All words. */
  text: string;
  trade: string | null;
  known: KnownName | null;
  /** The group of a known lender, as one word. */
  group: string;
  /** Further names in the same text: what it trades as, what it was called, on whose account it collects. */
  others: readonly LenderName[];
};

export type Likeness = 'same' | 'similar' | 'different' | 'unknown';

const NAME_LENGTH_MAX = 120;

// Lenders have few spellings, and every file repeats them: what was read is kept, apart for each registry. Not personal data.
const READ_MAX = 2_000;
const readBy = new WeakMap<Lenders, Map<string, LenderName | null>>();

export function readLenderName(name: string, lenders: Lenders = LENDERS): LenderName | null {
  const read = readBy.get(lenders) ?? new Map<string, LenderName | null>();
  const known = read.get(name);
  if (known !== undefined) return known;
  readBy.set(lenders, read);
  const made = makeLenderName(name, lenders);
  if (name.length > NAME_LENGTH_MAX) return made;
  if (read.size >= READ_MAX) read.clear();
  read.set(name, made);
  return made;
}

function makeLenderName(name: string, lenders: Lenders): LenderName | null {
  const cut = name.length > NAME_LENGTH_MAX ? name.slice(0, NAME_LENGTH_MAX) : name;
  const bare = cut.replace(MARKS, ' ');
  const parts = HAS_PARTS.test(bare) ? bare.split(PARTS).filter((part) => /\w/.test(part)) : [bare];
  const [main, ...others] = parts
    .map((part) => readPart(name, part, lenders))
    .filter((part) => part !== null);
  if (main === undefined) return null;
  return others.length === 0 ? main : { ...main, others };
}

/** The marks that bureaus append. */
const MARKS = /\((?:I|C|UK|GB|PUBL|EUROPE)\)|\bT\/A\s*$|\bA\/C\b/gi;
/** "X T/A Y", "X (formerly Y)", "X - Y"; a buyer "X RE Y" holds what was owed to Y. */
const PARTS =
  /\s+T\/A\s+|\s+TRADING AS\s+|\s+\(?\b(?:FORMERLY|PREVIOUSLY|PREV|WAS|FKA|RE)\b:?\s+|\s*\(|\)|\s+-\s+/i;
const HAS_PARTS = /[(/-]|\b(?:AS|FORMERLY|PREVIOUSLY|PREV|WAS|FKA|RE)\b/i;

function readPart(name: string, part: string, lenders: Lenders): LenderName | null {
  const all = wordsOf(part);
  const words = distinctive(all);
  if (words.length === 0) return null;
  const known = lenders.find(all);
  return {
    name,
    key: words.length === 1 ? (words[0] as string) : words.toSorted().join(' '),
    words,
    joined: words.join(''),
    text: all.join(' '),
    trade: tradeOf(all),
    known,
    group: distinctive(wordsOf(known?.lender.group ?? '')).join(''),
    others: [],
  };
}

function distinctive(words: readonly string[]): string[] {
  return [...new Set(words)].filter((word) => !EMPTY_WORDS.has(word));
}

export function compareLenders(a: LenderName | null, b: LenderName | null): Likeness {
  if (a === null || b === null) return 'unknown';
  if (a === b) return 'same';
  const main = compareParts(a, b);
  if (main !== 'different' || (a.others.length === 0 && b.others.length === 0)) return main;
  const isHinted = [a, ...a.others].some((one) =>
    [b, ...b.others].some((other) => compareParts(one, other) !== 'different'),
  );
  return isHinted ? 'similar' : 'different';
}

function compareParts(a: LenderName, b: LenderName): 'same' | 'similar' | 'different' {
  const isKnownBoth = a.known !== null && b.known !== null;
  const isOneHouse = isKnownBoth && a.known?.lender === b.known?.lender;
  if (a.key === b.key || a.joined === b.joined || isTruncated(a.text, b.text)) {
    // Two companies of one group may share all but their trade.
    const isSister =
      (a.trade !== b.trade && a.trade !== null && b.trade !== null) || (isKnownBoth && !isOneHouse);
    return isSister ? 'similar' : 'same';
  }
  // A book that moved is on file under either name.
  if (isOneHouse || hasMoved(a, b)) return 'similar';
  if (isKnownBoth) return 'different';
  const isHinted = isSimilar(a.words, b.words) || isSameWord(a.joined, b.joined);
  if (isHinted || isAcronym(a, b) || isAcronym(b, a)) return 'similar';
  // What is no lender's name may be that of its group.
  return a.joined === b.group || a.group === b.joined ? 'similar' : 'different';
}

/** Whether accounts went from one of the two lenders to the other. */
export function hasMoved(a: LenderName | null, b: LenderName | null): boolean {
  return a?.known != null && b?.known != null && moveBetween(a.known, b.known) !== null;
}

// Some systems keep only the first characters of a name.
const TRUNCATED_LENGTH_MIN = 12;

function isTruncated(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < TRUNCATED_LENGTH_MIN) return false;
  return a.startsWith(b) || b.startsWith(a);
}

/** At least half of the words in common. */
function isSimilar(a: readonly string[], b: readonly string[]): boolean {
  const [few, many] = a.length < b.length ? [a, b] : [b, a];
  let common = 0;
  for (const word of few) if (many.some((other) => isSameWord(word, other))) common += 1;
  return common * 2 >= few.length + many.length - common;
}

/** Whether one is the initials of the other: "RBS", with or without the legal form and "of". */
function isAcronym({ words, joined }: LenderName, { text }: LenderName): boolean {
  if (words.length !== 1 || joined.length < 3 || joined.length > 5) return false;
  const named = text.split(' ').filter((word) => !LEGAL_WORDS.has(word));
  return (
    named.length >= joined.length &&
    named
      .map((word) => word[0])
      .join('')
      .startsWith(joined)
  );
}

/** The name as a reader should see it: without the marks that a bureau appends. */
export function tidyLenderName(name: string): string {
  const tidied = name
    .slice(0, NAME_LENGTH_MAX)
    .replace(/\s*\((?:I|C)\)/gi, '')
    .replace(/\s+(?:T\/A|A\/C)$/i, '')
    .replace(/[\s-]{1,9}$/, '')
    .trim();
  return tidied === '' ? name : tidied;
}

/**
 * How a lender is shown, out of its names: the brand on the card, else the name that people know it by, as the registry spells
 * them; a former name as it was, unless a bureau gives the present one too; a lender that the registry does not know as one of the
 * bureaus spells it.
 */
export function shownLenderName(names: readonly LenderName[], known = shownKnown(names)): string | undefined {
  if (known?.shown !== undefined) return known.shown;
  const best = bestLenderName(names);
  return best === undefined ? undefined : tidyLenderName(best.name);
}

/** The name of the registry that is shown, where it knows one. */
export function shownKnown(names: readonly LenderName[]): KnownName | undefined {
  let present: KnownName | undefined;
  let former: KnownName | undefined;
  for (const name of names) {
    for (const { known } of name.others.length === 0 ? [name] : [name, ...name.others]) {
      if (known?.shown === undefined) continue;
      if (known.isBrand) return known;
      if (known.isFormer === true) former ??= known;
      else present ??= known;
    }
  }
  return present ?? former;
}

/**
 * Which of one lender's names to show: one without a decoration that another of them does without, then one that is not all
 * capitals, then the first.
 */
export function bestLenderName(names: readonly LenderName[]): LenderName | undefined {
  // One of each spelling: a lender may have thousands of records.
  const unique = [...new Map(names.toReversed().map((name) => [name.name, name])).values()].reverse();
  const plain = unique.filter((name) => !isDecorated(name, unique));
  const best = plain.length === 0 ? unique : plain;
  return best.find(({ name }) => /[a-z]/.test(name)) ?? best[0];
}

/** Whether another of the names is the same without the decoration. One that was truncated within a word does not count. */
function isDecorated({ key, text }: LenderName, names: readonly LenderName[]): boolean {
  const decoration = decorationOf(text);
  if (decoration === null) return false;
  return names.some((other) => {
    const isTruncation = text.startsWith(other.text) && text[other.text.length] !== ' ';
    return other.key === key && !other.text.split(' ').includes(decoration) && !isTruncation;
  });
}

const LEGAL_FORMS = new Set(['LIMITED', 'LLP', 'LTD', 'PLC']);

/** The word at the end that may be the bureau's and not the lender's, as in "MBNA LOANS". */
function decorationOf(text: string): string | null {
  const last = text.split(' ').findLast((word) => !LEGAL_FORMS.has(word));
  return last !== undefined && DECORATIONS.has(last) ? last : null;
}
