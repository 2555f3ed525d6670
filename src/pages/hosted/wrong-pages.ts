// "Something wrong?": which account, then letters to the bureaus and to the lender, filled in. A letter is made for the page and stays in the
// browser: what somebody adds to it is never sent to us.
import type { MotorAgreements } from '../../domain/agreements/motor-agreements.ts';
import type { CreditReport } from '../../domain/reports/credit-report.ts';
import type { BureauStatus } from '../../domain/reports/report.ts';
import { inOrder } from '../../domain/shown/account-order.ts';
import { DISPUTE_CHANNELS, DISPUTE_LAW, HOW_TO_DISPUTE } from '../../domain/shown/dispute-channels.ts';
import {
  DISPUTE_REASONS,
  type DisputeReason,
  type Letter,
  lettersToBureaus,
  letterToLender,
} from '../../domain/shown/dispute-letter.ts';
import { bureauName, endingOf, lenderOf } from '../../domain/shown/report-view.ts';
import { day, kindName } from '../../domain/shown/report-words.ts';
import { type Html, html } from '../../html/html.ts';
import type { Draw } from './pages.ts';

type Opened = { document: CreditReport; cars: MotorAgreements; bureaus: readonly BureauStatus[] };

export function wrongPage({ show, scene }: Draw, { document, bureaus }: Opened): Html {
  const { first, unpaid, empty, ended } = inOrder(document.consumerData.records);
  const all = [...first, ...unpaid, ...empty, ...ended];
  const title = 'What is wrong?';
  return show(scene, {
    title,
    back: `${scene.base}/report`,
    main: html`<h1>${title}</h1>
${
  all.length > 0 &&
  html`<p>Choose the account. We fill in the letters for you; nothing is sent until you send it.</p>
<ul class="added">${all.map(({ record, place }) => {
    const ending = endingOf(record);
    return html`<li><a href="${scene.base}/wrong/${place}"><bdi>${lenderOf(record)}</bdi></a><br><span class="hint">${kindName(record)}${ending !== undefined && ` ··${ending}`}</span></li>`;
  })}</ul>`
}
<h2>Your rights</h2>
${HOW_TO_DISPUTE.map((words) => html`<p>${words}</p>`)}
${channels(bureaus)}`,
  });
}

function channels(bureaus: readonly BureauStatus[]): Html {
  return html`<ul class="lines">${bureaus.map(({ id }) => {
    const { website, post } = DISPUTE_CHANNELS[id];
    return html`<li><strong>${bureauName(id)}</strong> <span><a href="https://${website}" rel="external noreferrer" target="_blank">${website}<span class="unseen"> (opens in a new tab)</span></a><br>${post}</span></li>`;
  })}</ul>`;
}

/** Null where there is no such account. */
export function letterPage(
  { show, scene }: Draw,
  { document, cars }: Opened,
  { place, why, today }: { place: number; why: DisputeReason | null; today: string },
): Html | null {
  const record = document.consumerData.records[place];
  if (record === undefined) return null;
  const lender = lenderOf(record);
  if (why === null)
    return show(scene, {
      title: 'What is wrong with it?',
      back: `${scene.base}/wrong`,
      main: html`<h1>What is wrong with it?</h1>
<p><bdi>${lender}</bdi>, ${kindName(record)}</p>
<ul class="added">${Object.entries(DISPUTE_REASONS).map(
        ([reason, words]) => html`<li><a href="${scene.base}/wrong/${place}?why=${reason}">${words}</a></li>`,
      )}</ul>`,
    });
  const given = { report: document, record, why, today };
  const complaints = cars.agreements.find((one) => one.record === place)?.lender.complaintsAddress;
  return show(scene, {
    title: 'Your letters',
    back: `${scene.base}/wrong/${place}`,
    main: html`<h1>Your letters</h1>
<p>Read them, change what is in square brackets, then copy and send them. What you write stays in your browser.</p>
${lettersToBureaus(given).map((letter) => letterBox(`letter-${letter.bureau}`, `To ${bureauName(letter.bureau)}`, letter))}
${letterBox('letter-lender', 'To the lender', letterToLender(given, complaints))}
<h2>If the bureau leaves it as it is</h2>
<div class="field"><label for="notice">Your notice of correction</label>
<p class="hint" id="notice-hint">At most ${DISPUTE_LAW.correctionWordsMax} words, sent to the bureau within ${DISPUTE_LAW.correctionDays} days of its answer.</p>
<textarea id="notice" rows="6" aria-describedby="notice-hint" data-words="${DISPUTE_LAW.correctionWordsMax}"></textarea>
<p class="status" role="status"></p></div>
<p class="hint">${DISPUTE_LAW.source}, as of ${day(DISPUTE_LAW.asOf)}.</p>`,
  });
}

function letterBox(id: string, title: string, { to, subject, body }: Letter): Html {
  return html`<section class="letter"><h2><label for="${id}">${title}</label></h2>
<textarea id="${id}" rows="14" spellcheck="true">${`${to}\n\n${subject}\n\n${body}`}</textarea>
<p class="scripted-only"><button type="button" class="button second" data-copy="${id}">Copy<span class="unseen"> the letter: ${title}</span></button></p></section>`;
}
