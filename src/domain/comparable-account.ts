// An account made comparable: the names, numbers and days of one record, read once, so that comparing two of them is cheap.
import { type AccountNumber, readAccountNumber } from './account-numbers.ts';
import type { FileAccount } from './bureau-file.ts';
import type { AccountType, BureauId, Money } from './credit-report.ts';
import { createLenderReader, type LenderName } from './lender-names.ts';

/** An account with every field in its place, those that were not given as undefined: objects of one shape are quick to read. */
export type Said = { [Field in keyof Required<FileAccount>]: FileAccount[Field] | undefined } & Pick<
  FileAccount,
  'ref' | 'accountType' | 'accountStatus'
>;

export type Comparable = {
  bureau: BureauId;
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

/** One reader for one merge: what a file repeats is read once. */
export function createAccountReader(): (bureau: BureauId, account: FileAccount) => Comparable {
  const readLender = createLenderReader();
  const dayOf = createDayReader();
  return (bureau, given) => {
    const account = toSaid(given);
    return toComparable(bureau, account, readLender(account.companyName), dayOf);
  };
}

function toComparable(
  bureau: BureauId,
  account: Said,
  lender: LenderName | null,
  dayOf: (date: string | undefined) => number | null,
): Comparable {
  return {
    bureau,
    account,
    family: FAMILIES[account.accountType],
    lender,
    number: readAccountNumber(account.accountNumber),
    startDay: dayOf(account.startDate),
    endDay: dayOf(account.endDate),
    defaultDay: dayOf(account.defaultDate),
    updatedDay: dayOf(account.lastUpdated),
    startBalance: penceOf(account.startBalance) || null,
    payment: penceOf(account.payment),
    balance: penceOf(account.balance),
    limit: penceOf(account.creditLimit),
    firstName: foldName(account.firstName),
    lastName: foldName(account.lastName),
    isBuyer: account.companyType === 'debt-purchaser',
    maySell: SOLD_STATUSES.has(account.accountStatus),
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

export function foldName(name: string | undefined): string {
  if (name === undefined) return '';
  if (/^[a-zA-Z]*$/.test(name)) return name.toUpperCase();
  return name
    .normalize('NFD')
    .replace(/[^\p{L}]+/gu, '')
    .toUpperCase();
}

const DAY_MS = 86_400_000;

/** Days repeat in a file, so each is read once. */
function createDayReader(): (date: string | undefined) => number | null {
  const known = new Map<string, number | null>();
  return (date) => {
    if (date === undefined) return null;
    let day = known.get(date);
    if (day === undefined) {
      const ms = Date.parse(date);
      day = Number.isNaN(ms) ? null : Math.floor(ms / DAY_MS);
      known.set(date, day);
    }
    return day;
  };
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
