// An account made comparable: the names, numbers and days of one record, read once, so that comparing two of them is cheap.

import type { FileAccount } from '../bureau-file.ts';
import { type AccountType, BUREAU_IDS, type BureauId, type Money } from '../credit-report.ts';
import { type AccountNumber, readAccountNumber } from './account-numbers.ts';
import { type LenderName, readLenderName } from './lender-names.ts';
import { remember } from './remember.ts';

/** An account with every field in its place, those that were not given as undefined: objects of one shape are quick to read. */
export type Said = { [Field in keyof Required<FileAccount>]: FileAccount[Field] | undefined } & Pick<
  FileAccount,
  'ref' | 'accountType' | 'accountStatus'
>;

export type Comparable = {
  bureau: BureauId;
  /** The bureau's place in BUREAU_IDS. */
  bureauIndex: number;
  account: Said;
  family: Family;
  lender: LenderName | null;
  number: AccountNumber | null;
  /** Days since 1970. */
  startDay: number | null;
  endDay: number | null;
  defaultDay: number | null;
  updatedDay: number | null;
  /** Zero means that the bureau wrote nothing there, not that nothing was lent. */
  startBalance: number | null;
  payment: number | null;
  balance: number | null;
  limit: number | null;
  firstName: string;
  lastName: string;
  isBuyer: boolean;
  /** In a state in which lenders sell debts on. */
  maySell: boolean;
};

// Bureaus draw the lines between kinds of account in different places. Within a family a difference is weak evidence; between
// families two records are never one.
const FAMILIES = {
  'hire-purchase': 'loan',
  lease: 'loan',
  'unsecured-loan': 'loan',
  'short-term-loan': 'loan',
  'home-credit': 'loan',
  'student-loan': 'loan',
  'credit-card': 'card',
  'store-card': 'card',
  'charge-card': 'card',
  'mail-order': 'card',
  'budget-account': 'card',
  mortgage: 'home',
  'secured-loan': 'home',
  'current-account': 'bank',
  communications: 'supply',
  utility: 'supply',
  insurance: 'supply',
  rental: 'supply',
  other: 'other',
} as const satisfies Record<AccountType, string>;

export type Family = (typeof FAMILIES)[AccountType];

/** Those that have a line between them; an account of the family `other` may be of any. */
export const FAMILY_NAMES: readonly Family[] = ['loan', 'card', 'home', 'bank', 'supply'];

/** One reader for one merge: what a file repeats is read once. */
export function createAccountReader(): (bureau: BureauId, account: FileAccount) => Comparable {
  const readLender = remember(readLenderName);
  const readName = remember(foldName);
  const readDay = remember(dayOf);
  const dayOrNull = (date: string | undefined) => (date === undefined ? null : readDay(date));
  return (bureau, given) => {
    const account = toSaid(given);
    return {
      bureau,
      bureauIndex: BUREAU_IDS.indexOf(bureau),
      account,
      family: FAMILIES[account.accountType],
      lender: readLender(account.companyName ?? ''),
      number: readAccountNumber(account.accountNumber),
      startDay: dayOrNull(account.startDate),
      endDay: dayOrNull(account.endDate),
      defaultDay: dayOrNull(account.defaultDate),
      updatedDay: dayOrNull(account.lastUpdated),
      startBalance: penceOf(account.startBalance) || null,
      payment: penceOf(account.payment),
      balance: penceOf(account.balance),
      limit: penceOf(account.creditLimit),
      firstName: readName(account.firstName ?? ''),
      lastName: readName(account.lastName ?? ''),
      isBuyer: account.companyType === 'debt-purchaser',
      maySell: SOLD_STATUSES.has(account.accountStatus),
    };
  };
}

function toSaid(given: FileAccount): Said {
  return {
    ref: given.ref,
    title: given.title,
    firstName: given.firstName,
    lastName: given.lastName,
    accountNumber: given.accountNumber,
    accountType: given.accountType,
    accountStatus: given.accountStatus,
    companyType: given.companyType,
    companyName: given.companyName,
    numberOfPayments: given.numberOfPayments,
    repaymentPeriod: given.repaymentPeriod,
    payment: given.payment,
    startBalance: given.startBalance,
    balance: given.balance,
    creditLimit: given.creditLimit,
    startDate: given.startDate,
    endDate: given.endDate,
    defaultDate: given.defaultDate,
    lastUpdated: given.lastUpdated,
    isJoint: given.isJoint,
  };
}

const SOLD_STATUSES = new Set(['default', 'delinquent', 'transferred', 'written-off', 'closed', 'unknown']);

export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\p{L}]+/gu, '')
    .toUpperCase();
}

const DAY_MS = 86_400_000;

function dayOf(date: string): number | null {
  const ms = Date.parse(date);
  return Number.isNaN(ms) ? null : Math.floor(ms / DAY_MS);
}

// Amounts in another currency are not compared: nothing is known of the rate.
function penceOf(money: Money | undefined): number | null {
  return money === undefined || money.currency !== 'GBP' ? null : money.amount;
}

const CONTENT_FIELDS = [
  'title',
  'firstName',
  'lastName',
  'accountNumber',
  'accountType',
  'accountStatus',
  'companyType',
  'companyName',
  'numberOfPayments',
  'repaymentPeriod',
  'startDate',
  'endDate',
  'defaultDate',
  'lastUpdated',
  'isJoint',
] as const;
const CONTENT_AMOUNTS = ['payment', 'startBalance', 'balance', 'creditLimit'] as const;
// A character that no field holds, so that no two contents run into each other.
const MARK = '\u0000';

/** Equal for records that say the same in everything but their reference. */
export function contentOf({ account }: Comparable): string {
  let content = '';
  for (const field of CONTENT_FIELDS) content += `${account[field] ?? ''}${MARK}`;
  for (const field of CONTENT_AMOUNTS) {
    const money = account[field];
    content += money === undefined ? MARK : `${money.amount} ${money.currency}${MARK}`;
  }
  return content;
}
