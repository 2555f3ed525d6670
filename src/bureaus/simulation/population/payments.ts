// How an agreement was paid, month by month, by the calendar: what every bureau has is a part of this one truth, up to the month of its
// newest data. Drawn from the account number, so that no other draw of the population moves.
import { monthNumber } from '../../../domain/days/months.ts';
import { type AccountStatus, HISTORY_MONTHS_MAX } from '../../../domain/reports/credit-report.ts';
import type { Agreement } from './agreements.ts';
import type { MonthMark, SimulatedAccount } from './simulated-file.ts';

/** `asOf`: the day of the bureau's data. `isGone`: the debt was sold, and this is the first lender's record. */
type PaymentsView = { asOf: string; today: string; isGone: boolean };

/** Newest first. */
export function paymentsOf(agreement: Agreement, view: PaymentsView): MonthMark[] {
  const newest = monthNumber(view.asOf);
  const months = Math.min(HISTORY_MONTHS_MAX, newest - monthNumber(agreement.startDate) + 1);
  const markAt = marksOf(agreement, view);
  return Array.from({ length: Math.max(1, months) }, (_, age) => markAt(newest - age));
}

/** The status of an account is that of its newest month. */
export function statusOf(mark: MonthMark | undefined): AccountStatus {
  if (mark === undefined || mark === 'unclassified') return 'unknown';
  if (typeof mark === 'number') return mark > 0 ? 'delinquent' : 'open';
  return mark;
}

/** No month before the start that this bureau gives. */
export function sinceStart(record: SimulatedAccount): SimulatedAccount {
  const months = monthNumber(record.lastUpdated) - monthNumber(record.startDate) + 1;
  return { ...record, history: record.history.slice(0, Math.max(1, months)) };
}

/** The dates are read once for all months: a population of thousands has millions of them. */
function marksOf(agreement: Agreement, { asOf, today, isGone }: PaymentsView): (month: number) => MonthMark {
  const { startDate, endDate, defaultDate, sold, status } = agreement;
  const known = (day: string | undefined) =>
    day !== undefined && day <= asOf ? monthNumber(day) : Number.POSITIVE_INFINITY;
  const [ended, defaulted, gone] = [known(endDate), known(defaultDate), known(isGone ? sold?.on : undefined)];
  const [started, now] = [monthNumber(startDate), monthNumber(today)];
  const defaults = defaultDate === undefined ? undefined : monthNumber(defaultDate);
  const late = lateSpell(agreement, today);
  return (month) => {
    if (month >= ended) return 'settled';
    if (month >= defaulted) return month >= gone ? 'transferred' : 'default';
    // Nobody is further behind than the agreement is old.
    const behind = (count: number) => Math.min(Math.max(0, count), month - started);
    const monthsAgo = now - month;
    if (defaults !== undefined) return behind(6 - Math.max(0, defaults - month));
    if (status === 'delinquent') return behind(3 - monthsAgo);
    if (status === 'arrangement') return monthsAgo < 8 ? 'arrangement' : behind(monthsAgo < 11 ? 2 : 0);
    if (status === 'dormant') return 'dormant';
    return behind(month >= late.start && month < late.end ? month - late.start + 1 : 0);
  };
}

/** One agreement in six was up to three payments late once, and caught up at least three months ago. */
function lateSpell({ accountNumber, startDate, endDate }: Agreement, today: string) {
  const draw = Number(accountNumber.slice(-4));
  const start = monthNumber(startDate) + 3 + (draw % 37);
  const end = start + (draw % 3) + 1;
  const isOver = end <= monthNumber(endDate ?? today) - 3;
  return draw % 6 === 0 && isOver ? { start, end } : { start, end: start };
}
