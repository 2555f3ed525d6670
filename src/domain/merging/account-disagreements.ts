// What bureaus say differently about one agreement: for each field, whether any two of them say the same, and every bureau's value
// where they do not. A bureau that does not give a field never disagrees in it; what carries no news is left out, so that a status
// does not drown among last month's balances.
import {
  DISAGREEMENT_FIELDS,
  type Disagreement,
  type DisagreementField,
  type Money,
} from '../reports/credit-report.ts';
import { maskAccountNumber } from './account-numbers.ts';
import { agreeOnProduct } from './account-product.ts';
import { type Comparable, type FullAccount, foldName } from './comparable-account.ts';
import { compareNumbers } from './compare-numbers.ts';
import { compareText } from './compare-text.ts';
import { compareFirstNames } from './first-names.ts';
import { compareLenders, hasMoved } from './lender-names.ts';

/**
 * `faces`: one record of each bureau, sorted by bureau, out of all `sources`. `older`: a bureau's older record whose status is shown because it is never
 * undone, though the bureau's newest says another. Undefined where they agree in everything.
 */
export function disagreementsOf(
  faces: readonly Comparable[],
  sources: readonly Comparable[],
  older: Comparable | undefined,
): Disagreement[] | undefined {
  const withOlder = older === undefined ? faces : [...faces, older].sort(compareBureaus);
  if (withOlder.length < 2) return undefined;
  const saySame = isStartNews(sources) ? SAY_SAME_DATED : SAY_SAME;
  const found: Disagreement[] = [];
  for (const field of DISAGREEMENT_FIELDS) {
    const sayers = field === 'accountStatus' ? withOlder : faces;
    if (doAllSaySame(saySame[field], sayers)) continue;
    const values = shownValues(field, sayers);
    // Two numbers may differ only in digits that are not shown.
    if (values.some(({ value }) => value !== values[0]?.value)) found.push({ field, values });
  }
  return found.length === 0 ? undefined : found;
}

function compareBureaus(a: Comparable, b: Comparable): number {
  return compareText(a.bureau, b.bureau);
}

type SaySame = (a: Comparable, b: Comparable) => boolean;

function doAllSaySame(saySame: SaySame, faces: readonly Comparable[]): boolean {
  for (let at = 0; at < faces.length; at += 1) {
    for (let after = at + 1; after < faces.length; after += 1) {
      if (!saySame(faces[at] as Comparable, faces[after] as Comparable)) return false;
    }
  }
  return true;
}

/**
 * A spelling, a brand, a mask, another form of a first name, the rounding to pounds, a zero start balance, a start some days off or
 * an older balance does not count as a disagreement.
 */
const SAY_SAME: Record<DisagreementField, SaySame> = {
  title: ({ account: a }, { account: b }) =>
    a.title === b.title || isBeginning(foldName(a.title ?? ''), foldName(b.title ?? '')),
  firstName: (a, b) => compareFirstNames(a.firstName, b.firstName) !== 'different',
  lastName: (a, b) => isBeginning(a.lastName, b.lastName),
  accountNumber: (a, b) => compareNumbers(a.number, b.number) !== 'different',
  accountType: ({ account: a }, { account: b }) => a.accountType === b.accountType,
  product: ({ account: a }, { account: b }) => agreeOnProduct(a.product, b.product),
  balloon: ({ account: a }, { account: b }) => areNear(a.balloon, b.balloon),
  accountStatus: ({ account: a }, { account: b }) => a.accountStatus === b.accountStatus,
  // Bureaus code the kind of company differently; only whether a debt was sold is news.
  companyType: (a, b) => a.isBuyer === b.isBuyer,
  // Two lenders of which one took over from the other are two names to a reader, though merging takes it for a hint.
  companyName: (a, b) => compareLenders(a.lender, b.lender) !== 'different' && !hasMoved(a.lender, b.lender),
  numberOfPayments: ({ account: a }, { account: b }) => areEqual(a.numberOfPayments, b.numberOfPayments),
  repaymentPeriod: ({ account: a }, { account: b }) => areEqual(a.repaymentPeriod, b.repaymentPeriod),
  payment: ({ account: a }, { account: b }) => areNear(a.payment, b.payment),
  startBalance: ({ account: a }, { account: b }) =>
    a.startBalance?.amount === 0 || b.startBalance?.amount === 0 || areNear(a.startBalance, b.startBalance),
  balance: (a, b) => areNear(a.account.balance, b.account.balance) || isOlderBalance(a, b),
  startDate: isSameStart,
  endDate: ({ account: a }, { account: b }) => areEqual(a.endDate, b.endDate),
  defaultDate: ({ account: a }, { account: b }) => areEqual(a.defaultDate, b.defaultDate),
  creditLimit: (a, b) =>
    a.limit === null || b.limit === null || areNear(a.account.creditLimit, b.account.creditLimit),
  isJoint: ({ account: a }, { account: b }) => areEqual(a.isJoint, b.isJoint),
};

/** Where each day of the start is news. */
const SAY_SAME_DATED: typeof SAY_SAME = { ...SAY_SAME, startDate: isSameDay };

function areEqual<Value>(a: Value | undefined, b: Value | undefined): boolean {
  return a === b || a === undefined || b === undefined;
}

function isBeginning(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

const POUND = 100;

function areNear(a: Money | undefined, b: Money | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  return a.currency === b.currency && Math.abs(a.amount - b.amount) <= POUND;
}

const NEWS_DAYS = 15;
const MONTH_DAYS = 30;
/** What a card's balance moves in a month or two. */
const USUAL_CHANGE = 0.25;

/** Two balances of different months, neither of them zero, as far apart as payments or usual spending would bring them. */
function isOlderBalance(a: Comparable, b: Comparable): boolean {
  if (a.updatedDay === null || b.updatedDay === null || !a.balance || !b.balance) return false;
  const days = Math.abs(a.updatedDay - b.updatedDay);
  if (days < NEWS_DAYS) return false;
  const payment = a.payment ?? b.payment ?? 0;
  const usual = Math.max(a.balance, b.balance) * USUAL_CHANGE;
  return Math.abs(a.balance - b.balance) <= Math.max(usual, payment * Math.ceil(days / MONTH_DAYS) + POUND);
}

const START_NEWS_DAYS = 31;

function isSameStart(a: Comparable, b: Comparable): boolean {
  if (a.startDay === null || b.startDay === null) return true;
  return Math.abs(a.startDay - b.startDay) <= START_NEWS_DAYS;
}

function isSameDay(a: Comparable, b: Comparable): boolean {
  return a.startDay === null || b.startDay === null || a.startDay === b.startDay;
}

const DATED_TYPES = new Set<string>(['hire-purchase', 'lease']);
const LOAN_TYPES = new Set<string>(['unsecured-loan', 'secured-loan', 'other']);
const DATED_PRODUCTS = new Set<string | undefined>(['pcp', 'motor-loan']);

/**
 * Hire purchase, a lease, a car loan, or a loan of a motor-finance company, each by the word of any bureau: its start decides which
 * rules it falls under, so that each day of it is news.
 */
function isStartNews(sources: readonly Comparable[]): boolean {
  const says = (told: (account: FullAccount) => boolean) => sources.some(({ account }) => told(account));
  if (says(({ accountType, product }) => DATED_TYPES.has(accountType) || DATED_PRODUCTS.has(product)))
    return true;
  return (
    says(({ companyType }) => companyType === 'motor-finance') &&
    says(({ accountType }) => LOAN_TYPES.has(accountType))
  );
}

// Disagreements are shown to callers, so a number in them is masked like any other.
function shownValues(field: DisagreementField, faces: readonly Comparable[]): Disagreement['values'] {
  return faces.flatMap(({ bureau, account, number }) => {
    const value = field === 'accountNumber' ? maskAccountNumber(number) : account[field];
    return value === undefined ? [] : [{ bureau, value }];
  });
}
