// The lender registry: real UK lenders (uk-lenders.json), the invented ones of the simulators (invented-lenders.json), and what a tenant
// adds of its own (lender-csv.ts). Data, to be added to where a fact is sure; a lender that is not in it stays as the bureau spells it.
// Merging takes a brand and its house as a hint, never as a proof.
import { DECORATIONS, EMPTY_WORDS, LEGAL_WORDS, wordsOf } from '../merging/lender-words.ts';
import invented from './invented-lenders.json' with { type: 'json' };
import real from './uk-lenders.json' with { type: 'json' };

/** A page that says so, the day it was seen, and the fields that it confirms. */
export type Seen = { where: string; when: string; confirms: readonly string[] };

/** Accounts, a brand or the whole lender that went to another lender on a day. */
export type Move = {
  /** A name of the lender that has them since. */
  to: string;
  on: string;
  what?: string;
  seen?: readonly Seen[] | null;
};

export type LenderEntry = {
  /** As people know it. */
  name: string;
  /** Registered names. */
  companies?: readonly string[];
  brands?: readonly string[];
  /** Shown as they were, unless a tenant says so of its own entry: the name of somebody's lender is not replaced by a later one. */
  formerNames?: readonly string[];
  group?: string;
  /** It finances vehicles: true under every name, or under these beginnings of a name only. */
  motor?: boolean | readonly string[];
  /** Where a complaint is sent to, where that was seen. */
  complaintsAddress?: string;
  moves?: readonly Move[];
  /** Null: general knowledge, not verified. */
  seen?: readonly Seen[] | null;
};

export type KnownName = {
  lender: LenderEntry;
  /** To be shown in place of the bureau's spelling; absent where only the words that distinguish it were found. */
  shown?: string;
  isBrand: boolean;
  /** What the lender was called before. */
  isFormer?: boolean;
  /** The lenders that it took over from or that took over from it, with what moved. */
  moved: ReadonlyMap<LenderEntry, Move>;
};

/** What went from one lender to the other, either way: a hint that both names may mean one account, never a proof. */
export function moveBetween(a: KnownName, b: KnownName): Move | null {
  return a.moved.get(b.lender) ?? null;
}

export type Lenders = {
  entries: readonly LenderEntry[];
  /** `words`: all of a name's words (wordsOf). Null for a lender that the registry does not know. */
  find(words: readonly string[]): KnownName | null;
  /** Whether a name begins as that of a lender that finances vehicles. */
  isMotor(words: readonly string[]): boolean;
};

// Before the first registry is made, which reads them.
const LEGAL_FORM = /\s+(?:\((?:UK|GB)\)\s+)?(?:company\s+)?(?:limited|llc|llp|ltd|plc)\.?$/i;
/** How bureaus shorten the trade that a motor financier's name ends with. */
const SHORT_TRADES: Readonly<Record<string, readonly string[]>> = {
  FIN: ['FINANCE'],
  FINL: ['FINANCIAL'],
  FS: ['FINANCIAL', 'SERVICES'],
  MF: ['MOTOR', 'FINANCE'],
  SERV: ['SERVICES'],
  SERVS: ['SERVICES'],
  SVCS: ['SERVICES'],
};

const SHIPPED: readonly LenderEntry[] = [...real.lenders, ...invented.lenders];

/** What every tenant has. */
export const LENDERS: Lenders = createLenders([], SHIPPED);

/** A tenant's own entries before ours. One with the name of an entry of ours adds to it, and wins where both say something. */
export function withOwnLenders(own: readonly LenderEntry[]): Lenders {
  const shipped = new Map(SHIPPED.map((entry) => [nameKey(entry.name), entry]));
  const first = own.map((entry) => {
    const known = shipped.get(nameKey(entry.name));
    shipped.delete(nameKey(entry.name));
    return known === undefined ? entry : joined(entry, known);
  });
  const renamed = own.flatMap(({ formerNames = [] }) => formerNames.map(nameKey));
  return createLenders(first, [...shipped.values()], new Set(renamed));
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
  // What the tenant says itself is no longer what our pages confirm.
  const seen = known.seen?.map((page) => ({
    ...page,
    confirms: page.confirms.filter((field) => !(field in own)),
  }));
  return {
    ...known,
    ...own,
    companies: both('companies'),
    brands: both('brands'),
    formerNames: both('formerNames'),
    moves: [...(own.moves ?? []), ...(known.moves ?? [])],
    seen: seen ?? null,
  };
}

/** The first entry of a name counts, so own entries before ours. `renamed`: former names that are shown as the present one. */
function createLenders(
  own: readonly LenderEntry[],
  shipped: readonly LenderEntry[],
  renamed: ReadonlySet<string> = new Set(),
): Lenders {
  const entries = [...own, ...shipped];
  const owned = new Set(own);
  const exact = new Map<string, KnownName>();
  const loose = new Map<string, KnownName | null>();
  const movesOf = new Map(entries.map((lender) => [lender, new Map<LenderEntry, Move>()]));
  /** What is left without trades counts only where it means one lender, or one of the tenant's own. */
  const addName = (name: string, known: KnownName): void => {
    const words = wordsOf(name);
    const [key, bare] = [exactKey(words), looseKey(words)];
    if (!exact.has(key)) exact.set(key, known);
    if (bare === '') return;
    const before = loose.get(bare);
    if (before !== undefined && before?.lender !== known.lender) {
      if (before === null || !owned.has(before.lender) || owned.has(known.lender)) loose.set(bare, null);
      return;
    }
    const { shown: _shown, ...hint } = known;
    loose.set(bare, hint);
  };
  for (const lender of entries) {
    const { name, brands = [], companies = [], formerNames = [] } = lender;
    const moved = movesOf.get(lender) as Map<LenderEntry, Move>;
    for (const brand of brands) addName(brand, { lender, shown: brand, isBrand: true, moved });
    for (const known of [name, ...companies]) addName(known, { lender, shown: name, isBrand: false, moved });
    for (const former of formerNames) {
      const isFormer = !renamed.has(nameKey(former));
      const shown = isFormer ? former.replace(LEGAL_FORM, '') : name;
      addName(former, { lender, shown, isBrand: false, isFormer, moved });
    }
  }
  linkMoves(movesOf, exact);
  const motorBy = motorBeginnings(entries);
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
      const plain = motorWords(words);
      for (let end = plain.length; end > 0; end -= 1) {
        const isMotor = motorBy.get(plain.slice(0, end).join(' '));
        if (isMotor !== undefined) return isMotor;
      }
      return false;
    },
  };
}

/** Each move, from both sides. */
function linkMoves(
  movesOf: ReadonlyMap<LenderEntry, Map<LenderEntry, Move>>,
  exact: ReadonlyMap<string, KnownName>,
): void {
  for (const [from, moved] of movesOf) {
    for (const move of from.moves ?? []) {
      const to = exact.get(exactKey(wordsOf(move.to)))?.lender;
      if (to === undefined || to === from || moved.has(to)) continue;
      moved.set(to, move);
      movesOf.get(to)?.set(from, move);
    }
  }
}

/** The beginnings of names that say whether it finances vehicles; of two entries the first counts. */
function motorBeginnings(entries: readonly LenderEntry[]): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  for (const { name, brands = [], companies = [], formerNames = [], motor } of entries) {
    const named = typeof motor === 'boolean' ? [name, ...brands, ...companies, ...formerNames] : motor;
    for (const one of named ?? []) {
      const beginning = motorWords(wordsOf(one)).join(' ');
      if (!found.has(beginning)) found.set(beginning, motor !== false);
    }
  }
  return found;
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
  return { lender: found.lender, isBrand: false, moved: found.moved };
}

/** "MBNA LOANS LTD" without what the bureau may have added. */
function undecorated(words: readonly string[]): readonly string[] {
  const plain = plainWords(words);
  return plain.length > 1 && DECORATIONS.has(plain.at(-1) as string) ? plain.slice(0, -1) : plain;
}

function plainWords(words: readonly string[]): string[] {
  return words.filter((word) => !LEGAL_WORDS.has(word));
}

function motorWords(words: readonly string[]): string[] {
  const long = plainWords(words).flatMap((word) => SHORT_TRADES[word] ?? [word]);
  return long.map((word, at) => (word === 'FINANCE' && long[at + 1] === 'SERVICES' ? 'FINANCIAL' : word));
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
