// What bureaus say differently about one agreement: for each field, whether any two of them say the same, and every bureau's value
// where they do not. A bureau that does not give a field never disagrees in it.

import {
  DISAGREEMENT_FIELDS,
  type Disagreement,
  type DisagreementField,
  type Money,
} from '../credit-report.ts';
import { compareNumbers, maskAccountNumber } from './account-numbers.ts';
import { type Comparable, foldName } from './comparable-account.ts';
import { compareLenders } from './lender-names.ts';

/** `faces`: one record of each bureau, sorted by bureau. Undefined where they agree in everything. */
export function disagreementsOf(faces: readonly Comparable[]): Disagreement[] | undefined {
  const found = DISAGREEMENT_FIELDS.filter((field) => !doAllSaySame(SAY_SAME[field], faces))
    .map((field) => ({ field, values: shownValues(field, faces) }))
    // Two numbers may differ only in digits that are not shown.
    .filter(({ values }) => values.some(({ value }) => value !== values[0]?.value));
  return found.length === 0 ? undefined : found;
}

type SaySame = (a: Comparable, b: Comparable) => boolean;

function doAllSaySame(saySame: SaySame, faces: readonly Comparable[]): boolean {
  return faces.every((one, at) => faces.slice(at + 1).every((other) => saySame(one, other)));
}

/** A spelling, a mask, an initial, the rounding to pounds or a zero start balance does not count as a disagreement. */
const SAY_SAME: Record<DisagreementField, SaySame> = {
  title: ({ account: a }, { account: b }) => isBeginning(foldName(a.title ?? ''), foldName(b.title ?? '')),
  firstName: (a, b) => isBeginning(a.firstName, b.firstName),
  lastName: (a, b) => isBeginning(a.lastName, b.lastName),
  accountNumber: (a, b) => compareNumbers(a.number, b.number) !== 'different',
  accountType: ({ account: a }, { account: b }) => a.accountType === b.accountType,
  accountStatus: ({ account: a }, { account: b }) => a.accountStatus === b.accountStatus,
  companyType: ({ account: a }, { account: b }) => areEqual(a.companyType, b.companyType),
  companyName: (a, b) => compareLenders(a.lender, b.lender) !== 'different',
  numberOfPayments: ({ account: a }, { account: b }) => areEqual(a.numberOfPayments, b.numberOfPayments),
  repaymentPeriod: ({ account: a }, { account: b }) => areEqual(a.repaymentPeriod, b.repaymentPeriod),
  payment: ({ account: a }, { account: b }) => areNear(a.payment, b.payment),
  startBalance: ({ account: a }, { account: b }) =>
    a.startBalance?.amount === 0 || b.startBalance?.amount === 0 || areNear(a.startBalance, b.startBalance),
  balance: ({ account: a }, { account: b }) => areNear(a.balance, b.balance),
  startDate: ({ account: a }, { account: b }) => areEqual(a.startDate, b.startDate),
  endDate: ({ account: a }, { account: b }) => areEqual(a.endDate, b.endDate),
  defaultDate: ({ account: a }, { account: b }) => areEqual(a.defaultDate, b.defaultDate),
  creditLimit: ({ account: a }, { account: b }) => areNear(a.creditLimit, b.creditLimit),
  isJoint: ({ account: a }, { account: b }) => areEqual(a.isJoint, b.isJoint),
};

function areEqual<Value>(a: Value | undefined, b: Value | undefined): boolean {
  return a === b || a === undefined || b === undefined;
}

function isBeginning(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

const POUND = 100;

function areNear(a: Money | undefined, b: Money | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  return a.currency === b.currency && Math.abs(a.amount - b.amount) <= POUND;
}

// Disagreements are shown to callers, so a number in them is masked like any other.
function shownValues(field: DisagreementField, faces: readonly Comparable[]): Disagreement['values'] {
  return faces.flatMap(({ bureau, account, number }) => {
    const value = field === 'accountNumber' ? maskAccountNumber(number) : account[field];
    return value === undefined ? [] : [{ bureau, value }];
  });
}
