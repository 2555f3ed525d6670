// TransUnion's real-time accounts (`rtr`): short-term credit, told on the day and apart from the accounts that lenders file each month. A loan
// that is in both lists is one account: the monthly record, with what the real-time one knows later.
import { given } from '../../domain/given.ts';
import type { FileAccount } from '../../domain/reports/bureau-file.ts';
import type { AccountStatus, AccountType, Money, PaymentMonths } from '../../domain/reports/credit-report.ts';
import { byTheMonth } from '../reading/monthly-payment.ts';
import {
  accountNumber,
  at,
  isoDate,
  notZero,
  wholeNumber,
  wholePounds,
  wireText,
} from '../reading/wire-values.ts';
import { type AccountReading, frequencyOf, type HolderName, paymentsAYear } from './accounts.ts';
import type { Frequency } from './built-in-codes.ts';
import { ACCOUNT_STATUS_WORDS, ACCOUNT_TYPE_WORDS, byWords } from './code-words.ts';
import type { CodeTables } from './codes.ts';
import { wordsOf } from './public-codes.ts';

type Reading = AccountReading & { tables: CodeTables | null };

const OVERDUE_MAX = 1_200;

/** Codes of the type and the status are from tables of their own. The code of the type is not kept: among those of `accs` it is another's. */
export function toRealTimeAccount(
  account: unknown,
  holder: HolderName,
  reading: Reading,
): Omit<FileAccount, 'ref'> {
  const { codes } = reading;
  const accountType = typeOf(account, reading);
  const frequency = frequencyOf(account, codes);
  const overdue = wholeNumber(at(account, 'numoverdue'), OVERDUE_MAX);
  const lastUpdated = isoDate(at(account, '@updated'));
  // Of a loan the limit is what was lent.
  const limit = notZero(wholePounds(at(account, 'limit')));
  return given({
    ...holder,
    accountNumber: numberOf(account),
    accountType,
    accountStatus: statusOf(account, overdue, reading),
    companyType: codes.companyType('suppliertype', wireText(at(account, 'orgtypecode'))),
    companyName: wireText(at(account, 'orgname')),
    ...byTheMonth({ payment: notZero(wholePounds(at(account, 'nextpayamount'))) }, paymentsAYear(frequency)),
    ...(LOANS.includes(accountType) ? { startBalance: limit } : { creditLimit: limit }),
    balance: wholePounds(at(account, 'balance')),
    startDate: isoDate(at(account, 'startdate')),
    endDate: isoDate(at(account, 'enddate')),
    lastUpdated,
    history: historyOf(overdue, lastUpdated, frequency),
  });
}

const LOANS: readonly AccountType[] = ['short-term-loan', 'unsecured-loan', 'home-credit', 'rental'];

/** Short-term credit, unless the bureau's own table says otherwise of the code. */
function typeOf(account: unknown, { tables }: Reading): AccountType {
  const words = wordsOf(tables, 'acctype', wireText(at(account, 'acctypecode')));
  const said = byWords(ACCOUNT_TYPE_WORDS, words)?.type;
  return said === undefined || said === 'sale' ? 'short-term-loan' : said;
}

/** By the status code; what runs and is overdue is late. */
function statusOf(account: unknown, overdue: number | undefined, { tables, note }: Reading): AccountStatus {
  const code = wireText(at(account, 'accstatuscode'));
  const known = byWords(ACCOUNT_STATUS_WORDS, wordsOf(tables, 'accstatus', code));
  if (known === undefined && code !== undefined) note('codes-unknown');
  if (known !== undefined && known !== 'open') return known;
  if (isoDate(at(account, 'enddate')) !== undefined) return 'settled';
  if (overdue !== undefined && overdue > 0) return 'delinquent';
  return known ?? 'unknown';
}

/** One month. Payments that are overdue are months behind only where they are monthly. */
function historyOf(
  overdue: number | undefined,
  lastUpdated: string | undefined,
  frequency: Frequency | undefined,
): PaymentMonths | undefined {
  if (overdue === undefined || lastUpdated === undefined) return undefined;
  const months = overdue === 0 || frequency === 12 ? String(Math.min(overdue, 6)) : 'l';
  return { newest: lastUpdated.slice(0, 7), months };
}

function numberOf(account: unknown): string | undefined {
  const [number, suffix] = ['accnum', 'accsuffix'].map((name) => wireText(at(account, name)));
  if (number === undefined) return undefined;
  return accountNumber(suffix === undefined ? number : `${number}/${suffix}`);
}

/** Each real-time record put with the monthly one of the same loan, or beside them. Order and references of the monthly ones stay. */
export function withRealTime(
  monthly: readonly FileAccount[],
  realTime: readonly FileAccount[],
): FileAccount[] {
  const accounts = [...monthly];
  const isTaken = new Set<number>();
  for (const one of realTime) {
    const place = monthly.findIndex((account, at) => !isTaken.has(at) && isSameLoan(account, one));
    const same = monthly[place];
    if (same === undefined) accounts.push(one);
    else {
      isTaken.add(place);
      accounts[place] = updatedBy(same, one);
    }
  }
  return accounts;
}

/** The same start and the same amount; a number that both have does not differ. */
function isSameLoan(
  monthly: FileAccount,
  { startDate, accountNumber: number, startBalance, balance }: FileAccount,
): boolean {
  if (startDate === undefined || monthly.startDate !== startDate) return false;
  if (monthly.accountNumber !== undefined && number !== undefined) return monthly.accountNumber === number;
  const isSum = (one: Money | undefined, other: Money | undefined) =>
    one !== undefined && one.amount > 0 && one.amount === other?.amount;
  const lent = monthly.startBalance ?? monthly.creditLimit;
  if (lent !== undefined && lent.amount > 0 && startBalance !== undefined) return isSum(lent, startBalance);
  return isSum(monthly.balance, balance);
}

/** What a newer real-time record may change of a monthly one: a default or an end stays. */
const RUNNING: readonly AccountStatus[] = ['open', 'delinquent', 'unknown'];

function updatedBy(monthly: FileAccount, realTime: FileAccount): FileAccount {
  const notices = [...(monthly.notices ?? []), ...(realTime.notices ?? [])];
  const kept = { ...monthly, ...(notices.length > 0 && { notices }) };
  const { accountStatus, balance, lastUpdated = '', endDate } = realTime;
  const isNewer = lastUpdated > (monthly.lastUpdated ?? '');
  if (!isNewer || !RUNNING.includes(monthly.accountStatus) || accountStatus === 'unknown') return kept;
  return { ...kept, accountStatus, lastUpdated, ...given({ balance, endDate }) };
}
