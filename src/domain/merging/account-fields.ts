// One record out of several bureaus' words about one agreement: which value is shown, and which values are kept beside it as
// disagreements. The newest word counts, with the exceptions that the domain's README gives with their reasons.

import type { AccountRecord, Money } from '../credit-report.ts';
import { disagreementsOf } from './account-disagreements.ts';
import { type AccountNumber, maskAccountNumber } from './account-numbers.ts';
import { worstStatus } from './account-status.ts';
import { type Comparable, contentOf, type Said } from './comparable-account.ts';
import { bestLenderName, type LenderName } from './lender-names.ts';
import { compareText, sorted } from './order.ts';

/** `sources`: every record of the agreement, of any bureau and sorted by bureau; a bureau may have given it twice. */
export function toAccountRecord(sources: readonly Comparable[]): AccountRecord {
  const newest = sorted(sources, compareAge);
  const faces = facesOf(sources, newest);
  const words = newestWords(newest);
  const record: Partial<AccountRecord> = {};
  put(record, 'title', words.title);
  put(record, 'firstName', fullestFirstName(newest));
  put(record, 'lastName', words.lastName);
  put(record, 'accountNumber', shownNumber(newest));
  put(record, 'accountType', commonest(newest, 'accountType'));
  put(record, 'accountStatus', worstStatus(newest));
  put(record, 'companyType', words.companyType);
  put(record, 'companyName', shownLender(newest));
  put(record, 'numberOfPayments', words.numberOfPayments);
  put(record, 'repaymentPeriod', words.repaymentPeriod);
  put(record, 'payment', words.payment);
  put(record, 'startBalance', shownStartBalance(newest));
  put(record, 'balance', shownBalance(newest) ?? words.balance);
  put(record, 'startDate', shownStart(newest));
  put(record, 'bureaus', faces.map(toSource));
  put(record, 'disagreements', disagreementsOf(faces));
  return record as AccountRecord;
}

function toSource({ bureau, account }: Comparable): AccountRecord['bureaus'][number] {
  return { id: bureau, ref: account.ref };
}

/** For each field the newest word on it, where there is one. */
function newestWords(newest: readonly Comparable[]) {
  const { title, lastName, companyType, numberOfPayments, repaymentPeriod, payment, balance } = (
    newest[0] as Comparable
  ).account;
  const words = { title, lastName, companyType, numberOfPayments, repaymentPeriod, payment, balance };
  for (let at = 1; at < newest.length; at += 1) {
    const { account } = newest[at] as Comparable;
    words.title ??= account.title;
    words.lastName ??= account.lastName;
    words.companyType ??= account.companyType;
    words.numberOfPayments ??= account.numberOfPayments;
    words.repaymentPeriod ??= account.repaymentPeriod;
    words.payment ??= account.payment;
    words.balance ??= account.balance;
  }
  return words;
}

/** A field that nobody gave is left out. */
function put<Field extends keyof AccountRecord>(
  record: Partial<AccountRecord>,
  field: Field,
  value: AccountRecord[Field] | undefined,
): void {
  if (value !== undefined) record[field] = value;
}

// A debt that was sold belongs to its buyer: the first lender's record may be newer and say that nothing is owed to it any more.
function compareAge(a: Comparable, b: Comparable): number {
  return (
    Number(b.isBuyer) - Number(a.isBuyer) ||
    (b.updatedDay ?? -Infinity) - (a.updatedDay ?? -Infinity) ||
    compareText(a.bureau, b.bureau) ||
    compareText(a.account.ref, b.account.ref) ||
    compareText(contentOf(a), contentOf(b))
  );
}

/** What most say; the first of those that tie. */
function commonest<Field extends keyof Said>(newest: readonly Comparable[], field: Field) {
  let best: Said[Field] | undefined;
  let most = 0;
  for (const { account } of newest) {
    const value = account[field];
    if (value === undefined || value === best) continue;
    let count = 0;
    for (const other of newest) if (other.account[field] === value) count += 1;
    if (count > most) [best, most] = [value, count];
  }
  return best;
}

function fullestFirstName(newest: readonly Comparable[]): string | undefined {
  let fullest: string | undefined;
  for (const { account } of newest) {
    if ((account.firstName?.length ?? 0) > (fullest?.length ?? 0)) fullest = account.firstName;
  }
  return fullest;
}

/** The number that shows most, among those of the lender who owns the debt, if it gave one. */
function shownNumber(newest: readonly Comparable[]): string | undefined {
  const isSale = newest.some(({ isBuyer }) => isBuyer);
  let best: AccountNumber | null = null;
  for (const { isBuyer, number } of newest) {
    if (number === null || isBuyer !== isSale) continue;
    if (best === null || number.tail.length > best.tail.length) best = number;
  }
  return maskAccountNumber(best ?? newest.find(({ number }) => number !== null)?.number ?? null);
}

/** The buyer's name where it gives one, else any; among several spellings the one that reads best. */
function shownLender(newest: readonly Comparable[]): string | undefined {
  const isSale = newest.some(({ isBuyer, lender }) => isBuyer && lender !== null);
  const names: LenderName[] = [];
  for (const { isBuyer, lender } of newest) {
    if (lender !== null && (isBuyer || !isSale)) names.push(lender);
  }
  return bestLenderName(names)?.shown;
}

/** Some bureaus write zero where they do not know what was lent, so a zero loses to any amount. */
function shownStartBalance(newest: readonly Comparable[]): Money | undefined {
  let zero: Money | undefined;
  for (const { account } of newest) {
    if (account.startBalance === undefined) continue;
    if (account.startBalance.amount !== 0) return account.startBalance;
    zero ??= account.startBalance;
  }
  return zero;
}

/** A lender that has sold the debt no longer knows what is owed. */
function shownBalance(newest: readonly Comparable[]): Money | undefined {
  for (const { account } of newest) {
    if (account.balance !== undefined && account.accountStatus !== 'transferred') return account.balance;
  }
  return undefined;
}

/** The day that most bureaus give, or else the earliest. */
function shownStart(newest: readonly Comparable[]): string | undefined {
  const first = newest[0]?.account.startDate;
  if (newest.every(({ account }) => account.startDate === first)) return first;
  return commonest(sorted(newest, compareStart), 'startDate');
}

function compareStart({ account: a }: Comparable, { account: b }: Comparable): number {
  return compareText(a.startDate ?? '', b.startDate ?? '');
}

/** One record of each bureau, its newest, sorted by bureau. */
function facesOf(sources: readonly Comparable[], newest: readonly Comparable[]): readonly Comparable[] {
  const isFirst = ({ bureau }: Comparable, at: number) => at === 0 || sources[at - 1]?.bureau !== bureau;
  if (sources.every(isFirst)) return sources;
  return sources
    .filter(isFirst)
    .map(({ bureau }) => newest.find((one) => one.bureau === bureau) as Comparable);
}
