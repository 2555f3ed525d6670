// When searches of two bureaus are one, and in which order that is tried: the surest first.
import type { Lenders } from '../lenders/registry.ts';
import type { FileSearch } from '../reports/bureau-file.ts';
import {
  type BureauId,
  COMPANY_TYPES,
  type CompanyType,
  type SearchPurpose,
} from '../reports/credit-report.ts';
import { compareLenders, type LenderName, readLenderName } from './lender-names.ts';
import { wordsOf } from './lender-words.ts';

export type Search = FileSearch & {
  bureau: BureauId;
  /** Null where the bureau gives no name but a label for the kind of company. */
  company: LenderName | null;
  /** As the bureau says, or as the name or the label does. */
  trade: CompanyType | null;
  atMs: number;
  /** The days that it may have been on, YYYY-MM-DD. */
  days: string[];
};

export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function toSearch(bureau: BureauId, search: FileSearch, lenders: Lenders): Search {
  const atMs = Date.parse(search.date);
  const company = readLenderName(search.companyName, lenders);
  // "Other" is what a bureau says of a company that it cannot place.
  const { companyType } = search;
  const isPlaced = companyType !== undefined && companyType !== 'other';
  const trade = isPlaced ? companyType : tradeIn(search.companyName, company === null);
  return { ...search, bureau, company, trade, atMs, days: daysOf(search, atMs) };
}

/** In summer the British day begins an hour before that of UTC, so the first hour may be reported as either day. */
function daysOf({ isDateOnly, date }: FileSearch, atMs: number): string[] {
  const day = date.slice(0, 10);
  return isDateOnly || Number.isNaN(atMs)
    ? [day]
    : [day, new Date(atMs + HOUR_MS).toISOString().slice(0, 10)];
}

const TRADES = COMPANY_TYPES.filter((type) => type !== 'other').map((type) => ({
  type,
  words: wordsOf(type),
}));
const NAME_LENGTH_MAX = 120;

/** The kind of company whose words are in a name, the one with most of them; a label has no others but "company". */
function tradeIn(name: string, isLabel: boolean): CompanyType | null {
  const own = wordsOf(name.slice(0, NAME_LENGTH_MAX)).filter((word) => word !== 'COMPANY');
  let found: (typeof TRADES)[number] | null = null;
  for (const trade of TRADES) {
    const isTold = trade.words.every((word) => own.includes(word));
    if (!isTold || (isLabel && trade.words.length !== own.length)) continue;
    if (found === null || trade.words.length > found.words.length) found = trade;
  }
  return found?.type ?? null;
}

/** `maybe`: not enough to join, but a rival of what fits. */
export type Fit = 'yes' | 'maybe' | 'no';
export type Stage = {
  fit(a: Search, b: Search): Fit;
  isEnough(all: readonly Search[]): boolean;
};

/** The same company, purpose and moment. */
export function isPlainlyOne(a: Search, b: Search): boolean {
  return (
    a.bureau !== b.bureau &&
    isSamePurpose(a, b) &&
    isOneMoment(a, b) &&
    compareLenders(a.company, b.company) === 'same'
  );
}

export const STAGES: readonly Stage[] = [
  // Another spelling, or the brand at one bureau and the company at another.
  namedStage((a, b) => isSamePurpose(a, b) && isOneMoment(a, b)),
  // An application that another bureau codes as a quotation, or whose purpose it does not give.
  namedStage((a, b) => isRelatedPurpose(a, b) && isOneMoment(a, b)),
  // Filed at night, with the date of the next day.
  namedStage((a, b) => isSamePurpose(a, b) && isOneMomentOrNextDay(a, b)),
  { fit: fitsNameless, isEnough: (all) => all.some(({ company }) => company !== null) },
];

function namedStage(isOne: (a: Search, b: Search) => boolean): Stage {
  return {
    fit(a, b) {
      if (a.bureau === b.bureau || !isOne(a, b)) return 'no';
      const found = compareLenders(a.company, b.company);
      return found === 'same' || found === 'similar' ? 'yes' : 'no';
    },
    isEnough: (all) => all.length > 1,
  };
}

/**
 * A search that a bureau does not name is that of the one company of its kind that searched on that day for that purpose. Two without
 * a name are one only beside such a company; whatever else may be meant is a rival.
 */
function fitsNameless(a: Search, b: Search): Fit {
  if (!isRelatedPurpose(a, b) || !isOneMoment(a, b)) return 'no';
  const isNamed = a.company !== null && b.company !== null;
  if (isNamed || (a.trade !== null && b.trade !== null && a.trade !== b.trade)) return 'no';
  const isSure = a.bureau !== b.bureau && a.trade === b.trade && a.trade !== null;
  return isSure && a.purpose !== undefined && a.purpose === b.purpose ? 'yes' : 'maybe';
}

function isOneMoment(a: Search, b: Search): boolean {
  if (!a.isDateOnly && !b.isDateOnly) return Math.abs(a.atMs - b.atMs) <= HOUR_MS;
  return a.days.some((day) => b.days.includes(day));
}

function isOneMomentOrNextDay(a: Search, b: Search): boolean {
  if (isOneMoment(a, b)) return true;
  if (!a.isDateOnly && !b.isDateOnly) return false;
  return Math.abs(Date.parse(a.date.slice(0, 10)) - Date.parse(b.date.slice(0, 10))) === DAY_MS;
}

// Each bureau has its own codes, so only our own words can show that two purposes are the same.
function isSamePurpose(a: Search, b: Search): boolean {
  if (a.purpose !== undefined && b.purpose !== undefined) return a.purpose === b.purpose;
  return a.purpose === b.purpose && a.kind === b.kind;
}

/** One bureau codes as an application what another codes as a quotation; an identity check is neither. */
function isRelatedPurpose(a: Search, b: Search): boolean {
  if (a.purpose === undefined || b.purpose === undefined) return true;
  return RELATED[a.purpose] === RELATED[b.purpose] || a.purpose === 'other' || b.purpose === 'other';
}

const RELATED: Record<SearchPurpose, string> = {
  'credit-application': 'credit',
  quotation: 'credit',
  identity: 'person',
  'consumer-enquiry': 'person',
  'debt-recovery': 'debt',
  other: 'other',
};
