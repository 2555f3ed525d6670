// The code: entering it, and what to do when no text came.
import { SENDS_MAX } from '../../domain/reports/challenge.ts';
import { clock } from '../../domain/shown/report-view.ts';
import { type Html, html } from '../../html/html.ts';
import { textField } from './frame.ts';
import type { Draw } from './pages.ts';
import { tellWhoSent, wrongCode } from './words.ts';

/** What the last move led to. */
export const NEWS = ['sent', 'wrong', 'sent-again', 'not-sent'] as const;

export type CodeAsked = {
  expiresAtMs: number;
  triesLeft: number;
  textsLeft: number;
  /** The last digits of the number. */
  ending: string;
  /** A text is on its way, or may be: false when the gateway refused it. */
  hasText: boolean;
  /** The tenant filled in the number: no other can be used. */
  isLocked: boolean;
  news: (typeof NEWS)[number];
};

export function codePage(
  { show, scene }: Draw,
  code: CodeAsked & { nowMs: number; problem?: string | undefined },
): Html {
  const wrong = code.news === 'wrong' ? wrongCode(code.triesLeft) : undefined;
  const problem = code.problem ?? wrong;
  const secondsLeft = Math.max(0, Math.round((code.expiresAtMs - code.nowMs) / 1000));
  const notReceived = `${scene.base}/not-received`;
  const news = problem === undefined ? code.news : null;
  return show(scene, {
    title: 'Check your phone',
    back: `${scene.base}/check`,
    problems: problem === undefined ? [] : [{ href: '#code', message: problem }],
    main: html`<h1>Check your phone</h1>
${news === 'sent-again' && html`<p class="inset good" role="status">We sent a new code. The one before it no longer works.</p>`}
${news === 'not-sent' && html`<p class="inset" role="status">We could not send a new code just now. Wait a minute and ask again, or use the code we sent before.</p>`}
${!code.hasText && html`<p class="inset" role="alert">We could not send a text to the number ending ${code.ending}. <a href="${notReceived}">Ask for a new code${!code.isLocked && ', or use a different number'}</a>.</p>`}
${code.hasText && html`<p>We sent a 6-digit security code by text message to the number ending ${code.ending}.</p>`}
<form method="post" novalidate data-code data-seconds-left="${secondsLeft}">
${textField({
  name: 'code',
  label: 'Security code',
  hint: html`6 numbers. It expires at ${clock(code.expiresAtMs)}`,
  value: '',
  problem,
  inputmode: 'numeric',
  autocomplete: 'one-time-code',
  width: 'code',
})}
<p class="status" role="status" data-soon="One minute left. You can ask for a new code."></p>
<button class="button">Continue</button>
</form>
<p><a href="${notReceived}">Not received a text message?</a></p>`,
  });
}

export function notReceivedPage({ show, scene }: Draw, code: CodeAsked): Html {
  const hasTexts = code.textsLeft > 0;
  const title = hasTexts ? 'Not received a text message?' : `We have sent ${SENDS_MAX} texts`;
  return show(scene, {
    title,
    back: `${scene.base}/code`,
    main: html`<h1>${title}</h1>
${
  hasTexts
    ? html`<p>${code.hasText ? `We sent it to the number ending ${code.ending}. Texts can take a few minutes to arrive.` : `No text could be sent to the number ending ${code.ending} so far.`}</p>
<form method="post"><button class="button">Send a new code</button></form>
<p class="hint">Texts left: ${code.textsLeft}. A new code replaces the one before it.</p>`
    : html`<p>That is the most we can send for one request. They can take a few minutes.</p>
<p><a class="button" href="${scene.base}/code">Enter a code</a></p>`
}
<h2>Is the number right?</h2>
${
  code.isLocked
    ? html`<p><bdi>${scene.brand.name}</bdi> filled it in, and it cannot be changed here. ${tellWhoSent(scene.brand)}</p>`
    : html`<form method="post" action="${scene.base}/other-number"><button class="button second">Use a different number</button></form>`
}`,
  });
}
