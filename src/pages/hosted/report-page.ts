// The credit report for a person, on two screens of a phone: the answer on car finance, four sums, what to look at first, what is unpaid; the
// rest opens where it is pressed. Saving it and "Something wrong?" stay in reach at the bottom of the screen.
import type { MotorAgreements } from '../../domain/agreements/motor-agreements.ts';
import { counted } from '../../domain/in-words.ts';
import type { CreditReport } from '../../domain/reports/credit-report.ts';
import type { BureauStatus } from '../../domain/reports/report.ts';
import { inOrder } from '../../domain/shown/account-order.ts';
import { alteredWords, missingWords } from '../../domain/shown/coverage-words.ts';
import { doubtWords } from '../../domain/shown/doubt-words.ts';
import { overTimeWords } from '../../domain/shown/over-time.ts';
import { tilesOf } from '../../domain/shown/report-sums.ts';
import {
  bureauName,
  clock,
  inList,
  livedWords,
  londonDay,
  unansweredWords,
  unique,
} from '../../domain/shown/report-view.ts';
import { day, shownAddress, shownName, withDays } from '../../domain/shown/report-words.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { type Draw, goBack, type Return } from './pages.ts';
import { carsCard } from './report-cars.ts';
import { fileParts, type Part } from './report-parts.ts';
import { accountRows, dayOf, lendersOfSeveral } from './report-rows.ts';

/** How long a report is shown, from when it was made. */
export const SHOWN_MS = 30 * 60_000;

type Shown = {
  document: CreditReport;
  cars: MotorAgreements;
  bureaus: readonly BureauStatus[];
  atMs: number;
  /** Until it is hidden. */
  secondsLeft: number;
  returns: Return | null;
};

export function reportPage({ show, scene }: Draw, shown: Shown): Html {
  const { document, cars, bureaus, atMs, secondsLeft } = shown;
  const { records } = document.consumerData;
  const { base } = scene;
  const unanswered = unansweredWords(bureaus);
  const { firstName, lastName } = document.person;
  const isMadeUp = scene.notice === null && bureaus.some(({ simulated }) => simulated);
  return show(scene, {
    title: 'Your report',
    aside: `Kept until ${clock(atMs + SHOWN_MS)}`,
    head: html`<noscript><meta http-equiv="refresh" content="${secondsLeft}"></noscript>
`,
    main: html`<div class="report" data-hide-after="${secondsLeft}">
<h1>Your report</h1>
<p class="made"><bdi>${firstName} ${lastName}</bdi> · ${londonDay(atMs)}, from ${inList(bureaus.map(({ id }) => bureauName(id)))}</p>
${isMadeUp && html`<p class="inset">Simulated: these agreements are made up.</p>`}
${unanswered !== null && html`<p class="inset">${unanswered}</p>`}
${
  records.length === 0
    ? html`<p class="inset">The bureaus${unanswered !== null && ' that answered'} hold no accounts for these details. They know you by your name and your addresses: other names and earlier addresses may find more.</p>`
    : carsCard(cars)
}
${sums(document, atMs)}
${accountRows(inOrder(records), { atMs, base, doubts: doubtWords(records), lendersOfSeveral: lendersOfSeveral(records) })}
${fileParts(document, [coverage(document), searches(document), addresses(document)])}
<div class="ends no-print">
<p class="hint">After ${clock(atMs + SHOWN_MS)} it cannot be opened again.<br><a href="${base}/rights">Withdraw your agreement, and other rights</a></p>
<form method="post" action="${base}/close" data-close><button class="button second">Close and hide</button></form>
</div>
${goBack(scene, shown.returns)}
<div class="act-bar no-print"><a class="button top-only" href="${base}/report.pdf" download>Save as PDF</a><a class="button second" href="${base}/wrong">Something wrong?</a></div>
</div>`,
  });
}

function sums(document: CreditReport, atMs: number): Html | null {
  const found = tilesOf(document, dayOf(atMs));
  if (found === null) return null;
  return html`<dl class="sums">${found.tiles.map(
    ({ value, words, isBad }) =>
      html`<div><dt>${words}</dt><dd${isBad === true && html` class="bad"`}>${value}</dd></div>`,
  )}</dl>
${[...found.leftOut, overTimeWords(document.consumerData.records, dayOf(atMs))].map(
  (words) => words !== null && html`<p class="hint">${words}</p>`,
)}`;
}

/** Nothing found is not the same as no agreement. */
function coverage({ coverage: covered, consumerData }: CreditReport): Part | null {
  if (covered === undefined) return null;
  const { names, addresses: places, notice, bureaus } = covered;
  const missing = missingWords(bureaus);
  const said = [...missing, ...alteredWords(bureaus)];
  const isSeen = consumerData.records.length === 0;
  const about = missing.length > 0 ? 'what may be missing' : 'how it was asked';
  return {
    title: 'What was searched',
    content: html`<div class="covered"><p>${withDays(notice)}</p>
<p class="hint">Searched: <bdi>${inList(names)}</bdi>, at <bdi>${inList(places.map(shownAddress))}</bdi></p>
${said.length > 0 && html`<ul class="bullets hint">${said.map((words) => html`<li>${words}</li>`)}</ul>`}</div>`,
    isSeen,
    ...(said.length > 0 && !isSeen && { line: `${counted(said.length, 'note')} on ${about}` }),
  };
}

function searches({ previousSearches }: CreditReport): Part | null {
  const { providers } = previousSearches;
  if (providers.length === 0) return null;
  return {
    title: 'Who has looked at your file',
    content: html`<ul class="lines">${providers.map(
      ({ companyName, records }) =>
        html`<li><strong>${shownName(companyName)}</strong> <span>${inList(unique(records.map(({ date }) => day(date))))}</span></li>`,
    )}</ul>`,
  };
}

function addresses({ residencies }: CreditReport): Part | null {
  if (residencies.length === 0) return null;
  return {
    title: 'Addresses',
    content: html`<ul class="lines">${residencies.map(
      ({ address, isCurrent, yearsAtAddress, monthsAtAddress }) =>
        html`<li><strong>${isCurrent ? 'Current address' : 'Earlier address'}</strong> <span><bdi>${shownAddress(address.lines.join(', '))}</bdi>${lived(yearsAtAddress, monthsAtAddress)}</span></li>`,
    )}</ul>`,
  };
}

function lived(years?: number, months?: number): Content {
  const said = livedWords(years, months);
  return said !== null && html`<br>${said}`;
}
