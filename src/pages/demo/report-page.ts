// The credit report for a person: one card per agreement, open ones first and car finance before the rest, each with the bureaus that
// reported it and whom to contact when it is wrong. A field that no bureau gave is not shown.
import { type Content, type Html, html } from '../../html/html.ts';
import type { AccountRecord, CreditReport } from './api-client.ts';
import type { ShowPage } from './frame.ts';
import type { ReportStage } from './journey.ts';
import {
  accountStatus,
  accountType,
  bureauName,
  clock,
  day,
  disagreementWords,
  inList,
  londonDay,
  pounds,
} from './words.ts';

const ENDED = ['settled', 'closed'];
const ANSWERED = ['ok', 'no-trace'];

export function reportPage(show: ShowPage, { complete, atMs }: ReportStage): Html {
  const { creditReport, bureaus = [] } = complete;
  const { records } = creditReport.consumerData;
  const ended = records.filter(({ accountStatus: status }) => ENDED.includes(status));
  const open = records.filter((record) => !ended.includes(record));
  const { firstName, lastName } = creditReport.person;
  return show({
    title: 'Your report',
    main: html`<h1>Your report</h1>
<p class="lead"><bdi>${firstName} ${lastName}</bdi></p>
<p>${summaryOf(open.length, ended.length)} Made on ${londonDay(atMs)} at ${clock(atMs)}.</p>
${unreachable(bureaus)}
${records.length === 0 && html`<p class="inset">The bureaus hold no accounts for these details. Check that your <a href="/demo/name">name</a> and <a href="/demo/address">address</a> are as on your bank statement.</p>`}
${group('Open accounts', open)}
${group('Settled and closed accounts', ended)}
${searches(creditReport)}
${addresses(creditReport)}
<form method="post" action="/demo/close" class="no-print"><button class="button">Close and hide</button>
<p class="hint">This page is forgotten 30 minutes after your last visit.</p></form>`,
  });
}

function summaryOf(open: number, ended: number): string {
  if (open + ended === 0) return 'No accounts.';
  const parts = [
    open > 0 && counted(open, 'open account'),
    ended > 0 && counted(ended, 'settled or closed account'),
  ];
  return `${inList(parts.filter((part) => part !== false))}.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function unreachable(bureaus: { id: string; status: string }[]): Html | null {
  const silent = bureaus.filter(({ status }) => !ANSWERED.includes(status)).map(({ id }) => bureauName(id));
  if (silent.length === 0) return null;
  const answered = bureaus.length - silent.length;
  return html`<p class="inset">We could not reach ${inList(silent)}. ${answered === 1 ? 'The other one answered' : `The other ${answered === 2 ? 'two' : answered} answered`}, so accounts may be missing here.</p>`;
}

function group(title: string, records: AccountRecord[]): Html | null {
  if (records.length === 0) return null;
  const carFirst = records.toSorted((one, other) => Number(isCar(other)) - Number(isCar(one)));
  return html`<section>
<h2>${title}</h2>
${carFirst.map(card)}
</section>`;
}

function isCar({ accountType: type }: AccountRecord): boolean {
  return type === 'hire-purchase';
}

function card(record: AccountRecord): Html {
  const { companyName, accountNumber, balance, startBalance, payment, startDate, bureaus } = record;
  const isOpen = !ENDED.includes(record.accountStatus);
  const isBank = record.accountType === 'current-account';
  const lender = companyName ?? 'Lender not given';
  const ending = /\d{2,}$/.exec(accountNumber ?? '')?.[0];
  const facts: [string, Content][] = [
    ...fact(isOpen && !isBank ? 'Left to pay' : 'Balance', balance && leftOf(balance, startBalance)),
    ...fact('Each month', isOpen && payment ? pounds(payment) : undefined),
    ...fact('Account ending', ending),
    ...fact('Started', startDate && day(startDate)),
    ...fact('Reported by', inList(unique(bureaus.map(({ id }) => bureauName(id))))),
  ];
  return html`<article class="card">
<header><h3>${lender}</h3><span class="chip ${toneOf(record.accountStatus)}">${accountStatus(record.accountStatus)}</span></header>
<p class="kind">${accountType(record.accountType)}</p>
<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${disagreements(record)}
<details class="no-print"><summary>Is something wrong?<span class="unseen"> ${lender}</span></summary>
<p class="more">Tell the bureau that reported it. It has 28 days to answer you.</p>
<ul class="bullets">${bureaus.map(({ id, ref }) => html`<li>${bureauName(id)}: give the reference ${ref}</li>`)}</ul>
</details>
</article>`;
}

function fact(name: string, value: Content | undefined): [string, Content][] {
  return value === undefined || value === '' ? [] : [[name, value]];
}

function leftOf(balance: { amount: number; currency: string }, start: typeof balance | undefined): Content {
  if (start === undefined || start.amount < balance.amount) return pounds(balance);
  return html`<strong>${pounds(balance)}</strong> of ${pounds(start)}`;
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
      html`<li><strong>${companyName}</strong> <span>${inList(unique(records.map(({ date }) => day(date))))}</span></li>`,
  )}</ul>
</section>`;
}

function addresses({ residencies }: CreditReport): Html | null {
  if (residencies.length === 0) return null;
  return html`<section>
<h2>Addresses</h2>
<ul class="lines">${residencies.map(
    ({ address, isCurrent, yearsAtAddress, monthsAtAddress }) =>
      html`<li><strong>${isCurrent ? 'Current address' : 'Earlier address'}</strong> <span><bdi>${address.lines.join(', ')}</bdi>${lived(yearsAtAddress, monthsAtAddress)}</span></li>`,
  )}</ul>
</section>`;
}

function lived(years = 0, months = 0): Content {
  const parts = [years > 0 && counted(years, 'year'), months > 0 && counted(months, 'month')];
  const said = parts.filter((part) => part !== false);
  return said.length > 0 && html`<br>${inList(said)}`;
}

function toneOf(status: string): string {
  if (status === 'open') return 'ok';
  return ENDED.includes(status) || status === 'dormant' ? 'quiet' : 'warn';
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}
