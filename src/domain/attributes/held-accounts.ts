// The accounts of a document as they stood on a day: which had begun, which had not ended. On the day of the document its own status
// tells; for a day before it only dates do, and an account without them is left out.
import { isCalendarDay } from '../days/calendar-day.ts';
import type { AccountRecord, AccountStatus, AccountType } from '../reports/credit-report.ts';
import { doublesOf } from '../reports/possible-doubles.ts';
import type { LeftOutWhy } from './figure.ts';

export const CLASSES = [
  'mortgages',
  'securedLoans',
  'cards',
  'loans',
  'assetFinance',
  'currentAccounts',
  'household',
  'other',
] as const;
export type AccountClass = (typeof CLASSES)[number];

const CLASS_OF: Record<AccountType, AccountClass> = {
  mortgage: 'mortgages',
  'secured-loan': 'securedLoans',
  'credit-card': 'cards',
  'store-card': 'cards',
  'charge-card': 'cards',
  'mail-order': 'cards',
  'budget-account': 'cards',
  'unsecured-loan': 'loans',
  'short-term-loan': 'loans',
  'home-credit': 'loans',
  'student-loan': 'loans',
  'hire-purchase': 'assetFinance',
  lease: 'assetFinance',
  'current-account': 'currentAccounts',
  communications: 'household',
  utility: 'household',
  insurance: 'household',
  rental: 'household',
  other: 'other',
};

/** Classes of borrowing; a phone, a meter or a bank account is none. */
export const CREDIT_CLASSES: readonly AccountClass[] = [
  'mortgages',
  'securedLoans',
  'cards',
  'loans',
  'assetFinance',
];

export type Held = {
  index: number;
  /** Places of the records that may be the same agreement. */
  sameAs: readonly number[];
  record: AccountRecord;
  class: AccountClass;
  /** Not ended; `leftOut` where its dates do not tell. */
  state: 'open' | 'ended' | { leftOut: LeftOutWhy };
  /** Undefined where no bureau gives the day, or it does not exist. */
  startDate: string | undefined;
  endDate: string | undefined;
  defaultDate: string | undefined;
};

const ENDED: readonly AccountStatus[] = ['settled', 'closed', 'transferred'];

/** Those that had begun on the day, and those of which that is not known. */
export function heldAccounts(records: readonly AccountRecord[], asOf: string, isPast: boolean): Held[] {
  const held: Held[] = [];
  const doubles = doublesOf(records);
  for (const [index, record] of records.entries()) {
    const startDate = dayIn(record.startDate);
    if (isPast && startDate !== undefined && startDate > asOf) continue;
    const endDate = dayIn(record.endDate);
    const state = stateOf(record.accountStatus, { startDate, endDate }, asOf, isPast);
    const defaultDate = dayIn(record.defaultDate);
    held.push({
      index,
      sameAs: doubles[index] ?? [],
      record,
      class: CLASS_OF[record.accountType],
      state,
      startDate,
      endDate,
      defaultDate,
    });
  }
  return held;
}

function stateOf(
  status: AccountStatus,
  { startDate, endDate }: Pick<Held, 'startDate' | 'endDate'>,
  asOf: string,
  isPast: boolean,
): Held['state'] {
  const isOver = ENDED.includes(status);
  // A debt that was sold has the day on which the lender ended it, and is unpaid: an end date by itself ends nothing.
  if (!isPast) return isOver ? 'ended' : 'open';
  if (startDate === undefined) return { leftOut: 'no-start-date' };
  if (isOver && endDate === undefined) return { leftOut: 'no-end-date' };
  return isOver && endDate !== undefined && endDate <= asOf ? 'ended' : 'open';
}

function dayIn(text: string | undefined): string | undefined {
  return text !== undefined && isCalendarDay(text) ? text : undefined;
}
