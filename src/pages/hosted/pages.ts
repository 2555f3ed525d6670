// The pages around the questions: start, agreement, check your answers, waiting, and every way in which it ends. The code is in
// code-pages.ts, the report in report-page.ts.
import { randomUUID } from 'node:crypto';
import { paragraphsOf } from '../../domain/hosted/consent-text.ts';
import type { ChangeableField, Prefill } from '../../domain/hosted/consumer-session.ts';
import { BUREAU_NAMES } from '../../domain/reports/credit-report.ts';
import { inList } from '../../domain/shown/report-view.ts';
import { day } from '../../domain/shown/report-words.ts';
import { type Html, html } from '../../html/html.ts';
import {
  type Answers,
  addressOf,
  dateOfBirthOf,
  mobileOf,
  QUESTION_IDS,
  type QuestionId,
  spaced,
} from './answers.ts';
import { type Problem, type Scene, type ShowPage, textField } from './frame.ts';
import { contact, trustBlock, waysToAsk } from './help.ts';
import { isLocked } from './locked.ts';
import { addressLines, fullName, ROWS, STOPS, tellWhoSent, type WhyStopped } from './words.ts';

/** A page to draw, and for whom. */
export type Draw = { show: ShowPage; scene: Scene };

const ALL_BUREAUS = inList(Object.values(BUREAU_NAMES));

/** Has no data of the consumer: whoever opens it, a scanner of mails too, sees the same. */
export function startPage(
  { show, scene }: Draw,
  given: { isOpen: boolean; isPreview?: boolean; problem?: string },
): Html {
  const { name } = scene.brand;
  const { problem } = given;
  return show(scene, {
    title: 'Get your credit report',
    problems: problem === undefined ? [] : [{ href: '#token', message: problem }],
    main: html`<h1>Get your credit report</h1>
<p class="lead"><bdi>${name}</bdi> asks for your credit report to see which finance agreements you have had.</p>
${trustBlock(scene)}
<p>You will need:</p>
<ul class="bullets">
<li>about two minutes</li>
<li>your mobile phone, because we send it a security code</li>
</ul>
<p>Before we ask the bureaus, a short check of this device helps us to see that it is you. It is used against fraud and for nothing else.</p>
${
  given.isOpen
    ? html`<p><a class="button" href="${scene.base}/next">Continue</a></p>`
    : html`<form method="post" action="${scene.base}/start" novalidate data-start>
<input type="hidden" name="page" value="${randomUUID()}">
${!given.isPreview && byHand(problem)}
<button class="button">Start</button>
</form>
<p class="hint">The link works in one browser. What you have begun is kept for 24 hours.</p>`
}`,
  });
}

/** For browsers without scripts, and for a link that lost its end. */
function byHand(problem: string | undefined): Html {
  return html`<div class="by-hand">${textField({
    name: 'token',
    label: 'Code from your link',
    hint: 'The part of the link after #t=. You can also paste the whole link.',
    value: '',
    problem,
    autocomplete: 'off',
  })}</div>`;
}

type ConsentShown = { version: number; body: string; locale: string; sha256: string };

export function consentPage({ show, scene }: Draw, consent: ConsentShown): Html {
  return show(scene, {
    title: 'Your agreement',
    back: scene.base,
    main: html`<h1>Your agreement</h1>
${agreement(consent)}
<p class="hint">Version ${consent.version}</p>
<form method="post" class="choosing" data-device="later">
<input type="hidden" name="sha256" value="${consent.sha256}">
${deviceFields()}
<button class="button" name="choice" value="agree">I agree</button>
<button class="button second" name="choice" value="decline" data-plain>I do not agree</button>
<p class="status" role="status"></p>
</form>`,
  });
}

/** Filled in by the script, which runs the device check. */
function deviceFields(): Html {
  return html`<input type="hidden" name="sessionId" value=""><input type="hidden" name="script" value="">`;
}

/** In its own language, so that it is read aloud as what it is; the page around it is in English. */
function agreement({ body, locale }: ConsentShown): Html {
  return html`<div class="agreement" lang="${locale}">${paragraphsOf(body).map((part) => html`<p dir="auto">${part}</p>`)}</div>`;
}

export function checkPage(
  { show, scene }: Draw,
  given: {
    answers: Answers;
    /** What the tenant filled in and locked: shown without a way to change it. */
    fixed: Answers;
    prefill: Prefill;
    locked: readonly ChangeableField[];
    consent: ConsentShown;
    refused: readonly QuestionId[];
    hasCode: boolean;
    /** The report that is there already; another is asked for from a page that knows of it alone. */
    after: string;
  },
): Html {
  const { answers, fixed, prefill, locked, consent } = given;
  const otherNames = [...(fixed.otherNames ?? []), ...(answers.otherNames ?? [])];
  const otherAddresses = [...(fixed.otherAddresses ?? []), ...(answers.otherAddresses ?? [])];
  const fixedRows = QUESTION_IDS.filter((id) => isLocked(id, locked));
  const names = [prefill.title, answers.firstName, prefill.middleName, answers.lastName];
  const values: Record<QuestionId, string[]> = {
    name: [names.filter(Boolean).join(' ')],
    'other-names': otherNames.length === 0 ? ['None'] : otherNames.map(fullName),
    'date-of-birth': [day(dateOfBirthOf(answers))],
    address: addressLines(addressOf(answers)),
    'other-addresses':
      otherAddresses.length === 0
        ? ['None']
        : otherAddresses.map((typed) => addressLines(addressOf(typed)).join(', ')),
    // Whoever has the link need not learn the number that the tenant knows.
    mobile: fixedRows.includes('mobile')
      ? [`Ending ${prefill.mobileNumber?.slice(-3)}`]
      : [spaced(mobileOf(answers))],
  };
  const problems: Problem[] = given.refused.map((id) => ({
    href: `${scene.base}/${id}`,
    message: `Check your ${ROWS[id].toLowerCase()}: we could not use it`,
  }));
  return show(scene, {
    title: 'Check your answers',
    back: `${scene.base}/${QUESTION_IDS.findLast((id) => !fixedRows.includes(id))}`,
    problems,
    main: html`<h1>Check your answers</h1>
${given.hasCode && html`<p class="inset">We have sent you a security code. <a href="${scene.base}/code">Enter the code</a>, or change your answers and agree again.</p>`}
<dl class="answers">${QUESTION_IDS.map(
      (id) => html`<div>
<dt>${ROWS[id]}</dt>
<dd>${values[id].map((value) => html`<bdi>${value}</bdi><br>`)}</dd>
<dd>${!fixedRows.includes(id) && html`<a href="${scene.base}/${id}">Change<span class="unseen"> ${ROWS[id].toLowerCase()}</span></a>`}</dd>
</div>`,
    )}</dl>
${
  fixedRows.length > 0 &&
  html`<p><bdi>${scene.brand.name}</bdi> filled in your ${inList(fixedRows.map((id) => ROWS[id].toLowerCase()))}. ${tellWhoSent(scene.brand)}</p>
${!given.hasCode && html`<form method="post" action="${scene.base}/decline"><button class="button second">These are not my details</button></form>`}`
}
<h2>Now get your report</h2>
<p>We check this device, and ask the bureaus as you agreed.</p>
<details class="read-again"><summary>Read again what you agreed to</summary>${agreement(consent)}</details>
<form method="post" data-device="now">
<input type="hidden" name="after" value="${given.after}">
${deviceFields()}
<button class="button">Agree and get my report</button>
<p class="status" role="status"></p>
</form>`,
  });
}

/** A blocker stopped the device script on the page `from`. */
export function devicePage({ show, scene }: Draw, from: 'consent' | 'check'): Html {
  return show(scene, {
    title: 'We need to check your device',
    back: `${scene.base}/${from}`,
    main: html`<h1>We need to check your device</h1>
<p>Something in your browser stopped our security check, often an ad blocker. Allow it for this page, or use another browser.</p>
<p>Your answers are saved.</p>
<p><a class="button" href="${scene.base}/${from}">Try again</a></p>
${contact(scene)}`,
  });
}

export function stoppedPage({ show, scene }: Draw, why: WhyStopped, returns: Return | null): Html {
  const { title, words, next } = STOPS[why];
  return show(scene, {
    title,
    main: html`<h1>${title}</h1>
${words.map((line) => html`<p>${line}</p>`)}
${next !== null && html`<form method="post" action="${scene.base}/again"><button class="button">${next}</button></form>`}
${contact(scene)}
${waysToAsk(scene)}
${
  why === 'blocked' &&
  html`<h2>Your report from the bureaus</h2>
<p>Everyone can ask ${ALL_BUREAUS} for their statutory credit report. It is free.</p>`
}
${goBack(scene, returns)}`,
  });
}

/** Where the consumer came from; framed, the page around it goes on by itself. */
export type Return = { href: string };

export function goBack({ brand }: Scene, returns: Return | null): Html | null {
  if (returns === null) return null;
  return html`<p class="no-print top-only"><a class="button second" href="${returns.href}" rel="external">Return to <bdi>${brand.name}</bdi></a></p>`;
}

export type Ending =
  | 'declined'
  | 'left'
  | 'expired'
  | 'over'
  | 'elsewhere'
  | 'too-many'
  | 'finished'
  | 'closed'
  | 'withdrawn'
  | 'withdrawn-before'
  | 'hidden'
  | 'unknown';

const ENDINGS: Record<Ending, { title: string; words: (name: string) => string[] }> = {
  declined: {
    title: 'You did not agree',
    words: () => ['We asked no bureau, and your answers are not kept. You can close this page.'],
  },
  left: {
    title: 'You stopped',
    words: () => ['Your answers are not kept. You can close this page.'],
  },
  expired: {
    title: 'This link has expired',
    words: (name) => [`Links work for a limited time. Ask ${name} for a new one.`],
  },
  over: {
    title: 'This link is no longer in use',
    words: (name) => [`It was used already, or ${name} took it back. Ask ${name} for a new one.`],
  },
  'too-many': {
    title: 'There have been too many requests',
    words: () => ['This link was started too often. Wait an hour before you try again.'],
  },
  elsewhere: {
    title: 'This link was opened in another browser',
    words: (name) => [
      'A link works in the browser in which it was first started, so that nobody else can use it.',
      `Go on in that browser, or ask ${name} for a new link.`,
    ],
  },
  finished: {
    title: 'All done',
    words: (name) => [`${name} has your report. You can close this page.`],
  },
  withdrawn: {
    title: 'You withdrew your agreement',
    words: (name) => [
      `${name} was told just now. Your report is not shown here any more.`,
      `${name} may still have its copy. You can ask them to erase it.`,
    ],
  },
  'withdrawn-before': {
    title: 'The agreement was withdrawn',
    words: (name) => [`${name} was told. They may still have their copy: you can ask them to erase it.`],
  },
  closed: {
    title: 'Your report is closed',
    words: () => [
      'It is hidden. On a shared computer, close this window too.',
      'You can still withdraw your agreement: open your link again.',
    ],
  },
  hidden: {
    title: 'Your report is hidden',
    words: (name) => [`It is shown for 30 minutes. ${name} has it, and can give it to you.`],
  },
  unknown: {
    title: 'We cannot find this page',
    words: () => [
      'Check that the link is whole: some programs cut long links. Or ask whoever sent it for a new one.',
    ],
  },
};

export function endPage({ show, scene }: Draw, ending: Ending, returns: Return | null): Html {
  const { title, words } = ENDINGS[ending];
  return show(scene, {
    title,
    main: html`<h1>${title}</h1>
${words(scene.brand.name).map((line) => html`<p>${line}</p>`)}
${
  (ending === 'finished' || ending === 'hidden') &&
  html`<p class="no-print"><a href="${scene.base}/rights">Withdraw your agreement, and other rights</a></p>`
}
${scene.base !== '' && contact(scene)}
${ending !== 'unknown' && waysToAsk(scene)}
${goBack(scene, returns)}`,
  });
}
