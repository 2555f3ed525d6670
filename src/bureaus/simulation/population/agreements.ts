// Ground truth: a credit agreement as it really is, before any bureau distorts it. Built from a wish (type, age, course), so that
// personas and random people are made the same way.
import type { AccountProduct, AccountStatus, AccountType } from '../../../domain/reports/credit-report.ts';
import { addDays, addMonths, monthsBetween } from './calendar.ts';
import type { Chance } from './chance.ts';
import { DEBT_BUYERS, type Lender, lendersOf } from './lenders.ts';

export type Course = 'open' | 'settled' | 'default' | 'delinquent' | 'arrangement' | 'dormant';

export type Wish = {
  type: AccountType;
  lender?: string;
  monthsAgo: number;
  course: Course;
  isJoint?: true;
  isSold?: true;
  /** Drawn where it is absent (products.ts). */
  product?: AccountProduct;
  /** The lender has the birthday wrong. */
  isMistyped?: true;
  /** Taken out with the same lender on the same day as the previous wish. */
  isTwin?: true;
};

export type Agreement = {
  id: string;
  lender: Lender;
  type: AccountType;
  accountNumber: string;
  startDate: string;
  endDate?: string;
  defaultDate?: string;
  status: AccountStatus;
  balancePence: number;
  /** What a month takes off the balance; a bureau whose data is stale has not taken it off yet. */
  monthlyPence: number;
  startBalancePence?: number;
  paymentPence?: number;
  limitPounds?: number;
  numberOfPayments?: number;
  repaymentPeriodMonths?: number;
  isJoint: boolean;
  addressIndex: number;
  product?: AccountProduct;
  /** The lump at its end. */
  balloonPence?: number;
  /** The birthday as the lender has it, where it is wrong (birthdays.ts). */
  mistypedBirthday?: string;
  sold?: Sale;
  /** Hire purchase of something else than a vehicle (habits/other-goods.ts). */
  isOtherGoods?: boolean;
  /** The brand that it was sold under. */
  brand?: string;
  /** Tells it from another agreement with the same number: "01". */
  suffix?: string;
  /** Which part of a larger one it is; bureaus write it in many forms, or not at all. */
  part?: string;
  /** Its number before the lender moved its book to another system. */
  earlierNumber?: string;
};

/** The last five by habit only (habits/true-agreements.ts): what the buyer writes, and whether both stand in every file. */
type Sale = {
  to: Lender;
  on: string;
  accountNumber: string;
  startDate?: string;
  startBalancePence?: number;
  type?: AccountType;
  isSettledAtSeller?: boolean;
  isBoth?: boolean;
};

type Terms = Pick<
  Agreement,
  | 'balancePence'
  | 'monthlyPence'
  | 'startBalancePence'
  | 'paymentPence'
  | 'limitPounds'
  | 'numberOfPayments'
  | 'repaymentPeriodMonths'
>;

export function makeAgreements(
  wishes: readonly Wish[],
  chance: Chance,
  personId: string,
  homes: number,
  today: string,
): Agreement[] {
  const made: Agreement[] = [];
  for (const [index, wish] of wishes.entries()) {
    const before = made.at(-1);
    made.push(
      makeAgreement(
        wish,
        chance,
        `${personId}/${index}`,
        homes,
        today,
        wish.isTwin === true ? before : undefined,
      ),
    );
  }
  return made;
}

function makeAgreement(
  wish: Wish,
  chance: Chance,
  id: string,
  homes: number,
  today: string,
  twin: Agreement | undefined,
): Agreement {
  const drawn = addDays(addMonths(today, -wish.monthsAgo), -chance.int(0, 27));
  const startDate = twin?.startDate ?? drawn;
  const age = monthsBetween(startDate, today);
  const terms = makeTerms(wish.type, chance, age);
  // A loan past its last payment is settled, whatever the wish says.
  const isPaid = LOANS[wish.type] !== undefined && age >= (terms.numberOfPayments ?? Infinity);
  const course = isPaid && wish.course !== 'default' ? 'settled' : wish.course;
  const dates = makeDates(course, chance, startDate, terms, today);
  const isSold = wish.isSold === true && dates.defaultDate !== undefined;
  return {
    id,
    lender: twin?.lender ?? findLender(wish, chance),
    type: wish.type,
    accountNumber: chance.digits(wish.type === 'credit-card' ? 16 : chance.int(8, 12)),
    startDate,
    ...dates,
    status: course,
    ...terms,
    balancePence:
      course === 'settled' || course === 'dormant' ? 0 : owed(terms, dates.defaultDate, startDate),
    isJoint: wish.isJoint === true,
    ...(wish.product !== undefined && { product: wish.product }),
    addressIndex: homes > 1 && chance.is(25) ? chance.int(1, homes - 1) : 0,
    ...(isSold
      ? {
          sold: {
            to: chance.pick(DEBT_BUYERS),
            on: addMonths(dates.defaultDate as string, chance.int(2, 8)),
            accountNumber: chance.digits(9),
          },
        }
      : {}),
  };
}

/** Payments on a loan stop on the day of its default. */
function owed(terms: Terms, defaultDate: string | undefined, startDate: string): number {
  if (defaultDate === undefined || terms.startBalancePence === undefined) return terms.balancePence;
  const paid = terms.monthlyPence * monthsBetween(startDate, defaultDate);
  return Math.max(10_000, terms.startBalancePence - paid);
}

function findLender(wish: Wish, chance: Chance): Lender {
  const offering = lendersOf(wish.type);
  const named = offering.find((lender) => lender.name === wish.lender);
  return named ?? chance.pick(offering);
}

function makeDates(
  course: Course,
  chance: Chance,
  startDate: string,
  terms: Terms,
  today: string,
): { endDate?: string; defaultDate?: string } {
  const age = monthsBetween(startDate, today);
  if (course === 'settled') {
    const months = Math.min(terms.numberOfPayments ?? age, age);
    return { endDate: addDays(addMonths(startDate, Math.max(0, months - chance.int(0, 6))), 3) };
  }
  if (course === 'default') return { defaultDate: addMonths(startDate, Math.ceil(age * 0.4)) };
  return {};
}

// The usual sizes of each type, in pounds. Payments are level; the balance falls in a straight line.
const LOANS: Partial<Record<AccountType, { pounds: [number, number]; months: readonly number[] }>> = {
  'hire-purchase': { pounds: [4_000, 32_000], months: [24, 36, 48, 60] },
  lease: { pounds: [6_000, 24_000], months: [24, 36, 48] },
  'unsecured-loan': { pounds: [1_000, 25_000], months: [12, 24, 36, 48, 60] },
  'secured-loan': { pounds: [8_000, 60_000], months: [60, 120, 180] },
  mortgage: { pounds: [60_000, 420_000], months: [240, 300, 360] },
  'short-term-loan': { pounds: [100, 900], months: [1, 3, 6] },
  'home-credit': { pounds: [150, 1_500], months: [6, 12] },
  'student-loan': { pounds: [9_000, 45_000], months: [360] },
};
const CARDS: readonly AccountType[] = [
  'credit-card',
  'store-card',
  'charge-card',
  'mail-order',
  'budget-account',
];

function makeTerms(type: AccountType, chance: Chance, age: number): Terms {
  const loan = LOANS[type];
  if (loan !== undefined) return loanTerms(chance, loan.pounds, chance.pick(loan.months), age);
  if (CARDS.includes(type)) {
    const limitPounds = chance.int(2, 90) * 100;
    const balancePence = chance.is(20) ? 0 : chance.int(100, limitPounds * 100);
    return {
      limitPounds,
      balancePence,
      monthlyPence: chance.int(-6_000, 12_000),
      ...(balancePence === 0 ? {} : { paymentPence: Math.max(500, Math.round(balancePence * 0.025)) }),
    };
  }
  if (type === 'current-account') {
    return {
      limitPounds: chance.int(0, 30) * 100,
      balancePence: chance.is(60) ? 0 : chance.int(1, 90_000),
      monthlyPence: chance.int(-9_000, 9_000),
    };
  }
  // Supply accounts: a phone, a meter, a policy, a rent.
  const paymentPence =
    type === 'rental' ? chance.int(300, 900) * 100 : chance.int(8, 140) * 100 + chance.pick([0, 50, 99]);
  const months = type === 'communications' ? chance.pick([12, 18, 24]) : undefined;
  return {
    balancePence: chance.is(50) ? 0 : paymentPence,
    monthlyPence: 0,
    paymentPence,
    ...(months === undefined ? {} : { numberOfPayments: months, repaymentPeriodMonths: months }),
  };
}

function loanTerms(chance: Chance, [min, max]: [number, number], months: number, age: number): Terms {
  const startBalancePence = chance.is(40) ? chance.int(min, max) * 100 : chance.int(min * 100, max * 100);
  const interest = 1 + (chance.int(2, 18) / 100) * (months / 24);
  const monthlyPence = Math.round(startBalancePence / months);
  return {
    startBalancePence,
    numberOfPayments: months,
    repaymentPeriodMonths: months,
    paymentPence: Math.round((startBalancePence * interest) / months),
    monthlyPence,
    balancePence: Math.max(0, startBalancePence - monthlyPence * Math.min(age, months)),
  };
}
