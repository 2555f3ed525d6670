// Synthetic accounts with consistent figures: the balance follows from the start balance, the rate and the payments due so far. An
// account starts some months and up to 27 days before today, so the number of payments due is exactly those months on any day.
//
// Every payment was made on time, and the history says so up to the last month that is over, or to the month of the last payment; but
// for an account with a course of its own, whose latest payments were missed.
//
// numberOfPayments and repaymentPeriod are the same number: payments are monthly and the period is in months. A card has neither:
// it revolves. Its start balance is zero and its payment the minimum due.
import { monthNumber } from '../../domain/days/months.ts';
import {
  type AccountRecord,
  type AccountStatus,
  HISTORY_MONTHS_MAX,
  type Money,
} from '../../domain/reports/credit-report.ts';
import { balanceAfterPence, type LoanTerms, levelPaymentPence, minimumPaymentPence } from './amortise.ts';
import { dayBefore, lastMonthEnd, monthEnd } from './calendar.ts';
import { CARD_LENDERS, type Lender, MORTGAGE_LENDERS, VEHICLE_LENDERS } from './lenders.ts';
import type { Random } from './random.ts';

export type AccountKind =
  | 'hire-purchase'
  | 'pcp'
  | 'credit-card'
  | 'mortgage'
  | 'settled-hire-purchase'
  | 'settled-credit-card';

/** An account record without the name on it and without the bureaus that hold it. */
export type Account = Omit<AccountRecord, 'title' | 'firstName' | 'lastName' | 'bureaus'>;

type AccountNeeds = {
  random: Random;
  today: string;
  /** Months since the consumer could first borrow. No account is older, unless its kind cannot be younger. */
  borrowingMonths: number;
  /** Lenders already in the report: a consumer has at most one account with each. */
  taken: Set<Lender>;
};

/**
 * `course`: the newest months of a hire purchase's history, the newest first, where they are not up to date; those before a settled
 * one's last. It makes the account as old as that needs, and draws what it would draw without.
 */
export function makeAccount(kind: AccountKind, needs: AccountNeeds, course?: string): Account {
  switch (kind) {
    case 'hire-purchase':
      return openHirePurchase(needs, course);
    case 'pcp':
      return openHirePurchase(needs, course, true);
    case 'settled-hire-purchase':
      return settledHirePurchase(needs, course);
    case 'mortgage':
      return mortgage(needs);
    case 'credit-card':
      return card(needs, needs.random.int(15_000, 600_000));
    case 'settled-credit-card':
      return card(needs, 0);
  }
}

/** The longest course and a quarter that was paid. */
const COURSE_AGE_MONTHS_MIN = 14;

/** What a PCP leaves for the end, of the price. */
const BALLOON_SHARE = 0.35;
const BALLOON_STEP_PENCE = 500;

function openHirePurchase(needs: AccountNeeds, course?: string, isPcp = false): Account {
  const months = needs.random.pick([24, 36, 48, 60]);
  const wantedAgeMonths = notOlderThan(needs.borrowingMonths, needs.random.int(2, months - 2));
  const ageMonths = course === undefined ? wantedAgeMonths : Math.max(COURSE_AGE_MONTHS_MIN, wantedAgeMonths);
  const terms = hirePurchaseTerms(needs.random, months);
  if (!isPcp) return loan('hire-purchase', VEHICLE_LENDERS, terms, ageMonths, needs, course);
  const steps = Math.round((terms.principalPence * BALLOON_SHARE) / BALLOON_STEP_PENCE);
  const balloonPence = steps * BALLOON_STEP_PENCE;
  return {
    ...loan('hire-purchase', VEHICLE_LENDERS, { ...terms, balloonPence }, ageMonths, needs, course),
    product: 'pcp',
    balloon: gbp(balloonPence),
  };
}

// Older than its term, so nothing is left to pay. A consumer too young to have finished a usual agreement gets a one-year one.
function settledHirePurchase(needs: AccountNeeds, course?: string): Account {
  const usualMonths = needs.random.pick([24, 36, 48]);
  const months = usualMonths < needs.borrowingMonths ? usualMonths : 12;
  const wantedAgeMonths = months + needs.random.int(2, 30);
  const ageMonths = Math.max(months + 1, Math.min(wantedAgeMonths, needs.borrowingMonths));
  const terms = hirePurchaseTerms(needs.random, months);
  return loan('hire-purchase', VEHICLE_LENDERS, terms, ageMonths, needs, course);
}

function mortgage(needs: AccountNeeds): Account {
  const { random } = needs;
  const terms = {
    principalPence: random.int(190, 840) * 50_000,
    aprPercent: random.int(21, 59) / 10,
    months: random.pick([25, 26, 27, 28, 30]) * 12,
  };
  return loan(
    'mortgage',
    MORTGAGE_LENDERS,
    terms,
    notOlderThan(needs.borrowingMonths, random.int(6, 180)),
    needs,
  );
}

// The price of a family car less its deposit, in steps of £5.
function hirePurchaseTerms(random: Random, months: number): LoanTerms {
  return {
    principalPence: random.int(1_200, 6_400) * 500,
    aprPercent: random.int(59, 149) / 10,
    months,
  };
}

function notOlderThan(borrowingMonths: number, wantedMonths: number): number {
  return Math.max(1, Math.min(wantedMonths, borrowingMonths));
}

function loan(
  accountType: 'hire-purchase' | 'mortgage',
  lenders: readonly Lender[],
  terms: LoanTerms,
  ageMonths: number,
  needs: AccountNeeds,
  course = '',
): Account {
  const isSettled = ageMonths >= terms.months;
  const paidMonths = Math.min(ageMonths, terms.months) - course.length;
  return {
    accountNumber: maskedNumber(needs.random),
    accountType,
    accountStatus: isSettled ? 'settled' : (STATUS_OF_CODE[course[0] ?? ''] ?? 'open'),
    ...takeLender(lenders, needs),
    numberOfPayments: terms.months,
    repaymentPeriod: terms.months,
    payment: gbp(levelPaymentPence(terms)),
    startBalance: gbp(terms.principalPence),
    balance: gbp(isSettled ? 0 : balanceAfterPence(terms, paidMonths)),
    ...(course.includes('d') && { defaultBalance: gbp(balanceAfterPence(terms, paidMonths)) }),
    ...life(needs, ageMonths, isSettled ? terms.months : undefined, course),
  };
}

/** The status of an account whose newest month has this code. */
const STATUS_OF_CODE: Record<string, AccountStatus> = {
  3: 'delinquent',
  a: 'arrangement',
  d: 'default',
};

function card(needs: AccountNeeds, balancePence: number): Account {
  const ageMonths = notOlderThan(needs.borrowingMonths, needs.random.int(8, 120));
  return {
    accountNumber: maskedNumber(needs.random),
    accountType: 'credit-card',
    accountStatus: balancePence === 0 ? 'settled' : 'open',
    ...takeLender(CARD_LENDERS, needs),
    payment: gbp(minimumPaymentPence(balancePence)),
    startBalance: gbp(0),
    balance: gbp(balancePence),
    ...life(needs, ageMonths, balancePence === 0 ? Math.ceil((ageMonths * 2) / 3) : undefined),
    creditLimit: gbp(
      Math.max(LIMIT_STEP_PENCE, Math.ceil(balancePence / LIMIT_STEP_PENCE) * LIMIT_STEP_PENCE),
    ),
  };
}

const LIMIT_STEP_PENCE = 100_000;

function takeLender(lenders: readonly Lender[], { random, taken }: AccountNeeds): Lender {
  const free = lenders.filter((lender) => !taken.has(lender));
  // A thousand accounts are more than there are lenders.
  const lender = random.pick(free.length === 0 ? lenders : free);
  taken.add(lender);
  return { companyType: lender.companyType, companyName: lender.companyName };
}

/** Its dates and its history. `lastedMonths`: undefined while it runs. */
function life(
  { random, today }: AccountNeeds,
  ageMonths: number,
  lastedMonths: number | undefined,
  course = '',
): Pick<Account, 'startDate' | 'endDate' | 'defaultDate' | 'isJoint' | 'lastUpdated' | 'history'> {
  const startDate = dayBefore(today, ageMonths, random.int(0, 27));
  const endDate = lastedMonths === undefined ? undefined : dayBefore(startDate, -lastedMonths, 0);
  const lastUpdated = endDate ?? lastMonthEnd(today);
  const count = monthNumber(lastUpdated) - monthNumber(startDate) + 1;
  const months = `${endDate === undefined ? '' : 's'}${course}`.padEnd(
    Math.min(count, HISTORY_MONTHS_MAX),
    '0',
  );
  const history = { newest: lastUpdated.slice(0, 7), months };
  return {
    startDate,
    ...(endDate !== undefined && { endDate }),
    ...(months.includes('d') && { defaultDate: monthEnd(history.newest, months.lastIndexOf('d')) }),
    isJoint: false,
    lastUpdated,
    history,
  };
}

function maskedNumber(random: Random): string {
  return `****${random.digits(4)}`;
}

function gbp(pence: number): Money {
  return { amount: pence, currency: 'GBP' };
}
