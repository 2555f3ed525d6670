// Records that only one of the two reports has, and why that may be. "Gone" is a statement about files, never about a debt.
import { monthsBefore } from '../days/calendar-day.ts';
import type { AccountStatus, BureauId, Money } from '../reports/credit-report.ts';
import { type CoverageChanges, type Heard, heardIn } from './coverage-changes.ts';
import { type Named, namedOf } from './named-record.ts';
import type { KnownRecord } from './side.ts';
import { type Days, type When, whenOf } from './when.ts';

export const NEW_WHYS = ['began-since', 'bureau-not-heard-before', 'not-listed-before'] as const;
export type NewRecord = Named & {
  why: (typeof NEW_WHYS)[number];
  when: When;
  status: AccountStatus;
  balance?: Money;
  bureaus: BureauId[];
};

export function newRecord(record: KnownRecord, days: Days, coverage: CoverageChanges): NewRecord {
  const when = whenOf(record.startDate, days);
  const bureaus = record.bureaus.map(({ id }) => id);
  const isUnheard = bureaus.every((id) => heardIn(coverage, id).before !== 'file');
  return {
    ...namedOf(record),
    why: when === 'since' ? 'began-since' : isUnheard ? 'bureau-not-heard-before' : 'not-listed-before',
    when,
    status: record.accountStatus,
    ...(record.balance !== undefined && { balance: record.balance }),
    bureaus,
  };
}

export const GONE_WHYS = ['aged-off', 'bureau-not-heard-now', 'unknown'] as const;
export type Gone = Named & {
  why: (typeof GONE_WHYS)[number];
  /** As the earlier report has it. */
  statusBefore: AccountStatus;
  balanceBefore?: Money;
  endDate?: string;
  defaultDate?: string;
  /** The bureaus that listed it, and what each had to say this time. */
  bureaus: { id: BureauId; now: Heard }[];
};

export function goneRecord(record: KnownRecord, days: Days, coverage: CoverageChanges): Gone {
  const { balance, endDate, defaultDate } = record;
  const bureaus = record.bureaus.map(({ id }) => ({ id, now: heardIn(coverage, id).now }));
  const isHeard = bureaus.some(({ now }) => now === 'file');
  const isAged = isHeard && isAgedOff(record, days);
  const isAway = bureaus.some(({ now }) => now !== 'file');
  return {
    ...namedOf(record),
    why: isAged ? 'aged-off' : isAway ? 'bureau-not-heard-now' : 'unknown',
    statusBefore: record.accountStatus,
    ...(balance !== undefined && { balanceBefore: balance }),
    ...(endDate !== undefined && { endDate }),
    ...(defaultDate !== undefined && { defaultDate }),
    bureaus,
  };
}

const ON_FILE_MONTHS = 72;

/** An agreement leaves the file six years after it ended, a default six years after its day, paid or not. */
function isAgedOff({ endDate, defaultDate }: KnownRecord, { now }: Days): boolean {
  const onFileSince = monthsBefore(now, ON_FILE_MONTHS);
  return [endDate, defaultDate].some((date) => date !== undefined && date <= onFileSince);
}
