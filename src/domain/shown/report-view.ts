// What a person is shown of a credit report, and in which sentences: the parts of it, sums, payments, where bureaus disagree. The
// consumer's page and the PDF are made of it, so that both say the same. A field that no bureau gave is not shown.

import { counted, inWords } from '../in-words.ts';
import {
  type Arrears,
  BUREAU_NAMES,
  type Disagreement,
  type DisagreementField,
  type Money,
} from '../reports/credit-report.ts';
import type { Notice } from '../reports/file-parts.ts';
import { type BureauStatus, hasAnswered } from '../reports/report.ts';
import { contradictionIn } from './marks.ts';
import {
  accountStatus,
  day,
  FIELD_NAMES,
  fieldValue,
  hasEnded,
  isLate,
  type PaidMonth,
  pounds,
  shownName,
} from './report-words.ts';

export const bureauName = (id: string): string => (BUREAU_NAMES as Record<string, string>)[id] ?? inWords(id);

export function inList(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}

/** 14:32, in UK time. */
export function clock(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' });
}

export function londonDay(ms: number): string {
  return new Date(ms).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' });
}

export const lenderOf = ({ companyName }: { companyName?: string | undefined }): string =>
  shownName(companyName ?? 'Lender not given');
/** The last digits of its number, as far as they are not masked. */
export const endingOf = ({
  accountNumber = '',
}: {
  accountNumber?: string | undefined;
}): string | undefined => /\d{2,}$/.exec(accountNumber)?.[0];

type Asked = Pick<BureauStatus, 'id' | 'status'>;

/** What a bureau did, after its name: of one or of several. */
const DID: Record<BureauStatus['status'], string> = {
  ok: 'answered',
  'no-trace': 'answered, and has no file',
  'ambiguous-address': 'found several places that match the address',
  'rejected-credentials': 'refused this service',
  'rejected-request': 'did not accept our request',
  unavailable: 'could not be reached',
  timeout: 'did not answer in time',
};
export const bureauDid = (status: string): string =>
  DID[status as BureauStatus['status']] ?? inWords(status).toLowerCase();

/** Null where every bureau answered. */
export function unansweredWords(bureaus: readonly Asked[]): string | null {
  const silent = bureaus.filter((bureau) => !hasAnswered(bureau));
  if (silent.length === 0) return null;
  const did = [...Map.groupBy(silent, ({ status }) => bureauDid(status))].map(
    ([words, ones]) => `${inList(ones.map(({ id }) => bureauName(id)))} ${words}.`,
  );
  const answered = bureaus.length - silent.length;
  const others =
    answered === 1 ? 'The other one answered' : `The other ${answered === 2 ? 'two' : answered} answered`;
  return `${did.join(' ')} ${others}, so accounts may be missing here.`;
}

type Balances = { balance?: Money; creditLimit?: Money; startBalance?: Money };

/** What a balance is of: a limit, or what it began with. */
export function wholeOf({ balance, creditLimit, startBalance }: Balances) {
  if (creditLimit !== undefined) return { whole: creditLimit, isLimit: true };
  if (startBalance === undefined || startBalance.amount < (balance?.amount ?? 0)) return null;
  return { whole: startBalance, isLimit: false };
}

/** `of`: with what it is of, or empty. */
export function leftOf(record: Balances): { left: string; of: string } | null {
  if (record.balance === undefined) return null;
  const of = wholeOf(record);
  const left = pounds(record.balance);
  return { left, of: of === null ? '' : ` of ${of.isLimit ? 'a limit of ' : ''}${pounds(of.whole)}` };
}

/** How much of it is left, from 0 to 1; null where that is not known. */
function shareLeft(record: Balances): number | null {
  const of = wholeOf(record);
  if (record.balance === undefined || of === null || of.whole.amount <= 0) return null;
  return Math.max(0, Math.min(1, record.balance.amount / of.whole.amount));
}

const NEAR_LIMIT = 0.9;

/** Open, with more than nine tenths of its limit used: amber, and the share is said. */
export function isNearLimit(record: Balances & { accountStatus: string }): boolean {
  const { balance, creditLimit, accountStatus: status } = record;
  if (balance === undefined || creditLimit === undefined || hasEnded(status)) return false;
  return creditLimit.amount > 0 && balance.amount > NEAR_LIMIT * creditLimit.amount;
}

/** "96 % of its limit"; null where it has none, or no balance. */
export function limitWords(record: Balances): string | null {
  const share = record.creditLimit === undefined ? null : shareLeft(record);
  return share === null ? null : `${Math.round(share * 100)} % of its limit`;
}

/** Payments of months in words; null where none of them is known. */
export function paymentWords(months: readonly PaidMonth[]): string | null {
  const known = months.filter(({ word }) => word !== 'Not known');
  if (known.length === 0) return null;
  const runs = runsOf(months);
  const said = runs === '' ? `none late in ${counted(known.length, 'month')} on file` : runs;
  return `${months[0]?.label ?? ''} to ${months.at(-1)?.label ?? ''}: ${said}.`;
}

/** "2 months late in Mar 2026, default Apr 2026 to Nov 2026": equal months after each other are one. */
function runsOf(months: readonly PaidMonth[]): string {
  const runs: { word: string; wasLate: boolean; from: string; to: string }[] = [];
  for (const month of months) {
    const { word, label } = month;
    const last = runs.at(-1);
    if (last?.word === word) last.to = label;
    else runs.push({ word, wasLate: isLate(month), from: label, to: label });
  }
  return runs
    .filter(({ wasLate }) => wasLate)
    .map(({ word, from, to }) => `${word.toLowerCase()} ${from === to ? `in ${from}` : `${from} to ${to}`}`)
    .join(', ');
}

/** Fields of which a consumer can say which value is right; not how a bureau spells a lender or masks a number. */
const CONSUMERS_FIELDS: readonly string[] = [
  'accountType',
  'product',
  'accountStatus',
  'balance',
  'payment',
  'balloon',
  'numberOfPayments',
  'repaymentPeriod',
  'startBalance',
  'startDate',
] satisfies DisagreementField[];

type Said = {
  field: string;
  values: readonly { bureau: string; value: Disagreement['values'][0]['value'] }[];
};

/** A line for each field in which the bureaus differ: every value once, with its bureaus. */
export function disagreementWords(disagreements: readonly Said[]): string[] {
  return disagreements.flatMap(({ field, values }) => {
    if (!CONSUMERS_FIELDS.includes(field)) return [];
    const byValue = Map.groupBy(values, ({ value }) => fieldValue(field, value));
    const said = [...byValue].map(
      ([value, sources]) => `${value} by ${inList(sources.map(({ bureau }) => bureauName(bureau)))}`,
    );
    return [`${FIELD_NAMES[field as DisagreementField]}: ${said.join('; ')}`];
  });
}

type Sourced = {
  accountStatus?: string;
  history?: { months: string } | undefined;
  balance?: Money;
  bureaus: readonly { id: string; birthdayDiffers?: boolean; arrears?: Arrears; balanceWithheld?: boolean }[];
  notices?: readonly Notice[];
};

export const NOTICE_WORDS: Record<Notice['type'], string> = {
  correction: 'Notice of correction',
  dispute: 'In dispute',
  unsaid: 'A notice whose text the bureau does not give',
};

/** Notices about a record, a sentence each. One that several bureaus have is one; some of them write it in capitals. */
export function noticeTexts(notices: readonly Notice[] = []): string[] {
  const same = Map.groupBy(notices, ({ type, text = '' }) => `${type} ${text.trim().toLowerCase()}`);
  return [...same.values()].map((ones) => {
    const texts = ones.flatMap(({ text }) => text ?? []);
    const text = texts.find((one) => one !== one.toUpperCase()) ?? texts[0];
    const words = ones.map(({ type }) => NOTICE_WORDS[type])[0];
    const said = `${words} (${inList(unique(ones.map(({ id }) => bureauName(id))))})`;
    return text === undefined ? `${said}.` : `${said}: “${text}”`;
  });
}

/** What a record says beside its facts: notices of correction, a balance held back, a birthday that may be mistyped, arrears before the months shown. */
export function remarksOn(record: Sourced): string[] {
  const { balance, bureaus, notices, accountStatus = '' } = record;
  const contradiction = contradictionIn({ ...record, accountStatus });
  const withholding = bureaus.filter((one) => one.balanceWithheld).map(({ id }) => bureauName(id));
  const mistyped = unique(bureaus.filter((one) => one.birthdayDiffers).map(({ id }) => bureauName(id)));
  return [
    ...noticeTexts(notices),
    ...(contradiction === undefined ? [] : [contradiction]),
    ...(balance !== undefined || withholding.length === 0
      ? []
      : [
          `${inList(unique(withholding))} ${withholding.length === 1 ? 'holds' : 'hold'} the balance back. That does not mean that nothing is left to pay.`,
        ]),
    ...(mistyped.length === 0
      ? []
      : [
          `${inList(mistyped)} ${mistyped.length === 1 ? 'has' : 'have'} another date of birth on this account. It may be a typing mistake; ask them to correct it.`,
        ]),
    ...bureaus.flatMap(({ id, arrears }) => {
      if (arrears === undefined || arrears.oneOrTwo + arrears.threeOrMore === 0) return [];
      const { months, oneOrTwo, threeOrMore } = arrears;
      const late = [
        oneOrTwo > 0 && `${counted(oneOrTwo, 'month')} with one or two payments late`,
        threeOrMore > 0 && `${counted(threeOrMore, 'month')} with three or more`,
      ].filter((part) => part !== false);
      return [`Of the last ${counted(months, 'month')} ${bureauName(id)} counts ${inList(late)}.`];
    }),
  ];
}

/** Of what bureaus say or said against it, also where it was settled since. */
export const PROBLEMS = 'Problems reported';

type Adverse = { adverse?: readonly { bureau: string; status: string; date?: string }[] | undefined };

/** "TransUnion: in default, 11 November 2023"; undefined where no bureau says any. */
export function problemWords({ adverse = [] }: Adverse): string | undefined {
  if (adverse.length === 0) return undefined;
  return adverse
    .map(({ bureau, status, date }) => {
      const on = date === undefined ? '' : `, ${day(date)}`;
      return `${bureauName(bureau)}: ${accountStatus(status).toLowerCase()}${on}`;
    })
    .join('; ');
}

/** How long somebody lived somewhere; null where no bureau says. */
export function livedWords(years = 0, months = 0): string | null {
  const parts = [years > 0 && counted(years, 'year'), months > 0 && counted(months, 'month')];
  const said = parts.filter((part) => part !== false);
  return said.length === 0 ? null : inList(said);
}

export function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
