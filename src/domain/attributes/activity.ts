// How many accounts, how old, how many are new, and how often somebody searched.
import { monthsBefore, wholeMonthsBetween } from '../days/calendar-day.ts';
import type { SearchProvider } from '../reports/credit-report.ts';
import { addPart, type Figure, known, newTally, type Tally, toCount } from './figure.ts';
import { CREDIT_CLASSES, type Held } from './held-accounts.ts';

export const ACTIVITY_NAMES = [
  'accountsTotal',
  'accountsOpen',
  'accountsEnded',
  'accountsJoint',
  'accountOldestMonths',
  'accountNewestMonths',
  'newCredit6Months',
  'newCredit12Months',
  'searches3Months',
  'searches6Months',
  'searches12Months',
] as const;
export type ActivityFigures = Record<(typeof ACTIVITY_NAMES)[number], Figure>;

export function activityFigures(
  held: readonly Held[],
  providers: readonly SearchProvider[],
  { asOf, day }: { asOf: string; day: string },
): ActivityFigures {
  const [total, open, ended, joint] = [newTally(), newTally(), newTally(), newTally()];
  for (const one of held) {
    const { record, state, startDate } = one;
    const isUnsure = typeof state === 'object';
    const hasBegun = startDate !== undefined || asOf === day;
    addPart(total, one, hasBegun ? { amount: 1 } : { leftOut: 'no-start-date' });
    addPart(open, one, isUnsure ? state : state === 'open' ? { amount: 1 } : null);
    addPart(ended, one, isUnsure ? state : state === 'ended' ? { amount: 1 } : null);
    if (record.isJoint === true)
      addPart(joint, one, isUnsure ? state : state === 'open' ? { amount: 1 } : null);
  }
  const count = (tally: Tally): Figure => toCount(tally, asOf);
  const searches = (months: number): Figure => searchesWithin(providers, months, asOf, day);
  return {
    accountsTotal: count(total),
    accountsOpen: count(open),
    accountsEnded: count(ended),
    accountsJoint: count(joint),
    ...ageFigures(held, asOf),
    newCredit6Months: newWithin(held, 6, asOf),
    newCredit12Months: newWithin(held, 12, asOf),
    searches3Months: searches(3),
    searches6Months: searches(6),
    searches12Months: searches(12),
  };
}

function ageFigures(held: readonly Held[], asOf: string) {
  const leftOut = held
    .filter(({ startDate }) => startDate === undefined)
    .map(({ index }) => ({ record: index, why: 'no-start-date' as const }));
  const dated = held.filter(({ startDate }) => startDate !== undefined && startDate <= asOf);
  if (dated.length === 0) {
    const none: Figure = {
      unknown: 'No account with a start date is on file.',
      ...(leftOut.length > 0 && { leftOut }),
    };
    return { accountOldestMonths: none, accountNewestMonths: none };
  }
  const age = (one: Held): number => wholeMonthsBetween(one.startDate as string, asOf);
  const pick = (isBetter: (a: string, b: string) => boolean): Figure => {
    const best = dated.reduce((a, b) => (isBetter(b.startDate as string, a.startDate as string) ? b : a));
    return known(age(best), 'months', [best.index], asOf, leftOut);
  };
  return { accountOldestMonths: pick((a, b) => a < b), accountNewestMonths: pick((a, b) => a > b) };
}

function newWithin(held: readonly Held[], months: number, asOf: string): Figure {
  const after = monthsBefore(asOf, months);
  const tally = newTally();
  for (const one of held) {
    const { startDate, class: kind } = one;
    if (!CREDIT_CLASSES.includes(kind)) continue;
    if (startDate === undefined) addPart(tally, one, { leftOut: 'no-start-date' });
    else addPart(tally, one, startDate > after && startDate <= asOf ? { amount: 1 } : null);
  }
  return toCount(tally, asOf);
}

/** Bureaus keep searches for two years, some for one. */
const SEARCHES_KEPT_MONTHS = 12;

function searchesWithin(
  providers: readonly SearchProvider[],
  months: number,
  asOf: string,
  day: string,
): Figure {
  const after = monthsBefore(asOf, months);
  if (after < monthsBefore(day, SEARCHES_KEPT_MONTHS))
    return { unknown: 'Some bureaus keep searches for 12 months only, and these months reach further back.' };
  let total = 0;
  const basis: number[] = [];
  for (const [index, { records }] of providers.entries()) {
    const own = records.filter(({ date }) => date.slice(0, 10) > after && date.slice(0, 10) <= asOf).length;
    total += own;
    if (own > 0) basis.push(index);
  }
  return known(total, 'count', basis, asOf);
}
