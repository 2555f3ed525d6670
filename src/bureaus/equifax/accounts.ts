// The accounts in Equifax's reply: found by product under each address, and mapped one by one. What the bureau withholds is absent,
// and zero means "not reported" wherever an account cannot have it.
import { given } from '../../domain/given.ts';
import { type FileAccount, RECORDS_MAX } from '../../domain/reports/bureau-file.ts';
import type { AccountStatus, Money } from '../../domain/reports/credit-report.ts';
import { CallFailed } from '../bureau.ts';
import { byTheMonth } from '../reading/monthly-payment.ts';
import { toPaymentMonths } from '../reading/payment-months.ts';
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
import {
  findProduct,
  paymentsAYear,
  paymentsToMonths,
  toAccountStatus,
  toAccountType,
  toCompanyType,
} from './codes.ts';
import type { Whose } from './marks.ts';
import { readMonths } from './payment-history.ts';
import { toList, valuesAt } from './tree.ts';
import { readWord } from './wire.ts';

const PAYMENTS_MAX = 1_200;

type FoundAccount = { record: unknown; product: string; ref: string };

/** Grouped by product, under more names than are publicly known. */
export function accountsOf(place: unknown, ref: string): FoundAccount[] {
  const counts = new Map<string, number>();
  return valuesAt(place, 'addressSpecificData', 'insightData').flatMap((groups) => {
    if (typeof groups !== 'object' || groups === null) return [];
    const names = Object.keys(groups).filter((name) => /^[a-z]\w{0,59}$/i.test(name));
    return names.flatMap((name) => {
      const records = toList((groups as Record<string, unknown>)[name]);
      // Before anything is allocated for them: the list may be as long as the reply.
      if (records.length > RECORDS_MAX) throw new CallFailed('unavailable', 'too many records', true);
      const product = findProduct(name)?.name ?? name;
      return records.filter(findProduct(name) === undefined ? isAccount : isTree).map((record) => {
        const count = counts.get(product) ?? 0;
        counts.set(product, count + 1);
        return { record, product, ref: `${ref}/${product}/${count}` };
      });
    });
  });
}

const isTree = (record: unknown): boolean => typeof record === 'object' && record !== null;

/** An element that nobody knows is an account only if it looks like one. */
function isAccount(record: unknown): boolean {
  const parts = ['nameMatchStatus', 'paymentHistory', 'currentBalance', 'companyClass'];
  return parts.some((name) => at(record, name) !== undefined);
}

/** Nothing is owed on these any more, at least not to this company. */
const OVER: readonly AccountStatus[] = ['settled', 'closed', 'transferred'];

/** Null for an account of another person. `onUnknown`: a code is in no list. */
export function toAccount(
  { record, product, ref }: FoundAccount,
  whose: Whose,
  onUnknown: () => void,
): FileAccount | null {
  const own = whose.own('accounts', record);
  if (own === null) return null;
  const get = (name: string): unknown => at(record, name);
  const money = (name: string, amountName = 'balanceAmount') => shown(get(name), amountName, onUnknown);
  const endDate = isoDate(get('endDate'));
  const lastUpdated = isoDate(get('lastUpdateDate'));
  const months = readMonths(record);
  const defaultBalance = notZero(money('defaultBalance'));
  const accountStatus = toAccountStatus(months.newestMark, {
    hasEnded: endDate !== undefined,
    hasDefaulted: defaultBalance !== undefined,
  });
  const isOver = endDate !== undefined || OVER.includes(accountStatus);
  const terms = get('fixedPaymentTerms');
  const numberOfPayments = wholeNumber(at(terms, 'numberOfPayments'), PAYMENTS_MAX) || undefined;
  const payment = notZero(toMoney(at(terms, 'paymentAmount'), onUnknown));
  const aYear = paymentsAYear(readWord(get('paymentFrequency')));
  if (months.hasUnknown || findProduct(product) === undefined) onUnknown();
  return given({
    ref,
    title: wireText(at(record, 'name', 'title')),
    firstName: wireText(at(record, 'name', 'forename')),
    lastName: wireText(at(record, 'name', 'surname')),
    accountNumber: accountNumber(get('accountNumber')),
    accountType: toAccountType(product, readWord(get('loanType'))),
    accountStatus,
    typeCode: product,
    companyType: toCompanyType(readWord(get('companyClass'))),
    companyName: wireText(get('companyName')),
    ...byTheMonth({ payment, numberOfPayments }, aYear),
    repaymentPeriod: paymentsToMonths(numberOfPayments, aYear),
    startBalance: notZero(money('startBalance')),
    balance: money('currentBalance') ?? (isOver ? undefined : defaultBalance),
    isBalanceWithheld: isWithheld(get('currentBalance')) ? (true as const) : undefined,
    defaultBalance,
    creditLimit: money('creditLimit', 'limit'),
    startDate: isoDate(get('startDate')),
    endDate,
    lastUpdated,
    ...own,
    history: toPaymentMonths(lastUpdated, months.codes),
  });
}

/** A suppressed amount is absent, whatever value the reply has beside the flag: an attribute in XML, a key in JSON. */
function shown(value: unknown, amountName: string, onUnknown: () => void): Money | undefined {
  return isWithheld(value) ? undefined : toMoney(at(value, amountName), onUnknown);
}

function isWithheld(value: unknown): boolean {
  return yesNo(at(value, '@suppressed') ?? at(value, 'suppressed')) === true;
}

/** Whole pounds, or units of the currency that stands beside them; of a currency that nobody can name, absent. */
export function toMoney(value: unknown, onUnknown: () => void): Money | undefined {
  const currency = wireText(at(value, 'currency'))?.toUpperCase() ?? 'GBP';
  if (/^[A-Z]{3}$/.test(currency)) return wholePounds(at(value, 'amount'), currency);
  onUnknown();
  return undefined;
}
