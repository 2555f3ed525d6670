// The accounts of a report as rows that open: the lender, what is left and how it stands; inside the facts, two to six years of payments, what
// a mark means and until when it stays. A field that no bureau gave is not shown.
import type { AccountRecord } from '../../domain/reports/credit-report.ts';
import type { InOrder, Placed } from '../../domain/shown/account-order.ts';
import { LATER_LENDER, laterLenders } from '../../domain/shown/later-lender.ts';
import { meaningOf, staysWords } from '../../domain/shown/marks.ts';
import {
  bureauName,
  disagreementWords,
  endingOf,
  inList,
  isNearLimit,
  leftOf,
  lenderOf,
  limitWords,
  PROBLEMS,
  paymentWords,
  problemWords,
  remarksOn,
  unique,
} from '../../domain/shown/report-view.ts';
import {
  DEFAULT_BALANCE,
  day,
  FIELD_NAMES,
  hasEnded,
  kindName,
  monthlyOf,
  monthsOnFile,
  type PaidMonth,
  paidMonths,
  pounds,
  standingOf,
} from '../../domain/shown/report-words.ts';
import { type Content, type Html, html } from '../../html/html.ts';

export type Seen = {
  atMs: number;
  base: string;
  /** Which other row a record may be one agreement with, by its place, in words. */
  doubts: readonly (string | null)[];
  /** With several accounts: the end of a number tells them apart. */
  lendersOfSeveral: ReadonlySet<string>;
};

export const lendersOfSeveral = (records: readonly AccountRecord[]): Set<string> =>
  new Set(records.map(lenderOf).filter((lender, index, all) => all.indexOf(lender) !== index));

/** So many rows are in sight: the worst, then the largest debts. The rest is folded. */
const ROWS_SHOWN = 4;

export function accountRows({ first, unpaid, empty, ended }: InOrder<AccountRecord>, seen: Seen): Html {
  // The largest debt is always in sight, whatever is wrong; one row more is no longer than a fold.
  const ofFirst = first.length === ROWS_SHOWN ? ROWS_SHOWN : ROWS_SHOWN - 1;
  const [worst, bad] = [first.slice(0, ofFirst), first.slice(ofFirst)];
  const ofUnpaid = Math.max(1, ROWS_SHOWN - Math.max(1, worst.length));
  const [shown, more] = [unpaid.slice(0, ofUnpaid), unpaid.slice(ofUnpaid)];
  // Where nothing would be left to fold them under, they are shown.
  const folded = [...more, ...empty, ...ended];
  const isAll = first.length + shown.length === 0 || folded.length < 2;
  const rows = isAll ? [...shown, ...folded] : shown;
  const title = first.length > 0 ? 'Everything else' : unpaid.length > 0 ? 'Everything you owe' : 'Accounts';
  return html`${
    first.length > 0 &&
    html`<section><h2>Look at this first</h2>
<div class="rows">${worst.map((one) => row(one, seen, true))}${bad.length > 0 && fold(bad, { more: bad, empty: [], ended: [] }, seen)}</div></section>`
  }
${
  rows.length + (isAll ? 0 : folded.length) > 0 &&
  html`<section><h2>${title}</h2>
<div class="rows">${rows.map((one) => row(one, seen))}${!isAll && fold(folded, { more, empty, ended }, seen)}</div></section>`
}`;
}

function fold(
  all: Placed[],
  { more, empty, ended }: Pick<InOrder<AccountRecord>, 'empty' | 'ended'> & { more: Placed[] },
  seen: Seen,
): Html {
  const silent = empty.filter(({ record }) => record.balance === undefined).length;
  const counts = [
    more.length > 0 && `${more.length} more`,
    empty.length > silent && `${empty.length - silent} at £0`,
    silent > 0 && `${silent} without a balance`,
    ended.length > 0 && `${ended.length} closed`,
  ].filter((part) => part !== false);
  const names = all.slice(0, 2).map(({ record }) => {
    const left = hasEnded(record.accountStatus) ? undefined : record.balance;
    return `${lenderOf(record)}${left === undefined || left.amount === 0 ? '' : ` ${pounds(left)}`}`;
  });
  return html`<details class="fold"><summary class="row"><strong>${counts.join(', ')}</strong> <span class="kind">${names.join(' · ')}${all.length > names.length && ' · …'}</span></summary>
${all.map((one) => row(one, seen))}</details>`;
}

function row(placed: Placed, seen: Seen, isFirst = false): Html {
  const { record } = placed;
  const { tone } = standingOf(record);
  const left = record.balance === undefined ? null : pounds(record.balance);
  const stays = staysWords(record, dayOf(seen.atMs));
  const months =
    isFirst && record.history !== undefined ? paidMonths(record.history, dayOf(seen.atMs)) : null;
  return html`<article class="card is-${tone}"><details><summary class="row"><h3><bdi>${lenderOf(record)}</bdi></h3>${left !== null && !hasEnded(record.accountStatus) && html` <strong>${left}</strong>`}
<span class="kind">${isFirst && stays !== undefined ? `${kindName(record)}. ${stays}` : lineOf(record, seen)}</span>${months !== null && drawn(months)}</summary>
${inside(placed, seen)}</details></article>`;
}

/** "Store card · 96 % of its limit", "Credit card ··9677 · 35 % of its limit", "Personal loan · £506 a month · up to date". */
function lineOf(record: AccountRecord, { lendersOfSeveral }: Seen): Html {
  const { accountStatus } = record;
  const payment = monthlyOf(record);
  const used = hasEnded(accountStatus) ? null : limitWords(record);
  const ending = lendersOfSeveral.has(lenderOf(record)) ? endingOf(record) : undefined;
  const { tone, words } = standingOf(record);
  const parts: Content[] = [
    `${kindName(record)}${ending === undefined ? '' : ` ··${ending}`}`,
    isNearLimit(record) ? html`<strong class="near">${used}</strong>` : used,
    used === null && payment !== undefined && `${pounds(payment)} a month`,
    // A share of the limit says as much of an account that is as it should be.
    !(used !== null && tone === 'ok') && words.toLowerCase(),
  ].filter((part) => part !== false && part !== null);
  return html`${parts.map((part, index) => html`${index > 0 && ' · '}${part}`)}`;
}

function inside({ record, place }: Placed, { atMs, base, doubts }: Seen): Html {
  const { balloon, defaultBalance, startDate, bureaus, history } = record;
  const doubt = doubts[place] ?? null;
  const remarks = [...(doubt === null ? [] : [doubt]), ...remarksOn(record)];
  const isOpen = !hasEnded(record.accountStatus);
  const payment = monthlyOf(record);
  const isBank = record.accountType === 'current-account';
  const left = leftOf(record);
  const facts: [string, Content][] = [
    ...fact(
      isOpen && !isBank ? 'Left to pay' : 'Balance',
      left === null ? undefined : html`<strong>${left.left}</strong>${left.of}`,
    ),
    ...fact('Each month', payment && pounds(payment)),
    ...fact(FIELD_NAMES.balloon, balloon && pounds(balloon)),
    ...fact('Account ending', endingOf(record)),
    ...fact(FIELD_NAMES.isJoint, record.isJoint === true ? 'Yes' : undefined),
    ...fact('Started', startDate && day(startDate)),
    ...fact('Default', record.defaultDate && day(record.defaultDate)),
    ...fact(DEFAULT_BALANCE, defaultBalance && pounds(defaultBalance)),
    ...fact(PROBLEMS, problemWords(record)),
    ...fact(LATER_LENDER, laterLenders(record.companyNow)),
    ...fact('Reported by', inList(unique(bureaus.map(({ id }) => bureauName(id))))),
  ];
  const said = [meaningOf(record), staysWords(record, dayOf(atMs))].filter((words) => words !== undefined);
  return html`<div class="inside"><p class="kind">${kindName(record)}</p>
<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${history !== undefined && strip(monthsOnFile(history, dayOf(atMs)))}
${said.length > 0 && html`<p class="more">${said.join(' ')}</p>`}
${remarks.map((words) => html`<div class="disagreement"><p>${words}</p></div>`)}
${disagreements(record)}
<p class="more no-print"><a href="${base}/wrong/${place}">Is something wrong?<span class="unseen"> ${lenderOf(record)}</span></a></p></div>`;
}

function fact(name: string, value: Content | undefined): [string, Content][] {
  return value === undefined || value === '' ? [] : [[name, value]];
}

/** The same in a sentence below. */
function strip(months: PaidMonth[]): Html | null {
  const said = paymentWords(months);
  return said === null
    ? null
    : html`<figure class="strip">${drawn(months)}<figcaption>Payments, ${said}</figcaption></figure>`;
}

const CELL = 12;

/** The oldest left: one path for each state. */
function drawn(months: PaidMonth[]): Html {
  const states = Map.groupBy(
    months.map(({ state }, index) => ({ state: state ?? 'none', x: index * CELL })),
    ({ state }) => state,
  );
  return html`<svg class="months" viewBox="0 0 ${months.length * CELL} 14" preserveAspectRatio="none" aria-hidden="true">${[
    ...states,
  ].map(
    ([state, cells]) =>
      html`<path class="m-${state}" d="${cells.map(({ x }) => `M${x} 0h10v14h-10z`).join('')}"/>`,
  )}</svg>`;
}

/** Where bureaus disagree both values are shown: the consumer knows which is right. */
function disagreements(record: AccountRecord): Html | null {
  const found = disagreementWords(record.disagreements ?? []);
  if (found.length === 0) return null;
  return html`<div class="disagreement"><p><strong>The bureaus disagree</strong></p>
<ul class="bullets">${found.map((words) => html`<li>${words}</li>`)}</ul></div>`;
}

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
