// Rows that may be one agreement, in a sentence that stands on both of them: on the hosted page, in the console and in the PDF.
import { counted } from '../in-words.ts';
import type { AccountRecord } from '../reports/credit-report.ts';
import { doublesOf } from '../reports/possible-doubles.ts';
import { bureauName, endingOf, inList, unique } from './report-view.ts';
import { kindName, shownName } from './report-words.ts';

/** More names would not help a reader. */
const NAMED_MAX = 5;

/** For each record its sentence, or null where there is no doubt. */
export function doubtWords(records: readonly AccountRecord[]): (string | null)[] {
  const doubles = doublesOf(records);
  return records.map((record, index) => {
    const others = (doubles[index] ?? []).flatMap((place) => records[place] ?? []);
    return others.length === 0 ? null : sentenceOf(record, others);
  });
}

function sentenceOf(record: AccountRecord, others: readonly AccountRecord[]): string {
  const named = others.slice(0, NAMED_MAX).map(nameOf);
  const more = others.length - named.length;
  const all = [...named, ...(more > 0 ? [counted(more, 'other account')] : [])].join(', or as ');
  const shown = others.length === 1 ? 'both' : 'each of them';
  return `This may be the same agreement as ${all}, also listed in this report. We show ${shown} because ${whyOf(record, others)}. Ask the lender if you are not sure.`;
}

/** "Larkfield Motor Finance, car finance or hire purchase, ending 4821, reported by Experian". */
function nameOf(record: AccountRecord): string {
  const ending = endingOf(record);
  const bureaus = unique(record.bureaus.map(({ id }) => bureauName(id)));
  return [
    isolated(shownName(record.companyName ?? '')) || 'an account whose lender is not given',
    kindName(record).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()),
    ...(ending === undefined ? [] : [`ending ${ending}`]),
    `reported by ${inList(bureaus)}`,
  ].join(', ');
}

const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** Without marks of direction, and a name from right to left between marks of ours: neither turns the sentence around. */
function isolated(name: string): string {
  const plain = name.replace(/\p{Cf}/gu, '').trim();
  return RTL.test(plain) ? `\u2068${plain}\u2069` : plain;
}

const COMPARED = [
  'companyName',
  'accountType',
  'product',
  'accountNumber',
  'accountStatus',
  'startDate',
] as const;
const AMOUNTS = ['balance', 'startBalance', 'payment', 'creditLimit'] as const;

/** One bureau that lists both is not a matter of details; and what says little does not differ. */
function whyOf(record: AccountRecord, others: readonly AccountRecord[]): string {
  const own = new Set(record.bureaus.map(({ id }) => id));
  const listing = others.map((other) => other.bureaus.map(({ id }) => id).filter((id) => own.has(id)));
  const [first = []] = listing;
  const everywhere = unique(first.filter((id) => listing.every((some) => some.includes(id))).map(bureauName));
  if (everywhere.length > 0)
    return `${inList(everywhere)} ${everywhere.length === 1 ? 'lists' : 'list'} ${others.length === 1 ? 'both' : 'each'}`;
  return others.some((other) => differ(record, other))
    ? 'the bureaus’ details differ'
    : 'the bureaus say too little to be sure';
}

function differ(one: AccountRecord, other: AccountRecord): boolean {
  return (
    COMPARED.some((field) => isOther(one[field], other[field])) ||
    AMOUNTS.some((field) => isOther(one[field]?.amount, other[field]?.amount))
  );
}

const isOther = (one: string | number | undefined, other: string | number | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other;
