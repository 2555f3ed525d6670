// One account of TransUnion's reply (`acc`), mapped to ours: what it is, how it stands, what is owed.
import { given } from '../../domain/given.ts';
import type { FileAccount } from '../../domain/reports/bureau-file.ts';
import type { Consumer } from '../../domain/reports/consumer.ts';
import type { AccountStatus, BureauNote, Money } from '../../domain/reports/credit-report.ts';
import { byTheMonth, type PaymentsAYear } from '../reading/monthly-payment.ts';
import { nameWords } from '../reading/whose.ts';
import {
  accountNumber,
  at,
  isoDate,
  notZero,
  wholeNumber,
  wholePounds,
  wireText,
  yesNo,
} from '../reading/wire-values.ts';
import type { Frequency } from './built-in-codes.ts';
import type { Codes } from './codes.ts';
import { readHistory } from './payment-history.ts';

const PAYMENTS_MAX = 1_200;

/** `note`: for the file as a whole. `today`: YYYY-MM-DD. */
export type AccountReading = { codes: Codes; today: string; note: (note: BureauNote) => void };

export type HolderName = Pick<FileAccount, 'title' | 'firstName' | 'lastName'>;

export function toAccount(
  acc: unknown,
  holder: HolderName,
  reading: AccountReading,
): Omit<FileAccount, 'ref'> {
  const { codes, note, today } = reading;
  const details = at(acc, 'accdetails');
  const code = (name: string): string | undefined => wireText(at(details, name));
  const currency = toCurrency(code('currencycode'), reading);
  const money = (value: unknown): Money | undefined =>
    currency === undefined ? undefined : wholePounds(value, currency);
  const supplier = codes.companyType(
    'suppliertype',
    wireText(at(acc, 'supplierdetails', 'suppliertypecode')),
  );
  const typeCode = code('acctypecode');
  const kind = codes.accountType(typeCode, code('accgroupid'), supplier === 'motor-finance');
  if (kind.isUnknown) note('codes-unknown');
  const { history, newest } = readHistory(acc, codes);
  const failure = readDefault(acc, money);
  const arrangementDate = arrangedSince(details, today);
  const marks = { failure, newest, isArranged: arrangementDate !== undefined };
  const accountStatus = toStatus(acc, marks, reading);
  return given({
    ...holder,
    accountNumber: toAccountNumber(details),
    accountType: kind.type,
    accountStatus,
    product: kind.product,
    typeCode,
    companyType: supplier,
    companyName: wireText(at(acc, 'supplierdetails', 'suppliername')),
    ...toTerms(details, codes, money),
    startBalance: money(at(details, 'openbalance')),
    balance: toOwed(money(at(details, 'balance')), failure, accountStatus),
    defaultBalance: failure?.balance,
    balloon: notZero(money(at(details, 'lumppayment'))),
    creditLimit: money(at(details, 'limit')),
    startDate: isoDate(at(details, 'accstartdate')),
    endDate: isoDate(at(details, 'accenddate')),
    defaultDate: failure?.date,
    arrangementDate,
    lastUpdated: isoDate(at(details, 'dateupdated')),
    isJoint: yesNo(at(details, 'joint')),
    history,
  });
}

type Default = { date: string | undefined; balance: Money | undefined; isSatisfied: boolean };

/** A default without a date has a balance; an empty element is none. */
function readDefault(acc: unknown, money: (value: unknown) => Money | undefined): Default | undefined {
  const failure = at(acc, 'default');
  const date = isoDate(at(failure, 'defdate'));
  const balance = notZero(money(at(failure, 'origdefbal'))) ?? notZero(money(at(failure, 'termbal')));
  const isSatisfied = isoDate(at(failure, 'defsatdate')) !== undefined;
  if (date === undefined && balance === undefined && !isSatisfied) return undefined;
  return { date, balance, isSatisfied };
}

/** Of a default without a current balance, the default's own is owed; of a satisfied one, nothing any more. */
function toOwed(
  balance: Money | undefined,
  failure: Default | undefined,
  status: AccountStatus,
): Money | undefined {
  if (failure === undefined) return balance;
  if (failure.isSatisfied) return balance?.amount === 0 ? balance : undefined;
  return balance ?? (status === 'default' ? failure.balance : undefined);
}

/** Since when an arrangement holds that has begun and has not ended. */
function arrangedSince(details: unknown, today: string): string | undefined {
  const start = isoDate(at(details, 'arrstartdate'));
  const end = isoDate(at(details, 'arrenddate'));
  return start !== undefined && start <= today && (end === undefined || end > today) ? start : undefined;
}

/** What a default in the same record does not change: it is as bad, or it is over. */
const BESIDE_DEFAULT: readonly AccountStatus[] = [
  'default',
  'written-off',
  'transferred',
  'settled',
  'closed',
];
const BY_NEWEST_MONTH: Record<string, AccountStatus> = {
  d: 'default',
  s: 'settled',
  o: 'dormant',
  q: 'query',
  a: 'arrangement',
  l: 'delinquent',
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((count) => [count, 'delinquent'] as const)),
};

/** By the status code; but a milder code never hides a default, and "normal" is no more than the rest of the record says. */
function toStatus(
  acc: unknown,
  marks: { failure: Default | undefined; newest: string; isArranged: boolean },
  { codes, note }: AccountReading,
): AccountStatus {
  const code = wireText(at(acc, 'accdetails', 'status'));
  const isEnded = isoDate(at(acc, 'accdetails', 'accenddate')) !== undefined;
  const known = code === undefined ? (isEnded ? 'settled' : 'open') : codes.accountStatus(code);
  if (known === undefined) note('codes-unknown');
  const said = known ?? 'unknown';
  const { failure, newest, isArranged } = marks;
  if (failure?.isSatisfied && said === 'default') return 'settled';
  if (failure?.isSatisfied === false && !BESIDE_DEFAULT.includes(said)) return 'default';
  if (said !== 'open' && said !== 'unknown') return said;
  if (isArranged) return 'arrangement';
  if (isDelinquent(acc)) return 'delinquent';
  if (newest === 'd' && failure?.isSatisfied) return said;
  return BY_NEWEST_MONTH[newest] ?? said;
}

function isDelinquent(acc: unknown): boolean {
  const balance = wireText(at(acc, 'delinquent', 'delinqbal'));
  return (
    balance !== '0' && (balance !== undefined || isoDate(at(acc, 'delinquent', 'delinqdate')) !== undefined)
  );
}

/** The period is in months where it is paid monthly or as agreed; of other frequencies nobody says in what it is. Zero is none. */
function toTerms(
  details: unknown,
  codes: Codes,
  money: (value: unknown) => Money | undefined,
): Pick<FileAccount, 'numberOfPayments' | 'repaymentPeriod' | 'payment'> {
  const period = wholeNumber(at(details, 'repayperiod'), PAYMENTS_MAX) || undefined;
  const frequency = frequencyOf(details, codes);
  const payment = money(at(details, 'regpayment')) ?? money(at(details, 'expectedpayment'));
  const numberOfPayments = frequency === 12 ? period : undefined;
  const isInMonths = frequency === 12 || frequency === 'open' || frequency === undefined;
  return {
    ...byTheMonth({ payment, numberOfPayments }, paymentsAYear(frequency)),
    ...(isInMonths && given({ repaymentPeriod: period })),
  };
}

/** Undefined where nothing is said; `other` of a code that nobody knows. */
export function frequencyOf(account: unknown, codes: Codes): Frequency | undefined {
  const code = wireText(at(account, 'repayfreqcode'));
  return code === undefined ? undefined : (codes.frequency(code) ?? 'other');
}

export function paymentsAYear(frequency: Frequency | undefined): PaymentsAYear {
  return typeof frequency === 'string' ? null : frequency;
}

function toAccountNumber(details: unknown): string | undefined {
  const suffix = wireText(at(details, 'accsuffix'));
  const number = wireText(at(details, 'accno'));
  if (number === undefined) return undefined;
  return accountNumber(suffix === undefined ? number : `${number}/${suffix}`);
}

/** Pounds unless the code says otherwise; in a currency that nobody can name, amounts are absent, and it is said. */
function toCurrency(code: string | undefined, { codes, note }: AccountReading): string | undefined {
  if (code === undefined) return 'GBP';
  const currency = codes.currency(code);
  if (currency === undefined) note('codes-unknown');
  return currency;
}

const TITLES = /^(MR|MRS|MS|MISS|MX|DR|PROF|REV|SIR|DAME|LADY|LORD)\.?$/i;

/** The name is one string. The surname is one asked for if the string ends in it, otherwise the last word. */
export function splitName(name: string | undefined, consumer: Consumer): HolderName {
  const words = name?.split(' ') ?? [];
  const title = words.length > 1 && TITLES.test(words[0] ?? '') ? words.shift() : undefined;
  const asked = [consumer, ...(consumer.previousNames ?? [])].map(({ lastName }) =>
    nameWords(lastName).join(''),
  );
  let surnameFrom = words.length - 1;
  for (let from = words.length - 1; from >= 0; from -= 1) {
    if (asked.includes(nameWords(words.slice(from).join(' ')).join(''))) surnameFrom = from;
  }
  return given({
    title,
    firstName: surnameFrom > 0 ? words[0] : undefined,
    lastName: words.slice(Math.max(surnameFrom, 0)).join(' ') || undefined,
  });
}
