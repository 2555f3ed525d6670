// The money on one bureau's record of a debt: what was lent, the limit, the payment, the terms and what is owed. What a bureau does not
// carry is absent: Experian has no opening balance, Equifax seldom one.
import type { FileAccount } from '../../src/domain/reports/bureau-file.ts';
import type { BureauId, Money } from '../../src/domain/reports/credit-report.ts';
import type { Chance } from './chance.ts';
import { type Debt, owedOn } from './debts.ts';
import { habitOf, type Lender } from './lenders.ts';
import type { Level } from './levels.ts';

type State = { lender: Lender; isBuyer: boolean; isOver: boolean; stage: string; known: number };
type Seeing = { bureau: BureauId; level: Level; chance: Chance };
type Sums = Pick<
  FileAccount,
  | 'startBalance'
  | 'creditLimit'
  | 'payment'
  | 'numberOfPayments'
  | 'repaymentPeriod'
  | 'balloon'
  | 'balance'
  | 'defaultBalance'
  | 'isBalanceWithheld'
>;

const pounds = (amount: number): Money => ({ amount: Math.round(amount) * 100, currency: 'GBP' });

/** How often a bureau leaves a field out at the default level. */
const LEFT_OUT = {
  equifax: { lent: 0.82, limit: 0.15, payment: 0.22, terms: 0.22, balloon: 1 },
  experian: { lent: 1, limit: 0.05, payment: 0.25, terms: 0.2, balloon: 1 },
  transunion: { lent: 0.12, limit: 0.07, payment: 0.15, terms: 0.25, balloon: 0.5 },
} as const;

export function sumsOf(debt: Debt, state: State, seeing: Seeing, kinds: string[]): Sums {
  return { ...termsFor(debt, state, seeing, kinds), ...owedFor(debt, state, seeing, kinds) };
}

function termsFor(debt: Debt, state: State, seeing: Seeing, kinds: string[]): Sums {
  const { bureau, level, chance } = seeing;
  const has = (field: keyof (typeof LEFT_OUT)['equifax']): boolean => {
    const share = LEFT_OUT[bureau][field];
    return !chance.is(share === 1 ? 1 : Math.min(0.95, share * level.absent));
  };
  const habit = habitOf(state.lender, `sums ${bureau} ${debt.kind}`);
  const sums: Sums = {};
  if (state.isBuyer) {
    // The buyer knows what it bought.
    if (bureau === 'transunion' && habit.is(0.5)) sums.startBalance = pounds(debt.default?.owed ?? 0);
    return sums;
  }
  const isOtherSum = habit.is(level.otherSum);
  if (debt.lent !== undefined) {
    const { lent, months = 0, payment = 0, balloon = 0 } = debt;
    const other = habit.pick(['with interest', 'in the field of the limit', 'with a fee'] as const);
    const way = isOtherSum ? other : undefined;
    if (way === 'with interest' && has('lent')) sums.startBalance = pounds(payment * months + balloon);
    else if (way === 'in the field of the limit') sums.creditLimit = pounds(lent);
    else if (has('lent'))
      sums.startBalance = pounds(lent + (way === 'with a fee' ? habit.pick([10, 25, 99, 150]) : 0));
    if (way !== undefined) kinds.push(`lent: ${way}`);
  }
  if (debt.limit !== undefined && has('limit')) {
    // A limit was raised, and one bureau has the one before.
    const isBefore = chance.is(0.02 * level.absent);
    if (isBefore) kinds.push('limit before it was raised');
    sums.creditLimit = pounds(isBefore ? debt.limit * 0.75 : debt.limit);
  }
  if (debt.payment !== undefined && debt.kind !== 'phone' && has('payment')) {
    const isWeekly = debt.kind === 'home-credit' && bureau === 'experian';
    sums.payment = pounds(isWeekly ? (debt.payment * 12) / 52 : debt.payment);
  } else if (debt.kind === 'phone' && chance.is(0.2)) sums.payment = pounds(debt.payment ?? 0);
  if (debt.months !== undefined && has('terms')) {
    sums.repaymentPeriod = debt.months + (isOtherSum && habit.is(0.4) ? 1 : 0);
    if (bureau !== 'transunion' || chance.is(0.7)) sums.numberOfPayments = sums.repaymentPeriod;
  }
  if (debt.balloon !== undefined && has('balloon')) sums.balloon = pounds(debt.balloon);
  return sums;
}

function owedFor(debt: Debt, state: State, { bureau, level, chance }: Seeing, kinds: string[]): Sums {
  const sums: Sums = {};
  const { default: failure } = debt;
  if (failure !== undefined && failure.on <= state.known && chance.is(0.85))
    sums.defaultBalance = pounds(failure.owed);
  if (state.isOver) {
    const saysZero = bureau === 'equifax' ? 0.85 : 0.6;
    if (chance.is(saysZero)) sums.balance = pounds(0);
    return sums;
  }
  if (bureau === 'equifax' && chance.is(0.004 * level.absent)) {
    kinds.push('balance withheld');
    return { ...sums, isBalanceWithheld: true };
  }
  // The balance of a default may stand where the current one should.
  const isOfDefault = state.stage === 'default' && chance.is(0.2);
  if (isOfDefault) kinds.push('balance of the default');
  const owed = isOfDefault ? (failure?.owed ?? 0) : owedOn(debt, state.known);
  if (!chance.is(0.01 * level.absent)) sums.balance = pounds(owed);
  else kinds.push('balance: none');
  return sums;
}
