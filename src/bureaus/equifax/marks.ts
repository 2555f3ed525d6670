// Whose a record is, in Equifax's words: `nameMatchStatus`, translated for reading/whose.ts, which decides.
import type { Consumer } from '../../domain/reports/consumer.ts';
import type { LeftOut } from '../../domain/reports/credit-report.ts';
import { type Claim, createSorting, type Mark, type RecordKind, whoseIs } from '../reading/whose.ts';
import { at, isoDate, wireText } from '../reading/wire-values.ts';
import { readWord } from './wire.ts';

const MARKS: ReadonlyMap<string, Mark> = new Map([
  ['A', 'own'],
  ['SUBJECT', 'own'],
  // An associate, the family, others at the address.
  ['C', 'other'],
  ['ASSOCIATE', 'other'],
  ['V', 'other'],
  ['FAMILY', 'other'],
  ['Z', 'other'],
]);

/** Without a mark the record is the subject's: nobody else was asked for. */
export function readMark(record: unknown): Mark {
  const value = at(record, 'nameMatchStatus');
  if (value === undefined || value === null || value === '') return 'own';
  return MARKS.get(readWord(value) ?? '') ?? 'unsure';
}

export function hasMark(record: unknown): boolean {
  return wireText(at(record, 'nameMatchStatus')) !== undefined;
}

export function readClaim(record: unknown): Claim {
  const name = at(record, 'name');
  return {
    mark: readMark(record),
    firstName: wireText(at(name, 'forename')),
    lastName: wireText(at(name, 'surname')),
    dateOfBirth: isoDate(at(record, 'dob')),
  };
}

export type Whose = {
  /** Null for a record that is left out. */
  own(kind: RecordKind, record: unknown): { birthdayDiffers?: true } | null;
  isOwn(record: unknown): boolean;
  /** A record that the bureau calls the subject's has the birthday of another person. */
  isDoubtful(): boolean;
  leftOut(): LeftOut[] | undefined;
};

export function createWhose(consumer: Consumer): Whose {
  const sorting = createSorting(consumer);
  let isDoubtful = false;
  return {
    own(kind, record) {
      const claim = readClaim(record);
      const own = sorting.own(kind, claim);
      isDoubtful ||= own === null && claim.mark === 'own' && claim.dateOfBirth !== undefined;
      return own;
    },
    isOwn: (record) => whoseIs(consumer, readClaim(record)).isOwn,
    isDoubtful: () => isDoubtful,
    leftOut: sorting.leftOut,
  };
}
