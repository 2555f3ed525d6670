// One record out of what several bureaus say about one agreement: which value is shown, and which values are kept beside it as
// disagreements. The newest value wins, with the exceptions that the domain's README lists with their reasons. A new field of the
// record is one line here.
import { given } from '../given.ts';
import { laterLendersOf } from '../lenders/lender-facts.ts';
import type { FileAccount } from '../reports/bureau-file.ts';
import type { AccountRecord, BureauRef, Money } from '../reports/credit-report.ts';
import { adverseWordsOf } from './account-adverse.ts';
import { disagreementsOf } from './account-disagreements.ts';
import { mergeHistories } from './account-history.ts';
import { maskAccountNumber } from './account-numbers.ts';
import { shownProduct } from './account-product.ts';
import { compareSeverity, worstStatus } from './account-status.ts';
import { type Comparable, contentOf } from './comparable-account.ts';
import { compareText } from './compare-text.ts';
import { type LenderName, shownKnown, shownLenderName } from './lender-names.ts';
import { noticesOf } from './parts/record-notices.ts';

/** `sources`: every record of the agreement, of any bureau and sorted by bureau; a bureau may have given it twice. */
export function toAccountRecord(sources: readonly Comparable[]): AccountRecord {
  const newest = sources.toSorted(compareAge);
  const faces = facesOf(sources, newest);
  const accountStatus = worstStatus(newest, faces);
  const lenders = lenderNames(newest);
  const known = shownKnown(lenders);
  const says = ({ account }: Comparable) => account.accountStatus === accountStatus;
  const fields: { [Field in keyof Required<AccountRecord>]: AccountRecord[Field] | undefined } = {
    // Of the consumer's other reports: link-records.ts.
    recordId: undefined,
    title: firstGiven(newest, 'title'),
    firstName: fullestFirstName(newest),
    lastName: firstGiven(newest, 'lastName'),
    accountNumber: shownNumber(newest),
    accountType: commonest(newest, 'accountType'),
    accountStatus,
    product: shownProduct(newest),
    companyType: firstGiven(newest, 'companyType'),
    companyName: shownLenderName(lenders, known),
    companyNow: known && laterLendersOf(known),
    numberOfPayments: firstGiven(newest, 'numberOfPayments'),
    repaymentPeriod: firstGiven(newest, 'repaymentPeriod'),
    payment: firstGiven(newest, 'payment'),
    startBalance: shownStartBalance(newest),
    balance: shownBalance(newest),
    startDate: commonestDay(newest, 'startDate'),
    endDate: firstGiven(owners(newest), 'endDate'),
    defaultDate: commonestDay(newest, 'defaultDate'),
    defaultBalance: firstGiven(newest, 'defaultBalance'),
    balloon: firstGiven(newest, 'balloon'),
    creditLimit: shownLimit(newest),
    isJoint: joint(newest),
    lastUpdated: latest(newest),
    history: mergeHistories(newest),
    bureaus: [],
    disagreements: disagreementsOf(faces, sources, faces.some(says) ? undefined : newest.find(says)),
    adverse: adverseWordsOf(newest),
    // Of the rows beside it: merge-files.ts.
    possiblySame: undefined,
    notices: noticesAbout(sources),
  };
  const record = given(fields) as AccountRecord;
  record.bureaus = faces.map((face) => toBureauRef(face, newest, record, faces.length === newest.length));
  return record;
}

/** Few accounts have one: the others cost a look. */
function noticesAbout(sources: readonly Comparable[]): AccountRecord['notices'] {
  if (sources.every(({ account }) => account.notices === undefined)) return undefined;
  return noticesOf(sources.map(({ bureau, account }) => ({ bureau, record: account })));
}

function toBureauRef(
  face: Comparable,
  newest: readonly Comparable[],
  shown: AccountRecord,
  isAlone: boolean,
): BureauRef {
  const { bureau: id, account } = face;
  const { ref, typeCode, birthdayDiffers, arrears, lastUpdated } = account;
  const own = isAlone ? [face] : [face, ...newest.filter(({ bureau }) => bureau === id)];
  return given({
    id,
    ref,
    typeCode,
    birthdayDiffers,
    arrears,
    accountType: saidOtherwise(own, 'accountType', shown),
    companyType: saidOtherwise(own, 'companyType', shown),
    startDate: saidOtherwise(own, 'startDate', shown),
    lastUpdated,
    balanceWithheld: account.isBalanceWithheld,
  });
}

/** The first value that is not the one shown: what decides which rules an agreement falls under is never dropped. */
function saidOtherwise<Field extends 'accountType' | 'companyType' | 'startDate'>(
  own: readonly Comparable[],
  field: Field,
  shown: AccountRecord,
): FileAccount[Field] | undefined {
  for (const { account } of own) {
    const said = account[field];
    if (said !== undefined && said !== shown[field]) return said;
  }
  return undefined;
}

/** The updated day of a record that gives none: before any other. */
const NEVER = -1e9;

// A debt that was sold belongs to its buyer: the first lender's record may be newer and say that nothing is owed to it any more.
function compareAge(a: Comparable, b: Comparable): number {
  return (
    Number(b.isBuyer) - Number(a.isBuyer) ||
    (b.updatedDay ?? NEVER) - (a.updatedDay ?? NEVER) ||
    compareText(a.bureau, b.bureau) ||
    compareText(a.account.ref, b.account.ref) ||
    compareText(contentOf(a), contentOf(b))
  );
}

/** One record of each bureau, its newest, and the worst of those that are equally new; sorted by bureau. */
function facesOf(sources: readonly Comparable[], newest: readonly Comparable[]): Comparable[] {
  if (sources.every(({ bureau }, at) => bureau !== sources[at - 1]?.bureau)) return [...sources];
  return [...new Set(sources.map(({ bureau }) => bureau))].map((id) => {
    const own = newest.filter(({ bureau }) => bureau === id);
    const [face] = own.filter(({ updatedDay }) => updatedDay === own[0]?.updatedDay).sort(compareSeverity);
    return face as Comparable;
  });
}

function firstGiven<Field extends keyof FileAccount>(newest: readonly Comparable[], field: Field) {
  for (const { account } of newest) if (account[field] !== undefined) return account[field];
  return undefined;
}

/** The value that most records give; the first of those that tie. */
function commonest<Field extends keyof FileAccount>(records: readonly Comparable[], field: Field) {
  const first = firstGiven(records, field);
  if (records.every(({ account }) => account[field] === undefined || account[field] === first)) return first;
  const given = records.map(({ account }) => account[field]).filter((value) => value !== undefined);
  const [most] = [...Map.groupBy(given, (value) => value).values()].sort((a, b) => b.length - a.length);
  return most?.[0];
}

/** The day that most records give; the earliest of those that tie. */
function commonestDay(newest: readonly Comparable[], field: 'startDate' | 'defaultDate'): string | undefined {
  const first = firstGiven(newest, field);
  if (newest.every(({ account }) => account[field] === undefined || account[field] === first)) return first;
  return commonest(
    newest.toSorted(({ account: a }, { account: b }) => compareText(a[field] ?? '', b[field] ?? '')),
    field,
  );
}

function fullestFirstName(newest: readonly Comparable[]): string | undefined {
  let fullest = '';
  for (const { account } of newest)
    if ((account.firstName ?? '').length > fullest.length) fullest = account.firstName ?? '';
  return fullest || undefined;
}

/** The number that shows most, among those of the lender who owns the debt, if it gave one. */
function shownNumber(newest: readonly Comparable[]): string | undefined {
  let best: Comparable | undefined;
  for (const one of newest) {
    if (one.number === null || (best !== undefined && best.isBuyer !== one.isBuyer)) continue;
    if (one.number.tail.length > (best?.number?.tail.length ?? 0)) best = one;
  }
  return maskAccountNumber(best?.number ?? null);
}

/** The buyer's names where it gives one, else all. */
function lenderNames(newest: readonly Comparable[]): LenderName[] {
  const names: LenderName[] = [];
  // A buyer's come first.
  let isBought = false;
  for (const { lender, isBuyer } of newest) {
    if (isBought && !isBuyer) break;
    if (lender === null) continue;
    names.push(lender);
    isBought = isBuyer;
  }
  return names;
}

/** Bureaus write zero where they do not know what was lent: nothing is shown then. */
function shownStartBalance(newest: readonly Comparable[]): Money | undefined {
  return newest.find(({ account }) => (account.startBalance?.amount ?? 0) !== 0)?.account.startBalance;
}

/** A lender that has sold the debt no longer knows what is owed. */
function shownBalance(newest: readonly Comparable[]): Money | undefined {
  for (const { account } of newest)
    if (account.balance !== undefined && account.accountStatus !== 'transferred') return account.balance;
  return firstGiven(newest, 'balance');
}

/** A limit of zero is often one that is not known. */
function shownLimit(newest: readonly Comparable[]): Money | undefined {
  for (const { account, limit } of newest)
    if (account.creditLimit !== undefined && limit !== null) return account.creditLimit;
  return firstGiven(newest, 'creditLimit');
}

/** Those of a debt's buyer, if it was sold: that its first lender has closed its account does not end the debt. */
function owners(newest: readonly Comparable[]): readonly Comparable[] {
  return newest[0]?.isBuyer ? newest.filter(({ isBuyer }) => isBuyer) : newest;
}

/** A bureau that does not say so may not know it; one that does has been told. */
function joint(newest: readonly Comparable[]): boolean | undefined {
  return newest.some(({ account }) => account.isJoint) || firstGiven(newest, 'isJoint');
}

function latest(newest: readonly Comparable[]): string | undefined {
  let day = '';
  for (const { account } of newest) if ((account.lastUpdated ?? '') > day) day = account.lastUpdated ?? '';
  return day || undefined;
}
