// The credit report for a person: what is left to pay on top, then one card per agreement, car finance before the rest and open ones first,
// each with its balance and payments drawn, the bureaus that reported it and whom to contact when it is wrong. A field that no
// bureau gave is not shown.

import type { AccountRecord, BureauId, CreditReport } from '../../domain/reports/credit-report.ts';
import type { BureauStatus } from '../../domain/reports/report.ts';
import { alteredWords, missingWords } from '../../domain/shown/coverage-words.ts';
import { DISPUTE_CHANNELS, HOW_TO_DISPUTE } from '../../domain/shown/dispute-channels.ts';
import { doubtWords } from '../../domain/shown/doubt-words.ts';
import { LATER_LENDER, laterLenders } from '../../domain/shown/later-lender.ts';
import { debtOf } from '../../domain/shown/report-sums.ts';
import {
  bureauName,
  clock,
  disagreementWords,
  endingOf,
  inList,
  isCar,
  leftOf,
  lenderOf,
  livedWords,
  londonDay,
  NO_BALANCES,
  openAndEnded,
  PROBLEMS,
  paymentWords,
  problemWords,
  remarksOn,
  shareLeft,
  summaryOf,
  unique,
  unreachableWords,
} from '../../domain/shown/report-view.ts';
import {
  DEFAULT_BALANCE,
  day,
  FIELD_NAMES,
  hasEnded,
  kindName,
  type PaidMonth,
  paidMonths,
  pounds,
  shownName,
  standingOf,
  unbroken,
  withDays,
} from '../../domain/shown/report-words.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { type Draw, goBack, type Return } from './pages.ts';
import { fileParts } from './report-parts.ts';

/** How long a report is shown, from when it was made. */
export const SHOWN_MS = 30 * 60_000;

type Shown = {
  document: CreditReport;
  bureaus: readonly BureauStatus[];
  atMs: number;
  /** Until it is hidden. */
  secondsLeft: number;
  returns: Return | null;
};

export function reportPage({ show, scene }: Draw, shown: Shown): Html {
  const { document, bureaus, atMs, secondsLeft } = shown;
  const { records } = document.consumerData;
  const cars = records.filter(isCar);
  const { open, ended } = openAndEnded(records.filter((record) => !isCar(record)));
  const all = openAndEnded(records);
  const debt = debtOf(document, dayOf(atMs));
  const words = doubtWords(records);
  const doubts: Doubts = new Map(records.map((record, index) => [record, words[index] ?? null]));
  const unreachable = unreachableWords(bureaus);
  const { firstName, lastName } = document.person;
  return show(scene, {
    title: 'Your report',
    head: html`<noscript><meta http-equiv="refresh" content="${secondsLeft}"></noscript>
`,
    main: html`<h1>Your report</h1>
<p class="made"><bdi>${firstName} ${lastName}</bdi>, ${londonDay(atMs)} at ${clock(atMs)}</p>
${bureaus.some(({ simulated }) => simulated) && html`<p class="inset">Simulated: these agreements are made up.</p>`}
${debt !== null && sumOf(debt)}
${(debt === null || all.ended.length > 0) && html`<p>${summaryOf(all.open.length, all.ended.length)}</p>`}
${unreachable !== null && html`<p class="inset">${unreachable}</p>`}
${records.length === 0 && html`<p class="inset">The bureaus hold no accounts for these details. They know you by your name and your addresses: other names and earlier addresses may find more.</p>`}
${coverage(document)}
${group('Car finance', cars, { atMs, doubts })}
${group('Other open accounts', open, { atMs, doubts })}
${group('Other settled and closed accounts', ended, { atMs, doubts })}
${fileParts(document)}
${searches(document)}
${addresses(document)}
${rights(bureaus)}
<div class="ends no-print" data-hide-after="${secondsLeft}">
<a class="button top-only" href="${scene.base}/report.pdf" download>Download as PDF</a>
<button type="button" class="button second scripted-only top-only" data-print>Print</button>
<form method="post" action="${scene.base}/close" data-close><button class="button second">Close and hide</button></form>
<p class="hint">It is hidden at ${clock(atMs + SHOWN_MS)}, or when you close it, and cannot be opened again.</p>
</div>
${goBack(scene, shown.returns)}`,
  });
}

/** Which other row a record may be one agreement with, in words. */
type Doubts = ReadonlyMap<AccountRecord, string | null>;
type Seen = { atMs: number; doubts: Doubts };

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Nothing found is not the same as no agreement. */
function coverage({ coverage: covered }: CreditReport): Html | null {
  if (covered === undefined) return null;
  const { names, addresses: places, notice, bureaus } = covered;
  const said = [...missingWords(bureaus), ...alteredWords(bureaus)];
  return html`<div class="covered"><p>${withDays(notice)}</p>
<p class="hint">Searched: <bdi>${inList(names)}</bdi>, at <bdi>${inList(places.map(unbroken))}</bdi></p>
${said.length > 0 && html`<ul class="bullets hint">${said.map((words) => html`<li>${words}</li>`)}</ul>`}</div>`;
}

function sumOf(debt: NonNullable<ReturnType<typeof debtOf>>): Html {
  const { total, on, leftOut, defaults, behind } = debt;
  return html`<div class="sum">
<p class="lead">${total === null ? NO_BALANCES : html`You owe <strong>${total}</strong> ${on}.`}</p>
${total !== null && leftOut.map((words) => html`<p class="hint">${words}</p>`)}
${(defaults !== null || behind !== null) && html`<p>${defaults !== null && html`<span class="chip danger">${defaults}</span>`} ${behind !== null && html`<span class="chip warn">${behind}</span>`}</p>`}
</div>`;
}

function group(title: string, records: AccountRecord[], seen: Seen): Html | null {
  if (records.length === 0) return null;
  const openFirst = records.toSorted(
    (one, other) => Number(hasEnded(one.accountStatus)) - Number(hasEnded(other.accountStatus)),
  );
  return html`<section>
<h2>${title}</h2>
${openFirst.map((record) => card(record, seen))}
</section>`;
}

function card(record: AccountRecord, { atMs, doubts }: Seen): Html {
  const { payment, balloon, defaultBalance, startDate, bureaus, history } = record;
  const doubt = doubts.get(record) ?? null;
  const remarks = [...(doubt === null ? [] : [doubt]), ...remarksOn(record)];
  const isOpen = !hasEnded(record.accountStatus);
  const isBank = record.accountType === 'current-account';
  const lender = lenderOf(record);
  const left = leftOf(record);
  const { words, tone } = standingOf(record);
  const facts: [string, Content][] = [
    ...fact(
      isOpen && !isBank ? 'Left to pay' : 'Balance',
      left === null ? undefined : html`<strong>${left.left}</strong>${left.of}`,
    ),
    ...fact('Each month', isOpen && payment ? pounds(payment) : undefined),
    ...fact(FIELD_NAMES.balloon, balloon && pounds(balloon)),
    ...fact('Account ending', endingOf(record)),
    ...fact('Started', startDate && day(startDate)),
    ...fact('Default', record.defaultDate && day(record.defaultDate)),
    ...fact(DEFAULT_BALANCE, defaultBalance && pounds(defaultBalance)),
    ...fact(PROBLEMS, problemWords(record)),
    ...fact(LATER_LENDER, laterLenders(record.companyNow)),
    ...fact('Reported by', inList(unique(bureaus.map(({ id }) => bureauName(id))))),
  ];
  return html`<article class="card is-${tone}">
<header><h3>${lender}</h3><span class="chip ${tone}">${words}</span></header>
<p class="kind">${kindName(record)}</p>
${isOpen && bar(record)}
<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${history !== undefined && strip(paidMonths(history, dayOf(atMs)))}
${remarks.map((words) => html`<div class="disagreement"><p>${words}</p></div>`)}
${disagreements(record)}
<details class="no-print"><summary>Is something wrong?<span class="unseen"> ${lender}</span></summary>
<p class="more">Tell the bureau that reported it: <a href="#rights">how, and what it must do</a>.</p>
<ul class="bullets">${bureaus.map(({ id, ref }) => html`<li>${bureauName(id)}: give the reference <bdi>${ref}</bdi></li>`)}</ul>
</details>
</article>`;
}

function fact(name: string, value: Content | undefined): [string, Content][] {
  return value === undefined || value === '' ? [] : [[name, value]];
}

/** The words are in the facts below it. */
function bar(record: AccountRecord): Html | null {
  const share = shareLeft(record);
  if (share === null) return null;
  const percent = Math.round(share * 100);
  return html`<svg class="bar" width="100%" height="8" aria-hidden="true"><rect width="100%" height="8" rx="4" class="track"/><rect width="${percent}%" height="8" rx="4"/></svg>`;
}

const CELL = 12;

/** Two years of payments, the oldest left: one path for each state, and the same in a sentence. */
function strip(months: PaidMonth[]): Html | null {
  const said = paymentWords(months);
  if (said === null) return null;
  const drawn = Map.groupBy(
    months.map(({ state }, index) => ({ state: state ?? 'none', x: index * CELL })),
    ({ state }) => state,
  );
  return html`<figure class="strip"><svg viewBox="0 0 ${months.length * CELL} 14" preserveAspectRatio="none" aria-hidden="true">${[
    ...drawn,
  ].map(
    ([state, cells]) =>
      html`<path class="m-${state}" d="${cells.map(({ x }) => `M${x} 0h10v14h-10z`).join('')}"/>`,
  )}</svg>
<figcaption>Payments, ${said}</figcaption></figure>`;
}

/** Where bureaus disagree both values are shown: the consumer knows which is right. */
function disagreements(record: AccountRecord): Html | null {
  const found = disagreementWords(record.disagreements ?? []);
  if (found.length === 0) return null;
  return html`<div class="disagreement"><p><strong>The bureaus disagree</strong></p>
<ul class="bullets">${found.map((words) => html`<li>${words}</li>`)}</ul></div>`;
}

/** What the law gives a consumer whose file is wrong, and each bureau's own channel. */
function rights(bureaus: readonly BureauStatus[]): Html {
  const asked = bureaus.map(({ id }) => id);
  const ids = (Object.keys(DISPUTE_CHANNELS) as BureauId[]).filter((id) => asked.includes(id));
  return html`<section id="rights">
<h2>If something is wrong</h2>
${HOW_TO_DISPUTE.map((words) => html`<p>${words}</p>`)}
<ul class="lines">${ids.map((id) => {
    const { website, post } = DISPUTE_CHANNELS[id];
    return html`<li><strong>${bureauName(id)}</strong> <span><a href="https://${website}" rel="external noreferrer" target="_blank">${website}<span class="unseen"> (opens in a new tab)</span></a><br>${post}</span></li>`;
  })}</ul>
</section>`;
}

function searches({ previousSearches }: CreditReport): Html | null {
  const { providers } = previousSearches;
  if (providers.length === 0) return null;
  return html`<section>
<h2>Who has looked at your file</h2>
<ul class="lines">${providers.map(
    ({ companyName, records }) =>
      html`<li><strong>${shownName(companyName)}</strong> <span>${inList(unique(records.map(({ date }) => day(date))))}</span></li>`,
  )}</ul>
</section>`;
}

function addresses({ residencies }: CreditReport): Html | null {
  if (residencies.length === 0) return null;
  return html`<section>
<h2>Addresses</h2>
<ul class="lines">${residencies.map(
    ({ address, isCurrent, yearsAtAddress, monthsAtAddress }) =>
      html`<li><strong>${isCurrent ? 'Current address' : 'Earlier address'}</strong> <span><bdi>${unbroken(address.lines.join(', '))}</bdi>${lived(yearsAtAddress, monthsAtAddress)}</span></li>`,
  )}</ul>
</section>`;
}

function lived(years?: number, months?: number): Content {
  const said = livedWords(years, months);
  return said !== null && html`<br>${said}`;
}
