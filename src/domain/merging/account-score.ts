// How much speaks for two records, from two bureaus, being one agreement. Evidence adds up, for and against; some findings rule it
// out whatever else agrees. The weights are those of the domain's README, section "Merging"; `npm run bench:merge` scores them.
import { compareNumbers } from './account-numbers.ts';
import type { Comparable } from './comparable-account.ts';
import { compareLenders } from './lender-names.ts';

/** Two records that score this are one agreement, unless another record scores nearly as high. */
const MERGE_SCORE_MIN = 8;
/** Enough where a bureau gives neither lender nor number, as Equifax never does over SOAP. */
const SILENT_SCORE_MIN = 5;
/** With a rival closer than this a pair would be a guess, and stays split. */
export const CLEAR_LEAD_MIN = 2;
const START_DAYS_MAX = 45;

/** Two records that score this or less are never in one group, even where a third one links them. */
export const CONFLICT_SCORE_MAX = -3;

const RULED_OUT = Number.NEGATIVE_INFINITY;

export function neededScore(a: Comparable, b: Comparable): number {
  return isSilent(a) || isSilent(b) ? SILENT_SCORE_MIN : MERGE_SCORE_MIN;
}

function isSilent({ number, lender }: Comparable): boolean {
  return number === null && lender === null;
}

export function scorePair(a: Comparable, b: Comparable): number {
  // The cheapest checks first: most pairs end here.
  if (a.bureau === b.bureau) return RULED_OUT;
  if (a.family !== b.family && a.family !== 'other' && b.family !== 'other') return RULED_OUT;
  const isSale = isSoldDebt(a, b);
  const numbers = compareNumbers(a.number, b.number);
  if (numbers === 'different' && !isSale) return RULED_OUT;
  const start = scoreStart(a.startDay, b.startDay);
  if (start === RULED_OUT || isOtherHolder(a, b)) return RULED_OUT;
  // An account of unknown kind may be of any family, if the number or a sale says so.
  if (a.family !== b.family && numbers !== 'same' && !isSale) return RULED_OUT;

  const number = NUMBER_SCORES[numbers];
  const name = scoreName(a, b, isSale);
  const terms = scoreTerms(a, b);
  const ends = scoreDay(a.endDay, b.endDay, 2) + scoreDay(a.defaultDay, b.defaultDay, isSale ? 4 : 2);
  const sale = isSale ? scoreSale(a, b) : 0;
  const sum =
    number + name + start + terms + ends + sale + scoreKind(a, b, isSale) + scoreBalance(a, b, isSale);
  const needed = neededScore(a, b);
  const isKnown =
    isIdentified(number, name, start, terms + ends + sale, isSale) ||
    (needed === SILENT_SCORE_MIN && start >= 2);
  // A suffix identifies an account only of the same lender; of a sold debt, only where the start agrees as well.
  const isDoubtful = numbers === 'suffixed' && (isSale ? start < 2 : a.lender?.key !== b.lender?.key);
  return isKnown && !isDoubtful ? sum : Math.min(sum, needed - 1);
}

const NUMBER_SCORES = { same: 6, similar: 4, suffixed: 4, different: 0, unknown: 0 };

// A score alone is not enough: amounts agree by accident. Two of number, lender and start date must agree; or, where lender and
// number are missing, the start date and the terms.
function isIdentified(number: number, name: number, start: number, terms: number, isSale: boolean): boolean {
  const agreeing = Number(number > 0) + Number(name > 0) + Number(start > 0);
  if (agreeing >= 2) return true;
  if (isSale) return start >= 2 && terms >= 1;
  return name === 0 && start >= 2 && terms >= 6 - start;
}

// A debt that was sold is listed under the buyer at one bureau and under the first lender at another, with two numbers.
function isSoldDebt(a: Comparable, b: Comparable): boolean {
  return a.isBuyer !== b.isBuyer && (a.isBuyer ? b : a).maySell;
}

/** The first lender says that it has passed the debt on, and the buyer says that it has one. */
function scoreSale(a: Comparable, b: Comparable): number {
  const [buyer, first] = a.isBuyer ? [a, b] : [b, a];
  const isHeld = buyer.account.accountStatus === 'default' || buyer.account.accountStatus === 'written-off';
  return isHeld && first.account.accountStatus === 'transferred' ? 3 : 0;
}

function isOtherHolder(a: Comparable, b: Comparable): boolean {
  if (a.firstName === '' || b.firstName === '') return false;
  const isInitial = a.firstName.length === 1 || b.firstName.length === 1;
  return isInitial ? a.firstName[0] !== b.firstName[0] : a.firstName !== b.firstName;
}

function scoreStart(a: number | null, b: number | null): number {
  if (a === null || b === null) return 0;
  const days = Math.abs(a - b);
  if (days === 0) return 4;
  if (days <= 3) return 3;
  if (days <= 7) return 2;
  if (days <= 31) return 1;
  return days <= START_DAYS_MAX ? 0 : RULED_OUT;
}

function scoreName(a: Comparable, b: Comparable, isSale: boolean): number {
  if (isSale) return 0;
  switch (compareLenders(a.lender, b.lender)) {
    case 'same':
      return 4;
    case 'similar':
      return 2;
    case 'different':
      return -4;
    case 'unknown':
      return 0;
  }
}

const POUND = 100;

/** What was agreed at the start and does not change later. */
function scoreTerms(a: Comparable, b: Comparable): number {
  const isLoan = a.family !== 'card' && a.family !== 'bank';
  return (
    scoreAmount(a.startBalance, b.startBalance, 3, -5) +
    scoreAmount(a.payment, b.payment, 2, isLoan ? -3 : 0) +
    // A limit may be raised, so a difference says little.
    scoreAmount(a.limit === 0 ? null : a.limit, b.limit === 0 ? null : b.limit, 2, -1) +
    scoreCount(a.account.numberOfPayments, b.account.numberOfPayments)
  );
}

/** Bureaus round to whole pounds, up or down: a pound apart is nearly equal. */
function scoreAmount(a: number | null, b: number | null, equal: number, different: number): number {
  if (a === null || b === null) return 0;
  if (a === b) return equal;
  return Math.abs(a - b) <= POUND ? equal - 1 : different;
}

function scoreCount(a: number | undefined, b: number | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return a === b ? 1 : -3;
}

function scoreDay(a: number | null, b: number | null, equal: number): number {
  if (a === null || b === null) return 0;
  const days = Math.abs(a - b);
  if (days <= 3) return equal;
  return days <= 31 ? 0 : -3;
}

function scoreKind(a: Comparable, b: Comparable, isSale: boolean): number {
  const type = a.account.accountType === b.account.accountType ? 1 : -1;
  const joint = a.account.isJoint === b.account.isJoint ? 0 : isJointKnown(a, b) ? -2 : 0;
  const surname = a.lastName === '' || b.lastName === '' || a.lastName === b.lastName ? 0 : -2;
  return type + joint + surname + (isSale ? 0 : scoreCompany(a, b));
}

function isJointKnown(a: Comparable, b: Comparable): boolean {
  return a.account.isJoint !== undefined && b.account.isJoint !== undefined;
}

/** The kind of company says something only where its name does not. */
function scoreCompany(a: Comparable, b: Comparable): number {
  const [one, other] = [a.account.companyType, b.account.companyType];
  if (one === undefined || other === undefined || one === 'other' || other === 'other') return 0;
  if (one !== other) return -1;
  return a.lender === null || b.lender === null ? 1 : 0;
}

/** Balances are of different days: equal to the pound is strong evidence, near is weak, and a difference is none. */
function scoreBalance(a: Comparable, b: Comparable, isSale: boolean): number {
  if (a.balance === null || b.balance === null || (a.balance === 0 && b.balance === 0)) return 0;
  const apart = Math.abs(a.balance - b.balance);
  if (apart <= POUND) return isSale ? 3 : 2;
  if (isSale) return 0;
  // A loan is paid off month by month, and a bureau may be a month behind.
  const isLoan = a.family === 'loan' || a.family === 'home';
  const near = Math.max(a.balance * 0.05, b.balance * 0.05, isLoan ? (a.payment ?? b.payment ?? 0) : 0);
  return apart <= near ? 1 : 0;
}
