// The lender registry: real UK lenders (uk-lenders.json) and the invented ones of the simulators (invented-lenders.json), each with
// its companies, brands and former names. Data, to be added to where a fact is sure; a lender that is not in it stays as the bureau
// spells it. Merging takes a brand and its house as a hint, never as a proof.
import { EMPTY_WORDS, LEGAL_WORDS, wordsOf } from '../merging/lender-words.ts';
import invented from './invented-lenders.json' with { type: 'json' };
import real from './uk-lenders.json' with { type: 'json' };

export type LenderEntry = {
  /** As people know it. */
  name: string;
  /** Registered names. */
  companies?: readonly string[];
  brands?: readonly string[];
  formerNames?: readonly string[];
  group?: string;
  /** Where it was seen; absent, as the file says. */
  seen?: string;
};

export type KnownName = {
  lender: LenderEntry;
  /** To be shown in place of the bureau's spelling; absent where only the words that distinguish it were found. */
  shown?: string;
  isBrand: boolean;
};

export const LENDER_ENTRIES: readonly LenderEntry[] = [...real.lenders, ...invented.lenders];

/** `words`: all of a name's words (wordsOf). Null for a lender that the registry does not know. */
export function findLender(words: readonly string[]): KnownName | null {
  const key = exactKey(words);
  return EXACT.get(key) ?? LOOSE.get(looseKey(words)) ?? findTruncated(key);
}

/** Some systems keep only the first twenty characters of a name. */
const TRUNCATED_LENGTH_MIN = 10;

/** The lender whose names alone begin so; not to be shown, since a name that is cut off may be another's. */
function findTruncated(key: string): KnownName | null {
  if (key.length < TRUNCATED_LENGTH_MIN) return null;
  let [low, high] = [0, SORTED.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((SORTED[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  const found = SORTED[low]?.startsWith(key) === true ? EXACT.get(SORTED[low] as string) : undefined;
  if (found === undefined) return null;
  for (let at = low + 1; SORTED[at]?.startsWith(key) === true; at += 1) {
    if (EXACT.get(SORTED[at] as string)?.lender !== found.lender) return null;
  }
  return { lender: found.lender, isBrand: false };
}

// Without spaces: "Nat West" and "NatWest" are one.
function exactKey(words: readonly string[]): string {
  let key = '';
  for (const word of words) if (!LEGAL_WORDS.has(word)) key += word;
  return key;
}

function looseKey(words: readonly string[]): string {
  let key = '';
  for (const word of words) if (!EMPTY_WORDS.has(word)) key += word;
  return key;
}

const EXACT = new Map<string, KnownName>();
const LOOSE = new Map<string, KnownName | null>();
for (const lender of LENDER_ENTRIES) {
  const { name, brands = [], companies = [], formerNames = [] } = lender;
  for (const brand of brands) addName(brand, { lender, shown: brand, isBrand: true });
  for (const known of [name, ...companies]) addName(known, { lender, shown: name, isBrand: false });
  for (const former of formerNames) addName(former, { lender, shown: name, isBrand: false });
}

const SORTED = [...EXACT.keys()].sort();

/** The first entry of a name counts. What is left without trades counts only where it means one lender. */
function addName(name: string, known: KnownName): void {
  const words = wordsOf(name);
  const [exact, loose] = [exactKey(words), looseKey(words)];
  if (!EXACT.has(exact)) EXACT.set(exact, known);
  if (loose === '') return;
  const { lender, isBrand } = known;
  const before = LOOSE.get(loose);
  LOOSE.set(loose, before === undefined || before?.lender === lender ? { lender, isBrand } : null);
}
