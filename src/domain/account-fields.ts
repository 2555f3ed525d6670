// One record out of several bureaus' words about one agreement: which value is shown, and which values are kept beside it as
// disagreements. The newest word counts, with the exceptions that the domain's README gives with their reasons.
import { disagreementsOf } from './account-disagreements.ts';
import { type AccountNumber, maskAccountNumber } from './account-numbers.ts';
import { worstStatus } from './account-status.ts';
import { type Comparable, contentOf, type Said } from './comparable-account.ts';
import type { AccountRecord, Money } from './credit-report.ts';
import { tidyLenderName } from './lender-names.ts';
import { compareText, sorted } from './order.ts';

/** `sources`: every record of the agreement, of any bureau and sorted by bureau; a bureau may have given it twice. */
export function toAccountRecord(sources: readonly Comparable[]): AccountRecord {
  const newest = sorted(sources, compareAge);
  const faces = facesOf(sources, newest);
  const record: Partial<AccountRecord> = {};
  put(
    record,
    'title',
    pick(newest, ({ title }) => title),
  );
  put(record, 'firstName', fullestFirstName(newest));
  put(
    record,
    'lastName',
    pick(newest, ({ lastName }) => lastName),
  );
  put(record, 'accountNumber', shownNumber(newest));
  put(
    record,
    'accountType',
    commonest(newest, ({ accountType }) => accountType),
  );
  put(record, 'accountStatus', worstStatus(newest));
  put(
    record,
    'companyType',
    pick(newest, ({ companyType }) => companyType),
  );
  put(record, 'companyName', shownLender(newest));
  put(
    record,
    'numberOfPayments',
    pick(newest, ({ numberOfPayments }) => numberOfPayments),
  );
  put(
    record,
    'repaymentPeriod',
    pick(newest, ({ repaymentPeriod }) => repaymentPeriod),
  );
  put(
    record,
    'payment',
    pick(newest, ({ payment }) => payment),
  );
  put(record, 'startBalance', shownStartBalance(newest));
  put(record, 'balance', shownBalance(newest));
  put(record, 'startDate', shownStart(newest));
  put(
    record,
    'bureaus',
    faces.map(({ bureau, account }) => ({ id: bureau, ref: account.ref })),
  );
  put(record, 'disagreements', disagreementsOf(faces));
  return record as AccountRecord;
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

function pick<Value>(newest: readonly Comparable[], readOf: (account: Said) => Value | undefined) {
  for (const { account } of newest) {
    const value = readOf(account);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** What most say; the first of those that tie. */
function commonest<Value>(newest: readonly Comparable[], readOf: (account: Said) => Value | undefined) {
  let best: Value | undefined;
  let most = 0;
  for (const { account } of newest) {
    const value = readOf(account);
    if (value === undefined || value === best) continue;
    let count = 0;
    for (const other of newest) if (readOf(other.account) === value) count += 1;
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

/** A name in small letters reads better than one in capitals; bureaus' marks are taken off. */
function shownLender(newest: readonly Comparable[]): string | undefined {
  const owners = newest.some(({ isBuyer, lender }) => isBuyer && lender !== null)
    ? newest.filter(({ isBuyer }) => isBuyer)
    : newest;
  const names = owners
    .filter(({ lender }) => lender !== null)
    .map(({ account }) => account.companyName ?? '');
  const name = names.find((text) => /[a-z]/.test(text)) ?? names[0];
  return name === undefined ? undefined : tidyLenderName(name);
}

/** Some bureaus write zero where they do not know what was lent, so a zero loses to any amount. */
function shownStartBalance(newest: readonly Comparable[]): Money | undefined {
  const lent = pick(newest, ({ startBalance }) => (startBalance?.amount === 0 ? undefined : startBalance));
  return lent ?? pick(newest, ({ startBalance }) => startBalance);
}

/** A lender that has sold the debt no longer knows what is owed. */
function shownBalance(newest: readonly Comparable[]): Money | undefined {
  const owed = pick(newest, ({ accountStatus, balance }) =>
    accountStatus === 'transferred' ? undefined : balance,
  );
  return owed ?? pick(newest, ({ balance }) => balance);
}

/** The day that most bureaus give, or else the earliest. */
function shownStart(newest: readonly Comparable[]): string | undefined {
  const first = newest[0]?.account.startDate;
  if (newest.every(({ account }) => account.startDate === first)) return first;
  return commonest(sorted(newest, compareStart), ({ startDate }) => startDate);
}

function compareStart({ account: a }: Comparable, { account: b }: Comparable): number {
  return compareText(a.startDate ?? '', b.startDate ?? '');
}

/** One record of each bureau, its newest, sorted by bureau. */
function facesOf(sources: readonly Comparable[], newest: readonly Comparable[]): readonly Comparable[] {
  const bureaus = new Set(sources.map(({ bureau }) => bureau));
  if (bureaus.size === sources.length) return sources;
  return [...bureaus].map((bureau) => newest.find((one) => one.bureau === bureau) as Comparable);
}
