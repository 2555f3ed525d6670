// What bureaus say differently about one agreement: for each field, whether two of them say the same, and every bureau's value
// where they do not. Who says nothing disagrees with nobody.

import {
  type BureauId,
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
  if (faces.length < 2) return undefined;
  let found: Disagreement[] | undefined;
  for (const field of DISAGREEMENT_FIELDS) {
    if (doAllSaySame(SAY_SAME[field], faces)) continue;
    const values = faces
      .map((face) => ({ bureau: face.bureau, value: shownValue(field, face) }))
      .filter(hasValue);
    // Two numbers may differ only in digits that are not shown.
    const isShown = values.some(({ value }) => value !== values[0]?.value);
    if (!isShown) continue;
    found ??= [];
    found.push({ field, values });
  }
  return found;
}

type Value = Disagreement['values'][number];

function hasValue(entry: { bureau: BureauId; value: Value['value'] | undefined }): entry is Value {
  return entry.value !== undefined;
}

type SaySame = (a: Comparable, b: Comparable) => boolean;

function doAllSaySame(saySame: SaySame, faces: readonly Comparable[]): boolean {
  for (let at = 1; at < faces.length; at += 1) {
    for (let before = 0; before < at; before += 1) {
      if (!saySame(faces[before] as Comparable, faces[at] as Comparable)) return false;
    }
  }
  return true;
}

/** A spelling, a mask, an initial, the rounding to pounds or a zero start balance is no disagreement. */
const SAY_SAME: Record<DisagreementField, SaySame> = {
  title: ({ account: a }, { account: b }) => areEqual(a.title, b.title) || isSameTitle(a.title, b.title),
  firstName: (a, b) => isBeginning(a.firstName, b.firstName),
  lastName: (a, b) => isBeginning(a.lastName, b.lastName),
  accountNumber: (a, b) => compareNumbers(a.number, b.number) !== 'different',
  accountType: ({ account: a }, { account: b }) => a.accountType === b.accountType,
  accountStatus: ({ account: a }, { account: b }) => a.accountStatus === b.accountStatus,
  companyType: ({ account: a }, { account: b }) => areEqual(a.companyType, b.companyType),
  companyName: (a, b) => a.lender === b.lender || compareLenders(a.lender, b.lender) !== 'different',
  numberOfPayments: ({ account: a }, { account: b }) => areEqual(a.numberOfPayments, b.numberOfPayments),
  repaymentPeriod: ({ account: a }, { account: b }) => areEqual(a.repaymentPeriod, b.repaymentPeriod),
  payment: ({ account: a }, { account: b }) => areNear(a.payment, b.payment),
  startBalance: ({ account: a }, { account: b }) =>
    a.startBalance?.amount === 0 || b.startBalance?.amount === 0 || areNear(a.startBalance, b.startBalance),
  balance: ({ account: a }, { account: b }) => areNear(a.balance, b.balance),
  startDate: ({ account: a }, { account: b }) => areEqual(a.startDate, b.startDate),
};

function areEqual<Value>(a: Value | undefined, b: Value | undefined): boolean {
  return a === b || a === undefined || b === undefined;
}

function isSameTitle(a = '', b = ''): boolean {
  return isBeginning(foldName(a), foldName(b));
}

function isBeginning(a: string, b: string): boolean {
  return a === b || a.startsWith(b) || b.startsWith(a);
}

const POUND = 100;

function areNear(a: Money | undefined, b: Money | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  return a.currency === b.currency && Math.abs(a.amount - b.amount) <= POUND;
}

// Disagreements are shown to callers, so a number in them is masked like any other.
function shownValue(field: DisagreementField, { account, number }: Comparable) {
  return field === 'accountNumber' ? maskAccountNumber(number) : account[field];
}
