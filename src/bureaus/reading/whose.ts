// Whose a record is, for every bureau: the one place that decides. The bureau's own mark comes first; a birthday is typed by a clerk, so
// a slip of the pen in it does not make a record another person's. What is not the consumer's is left out and counted.
import { compareFirstNames, readFirstName } from '../../domain/merging/first-names.ts';
import type { Consumer, PreviousName } from '../../domain/reports/consumer.ts';
import type { LeftOut } from '../../domain/reports/credit-report.ts';
import { toPlainLetters } from '../asking/fold.ts';

/** What the bureau says: `own` also where it marks nothing and has no other place for other people's records. */
export type Mark = 'own' | 'other' | 'unsure';

export type Claim = {
  mark: Mark;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** YYYY-MM-DD. */
  dateOfBirth?: string | undefined;
};

export type Verdict = { isOwn: true; birthdayDiffers?: true } | { isOwn: false; reason: LeftOut['reason'] };

const NOT_SURE: Verdict = { isOwn: false, reason: 'not-sure' };

export function whoseIs(consumer: Consumer, claim: Claim): Verdict {
  if (claim.mark === 'other') return { isOwn: false, reason: 'another-person' };
  if (claim.mark === 'unsure') return NOT_SURE;
  const { dateOfBirth } = claim;
  if (dateOfBirth === consumer.dateOfBirth) return { isOwn: true };
  const names = [consumer, ...(consumer.previousNames ?? [])];
  if (dateOfBirth === undefined)
    return names.some((name) => sharesName(name, claim)) ? { isOwn: true } : NOT_SURE;
  const isSlip = isNearMiss(dateOfBirth, consumer.dateOfBirth) && names.some((name) => fitsName(name, claim));
  return isSlip ? { isOwn: true, birthdayDiffers: true } : NOT_SURE;
}

export type RecordKind = 'accounts' | 'searches' | 'publicRecords';

/** Judges the records of one reply and counts those that are not the consumer's. */
export function createSorting(consumer: Consumer): {
  /** Null for a record that is left out. */
  own(kind: RecordKind, claim: Claim): { birthdayDiffers?: true } | null;
  /** Absent where nothing was left out. */
  leftOut(): LeftOut[] | undefined;
} {
  const counts = new Map<LeftOut['reason'], LeftOut>();
  return {
    own(kind, claim) {
      const verdict = whoseIs(consumer, claim);
      if (verdict.isOwn) return verdict.birthdayDiffers ? { birthdayDiffers: true } : {};
      const count = counts.get(verdict.reason) ?? { reason: verdict.reason, accounts: 0, searches: 0 };
      count[kind] = (count[kind] ?? 0) + 1;
      counts.set(verdict.reason, count);
      return null;
    },
    leftOut: () => (counts.size === 0 ? undefined : [...counts.values()]),
  };
}

/** The same year, day and month turned round, or one digit wrong; but not another decade, which is how a parent differs. */
export function isNearMiss(one: string, other: string): boolean {
  if (one.slice(0, 4) === other.slice(0, 4)) return true;
  const wrong = [...one].filter((digit, at) => digit !== other[at]).length;
  return wrong === 1 && one.slice(0, 3) === other.slice(0, 3);
}

/** At least one word in common, or no name at all on the record. */
function sharesName({ firstName, lastName }: PreviousName, claim: Claim): boolean {
  const given = new Set([...nameWords(claim.firstName), ...nameWords(claim.lastName)]);
  if (given.size === 0) return true;
  return [...nameWords(lastName), ...nameWords(firstName)].some((word) => given.has(word));
}

/** The surname and the first name, or its initial or short form. */
function fitsName({ firstName, lastName }: PreviousName, claim: Claim): boolean {
  const surname = new Set(nameWords(claim.lastName));
  const first = compareFirstNames(readFirstName(firstName), readFirstName(claim.firstName));
  return first !== 'different' && nameWords(lastName).some((word) => surname.has(word));
}

/** Letters only, without accents, in capitals: how two spellings of one name are compared. */
export function nameWords(name: string | undefined): string[] {
  if (name === undefined) return [];
  return (
    toPlainLetters(name)
      .replaceAll("'", '')
      .toUpperCase()
      .match(/\p{L}+/gu) ?? []
  );
}
