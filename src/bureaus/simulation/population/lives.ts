// The accounts of random people, as wishes: type, age and course. The hard cases for merging (two agreements with one lender on
// one day, debts that were sold) are more frequent than in reality, so that the merge score has enough of them to count.

import type { AccountType } from '../../../domain/reports/credit-report.ts';
import type { Course, Wish } from './agreements.ts';
import { monthsBetween } from './calendar.ts';
import type { Chance } from './chance.ts';

/** For each type: the share of people who have it, how many they have at most, and its greatest age in months. */
const KINDS: readonly [AccountType, percent: number, most: number, oldestMonths: number][] = [
  ['current-account', 80, 2, 240],
  ['credit-card', 70, 4, 200],
  ['communications', 70, 3, 80],
  ['hire-purchase', 45, 3, 84],
  ['mortgage', 40, 2, 240],
  ['utility', 40, 2, 90],
  ['unsecured-loan', 40, 3, 84],
  ['mail-order', 20, 2, 120],
  ['store-card', 18, 2, 120],
  ['student-loan', 12, 3, 180],
  ['insurance', 12, 1, 24],
  ['secured-loan', 8, 1, 120],
  ['short-term-loan', 8, 4, 60],
  ['rental', 8, 1, 60],
  ['lease', 6, 1, 48],
  ['home-credit', 6, 2, 48],
  ['budget-account', 5, 1, 60],
  ['charge-card', 3, 1, 100],
];

const TWINNED: readonly AccountType[] = [
  'communications',
  'hire-purchase',
  'unsecured-loan',
  'student-loan',
  'mortgage',
];
const SOLD: readonly AccountType[] = [
  'credit-card',
  'unsecured-loan',
  'mail-order',
  'communications',
  'store-card',
];

export function makeWishes(chance: Chance, dateOfBirth: string, today: string): Wish[] {
  const adultMonths = monthsBetween(dateOfBirth, today) - 18 * 12;
  // A thin file: only the address.
  if (chance.is(4)) return [];
  return KINDS.flatMap(([type, percent, most, oldestMonths]) => {
    if (!chance.is(percent)) return [];
    return Array.from({ length: chance.int(1, most) }, () =>
      wishesOf(type, chance, Math.max(1, Math.min(adultMonths, oldestMonths))),
    ).flat();
  });
}

function wishesOf(type: AccountType, chance: Chance, oldestMonths: number): Wish[] {
  const monthsAgo = chance.int(0, oldestMonths);
  const course = courseOf(chance, monthsAgo);
  const wish: Wish = {
    type,
    monthsAgo,
    course,
    ...(type === 'mortgage' || type === 'current-account' ? (chance.is(35) ? { isJoint: true } : {}) : {}),
    ...(course === 'default' && SOLD.includes(type) && chance.is(50) ? { isSold: true } : {}),
  };
  const hasTwin = TWINNED.includes(type) && course !== 'default' && chance.is(5);
  return hasTwin ? [wish, { ...wish, isTwin: true }] : [wish];
}

function courseOf(chance: Chance, monthsAgo: number): Course {
  const draw = chance.int(1, 100);
  if (draw <= 22 && monthsAgo >= 8) return 'settled';
  if (draw <= 30 && monthsAgo >= 18) return 'default';
  if (draw <= 34 && monthsAgo >= 4) return 'delinquent';
  if (draw <= 36 && monthsAgo >= 6) return 'arrangement';
  if (draw <= 38) return 'dormant';
  return 'open';
}
