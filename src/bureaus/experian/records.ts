// The records of a reply: every block of `ConsumerData` comes in groups, and each record says whose it is.
import { RECORDS_MAX } from '../../domain/reports/bureau-file.ts';
import { CallFailed } from '../bureau.ts';
import { field, list } from '../reading/json.ts';
import type { Claim, Mark } from '../reading/whose.ts';
import { wireText } from '../reading/wire-values.ts';
import { fromDate } from './values.ts';

export type Found = {
  record: unknown;
  /** Of the group: C is the current address, 1 and on are others that the bureau found. */
  location: string | undefined;
  mark: Mark;
  place: string;
};

/** `consumerData`: the element of that name. */
export function recordsOf(consumerData: unknown, block: string, name: string): Found[] {
  const found: Found[] = [];
  for (const [groupIndex, group] of list(consumerData, block).entries()) {
    const ofGroup = markOfGroup(group);
    const location = wireText(field(group, 'LocationIndicator'))?.toUpperCase();
    for (const [index, record] of list(group, name).entries()) {
      if (typeof record !== 'object' || record === null) continue;
      const mark = ofGroup === 'own' ? markOfRecord(record) : ofGroup;
      found.push({ record, location, mark, place: `${groupIndex + 1}/${index + 1}` });
      // More than any person has. Truncating could hide a debt.
      if (found.length > RECORDS_MAX) throw unreadable();
    }
  }
  return found;
}

/** 1 is the applicant as asked for, U the same person at an address that nobody declared; another number is another applicant. */
function markOfGroup(group: unknown): Mark {
  const indicator = plainCode(field(group, 'ApplicantIndicator')) ?? '1';
  if (indicator === '1' || indicator === 'U') return 'own';
  return /^\d+$/.test(indicator) ? 'other' : 'unsure';
}

const MARK_OF: Partial<Record<string, Mark>> = {
  1: 'own',
  // The associate, the family, somebody else at the address.
  2: 'other',
  3: 'other',
  5: 'other',
};

/** The category decides. `MatchTo` and `MatchType` do not: the family's records have those of the person. */
function markOfRecord(record: unknown): Mark {
  const category = plainCode(field(record, 'MatchDetails', 'BureauRefCategory'));
  return category === undefined ? 'own' : (MARK_OF[category] ?? 'unsure');
}

function plainCode(value: unknown): string | undefined {
  return wireText(value)
    ?.toUpperCase()
    .replace(/^0+(?=\d)/, '');
}

export function claimOf({ record, mark }: Pick<Found, 'record' | 'mark'>): Claim {
  return {
    mark,
    firstName: wireText(field(record, 'Name', 'Forename')),
    lastName: wireText(field(record, 'Name', 'Surname')),
    dateOfBirth: fromDate(field(record, 'DateOfBirth')),
  };
}

export function unreadable(): CallFailed {
  return new CallFailed('unavailable', 'The reply is not of the shape that was agreed.', true);
}
