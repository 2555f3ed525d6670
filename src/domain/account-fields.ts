// One record out of several bureaus' words about one agreement: which value is shown, and which values are kept beside it as
// disagreements. The newest word counts, with the exceptions that the domain's README gives with their reasons.
import { compareNumbers, maskAccountNumber } from './account-numbers.ts';
import { worstStatus } from './account-status.ts';
import { type Comparable, contentOf, foldName, type Said } from './comparable-account.ts';
import {
  type AccountRecord,
  type BureauId,
  DISAGREEMENT_FIELDS,
  type Disagreement,
  type DisagreementField,
  type Money,
} from './credit-report.ts';
import { compareLenders, tidyLenderName } from './lender-names.ts';
import { compareText } from './text-order.ts';

/** `sources`: every record of the agreement, of any bureau; a bureau may have given it twice. */
export function toAccountRecord(sources: readonly Comparable[]): AccountRecord {
  const newest = sources.length === 1 ? sources : [...sources].sort(compareAge);
  const faces = facesOf(newest);
  const record: Partial<AccountRecord> = {};
  put(record, 'title', pick(newest, 'title'));
  put(record, 'firstName', fullest(newest.map(({ account }) => account.firstName)));
  put(record, 'lastName', pick(newest, 'lastName'));
  put(record, 'accountNumber', shownNumber(newest));
  put(record, 'accountType', commonest(newest.map(({ account }) => account.accountType)));
  put(record, 'accountStatus', worstStatus(newest));
  put(record, 'companyType', pick(newest, 'companyType'));
  put(record, 'companyName', shownLender(newest));
  put(record, 'numberOfPayments', pick(newest, 'numberOfPayments'));
  put(record, 'repaymentPeriod', pick(newest, 'repaymentPeriod'));
  put(record, 'payment', pick(newest, 'payment'));
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

function pick<Field extends keyof Said>(newest: readonly Comparable[], field: Field) {
  for (const { account } of newest) if (account[field] !== undefined) return account[field];
  return undefined;
}

function fullest(names: readonly (string | undefined)[]): string | undefined {
  return names.reduce((best, name) => ((name?.length ?? 0) > (best?.length ?? 0) ? name : best), undefined);
}

/** What most say; the first of those that tie. */
function commonest<Value>(values: readonly (Value | undefined)[]): Value | undefined {
  let best: Value | undefined;
  let most = 0;
  for (const value of values) {
    if (value === undefined || value === best) continue;
    let count = 0;
    for (const other of values) if (other === value) count += 1;
    if (count > most) [best, most] = [value, count];
  }
  return best;
}

/** The number that shows most, among those of the lender who owns the debt. */
function shownNumber(newest: readonly Comparable[]): string | undefined {
  const isSale = newest.some(({ isBuyer }) => isBuyer);
  const numbers = newest
    .filter(({ isBuyer, number }) => number !== null && isBuyer === isSale)
    .map(({ number }) => number);
  const best = numbers.reduce(
    (longest, number) => ((number?.tail.length ?? 0) > (longest?.tail.length ?? 0) ? number : longest),
    null,
  );
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
  const given = newest.map(({ account }) => account.startBalance).filter((money) => money !== undefined);
  return given.find(({ amount }) => amount !== 0) ?? given[0];
}

/** A lender that has sold the debt no longer knows what is owed. */
function shownBalance(newest: readonly Comparable[]): Money | undefined {
  const owning = newest.filter(({ account }) => account.accountStatus !== 'transferred');
  return pick(owning, 'balance') ?? pick(newest, 'balance');
}

/** The day that most bureaus give, or else the earliest. */
function shownStart(newest: readonly Comparable[]): string | undefined {
  return commonest(
    newest
      .map(({ account }) => account.startDate)
      .filter((date) => date !== undefined)
      .sort(),
  );
}

/** One record of each bureau, its newest, sorted by bureau. */
function facesOf(newest: readonly Comparable[]): readonly Comparable[] {
  if (newest.length === 1) return newest;
  const faces = newest.filter(
    ({ bureau }, at) => newest.findIndex((other) => other.bureau === bureau) === at,
  );
  return faces.sort((a, b) => compareText(a.bureau, b.bureau));
}

function disagreementsOf(faces: readonly Comparable[]): Disagreement[] | undefined {
  const found: Disagreement[] = [];
  for (const field of DISAGREEMENT_FIELDS) {
    if (doAllSaySame(field, faces)) continue;
    const values = faces
      .map((face) => ({ bureau: face.bureau, value: shownValue(field, face) }))
      .filter(hasValue);
    // Two numbers may differ only in digits that are not shown.
    if (new Set(values.map(({ value }) => JSON.stringify(value))).size >= 2) found.push({ field, values });
  }
  return found.length === 0 ? undefined : found;
}

function doAllSaySame(field: DisagreementField, faces: readonly Comparable[]): boolean {
  for (let at = 0; at < faces.length - 1; at += 1) {
    const one = faces[at] as Comparable;
    if (one.account[field] === undefined) continue;
    for (let next = at + 1; next < faces.length; next += 1) {
      const other = faces[next] as Comparable;
      if (other.account[field] !== undefined && !saySame(field, one, other)) return false;
    }
  }
  return true;
}

type Value = Disagreement['values'][number];

function hasValue(entry: { bureau: BureauId; value: Value['value'] | undefined }): entry is Value {
  return entry.value !== undefined;
}

// Disagreements are shown to callers, so a number in them is masked like any other.
function shownValue(field: DisagreementField, { account, number }: Comparable): Value['value'] | undefined {
  return field === 'accountNumber' ? maskAccountNumber(number) : account[field];
}

const POUND = 100;

/** A spelling, a mask, an initial or the rounding to pounds is no disagreement. */
function saySame(field: DisagreementField, one: Comparable, other: Comparable): boolean {
  const [a, b] = [one.account, other.account];
  if (a[field] === b[field]) return true;
  switch (field) {
    case 'companyName':
      return compareLenders(one.lender, other.lender) !== 'different';
    case 'accountNumber':
      return compareNumbers(one.number, other.number) !== 'different';
    case 'payment':
    case 'balance':
      return isNear(a[field], b[field]);
    case 'startBalance':
      return a.startBalance?.amount === 0 || b.startBalance?.amount === 0 || isNear(a[field], b[field]);
    case 'title':
    case 'firstName':
    case 'lastName': {
      const [name, otherName] = [foldName(a[field] ?? ''), foldName(b[field] ?? '')];
      return name.startsWith(otherName) || otherName.startsWith(name);
    }
    default:
      return false;
  }
}

function isNear(a: Money | undefined, b: Money | undefined): boolean {
  return a?.currency === b?.currency && Math.abs((a?.amount ?? 0) - (b?.amount ?? 0)) <= POUND;
}
