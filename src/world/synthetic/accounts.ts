// Synthetic accounts with consistent figures: the balance follows from the start balance, the rate and the payments due so far. An
// account starts some months and up to 27 days before today, so the number of payments due is exactly those months on any day.
//
// Every payment was made on time, and the history says so up to the last month that is over, or to the month of the last payment.
//
// numberOfPayments and repaymentPeriod are the same number: payments are monthly and the period is in months. A card has neither:
// it revolves. Its start balance is zero and its payment the minimum due.
import { type AccountRecord, HISTORY_MONTHS_MAX, type Money } from '../../domain/credit-report.ts';
import { monthNumber } from '../../domain/months.ts';
import { balanceAfterPence, type LoanTerms, levelPaymentPence, minimumPaymentPence } from './amortise.ts';
import { dayBefore, lastMonthEnd } from './calendar.ts';
import { CARD_LENDERS, type Lender, MORTGAGE_LENDERS, VEHICLE_LENDERS } from './lenders.ts';
import type { Random } from './random.ts';

export type AccountKind =
  | 'hire-purchase'
  | 'credit-card'
  | 'mortgage'
  | 'settled-hire-purchase'
  | 'settled-credit-card';

/** An account record without the name on it and without the bureaus that hold it. */
export type Account = Omit<AccountRecord, 'title' | 'firstName' | 'lastName' | 'bureaus'>;

export type AccountNeeds = {
  random: Random;
  today: string;
  /** Months since the consumer could first borrow. No account is older, unless its kind cannot be younger. */
  borrowingMonths: number;
  /** Lenders already in the report: a consumer has at most one account with each. */
  taken: Set<Lender>;
};

export function makeAccount(kind: AccountKind, needs: AccountNeeds): Account {
  switch (kind) {
    case 'hire-purchase':
      return openHirePurchase(needs);
    case 'settled-hire-purchase':
      return settledHirePurchase(needs);
    case 'mortgage':
      return mortgage(needs);
    case 'credit-card':
      return card(needs, needs.random.int(15_000, 600_000));
    case 'settled-credit-card':
      return card(needs, 0);
  }
}

function openHirePurchase(needs: AccountNeeds): Account {
  const months = needs.random.pick([24, 36, 48, 60]);
  const ageMonths = notOlderThan(needs.borrowingMonths, needs.random.int(2, months - 2));
  return loan('hire-purchase', VEHICLE_LENDERS, hirePurchaseTerms(needs.random, months), ageMonths, needs);
}

// Older than its term, so nothing is left to pay. A consumer too young to have finished a usual agreement gets a one-year one.
function settledHirePurchase(needs: AccountNeeds): Account {
  const usualMonths = needs.random.pick([24, 36, 48]);
  const months = usualMonths < needs.borrowingMonths ? usualMonths : 12;
  const wantedAgeMonths = months + needs.random.int(2, 30);
  const ageMonths = Math.max(months + 1, Math.min(wantedAgeMonths, needs.borrowingMonths));
  return loan('hire-purchase', VEHICLE_LENDERS, hirePurchaseTerms(needs.random, months), ageMonths, needs);
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
): Account {
  const balancePence = balanceAfterPence(terms, ageMonths);
  return {
    accountNumber: maskedNumber(needs.random),
    accountType,
    accountStatus: balancePence === 0 ? 'settled' : 'open',
    ...takeLender(lenders, needs),
    numberOfPayments: terms.months,
    repaymentPeriod: terms.months,
    payment: gbp(levelPaymentPence(terms)),
    startBalance: gbp(terms.principalPence),
    balance: gbp(balancePence),
    ...life(needs, ageMonths, balancePence === 0 ? terms.months : undefined),
  };
}

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
  const lender = random.pick(free);
  taken.add(lender);
  return { companyType: lender.companyType, companyName: lender.companyName };
}

/** Its dates and its history. `lastedMonths`: absent while it runs. */
function life(
  { random, today }: AccountNeeds,
  ageMonths: number,
  lastedMonths: number | undefined,
): Pick<Account, 'startDate' | 'endDate' | 'isJoint' | 'lastUpdated' | 'history'> {
  const startDate = dayBefore(today, ageMonths, random.int(0, 27));
  const endDate = lastedMonths === undefined ? undefined : dayBefore(startDate, -lastedMonths, 0);
  const lastUpdated = endDate ?? lastMonthEnd(today);
  const count = monthNumber(lastUpdated) - monthNumber(startDate) + 1;
  const paid = '0'.repeat(Math.min(count, HISTORY_MONTHS_MAX));
  return {
    startDate,
    ...(endDate !== undefined && { endDate }),
    isJoint: false,
    lastUpdated,
    history: { newest: lastUpdated.slice(0, 7), months: endDate === undefined ? paid : `s${paid.slice(1)}` },
  };
}

function maskedNumber(random: Random): string {
  return `****${random.digits(4)}`;
}

function gbp(pence: number): Money {
  return { amount: pence, currency: 'GBP' };
}
