// An account made comparable: the names, numbers and days of one record are parsed once, so that comparing two of them is cheap.
import type { Lenders } from '../lenders/registry.ts';
import type { FileAccount } from '../reports/bureau-file.ts';
import type { AccountType, BureauId, Money } from '../reports/credit-report.ts';
import { type AccountNumber, readAccountNumber } from './account-numbers.ts';
import { type FirstName, readFirstName } from './first-names.ts';
import { type LenderName, readLenderName } from './lender-names.ts';

/** A bureau's record with every field there, given or not. */
export type FullAccount = {
  [Field in keyof Required<FileAccount>]: undefined extends FileAccount[Field]
    ? FileAccount[Field] | undefined
    : FileAccount[Field];
};

export type Comparable = {
  bureau: BureauId;
  account: FullAccount;
  family: Family;
  lender: LenderName | null;
  number: AccountNumber | null;
  /** Days since 1970. */
  startDay: number | null;
  /** Of a start on the first of a month, which may stand for a day in it that the bureau does not know. */
  startMonth: string | null;
  endDay: number | null;
  defaultDay: number | null;
  updatedDay: number | null;
  /** Zero means that the bureau wrote nothing there, not that nothing was lent. */
  startBalance: number | null;
  payment: number | null;
  balance: number | null;
  /** What was owed at the default. */
  defaulted: number | null;
  /** Zero counts as not given, as for the start balance. */
  limit: number | null;
  firstName: FirstName | null;
  lastName: string;
  /** What a bureau's code says is supplied; null where it names none, or more. */
  supply: Supply | null;
  isBuyer: boolean;
  /** In a status in which lenders sell debts. */
  maySell: boolean;
};

// Bureaus draw the lines between kinds of account in different places. Within a family a difference is weak evidence; records of
// two families are merged only where the number says so.
export const FAMILIES = {
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

export function toComparable(bureau: BureauId, given: FileAccount, lenders: Lenders): Comparable {
  const account = toFullAccount(given);
  return {
    bureau,
    account,
    family: FAMILIES[account.accountType],
    lender: readLenderName(account.companyName ?? '', lenders),
    number: readAccountNumber(account.accountNumber),
    startDay: dayOf(account.startDate),
    startMonth: account.startDate?.endsWith('-01') === true ? account.startDate.slice(0, 7) : null,
    endDay: dayOf(account.endDate),
    defaultDay: dayOf(account.defaultDate),
    updatedDay: dayOf(account.lastUpdated),
    startBalance: penceOf(account.startBalance) || null,
    payment: penceOf(account.payment),
    balance: penceOf(account.balance),
    defaulted: penceOf(account.defaultBalance) || null,
    limit: penceOf(account.creditLimit) || null,
    firstName: readFirstName(account.firstName),
    lastName: foldName(account.lastName ?? ''),
    supply: SUPPLY_CODES[bureau]?.get(account.typeCode ?? '') ?? null,
    isBuyer: account.companyType === 'debt-purchaser',
    maySell: SOLD_STATUSES.has(account.accountStatus),
  };
}

/** Records come in hundreds of shapes, by what each gives: read in one shape, many merge in three quarters of the time. */
export function toFullAccount(account: FileAccount): FullAccount {
  return { ...NOTHING_GIVEN, ...account };
}

const NOTHING_GIVEN: Record<keyof FileAccount, undefined> = {
  ref: undefined,
  title: undefined,
  firstName: undefined,
  lastName: undefined,
  accountNumber: undefined,
  accountType: undefined,
  accountStatus: undefined,
  product: undefined,
  typeCode: undefined,
  companyType: undefined,
  companyName: undefined,
  numberOfPayments: undefined,
  repaymentPeriod: undefined,
  payment: undefined,
  startBalance: undefined,
  balance: undefined,
  isBalanceWithheld: undefined,
  defaultBalance: undefined,
  balloon: undefined,
  creditLimit: undefined,
  startDate: undefined,
  endDate: undefined,
  defaultDate: undefined,
  arrangementDate: undefined,
  lastUpdated: undefined,
  isJoint: undefined,
  birthdayDiffers: undefined,
  history: undefined,
  arrears: undefined,
  notices: undefined,
};

/** A house's gas and electricity come of one company, on one day, often under one customer's number. */
type Supply = 'electricity' | 'gas' | 'water';
const SUPPLY_CODES: Partial<Record<BureauId, ReadonlyMap<string, Supply>>> = {
  experian: new Map([
    ['39', 'water'],
    ['40', 'gas'],
    ['41', 'electricity'],
  ]),
  transunion: new Map([
    ['EE', 'electricity'],
    ['QE', 'electricity'],
    ['EW', 'water'],
    ['QW', 'water'],
    ['GE', 'gas'],
    ['QG', 'gas'],
  ]),
};

/** Of the two starts. One on the first of a month is no more than a week from any other day of it. */
export function daysOfStarts(a: Comparable, b: Comparable): number | null {
  if (a.startDay === null || b.startDay === null) return null;
  const days = Math.abs(a.startDay - b.startDay);
  if (days <= IN_MONTH_DAYS || days >= MONTH_DAYS_MAX || (a.startMonth === null) === (b.startMonth === null))
    return days;
  const isWithin =
    a.startMonth === null
      ? a.account.startDate?.startsWith(b.startMonth as string)
      : b.account.startDate?.startsWith(a.startMonth);
  return isWithin === true ? IN_MONTH_DAYS : days;
}

const IN_MONTH_DAYS = 7;
const MONTH_DAYS_MAX = 31;

const SOLD_STATUSES = new Set([
  'default',
  'delinquent',
  'transferred',
  'written-off',
  'settled',
  'closed',
  'unknown',
]);

export function foldName(name: string): string {
  if (PLAIN_NAME.test(name)) return name.toUpperCase();
  return name
    .normalize('NFD')
    .replace(/[^\p{L}]+/gu, '')
    .toUpperCase();
}

const PLAIN_NAME = /^[A-Za-z]*$/;
const DAY_MS = 86_400_000;

function dayOf(date: string | undefined): number | null {
  const ms = Date.parse(date ?? '');
  return Number.isNaN(ms) ? null : Math.floor(ms / DAY_MS);
}

// Amounts in another currency are not compared: the exchange rate is not known.
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
  'product',
  'typeCode',
  'companyType',
  'companyName',
  'numberOfPayments',
  'repaymentPeriod',
  'startDate',
  'endDate',
  'defaultDate',
  'arrangementDate',
  'lastUpdated',
  'isJoint',
  'birthdayDiffers',
  'isBalanceWithheld',
] as const;
const CONTENT_AMOUNTS = [
  'payment',
  'startBalance',
  'balance',
  'balloon',
  'defaultBalance',
  'creditLimit',
] as const;
// A separator that no field contains, so that two different records never give the same text.
const MARK = '\u0000';

/** Equal for records that say the same in everything but their reference. A loop: every record without a number comes by. */
export function contentOf({ account }: Comparable): string {
  let text = '';
  for (const field of CONTENT_FIELDS) text += `${account[field] ?? ''}${MARK}`;
  for (const field of CONTENT_AMOUNTS) {
    const money = account[field];
    text += money === undefined ? MARK : `${money.amount} ${money.currency}${MARK}`;
  }
  return account.history === undefined ? text : `${text}${account.history.newest} ${account.history.months}`;
}
