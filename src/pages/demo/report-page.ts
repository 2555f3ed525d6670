// The credit report for a person: what is left to pay on top, then one card per agreement, open ones first and car finance before the
// rest, each with its balance and payments drawn, the bureaus that reported it and whom to contact when it is wrong. A field that no
// bureau gave is not shown.
import type { AccountRecord, CreditReport } from '@trefoil/sdk';
import {
  bureauName,
  clock,
  debtOf,
  disagreementWords,
  endingOf,
  HOW_TO_DISPUTE,
  inList,
  isCar,
  leftOf,
  lenderOf,
  livedWords,
  londonDay,
  NO_BALANCES,
  openAndEnded,
  paymentWords,
  shareLeft,
  summaryOf,
  unique,
  unreachableWords,
} from '../../domain/report-view.ts';
import {
  accountType,
  day,
  hasEnded,
  type PaidMonth,
  paidMonths,
  pounds,
  shownName,
  standingOf,
  unbroken,
} from '../../domain/report-words.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import type { ShowPage } from './frame.ts';
import type { ReportStage } from './journey.ts';

export function reportPage(show: ShowPage, { complete, atMs }: ReportStage): Html {
  const { creditReport, bureaus = [] } = complete;
  const { records } = creditReport.consumerData;
  const { open, ended } = openAndEnded(records);
  const unreachable = unreachableWords(bureaus);
  const { firstName, lastName } = creditReport.person;
  return show({
    title: 'Your report',
    main: html`<h1>Your report</h1>
<p class="made"><bdi>${firstName} ${lastName}</bdi>, ${londonDay(atMs)} at ${clock(atMs)}</p>
${open.length > 0 && sumOf(open)}
${(open.length === 0 || ended.length > 0) && html`<p>${summaryOf(open.length, ended.length)}</p>`}
${unreachable !== null && html`<p class="inset">${unreachable}</p>`}
${records.length === 0 && html`<p class="inset">The bureaus hold no accounts for these details. Check that your <a href="/demo/name">name</a> and <a href="/demo/address">address</a> are as on your bank statement.</p>`}
${group('Open accounts', open, atMs)}
${group('Settled and closed accounts', ended, atMs)}
${searches(creditReport)}
${addresses(creditReport)}
<div class="ends no-print">
<button type="button" class="button scripted-only" data-print>Print or save as PDF</button>
<p class="unscripted">To keep it, print this page or save it as a PDF with your browser.</p>
<form method="post" action="/demo/close"><button class="button second">Close and hide</button></form>
<p class="hint">After you close it, it cannot be opened again. It is forgotten 30 minutes after your last visit.</p>
</div>`,
  });
}

function sumOf(open: AccountRecord[]): Html {
  const { total, on, silent, defaults, behind } = debtOf(open);
  return html`<div class="sum">
<p class="lead">${total === null ? NO_BALANCES : html`You owe <strong>${total}</strong> ${on}.`}</p>
${silent !== null && html`<p class="hint">${silent}</p>`}
${(defaults !== null || behind !== null) && html`<p>${defaults !== null && html`<span class="chip danger">${defaults}</span>`} ${behind !== null && html`<span class="chip warn">${behind}</span>`}</p>`}
</div>`;
}

function group(title: string, records: AccountRecord[], atMs: number): Html | null {
  if (records.length === 0) return null;
  const carFirst = records.toSorted((one, other) => Number(isCar(other)) - Number(isCar(one)));
  return html`<section>
<h2>${title}</h2>
${carFirst.map((record) => card(record, atMs))}
</section>`;
}

function card(record: AccountRecord, atMs: number): Html {
  const { payment, startDate, bureaus, history } = record;
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
    ...fact('Account ending', endingOf(record)),
    ...fact('Started', startDate && day(startDate)),
    ...fact('Default', record.defaultDate && day(record.defaultDate)),
    ...fact('Reported by', inList(unique(bureaus.map(({ id }) => bureauName(id))))),
  ];
  return html`<article class="card is-${tone}">
<header><h3>${lender}</h3><span class="chip ${tone}">${words}</span></header>
<p class="kind">${accountType(record.accountType)}</p>
${isOpen && bar(record)}
<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${history !== undefined && strip(paidMonths(history, new Date(atMs).toISOString()))}
${disagreements(record)}
<details class="no-print"><summary>Is something wrong?<span class="unseen"> ${lender}</span></summary>
<p class="more">${HOW_TO_DISPUTE}</p>
<ul class="bullets">${bureaus.map(({ id, ref }) => html`<li>${bureauName(id)}: give the reference ${ref}</li>`)}</ul>
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
