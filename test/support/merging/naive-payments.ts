// What a person with a pencil would say is paid for an account each month (naive-attributes.ts).
import type { AccountRecord } from '../../../src/domain/reports/credit-report.ts';

export const CARDS = ['credit-card', 'store-card', 'charge-card', 'mail-order', 'budget-account'];
export const LOANS = ['unsecured-loan', 'short-term-loan', 'home-credit', 'student-loan'];
const PAID_OFF = [...LOANS, 'hire-purchase', 'mortgage', 'secured-loan'];

export function monthly(one: AccountRecord): number | null {
  return upToWhatIsLeft(one, paid(one));
}

function upToWhatIsLeft(one: AccountRecord, due: number | null): number | null {
  const left = PAID_OFF.includes(one.accountType) ? pence(one.balance) : null;
  return due === null || !left || left < 0 || left > due ? due : left;
}

function paid(one: AccountRecord): number | null {
  const payment = pence(one.payment);
  if (payment === null)
    return one.payment === undefined && CARDS.includes(one.accountType) && one.balance?.amount === 0
      ? 0
      : null;
  const { numberOfPayments, repaymentPeriod } = one;
  if (!numberOfPayments || !repaymentPeriod) return payment;
  return Math.round((payment * numberOfPayments) / repaymentPeriod);
}

export function pence(money: { amount: number; currency: string } | undefined): number | null {
  return money === undefined || money.currency !== 'GBP' ? null : money.amount;
}
