// The credit report for a person: what is left to pay on top, then one card per agreement, car finance before the rest and open ones first,
// each with its balance and payments drawn, the bureaus that reported it and whom to contact when it is wrong. A field that no
// bureau gave is not shown.
import type { AccountRecord, BureauId, CreditReport } from '../../domain/credit-report.ts';
import {
  CORRECTION_WORDS_MAX,
  DISPUTE_ANSWER_DAYS,
  DISPUTE_CHANNELS,
} from '../../domain/dispute-channels.ts';
import { counted } from '../../domain/in-words.ts';
import { type BureauStatus, hasAnswered } from '../../domain/report.ts';
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
  withDays,
} from '../../domain/report-words.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { type Draw, goBack, type Return } from './pages.ts';
import { bureauName, clock, disagreementWords, inList, londonDay } from './words.ts';

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
  const others = records.filter((record) => !isCar(record));
  const open = others.filter(({ accountStatus }) => !hasEnded(accountStatus));
  const ended = others.filter(({ accountStatus }) => hasEnded(accountStatus));
  const allOpen = records.filter(({ accountStatus }) => !hasEnded(accountStatus));
  const { firstName, lastName } = document.person;
  return show(scene, {
    title: 'Your report',
    head: html`<noscript><meta http-equiv="refresh" content="${secondsLeft}"></noscript>
`,
    main: html`<h1>Your report</h1>
<p class="made"><bdi>${firstName} ${lastName}</bdi>, ${londonDay(atMs)} at ${clock(atMs)}</p>
${bureaus.some(({ simulated }) => simulated) && html`<p class="inset">Simulated: these agreements are made up.</p>`}
${allOpen.length > 0 && sumOf(allOpen)}
${(allOpen.length === 0 || records.length > allOpen.length) && html`<p>${summaryOf(allOpen.length, records.length - allOpen.length)}</p>`}
${unreachable(bureaus)}
${records.length === 0 && html`<p class="inset">The bureaus hold no accounts for these details. They know you by your name and your addresses: other names and earlier addresses may find more.</p>`}
${coverage(document)}
${group('Car finance', cars, atMs)}
${group('Other open accounts', open, atMs)}
${group('Other settled and closed accounts', ended, atMs)}
${searches(document)}
${addresses(document)}
${rights(bureaus)}
<div class="ends no-print" data-hide-after="${secondsLeft}">
<button type="button" class="button scripted-only top-only" data-print>Print or save as PDF</button>
<p class="unscripted">To keep it, print this page or save it as a PDF with your browser.</p>
<form method="post" action="${scene.base}/close" data-close><button class="button second">Close and hide</button></form>
<p class="hint">It is hidden at ${clock(atMs + SHOWN_MS)}, or when you close it, and cannot be opened again.</p>
</div>
${goBack(scene, shown.returns)}`,
  });
}

/** Nothing found is not the same as no agreement. */
function coverage({ coverage: covered }: CreditReport): Html | null {
  if (covered === undefined) return null;
  const { names, addresses: places, notice } = covered;
  return html`<div class="covered"><p>${withDays(notice)}</p>
<p class="hint">Searched: <bdi>${inList(names)}</bdi>, at <bdi>${inList(places.map(unbroken))}</bdi>.</p></div>`;
}

/** What is left to pay on open accounts. Accounts whose balance no bureau gives are told, not guessed. */
function sumOf(open: AccountRecord[]): Html {
  const known = open.filter(({ balance }) => balance?.currency === 'GBP');
  const withDebt = known.filter(({ balance }) => (balance?.amount ?? 0) > 0);
  const total = withDebt.reduce((sum, { balance }) => sum + (balance?.amount ?? 0), 0);
  const silent = open.length - known.length;
  const defaults = open.filter((record) => standingOf(record).tone === 'danger').length;
  const behind = open.filter((record) => standingOf(record).tone === 'warn').length;
  return html`<div class="sum">
<p class="lead">${
    known.length === 0
      ? 'The bureaus do not say what you owe on your open accounts.'
      : html`You owe <strong>${pounds({ amount: total, currency: 'GBP' })}</strong> on ${withDebt.length} of ${counted(open.length, 'open account')}.`
  }</p>
${silent > 0 && known.length > 0 && html`<p class="hint">${silent === 1 ? 'One account has' : `${silent} accounts have`} no balance on file.</p>`}
${(defaults > 0 || behind > 0) && html`<p>${defaults > 0 && html`<span class="chip danger">${defaults} in default</span>`} ${behind > 0 && html`<span class="chip warn">${behind} behind or in an arrangement</span>`}</p>`}
</div>`;
}

function summaryOf(open: number, ended: number): string {
  if (open + ended === 0) return 'No accounts.';
  const parts = [
    open > 0 && counted(open, 'open account'),
    ended > 0 && counted(ended, 'settled or closed account'),
  ];
  return `${inList(parts.filter((part) => part !== false))}.`;
}

function unreachable(bureaus: readonly BureauStatus[]): Html | null {
  const silent = bureaus.filter((bureau) => !hasAnswered(bureau)).map(({ id }) => bureauName(id));
  if (silent.length === 0) return null;
  const answered = bureaus.length - silent.length;
  return html`<p class="inset">We could not reach ${inList(silent)}. ${answered === 1 ? 'The other one answered' : `The other ${answered === 2 ? 'two' : answered} answered`}, so accounts may be missing here.</p>`;
}

function group(title: string, records: AccountRecord[], atMs: number): Html | null {
  if (records.length === 0) return null;
  const openFirst = records.toSorted(
    (one, other) => Number(hasEnded(one.accountStatus)) - Number(hasEnded(other.accountStatus)),
  );
  return html`<section>
<h2>${title}</h2>
${openFirst.map((record) => card(record, atMs))}
</section>`;
}

function isCar({ accountType: type }: AccountRecord): boolean {
  return type === 'hire-purchase';
}

function card(record: AccountRecord, atMs: number): Html {
  const { companyName, accountNumber, balance, payment, startDate, bureaus, history } = record;
  const isOpen = !hasEnded(record.accountStatus);
  const isBank = record.accountType === 'current-account';
  const lender = shownName(companyName ?? 'Lender not given');
  const ending = /\d{2,}$/.exec(accountNumber ?? '')?.[0];
  const { words, tone } = standingOf(record);
  const facts: [string, Content][] = [
    ...fact(isOpen && !isBank ? 'Left to pay' : 'Balance', balance && leftOf(record)),
    ...fact('Each month', isOpen && payment ? pounds(payment) : undefined),
    ...fact('Account ending', ending),
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
<p class="more">Tell the bureau that reported it: <a href="#rights">how, and what it must do</a>.</p>
<ul class="bullets">${bureaus.map(({ id, ref }) => html`<li>${bureauName(id)}: give the reference <bdi>${ref}</bdi></li>`)}</ul>
</details>
</article>`;
}

function fact(name: string, value: Content | undefined): [string, Content][] {
  return value === undefined || value === '' ? [] : [[name, value]];
}

/** What a balance is of: a limit, or what it began with. */
function wholeOf({ balance, creditLimit, startBalance }: AccountRecord) {
  if (creditLimit !== undefined) return { whole: creditLimit, isLimit: true };
  if (startBalance === undefined || startBalance.amount < (balance?.amount ?? 0)) return null;
  return { whole: startBalance, isLimit: false };
}

function leftOf(record: AccountRecord): Content {
  const { balance } = record;
  if (balance === undefined) return null;
  const of = wholeOf(record);
  if (of === null) return html`<strong>${pounds(balance)}</strong>`;
  return html`<strong>${pounds(balance)}</strong> of ${of.isLimit && 'a limit of '}${pounds(of.whole)}`;
}

/** The words are in the facts below it. */
function bar(record: AccountRecord): Html | null {
  const of = wholeOf(record);
  if (record.balance === undefined || of === null || of.whole.amount <= 0) return null;
  const percent = Math.round(Math.max(0, Math.min(1, record.balance.amount / of.whole.amount)) * 100);
  return html`<svg class="bar" width="100%" height="8" aria-hidden="true"><rect width="100%" height="8" rx="4" class="track"/><rect width="${percent}%" height="8" rx="4"/></svg>`;
}

const CELL = 12;

/** Two years of payments, the oldest left: one path for each state, and the same in a sentence. */
function strip(months: PaidMonth[]): Html | null {
  const known = months.filter(({ word }) => word !== 'Not known');
  if (known.length === 0) return null;
  const drawn = Map.groupBy(
    months.map(({ state }, index) => ({ state: state ?? 'none', x: index * CELL })),
    ({ state }) => state,
  );
  const runs = runsOf(months);
  return html`<figure class="strip"><svg viewBox="0 0 ${months.length * CELL} 14" preserveAspectRatio="none" aria-hidden="true">${[
    ...drawn,
  ].map(
    ([state, cells]) =>
      html`<path class="m-${state}" d="${cells.map(({ x }) => `M${x} 0h10v14h-10z`).join('')}"/>`,
  )}</svg>
<figcaption>Payments, ${months[0]?.label ?? ''} to ${months.at(-1)?.label ?? ''}: ${runs === '' ? `none late in ${counted(known.length, 'month')} on file` : runs}.</figcaption></figure>`;
}

/** "2 months late in Mar 2026, default Apr 2026 to Nov 2026": equal months after each other are one. */
function runsOf(months: PaidMonth[]): string {
  const runs: { word: string; isLate: boolean; from: string; to: string }[] = [];
  for (const { state, word, label } of months) {
    const last = runs.at(-1);
    const isLate = state !== null && state !== 'paid' && state !== 'settled';
    if (last?.word === word) last.to = label;
    else runs.push({ word, isLate, from: label, to: label });
  }
  return runs
    .filter(({ isLate }) => isLate)
    .map(({ word, from, to }) => `${word.toLowerCase()} ${from === to ? `in ${from}` : `${from} to ${to}`}`)
    .join(', ');
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
<p>Tell the bureau that reported it what is wrong and why. It must answer within ${DISPUTE_ANSWER_DAYS} days, and say whether it removed the entry, changed it or left it (section 159 of the Consumer Credit Act 1974).</p>
<p>If it leaves the entry, you have another ${DISPUTE_ANSWER_DAYS} days to write a notice of correction of up to ${CORRECTION_WORDS_MAX} words. Whoever looks at your file then sees it beside the entry. You can also ask the lender to correct what it reports.</p>
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

function lived(years = 0, months = 0): Content {
  const parts = [years > 0 && counted(years, 'year'), months > 0 && counted(months, 'month')];
  const said = parts.filter((part) => part !== false);
  return said.length > 0 && html`<br>${inList(said)}`;
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}
