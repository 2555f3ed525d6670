// The answer on car finance, for the console, the hosted page and the PDF: how many agreements began in a period of the scheme, a time line,
// and a row for each, those of the period first. It says where an agreement stands, never whether anybody has a claim.

import type { MotorAgreement, MotorAgreements, NotCounted } from '../agreements/motor-agreements.ts';
import { listedAs } from '../agreements/motor-product.ts';
import type { MotorScheme } from '../agreements/motor-scheme.ts';
import { counted, inWords } from '../in-words.ts';
import { accountStatus, pounds, shownName, withDays } from './report-words.ts';

/** What the answer is made of: the same from the domain and from the API. */
export type Agreements = {
  scheme: Pick<MotorScheme, 'title' | 'asOf' | 'status' | 'windows' | 'productsOutside'> & {
    shortTitle?: string;
    notice?: string;
  };
  asOf: MotorAgreements['asOf'];
  notes: readonly string[];
  agreements: readonly Pick<
    MotorAgreement,
    | 'record'
    | 'lender'
    | 'product'
    | 'last4'
    | 'startDates'
    | 'endDate'
    | 'status'
    | 'startBalance'
    | 'balance'
    | 'windows'
  >[];
  notCounted: readonly Pick<NotCounted, 'record' | 'lender' | 'why'>[];
};
type Agreement = Agreements['agreements'][number];

/** `perhaps`: bureaus put its start on both sides of a border. */
type Standing = 'in' | 'perhaps' | 'out';

export type CarRow = {
  record: number;
  lender: string;
  standing: Standing;
  /** Null where there is no scheme. */
  chip: string | null;
  /** "Hire purchase ··5506 · 18 Feb 2023 – 21 Dec 2025". */
  line: string;
  /** "£9,729 borrowed, repaid"; empty where no bureau says either. */
  money: string;
  /** The names of the periods that it began in. */
  periods: string[];
};

/** Places are from 0 at the left to 100 at the right. */
export type CarAxis = {
  label: string;
  bands: { from: number; to: number }[];
  marks: { at: number; isIn: boolean }[];
  years: { at: number; year: number }[];
  /** The same in words. */
  words: string;
};

export type CarFinance = {
  headline: string;
  /** Null where nothing can be drawn: no period, or no agreement with a date. */
  axis: CarAxis | null;
  rows: CarRow[];
  /** Hire purchase and leases that are not known to be for a vehicle. */
  others: { record: number; lender: string; why: string }[];
  /** What the answer does not say, and how the scheme stands. */
  caution: string;
  /** "FCA consumer redress schemes …, as of 15 November 2026. Source: …". */
  source: string;
  /** What the list does not show. */
  notes: string[];
};

/** `whose`: "your" to the consumer, "the" to everybody else. */
export function carFinanceOf(found: Agreements, whose: 'your' | 'the'): CarFinance {
  const rows = found.agreements
    .map((agreement) => ({ agreement, row: toRow(agreement, found.scheme) }))
    .toSorted((one, other) => RANKS[one.row.standing] - RANKS[other.row.standing]);
  return {
    headline: headlineOf(
      rows.map(({ row }) => row),
      found.scheme,
      whose,
    ),
    axis: axisOf(
      rows.map(({ agreement, row }) => ({ days: daysOf(agreement), isIn: row.standing !== 'out' })),
      found,
    ),
    rows: rows.map(({ row }) => row),
    others: found.notCounted.map(({ record, lender, why }) => ({
      record,
      lender: lenderName(lender.name),
      why: why.join(' '),
    })),
    caution: cautionOf(found),
    source: sourceOf(found.scheme),
    notes: found.notes.map(withDays),
  };
}

const RANKS: Record<Standing, number> = { in: 0, perhaps: 1, out: 2 };

const NO_CAR_FINANCE = 'No car finance was found';
export const OTHER_GOODS = 'Other hire purchase';

function headlineOf(rows: readonly CarRow[], scheme: Agreements['scheme'], whose: 'your' | 'the'): string {
  const count = rows.length;
  if (count === 0) return NO_CAR_FINANCE;
  if (scheme.windows.length === 0)
    return `${counted(count, 'car-finance agreement')} ${count === 1 ? 'was' : 'were'} found`;
  const [sure, perhaps] = [
    rows.filter(({ standing }) => standing === 'in').length,
    rows.filter(({ standing }) => standing === 'perhaps').length,
  ];
  const period = `in the period of the ${shortTitle(scheme)}`;
  if (count === 1) {
    const it = `${whose === 'your' ? 'Your' : 'The'} car-finance agreement`;
    if (perhaps === 1) return `${it} may have begun ${period}`;
    return sure === 1 ? `${it} began ${period}` : `${it} did not begin ${period}`;
  }
  if (sure === count)
    return `${count === 2 ? 'Both' : `All ${count}`} of ${whose} car-finance agreements began ${period}`;
  const many = perhaps === 0 ? (sure === 0 ? 'None' : `${sure}`) : `${sure} or ${sure + perhaps}`;
  return `${many} of ${whose} ${count} car-finance agreements began ${period}`;
}

const shortTitle = ({ shortTitle: short = 'scheme' }: Agreements['scheme']): string => short;

const PRODUCTS: Record<MotorAgreement['product'], string> = {
  pcp: 'PCP',
  'pcp-likely': 'Likely a PCP',
  'hire-purchase': 'Hire purchase',
  'balloon-hire-purchase': 'Hire purchase with a final payment',
  'conditional-sale': 'Conditional sale',
  'credit-sale': 'Credit sale',
  lease: 'Lease',
  'finance-lease': 'Finance lease',
  'operating-lease': 'Operating lease',
  'motor-loan': 'Car loan',
  unknown: 'Product not known',
};

const OUTSIDE: Record<string, string | null> = {
  before: 'Before it',
  between: 'Between the periods',
  after: 'After it',
  none: null,
  'unknown-date': 'Start not known',
};

function toRow(agreement: Agreement, scheme: Agreements['scheme']): CarRow {
  const { record, lender, product, last4, startBalance, windows } = agreement;
  const periods = scheme.windows.filter(({ id }) => windows.includes(id)).map(({ name }) => name);
  const isOutside = listedAs(product, scheme.productsOutside) !== undefined;
  const standing =
    isOutside || periods.length === 0 ? 'out' : windows.every((id) => !(id in OUTSIDE)) ? 'in' : 'perhaps';
  const [outside = 'none'] = windows;
  const chip =
    standing === 'in'
      ? 'In the period'
      : standing === 'perhaps'
        ? 'Perhaps in the period'
        : periods.length > 0
          ? `${PRODUCTS[product]}: outside it`
          : (OUTSIDE[outside] ?? null);
  return {
    record,
    standing,
    chip,
    periods,
    lender: lenderName(lender.name),
    line: [`${PRODUCTS[product]}${last4 === undefined ? '' : ` ··${last4}`}`, ...datesOf(agreement)].join(
      ' · ',
    ),
    money: [startBalance && `${pounds(startBalance)} borrowed`, howItStands(agreement)]
      .filter(Boolean)
      .join(', '),
  };
}

const lenderName = (name: string | undefined): string => shownName(name ?? 'Lender not given');

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
export const shortDay = (date: string): string => DAY.format(new Date(date));

function datesOf({ startDates, endDate }: Agreement): string[] {
  const days = [...new Set(startDates.map(({ date }) => date))];
  if (days.length === 0) return [];
  const began = days
    .map((day, index) => (isSameMonth(day, days[index + 1]) ? dayOfMonth(day) : shortDay(day)))
    .join(' or ');
  const ended = endDate === undefined ? '' : ` – ${shortDay(endDate)}`;
  return [`${began}${ended}`, ...(days.length > 1 ? ['bureaus differ'] : [])];
}

const isSameMonth = (day: string, next: string | undefined): boolean => day.slice(0, 7) === next?.slice(0, 7);
const dayOfMonth = (day: string): string => String(Number(day.slice(8, 10)));

/** In small letters, after a comma. */
function howItStands({ status, balance }: Agreement): string {
  if (status === 'settled') return 'repaid';
  if (status === 'open' && balance !== undefined) return `${pounds(balance)} left to pay`;
  return accountStatus(status).toLowerCase();
}

function cautionOf({ scheme, agreements }: Agreements): string {
  if (scheme.windows.length === 0) return 'A credit file does not show commission.';
  const outside = agreements.some(
    ({ product, windows }) =>
      listedAs(product, scheme.productsOutside) !== undefined &&
      scheme.windows.some(({ id }) => windows.includes(id)),
  );
  return [
    'This is not a decision about a claim. A credit file does not show commission.',
    outside && `Leases are outside the ${shortTitle(scheme)}.`,
    scheme.notice ?? `Status of the ${shortTitle(scheme)}: ${inWords(scheme.status).toLowerCase()}.`,
  ]
    .filter((part) => part !== false)
    .join(' ');
}

function sourceOf({ title, asOf, windows }: Agreements['scheme']): string {
  const sources = [...new Set(windows.map(({ source }) => source))];
  const from = sources.length === 0 ? '' : ` Source: ${sources.join('; ')}.`;
  return `${title}, as of ${shortDay(asOf)}.${from}`;
}

const daysOf = ({ startDates }: Agreement): string[] => startDates.map(({ date }) => date);

/** How many years are written below the line. */
const YEARS_SHOWN = 4;

function axisOf(
  dated: readonly { days: string[]; isIn: boolean }[],
  { scheme, asOf }: Agreements,
): CarAxis | null {
  const [first, last] = [scheme.windows[0], scheme.windows.at(-1)];
  const days = dated.flatMap((one) => one.days);
  if (first === undefined || last === undefined || days.length === 0) return null;
  const yearOf = (day: string): number => Number(day.slice(0, 4));
  const [from, to] = [
    Math.min(yearOf(first.from), ...days.map(yearOf)),
    Math.max(yearOf(last.to), yearOf(asOf), ...days.map(yearOf)) + 1,
  ];
  const [startMs, endMs] = [Date.UTC(from, 0, 1), Date.UTC(to, 0, 1)];
  const at = (day: string): number =>
    Math.round(((Date.parse(day) - startMs) / (endMs - startMs)) * 1_000) / 10;
  const step = (to - 1 - from) / (YEARS_SHOWN - 1);
  const years = Array.from({ length: YEARS_SHOWN }, (_, index) => Math.round(from + index * step));
  const period = `${shortDay(first.from)} – ${shortDay(last.to)}`;
  const inside = dated.filter(({ isIn }) => isIn).length;
  const short = shortTitle(scheme);
  return {
    label: `${short.charAt(0).toUpperCase()}${short.slice(1)}: ${period}`,
    bands: scheme.windows.map((window) => ({ from: at(window.from), to: at(window.to) })),
    marks: dated.flatMap((one) => one.days.map((day) => ({ at: at(day), isIn: one.isIn }))),
    years: [...new Set(years)].map((year) => ({ at: at(`${year}-01-01`), year })),
    words: `Time line from ${from} to ${to - 1}. The period is ${period}; ${counted(inside, 'agreement')} of ${dated.length} began in it.`,
  };
}
