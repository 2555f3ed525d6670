// What a mark on a credit file means, in one sentence, and until when it stays. Six years is the bureaus' own rule (docs/rights.md says where
// it is written); the words are ours, and marked for a lawyer's eye in docs/going-live.md.
import { monthsBefore } from '../days/calendar-day.ts';
import { day, hasEnded, month } from './report-words.ts';

const YEARS_ON_FILE = 6;

type Marked = { accountStatus: string; defaultDate?: string; endDate?: string };

const MEANINGS: Record<string, string> = {
  default: 'A default means that the lender ended the agreement because payments were missed.',
  'written-off': 'The lender does not expect the debt to be paid any more. You may still owe it.',
  delinquent: 'Payments are late. Each late month stays on your file for six years.',
  arrangement: 'You and the lender agreed on lower payments. It is shown while that lasts.',
  query: 'A bureau or the lender is looking into what is reported.',
  settled: 'It was paid off.',
  transferred: 'It went to another company, which may report it under its own name.',
};

/** Undefined for an account that is simply open or closed. */
export const meaningOf = ({ accountStatus }: Marked): string | undefined => MEANINGS[accountStatus];

/** "In default since 6 November 2025. It stays on your file until Nov 2031."; undefined where no date says so. */
export function staysWords(record: Marked, today: string): string | undefined {
  const { accountStatus, defaultDate, endDate } = record;
  if (defaultDate !== undefined && (accountStatus === 'default' || accountStatus === 'written-off'))
    return `In default since ${day(defaultDate)}. ${endWords(defaultDate, today)}`;
  if (hasEnded(accountStatus) && endDate !== undefined)
    return `It ended on ${day(endDate)}. ${endWords(endDate, today)}`;
  return undefined;
}

/** A month is over when the next one has begun: bureaus take off what is due once a month. */
function endWords(since: string, today: string): string {
  const until = monthsBefore(since, -12 * YEARS_ON_FILE);
  return until.slice(0, 7) < today.slice(0, 7)
    ? `It should have left your file in ${month(until)}. Ask the bureau why it is still there.`
    : `It stays on your file until ${month(until)}.`;
}

type Contradicting = Marked & {
  balance?: { amount: number } | undefined;
  history?: { months: string } | undefined;
};

/** Where what is reported contradicts itself; undefined where it does not. */
export function contradictionIn(record: Contradicting): string | undefined {
  const { accountStatus, balance, history } = record;
  const isBad = accountStatus === 'default' || accountStatus === 'delinquent';
  if (!isBad) return undefined;
  if (balance?.amount === 0)
    return 'Nothing is left to pay, and yet it is marked as behind or in default. Ask the lender which is right.';
  if (/^[st]/.test(history?.months ?? ''))
    return 'Its newest months say settled or sold, its status says otherwise. The debt may have been sold; ask the lender which is right.';
  return undefined;
}
