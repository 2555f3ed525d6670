// A credit report in people's words: kinds, statuses, fields, amounts, days, payment histories, names. The consumer's page and the
// console read it, so that both say the same.
import { monthOf, monthText } from '../days/calendar-day.ts';
import { counted, inWords } from '../in-words.ts';
import {
  type AccountProduct,
  type AccountRecord,
  type DisagreementField,
  NO_PAYMENTS,
} from '../reports/credit-report.ts';

const ACCOUNT_TYPES: Record<string, string> = {
  'hire-purchase': 'Car finance or hire purchase',
  'unsecured-loan': 'Personal loan',
  'secured-loan': 'Loan secured on property',
  'short-term-loan': 'Short-term loan',
  lease: 'Lease or contract hire',
  communications: 'Phone or broadband',
  utility: 'Energy or water',
  rental: 'Rent',
  other: 'Other account',
};
const ACCOUNT_STATUSES: Record<string, string> = {
  default: 'In default',
  delinquent: 'Behind with payments',
  arrangement: 'Arrangement to pay',
  query: 'Being looked into',
  unknown: 'Status not given',
};
const PRODUCTS: Record<AccountProduct, string> = {
  pcp: 'PCP (personal contract purchase)',
  'balloon-hire-purchase': 'Hire purchase with a final payment',
  'hire-purchase': 'Hire purchase',
  'conditional-sale': 'Conditional sale',
  'credit-sale': 'Credit sale',
  'finance-lease': 'Finance lease',
  'operating-lease': 'Operating lease',
  'motor-loan': 'Car loan',
};
export const accountType = (type: string): string => ACCOUNT_TYPES[type] ?? inWords(type);
const productName = (product: string): string => PRODUCTS[product as AccountProduct] ?? inWords(product);
/** Its product where a code tells more than the type does: plain hire purchase may be any kind of it. */
export const kindName = (record: { accountType: string; product?: string | undefined }): string =>
  record.product === undefined || record.product === 'hire-purchase'
    ? accountType(record.accountType)
    : productName(record.product);
export const accountStatus = (status: string): string => ACCOUNT_STATUSES[status] ?? inWords(status);

/** What bureaus may disagree on, as heads of rows. */
export const FIELD_NAMES: Record<DisagreementField, string> = {
  accountStatus: 'Status',
  balance: 'Left to pay',
  accountType: 'Type',
  product: 'Product',
  startDate: 'Started',
  endDate: 'Ended',
  defaultDate: 'Default',
  startBalance: 'Original amount',
  payment: 'Each month',
  balloon: 'Final payment',
  creditLimit: 'Credit limit',
  numberOfPayments: 'Number of payments',
  repaymentPeriod: 'Months to repay',
  isJoint: 'Joint account',
  companyName: 'Lender',
  accountNumber: 'Account number',
  firstName: 'First name',
  lastName: 'Last name',
  title: 'Title',
  companyType: 'Kind of lender',
};

/** Of a field in which bureaus are not compared. */
export const DEFAULT_BALANCE = 'Amount at default';

type Money = { amount: number; currency: string };

/** A value of such a field: no code, and dates with their years. */
export function fieldValue(field: string, value: string | number | boolean | Money): string {
  if (typeof value === 'object') return pounds(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  if (field === 'accountType') return accountType(text);
  if (field === 'product') return productName(text);
  if (field === 'accountStatus') return accountStatus(text);
  if (field === 'companyType') return inWords(text);
  if (field === 'companyName') return shownName(text);
  return /^\d{4}-\d\d-\d\d$/.test(text) ? day(text) : text;
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** 1 February 2021. */
export const day = (date: string): string => DAY.format(new Date(date));
/** A sentence of the service with its days written out. */
export const withDays = (text: string): string => text.replace(/\b\d{4}-\d\d-\d\d\b/g, day);
/** Feb 2021, of a day or a month. */
export function month(date: string): string {
  const key = date.slice(0, 7);
  const kept = MONTHS_SAID.get(key);
  if (kept !== undefined) return kept;
  const said = MONTH.format(new Date(key));
  if (MONTHS_SAID.size < 1_200) MONTHS_SAID.set(key, said);
  return said;
}
/** Kept: a history has the same two years again and again. */
const MONTHS_SAID = new Map<string, string>();

/** Pence only where there are any. */
export function pounds({ amount, currency }: Money): string {
  return formatOf(currency, amount % 100 === 0 ? 0 : 2).format(amount / 100);
}

/** Kept: to make one takes as long as to write a hundred amounts. */
const FORMATS = new Map<string, Intl.NumberFormat>();
function formatOf(currency: string, minimumFractionDigits: number): Intl.NumberFormat {
  const key = `${currency} ${minimumFractionDigits}`;
  const kept = FORMATS.get(key);
  if (kept !== undefined) return kept;
  const made = new Intl.NumberFormat('en-GB', { style: 'currency', currency, minimumFractionDigits });
  // Currencies are what bureaus write: as many as there are words of three letters.
  if (FORMATS.size < 20) FORMATS.set(key, made);
  return made;
}

/** "ABC FINANCE LTD" reads "ABC Finance Ltd"; a name with small letters in it stays as it is. */
export function shownName(name: string): string {
  if (!/^[^a-z]*$/.test(name) || !/[A-Z]{4}/.test(name)) return name;
  return name.replace(/[A-Z][A-Z']*/g, (word) => {
    const legal = { LTD: 'Ltd', LIMITED: 'Limited', PLC: 'plc', AND: 'and', OF: 'of', THE: 'The', CO: 'Co' }[
      word
    ];
    // Short words and words without a vowel are initials: HSBC, TSB.
    if (legal !== undefined || word.length < 4 || !/[AEIOUY]/.test(word)) return legal ?? word;
    return word.charAt(0) + word.slice(1).toLowerCase();
  });
}

/** An address as people write it: a town in capitals as a name, and a postcode that is not broken over two lines. */
export const shownAddress = (address: string): string =>
  address
    .replace(/(?<=^|, )[A-Z][A-Z' -]{2,}(?=,|$)/g, townName)
    .replace(/\b([A-Z]{1,2}\d[A-Z\d]?) (\d[A-Z]{2})\b/g, '$1\u00a0$2');

/** "BURTON UPON TRENT" reads "Burton upon Trent". */
function townName(town: string): string {
  return town
    .toLowerCase()
    .replace(/[a-z']+/g, (word, at) =>
      at > 0 && ['upon', 'on', 'in', 'le', 'by', 'the', 'of', 'under', 'and', 'next'].includes(word)
        ? word
        : word.charAt(0).toUpperCase() + word.slice(1),
    );
}

type MonthState = 'paid' | 'late-1' | 'late-2' | 'late-3' | 'default' | 'settled' | null;
const MONTHS: Record<string, [MonthState, string]> = {
  '0': ['paid', 'Paid'],
  '1': ['late-1', '1 month late'],
  '2': ['late-2', '2 months late'],
  '3': ['late-3', '3 months late'],
  '4': ['late-3', '4 months late'],
  '5': ['late-3', '5 months late'],
  '6': ['late-3', '6 or more months late'],
  l: ['late-1', 'Late, months not given'],
  a: ['late-2', 'Arrangement to pay'],
  d: ['default', 'Default'],
  w: ['default', 'Written off'],
  s: ['settled', 'Settled'],
  t: ['settled', 'Transferred'],
  q: [null, 'In query'],
  o: [null, 'Dormant'],
};
export type PaidMonth = { label: string; state: MonthState; word: string };
export const isLate = ({ state }: PaidMonth): boolean =>
  state !== null && state !== 'paid' && state !== 'settled';
type Months = { newest: string; months: string };
/** `bureaus`: what single bureaus say otherwise. */
type History = Months & { bureaus?: readonly Months[] };
const TRANSFERRED = 't';

/** So many months, the oldest first, up to the month of a day; those that the history does not have are not known. */
export function paidMonths(history: History, until: string, count = 24): PaidMonth[] {
  const last = monthOf(until);
  const letterOf = ({ newest, months }: Months, back: number): string | undefined =>
    months[back + monthOf(newest) - last];
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index;
    const own = letterOf(history, back);
    // Sold by one lender, the debt goes on with the one that bought it.
    const goesOn = own === TRANSFERRED && history.bureaus?.map((one) => letterOf(one, back)).find(isOther);
    const [state, word] = MONTHS[goesOn || own || ''] ?? [null, 'Not known'];
    return { label: month(monthText(last - back)), state, word };
  });
}

export const MONTHS_MAX = 72;
const MONTHS_MIN = 24;

/** All that are on file, up to six years; at least two. */
export const monthsOnFile = (history: History, until: string): PaidMonth[] =>
  paidMonths(history, until, Math.max(MONTHS_MIN, Math.min(MONTHS_MAX, history.months.length)));

const isOther = (letter: string | undefined): boolean => letter !== undefined && letter !== TRANSFERRED;

type Standing = { words: string; tone: 'ok' | 'warn' | 'danger' | 'quiet' };
const ENDED = ['settled', 'closed', 'transferred'];
export const hasEnded = (status: string): boolean => ENDED.includes(status);

/** What is paid on it each month, as it is added up: nothing of what is over. */
export const monthlyOf = ({ accountStatus, payment }: AccountRecord): AccountRecord['payment'] =>
  hasEnded(accountStatus) || NO_PAYMENTS.includes(accountStatus) ? undefined : payment;

/** How an account stands: red for a default, amber for arrears. */
export function standingOf(record: { accountStatus: string; history?: History | undefined }): Standing {
  const { accountStatus: status, history } = record;
  const newest = history?.months.charAt(0) ?? '';
  if (status === 'default' || status === 'written-off')
    return { words: accountStatus(status), tone: 'danger' };
  if (status === 'delinquent' && /[1-6]/.test(newest)) {
    const words = newest === '6' ? '6 or more months behind' : `${counted(Number(newest), 'month')} behind`;
    return { words, tone: 'warn' };
  }
  if (status === 'delinquent' || status === 'arrangement')
    return { words: accountStatus(status), tone: 'warn' };
  if (status === 'open') return { words: newest === '0' ? 'Up to date' : 'Open', tone: 'ok' };
  return { words: accountStatus(status), tone: 'quiet' };
}
