// The lender registry: real UK lenders (uk-lenders.json), the invented ones of the simulators (invented-lenders.json), and what a tenant
// adds of its own (lender-csv.ts). Data, to be added to where a fact is sure; a lender that is not in it stays as the bureau spells it.
// Merging takes a brand and its house as a hint, never as a proof.
import { DECORATIONS, EMPTY_WORDS, LEGAL_WORDS, wordsOf } from '../merging/lender-words.ts';
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
  /** It finances vehicles: true under every name, or under these beginnings of a name only. */
  motor?: boolean | readonly string[];
  /** Where a complaint is sent to, where that was seen. */
  complaintsAddress?: string;
  /** The pages that say so, the day each was seen, and the fields that it confirms. Null: general knowledge, not looked up. */
  seen?: readonly { where: string; when: string; confirms: readonly string[] }[] | null;
};

export type KnownName = {
  lender: LenderEntry;
  /** To be shown in place of the bureau's spelling; absent where only the words that distinguish it were found. */
  shown?: string;
  isBrand: boolean;
};

export type Lenders = {
  entries: readonly LenderEntry[];
  /** `words`: all of a name's words (wordsOf). Null for a lender that the registry does not know. */
  find(words: readonly string[]): KnownName | null;
  /** Whether a name begins as that of a lender that finances vehicles. */
  isMotor(words: readonly string[]): boolean;
};

const SHIPPED: readonly LenderEntry[] = [...real.lenders, ...invented.lenders];

/** What every tenant has. */
export const LENDERS: Lenders = createLenders(SHIPPED);

/** A tenant's own entries before ours. One with the name of an entry of ours adds to it, and wins where both say something. */
export function withOwnLenders(own: readonly LenderEntry[]): Lenders {
  const shipped = new Map(SHIPPED.map((entry) => [nameKey(entry.name), entry]));
  const first = own.map((entry) => {
    const known = shipped.get(nameKey(entry.name));
    shipped.delete(nameKey(entry.name));
    return known === undefined ? entry : joined(entry, known);
  });
  return createLenders([...first, ...shipped.values()]);
}

/** Equal for two spellings that the registry takes for one name; empty for one that tells no lender from another. */
export function nameKey(name: string): string {
  const words = wordsOf(name);
  return looseKey(words) === '' ? '' : exactKey(words);
}

function joined(own: LenderEntry, known: LenderEntry): LenderEntry {
  const both = (field: 'companies' | 'brands' | 'formerNames') => [
    ...new Set([...(own[field] ?? []), ...(known[field] ?? [])]),
  ];
  return {
    ...known,
    ...own,
    companies: both('companies'),
    brands: both('brands'),
    formerNames: both('formerNames'),
  };
}

function createLenders(entries: readonly LenderEntry[]): Lenders {
  const exact = new Map<string, KnownName>();
  const loose = new Map<string, KnownName | null>();
  const beginnings = new Set<string>();
  /** The first entry of a name counts. What is left without trades counts only where it means one lender. */
  const addName = (name: string, known: KnownName): void => {
    const words = wordsOf(name);
    const [key, bare] = [exactKey(words), looseKey(words)];
    if (!exact.has(key)) exact.set(key, known);
    if (bare === '') return;
    const { lender, isBrand } = known;
    const before = loose.get(bare);
    loose.set(bare, before === undefined || before?.lender === lender ? { lender, isBrand } : null);
  };
  for (const lender of entries) {
    const { name, brands = [], companies = [], formerNames = [], motor = false } = lender;
    for (const brand of brands) addName(brand, { lender, shown: brand, isBrand: true });
    for (const known of [name, ...companies, ...formerNames])
      addName(known, { lender, shown: name, isBrand: false });
    const driving = motor === true ? [name, ...brands, ...companies, ...formerNames] : motor || [];
    for (const one of driving) beginnings.add(plainWords(wordsOf(one)).join(' '));
  }
  const sorted = [...exact.keys()].sort();

  return {
    entries,
    find(words) {
      const key = exactKey(words);
      return (
        exact.get(key) ??
        exact.get(exactKey(undecorated(words))) ??
        loose.get(looseKey(words)) ??
        findTruncated(key, sorted, exact)
      );
    },
    isMotor(words) {
      const plain = plainWords(words);
      return plain.some((_, at) => beginnings.has(plain.slice(0, at + 1).join(' ')));
    },
  };
}

/** Some systems keep only the first twenty characters of a name. */
const TRUNCATED_LENGTH_MIN = 10;

/** The lender whose names alone begin so; not to be shown, since a name that is cut off may be another's. */
function findTruncated(
  key: string,
  sorted: readonly string[],
  exact: ReadonlyMap<string, KnownName>,
): KnownName | null {
  if (key.length < TRUNCATED_LENGTH_MIN) return null;
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  const found = sorted[low]?.startsWith(key) === true ? exact.get(sorted[low] as string) : undefined;
  if (found === undefined) return null;
  for (let at = low + 1; sorted[at]?.startsWith(key) === true; at += 1) {
    if (exact.get(sorted[at] as string)?.lender !== found.lender) return null;
  }
  return { lender: found.lender, isBrand: false };
}

/** "MBNA LOANS LTD" without what the bureau may have added. */
function undecorated(words: readonly string[]): readonly string[] {
  const plain = plainWords(words);
  return plain.length > 1 && DECORATIONS.has(plain.at(-1) as string) ? plain.slice(0, -1) : plain;
}

function plainWords(words: readonly string[]): string[] {
  return words.filter((word) => !LEGAL_WORDS.has(word));
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
