// The answer on car finance as a card: the headline, a time line, a row for each agreement, and what it does not say. Its words are those of
// domain/shown/car-finance.ts, which the console and the PDF share.
import type { MotorAgreements } from '../../domain/agreements/motor-agreements.ts';
import { type CarAxis, carFinanceOf, OTHER_GOODS } from '../../domain/shown/car-finance.ts';
import { type Html, html } from '../../html/html.ts';

export function carsCard(cars: MotorAgreements): Html {
  const { headline, axis, rows, others, caution, source, notes } = carFinanceOf(cars, 'your');
  return html`<section class="cars" aria-labelledby="cars">
<h2 id="cars">${headline}</h2>
${axis !== null && timeLine(axis)}
${
  rows.length > 0 &&
  html`<ul class="cars-rows">${rows.map(
    ({ lender, chip, standing, line, money }) =>
      html`<li><strong><bdi>${lender}</bdi></strong>${chip !== null && html` <span class="chip ${standing === 'out' ? 'quiet' : 'accent'}">${chip}</span>`}
<p>${line}${money !== '' && ` · ${money}`}</p></li>`,
  )}</ul>`
}
${
  others.length > 0 &&
  html`<details><summary>${OTHER_GOODS}: ${others.length}</summary>
<ul class="bullets">${others.map(({ lender, why }) => html`<li><bdi>${lender}</bdi>: ${why}</li>`)}</ul></details>`
}
<p class="caution">${caution}</p>
<details><summary>What this rests on</summary>
<p class="more">${source}</p>
${notes.map((note) => html`<p class="more">${note}</p>`)}</details>
</section>`;
}

/** In units of a tenth of a per cent, so that nothing is rounded to a gap. */
const WIDE = 1_000;

function timeLine({ label, bands, marks, years, words }: CarAxis): Html {
  const x = (at: number): number => Math.round((at * WIDE) / 100);
  const last = years.length - 1;
  return html`<figure class="axis">
<figcaption>${label}</figcaption>
<svg viewBox="0 0 ${WIDE} 24" preserveAspectRatio="none" role="img" aria-label="${words}"><rect class="track" y="9" width="${WIDE}" height="6"/>${bands.map(
    ({ from, to }) => html`<rect class="band" x="${x(from)}" y="7" width="${x(to) - x(from)}" height="10"/>`,
  )}${marks.map(
    ({ at, isIn }) =>
      html`<rect class="${isIn ? 'mark in' : 'mark'}" x="${Math.max(0, Math.min(WIDE - 20, x(at) - 10))}" width="20" height="24"/>`,
  )}</svg>
<p aria-hidden="true">${years.map(({ year }, index) => html`<span>${year}</span>${index < last && ' '}`)}</p>
</figure>`;
}
