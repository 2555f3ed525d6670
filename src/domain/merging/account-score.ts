// How much speaks for two records, from two bureaus, being one agreement. Evidence adds up, for and against; some findings rule it
// out whatever else agrees. The weights are those of the domain's README, section "Merging"; `npm run bench:merge` scores them.
import { oweApart, scoreBalance } from './account-balances.ts';
import { isOneOfBook, isReplacedCard } from './account-books.ts';
import { areInTurn, isNextOfLender, scoreDay, scoreEnds } from './account-ends.ts';
import { scoreKind } from './account-kinds.ts';
import { isUnround } from './account-lent.ts';
import { isSoldDebt, scoreSale } from './account-sales.ts';
import {
  agreeInTerms,
  areKnown,
  areLike,
  areOneFamily,
  areOtherSupplies,
  areTold,
  equalSums,
  haveOtherSums,
  isNearStart,
  SOLE_DAYS_MAX,
  SOLE_DAYS_MORE,
  scoreTerms,
  TOLD_DAYS_MAX,
  TOLD_SUMS_MIN,
  tellingSums,
} from './account-sums.ts';
import { type Comparable, daysOfStarts } from './comparable-account.ts';
import { compareNumbers, haveOneEnd, isPartOpen, type NumberLikeness } from './compare-numbers.ts';
import { compareFirstNames } from './first-names.ts';
import { compareLenders, hasMoved, type Likeness } from './lender-names.ts';

/** Two records that score this are one agreement, unless another record scores nearly as high. */
const MERGE_SCORE_MIN = 8;
/** Enough where two records have neither lender nor number to compare, as with Equifax over SOAP, which gives none. */
const SILENT_SCORE_MIN = 5;
/** With a rival closer than this a pair would be a guess, and stays split. */
export const CLEAR_LEAD_MIN = 2;
/** Starts further apart are two accounts, unless the number says otherwise. */
const START_DAYS_MAX = 45;
/** The same, where the lender has given one account only in that time, at both bureaus. */
export const ONLY_DAYS_MAX = 62;
const ONLY_SCORE = 2;
/** An account with no other of its family so near, at either bureau, needs no equal sum, as long as none differs. */
const LONELY_DAYS_MIN = 90;

/** Two records that score this or less are never in one group, even where a third one links them. */
export const CONFLICT_SCORE_MAX = -3;

/** The digits or the bureau say so: nothing outweighs it. */
export const RULED_OUT = Number.NEGATIVE_INFINITY;
/** Too far apart to be compared, unless a third record links them by number. */
const UNLIKELY = -100;
/** Two numbers, unless a third record has the one and is surely the other. */
export const OTHER_NUMBER = -1_000;
/** Of accounts of two families. */
const KIND_DAYS_MAX = 7;
/** Parts of one agreement begin together; bureaus give the day a week more or less. */
const PART_DAYS_MAX = 14;
/** A start balance, or a payment and something else. */
const TERMS_SCORE_MIN = 3;
/** Start balance and payment, to the pound. */
const SAME_TERMS_SCORE_MIN = 4;

/** A pair that shares neither lender nor number has less to agree in. */
export function neededScore(a: Comparable, b: Comparable): number {
  const isNameless = a.lender === null || b.lender === null;
  // A beginning alone says little.
  const isNumberless = !a.number?.tail || !b.number?.tail;
  return isNameless && isNumberless ? SILENT_SCORE_MIN : MERGE_SCORE_MIN;
}

/** `onlyDays`: no other account of that lender and family began nearer to either, at its bureau; `soleDays`: none of the family. */
export function scorePair(a: Comparable, b: Comparable, onlyDays = 0, soleDays = 0): number {
  const score = scoreEvidence(a, b, onlyDays, soleDays);
  return score < MERGE_SCORE_MIN && score !== RULED_OUT && isOneOfBook(a, b) ? MERGE_SCORE_MIN : score;
}

function scoreEvidence(a: Comparable, b: Comparable, onlyDays: number, soleDays: number): number {
  if (a.bureau === b.bureau) return RULED_OUT;
  if (isSoldDebt(a, b)) return scoreSale(a, b);
  const days = daysOfStarts(a, b);
  const isOneFamily = areOneFamily(a, b);
  const isFar = days !== null && days > (isOneFamily ? ONLY_DAYS_MAX : KIND_DAYS_MAX);
  const isLike =
    areLike(a.startBalance, b.startBalance) ||
    areLike(a.balance, b.balance) ||
    (onlyDays === Infinity && (areLike(a.payment, b.payment) || areLike(a.limit, b.limit)));
  if (isFar && !isLike && !haveOneEnd(a.number, b.number)) return UNLIKELY;
  const numbers = compareNumbers(a.number, b.number);
  if (numbers === 'other-part' || areOtherSupplies(a, b)) return RULED_OUT;
  const next = hasMoved(a.lender, b.lender) ? undefined : areInTurn(a, b);
  if (next !== undefined) return next === 'by their ends' ? RULED_OUT : UNLIKELY;
  const isTold = areTold(a, b);
  const areOnly = onlyDays > ONLY_DAYS_MAX;
  // A lender that moves its book gives new numbers; without such evidence, two numbers are two accounts.
  const areSole = days !== null && days * 2 + SOLE_DAYS_MORE < soleDays;
  const isSole = (areSole || (areOnly && days !== null && days <= SOLE_DAYS_MAX)) && agreeInTerms(a, b);
  const isNew = (isSole && isNearStart(a, b, days)) || (areOnly && isReplacedCard(a, b, days));
  if (numbers === 'different' && !isTold && !isNew && !hasMoved(a.lender, b.lender)) return OTHER_NUMBER;
  const hasDigits = numbers === 'sure' || numbers === 'same' || numbers === 'similar';

  const lenders = compareLenders(a.lender, b.lender);
  const isOneLender = lenders === 'same' || lenders === 'similar';
  const terms = scoreTerms(a, b, numbers === 'sure');
  // The day on which an account moved to another system may stand as its start.
  const hasMovedStart = onlyDays === Infinity && isOneLender && agreeInTerms(a, b) && numbers === 'unknown';
  const isAnchored = hasMovedStart || isAnchor(a, b, numbers, lenders, terms, days);
  if (!isAnchored && !isTold && isFarApart(a, b, days, lenders, terms, areOnly)) return UNLIKELY;
  const holder = scoreHolder(a, b, isAnchored && numbers !== 'unknown');
  if (holder === UNLIKELY) return UNLIKELY;

  const ends = scoreEnds(a, b, numbers === 'sure');
  const balance = scoreBalance(a, b);
  const isLimitRaised = a.family === 'card' && b.family === 'card' && days === 0;
  const differsNowhere = (terms >= 0 || isLimitRaised) && ends >= 0 && balance >= 0;
  const isSoleOfLender =
    areOnly &&
    isOneLender &&
    isOneFamily &&
    differsNowhere &&
    ((days ?? 0) <= ONLY_DAYS_MAX || hasMovedStart);
  // Six digits, or some and the days of the start, and a sum that is not round.
  const mayHaveDigits = hasDigits || numbers === 'suffixed' || numbers === 'swapped';
  const isNear = numbers === 'sure' || (days !== null && days <= SOLE_DAYS_MAX);
  const isDigitsTold = mayHaveDigits && isNear && tellingSums(a, b) > 0;
  const isLonely = areSole && days <= SOLE_DAYS_MAX && soleDays > LONELY_DAYS_MIN && !haveOtherSums(a, b);
  const isAlone =
    areSole && (isSole || (isLonely && lenders !== 'different')) && mayBeOneLender(a, b, lenders, days);
  const areApart = numbers === 'unknown' && oweApart(a, b, days);
  const isOnly = !areApart && (isSoleOfLender || (isAlone && ends >= 0 && balance >= 0));
  const [number, needed] = [NUMBER_SCORES[numbers], neededScore(a, b)];
  const name =
    lenders === 'different'
      ? scoreOtherName(
          a,
          b,
          numbers,
          isTold || isAlone || isDigitsTold,
          days !== null && days <= TOLD_DAYS_MAX,
        )
      : NAME_SCORES[lenders];
  const start = isNextOfLender(a, b, days, hasDigits)
    ? -3
    : Math.max(scoreStart(days), isAnchored && numbers === 'unknown' ? -1 : -3);
  const sum =
    number + name + start + terms + ends + balance + scoreKind(a, b) + holder + (isOnly ? ONLY_SCORE : 0);
  const isKnown =
    isAnchored ||
    isIdentified(number, name, start, terms, ends, balance, isOnly) ||
    (needed === SILENT_SCORE_MIN && start >= 2);
  // A suffix identifies an account only of the same lender; a number without its part, only where the terms do not differ; the last
  // digits with a name that is only similar, as companies of one group have, only where something else agrees. Beside another account
  // of that lender and those days, which may be another part, something else must agree too.
  const isSameSale = lenders === 'unknown' && start >= 3 && terms > 0;
  const isDoubtful =
    (numbers === 'suffixed' && !isOneLender && !isDigitsTold) ||
    (numbers === 'swapped' && !isOneLender && !isDigitsTold && !isSameSale) ||
    (isPartOpen(a.number, b.number) &&
      (Math.min(terms, ends, balance) < 0 ||
        (onlyDays <= PART_DAYS_MAX && ends + balance <= 0 && equalSums(a, b) === 0))) ||
    (numbers === 'same' && lenders === 'similar' && start < 2 && terms + ends + balance <= 0);
  return isKnown && !isDoubtful ? sum : Math.min(sum, needed - 1);
}

/** Whether two records have so much in common that what differs elsewhere may be a slip. */
export function areAnchored(a: Comparable, b: Comparable): boolean {
  const numbers = compareNumbers(a.number, b.number);
  if (numbers === 'different' || numbers === 'other-part') return false;
  const days = daysOfStarts(a, b);
  return isAnchor(a, b, numbers, compareLenders(a.lender, b.lender), scoreTerms(a, b, false), days);
}

// Six equal digits; fewer with the lender or the terms; or the lender, a payment and a start balance, or a payment or a limit and a
// balance, that is no round sum: what differs elsewhere costs points and never rules it out.
function isAnchor(
  a: Comparable,
  b: Comparable,
  numbers: NumberLikeness,
  lenders: Likeness,
  terms: number,
  days: number | null,
): boolean {
  if (numbers === 'sure') return true;
  const isOneLender = lenders === 'same' || lenders === 'similar';
  const isSameWeek = days !== null && days <= 7;
  if (lenders !== 'different' && tellingSums(a, b) >= TOLD_SUMS_MIN) return true;
  if (numbers === 'same') {
    return isOneLender || (lenders === 'unknown' && (terms >= TERMS_SCORE_MIN || (terms > 0 && isSameWeek)));
  }
  if (!isOneLender) return false;
  if (numbers === 'similar') return terms > 0;
  if (numbers !== 'unknown' || !areOneFamily(a, b)) return false;
  const isLent = isUnround(a.startBalance) && areLike(a.startBalance, b.startBalance);
  const isPaidAlike = areLike(a.payment, b.payment) || areLike(a.limit, b.limit);
  const isOwed = isUnround(a.balance) && areLike(a.balance, b.balance) && isPaidAlike;
  // The day on which an account moved to another system may stand as its start; its end and its default stay.
  const isEnded = scoreDay(a.endDay, b.endDay) + scoreDay(a.defaultDay, b.defaultDay) > 0;
  return (
    (isLent && terms >= SAME_TERMS_SCORE_MIN) || ((isOwed || (isEnded && !haveOtherSums(a, b))) && terms > 0)
  );
}

/** Another name counts for less the nearer the starts are; two lenders that the registry knows are two. */
function mayBeOneLender(a: Comparable, b: Comparable, lenders: Likeness, days: number): boolean {
  if (lenders !== 'different') return days <= START_DAYS_MAX;
  return days <= SOLE_DAYS_MAX && !areKnown(a, b);
}

const NUMBER_SCORES: Record<NumberLikeness, number> = {
  sure: 8,
  same: 6,
  similar: 4,
  suffixed: 4,
  swapped: 4,
  parted: -4,
  'other-part': 0,
  different: -2,
  unknown: 0,
};

const NAME_SCORES: Record<Likeness, number> = { same: 4, similar: 2, different: -4, unknown: 0 };

/** With equal digits or sums, another name is more likely a brand that the registry lacks than another lender. */
function scoreOtherName(
  a: Comparable,
  b: Comparable,
  numbers: NumberLikeness,
  isTold: boolean,
  isNear: boolean,
): number {
  if (isTold && !areKnown(a, b)) return 0;
  if (numbers === 'sure') return -2;
  if (numbers !== 'same' || areKnown(a, b)) return NAME_SCORES.different;
  return isNear && !haveOtherSums(a, b) ? -2 : -3;
}

/**
 * A start too far away; or another family, where not the lender, the days of the start and an amount agree. An account of unknown
 * kind may be of any family.
 */
function isFarApart(
  a: Comparable,
  b: Comparable,
  days: number | null,
  lenders: Likeness,
  terms: number,
  areOnly: boolean,
): boolean {
  const isOneLender = lenders === 'same' || lenders === 'similar';
  if (areOneFamily(a, b))
    return days !== null && days > (areOnly && isOneLender ? ONLY_DAYS_MAX : START_DAYS_MAX);
  if (lenders === 'different' || days === null || days > KIND_DAYS_MAX) return true;
  const isUnknown = a.family === 'other' || b.family === 'other';
  if (!isOneLender) return terms < SAME_TERMS_SCORE_MIN && equalSums(a, b) < TOLD_SUMS_MIN;
  return terms < (isUnknown ? 0 : 1) && tellingSums(a, b) === 0 && (days > 0 || equalSums(a, b) === 0);
}

// A score alone is not enough: amounts agree by accident. Two of number, lender and start date must agree; or, where lender and
// number are missing, the start date and the terms.
function isIdentified(
  number: number,
  name: number,
  start: number,
  terms: number,
  ends: number,
  balance: number,
  isOnly: boolean,
): boolean {
  const agreeing = Number(number > 0) + Number(name > 0) + Number(start > 0) + Number(isOnly);
  if (agreeing >= 2) return true;
  // The further apart the starts, the more else must agree: a month apart, two of the amounts to the penny.
  return name === 0 && start >= 1 && terms + ends + balance >= Math.min(4, 6 - start);
}

function scoreStart(days: number | null): number {
  if (days === null) return 0;
  if (days === 0) return 4;
  if (days <= 3) return 3;
  if (days <= 7) return 2;
  if (days <= 31) return 1;
  return days <= ONLY_DAYS_MAX ? 0 : -3;
}

/** Another first name is another holder, unless the number or a joint account says otherwise. */
function scoreHolder(a: Comparable, b: Comparable, isNumbered: boolean): number {
  const { isJoint: one } = a.account;
  const { isJoint: other } = b.account;
  const names = compareFirstNames(a.firstName, b.firstName);
  const isOther = names === 'different' && one !== true && other !== true;
  if (isOther && !isNumbered) return UNLIKELY;
  const joint = one !== undefined && other !== undefined && one !== other ? -2 : 0;
  const surname = a.lastName === '' || b.lastName === '' || a.lastName === b.lastName ? 0 : -2;
  return joint + surname + (isOther ? OTHER_HOLDER_SCORE : FIRST_NAME_SCORES[names]);
}

const OTHER_HOLDER_SCORE = -6;
const FIRST_NAME_SCORES = { same: 0, similar: -1, different: -3, unknown: 0 };
