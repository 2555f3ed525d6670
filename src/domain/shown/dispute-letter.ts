// The letter with which somebody disputes an entry: to the bureau that reports it, and to the lender that told the bureau. Filled in from the
// report; nothing of it is stored or logged. The words are marked for a lawyer's eye in docs/going-live.md.
import { monthsBefore } from '../days/calendar-day.ts';
import type { AccountRecord, BureauId, CreditReport } from '../reports/credit-report.ts';
import { DISPUTE_CHANNELS, DISPUTE_LAW } from './dispute-channels.ts';
import { bureauName, endingOf, lenderOf } from './report-view.ts';
import { day, kindName, pounds, shownAddress } from './report-words.ts';

export const DISPUTE_REASONS = {
  'not-mine': 'It is not mine',
  paid: 'It was paid, or the balance is wrong',
  late: 'A late payment or a default is wrong',
  details: 'Something else is wrong',
} as const;
export type DisputeReason = keyof typeof DISPUTE_REASONS;

const SAID: Record<DisputeReason, string> = {
  'not-mine': 'This account is not mine. I did not make this agreement.',
  paid: 'The balance is wrong. [Say what you paid and when.]',
  late: 'A late payment or default that is shown is wrong. [Say which month, and why.]',
  details: '[Say what is wrong, and what is right.]',
};

export type Letter = { to: string; subject: string; body: string };

type Given = {
  report: CreditReport;
  record: AccountRecord;
  why: DisputeReason;
  /** The day of the letter, YYYY-MM-DD. */
  today: string;
};

/** To each bureau that reports it, once. */
export function lettersToBureaus(given: Given): (Letter & { bureau: BureauId })[] {
  const { record, why, today } = given;
  const byBureau = Map.groupBy(record.bureaus, ({ id }) => id);
  return [...byBureau].map(([bureau, refs]) => {
    const references = refs.map(({ ref }) => ref).join(', ');
    return {
      bureau,
      to: DISPUTE_CHANNELS[bureau].post.split(', ').join('\n'),
      subject: 'Incorrect entry on my credit file',
      body: lines(
        `This entry on my file is wrong: ${nameOf(record)}. Your reference: ${references}.`,
        SAID[why],
        `Under section 159 of the Consumer Credit Act 1974 I ask you to remove or amend it, and to tell me within ${DISPUTE_LAW.bureauAnswerDays} days, by ${day(dayAfter(today, DISPUTE_LAW.bureauAnswerDays))}, what you did.`,
        signed(given),
      ),
    };
  });
}

export function letterToLender(given: Given, complaintsAddress?: string): Letter {
  const { record, why, today } = given;
  const lender = lenderOf(record);
  const bureaus = [...new Set(record.bureaus.map(({ id }) => bureauName(id)))];
  return {
    to: complaintsAddress === undefined ? lender : `${lender}\n${complaintsAddress}`,
    subject: 'Incorrect data that you report about me',
    body: lines(
      `You report this account to ${new Intl.ListFormat('en-GB').format(bureaus)}: ${nameOf(record)}.`,
      SAID[why],
      `Under Article 16 of the UK GDPR I ask you to correct it at every bureau, and to answer within one month, by ${day(monthsBefore(today, -DISPUTE_LAW.lenderAnswerMonths))}.`,
      signed(given),
    ),
  };
}

function nameOf(record: AccountRecord): string {
  const ending = endingOf(record);
  return [
    `${lenderOf(record)}, ${kindName(record)}`,
    ending !== undefined && `account ending ${ending}`,
    record.startDate !== undefined && `begun ${day(record.startDate)}`,
    record.balance !== undefined && `balance ${pounds(record.balance)}`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

function signed({ report, today }: Given): string {
  const { person, residencies } = report;
  const name = [person.firstName, person.lastName].join(' ');
  const home = residencies.find(({ isCurrent }) => isCurrent)?.address.lines.join(', ');
  return [
    name,
    `born ${day(person.dateOfBirth)}`,
    ...(home === undefined ? [] : [shownAddress(home)]),
    day(today),
  ].join('\n');
}

const lines = (...parts: string[]): string => parts.join('\n\n');
const DAY_MS = 86_400_000;
const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
