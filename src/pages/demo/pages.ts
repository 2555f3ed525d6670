// The pages around the questions: start, check your answers, waiting, the code, what to do when no text came, the ends.
import { SENDS_MAX } from '../../domain/challenge.ts';
import { BUREAU_NAMES } from '../../domain/credit-report.ts';
import { clock, inList } from '../../domain/report-view.ts';
import { day, unbroken } from '../../domain/report-words.ts';
import { type Html, html } from '../../html/html.ts';
import { type Answers, addressOf, dateOfBirthOf, mobileOf, type QuestionId } from './answers.ts';
import { type Problem, type ShowPage, textField } from './frame.ts';
import type { CodeStage, Doing, Stage, WhyStopped } from './journey.ts';
import { STOPS, wrongCode } from './words.ts';

/** An invented person that the simulated bureaus know. */
export type Example = {
  label: string;
  description: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  mobileNumber?: string;
  address: {
    subBuildingName?: string;
    buildingName?: string;
    buildingNumber?: string;
    thoroughfare?: string;
    townOrCity: string;
    postcode: string;
  };
};

/** What the consumer agrees to; an integrator stores the version as evidence. */
export type Consent = { version: string; text: string };

const ALL_BUREAUS = inList(Object.values(BUREAU_NAMES));

export function startPage(show: ShowPage, organisation: string, examples: readonly Example[]): Html {
  return show({
    title: 'Get your credit report',
    main: html`<h1>Get your credit report</h1>
<p class="lead">${organisation} asks for your credit report to see which finance agreements you have had.</p>
<p>You will need:</p>
<ul class="bullets">
<li>about two minutes</li>
<li>your mobile phone, because we send it a security code</li>
</ul>
<p>Before we ask the bureaus, a short check of this device helps us to see that it is you. It is used for nothing else.</p>
<p><a class="button" href="/demo/name">Start now</a></p>
${
  examples.length > 0 &&
  html`<section class="examples" aria-labelledby="examples">
<h2 id="examples">Or try an example person</h2>
<p class="hint">They are made up. Their answers are filled in for you to check.</p>
<ul>${examples.map(
    (example, index) => html`<li><form method="post" action="/demo/example">
<p class="who"><strong>${example.label}</strong><br><span>${example.description}</span></p>
<button class="button second" name="example" value="${index}">Use<span class="unseen"> the answers of ${example.label}</span></button>
</form></li>`,
  )}</ul>
</section>`
}`,
  });
}

export function checkPage(
  show: ShowPage,
  given: { answers: Answers; consent: Consent; refused: readonly QuestionId[]; stage: Stage['kind'] },
): Html {
  const { answers, consent } = given;
  const { subBuildingName, buildingNumber, buildingName, thoroughfare, townOrCity, postcode } =
    addressOf(answers);
  const lines = [
    subBuildingName,
    buildingName,
    [buildingNumber, thoroughfare].filter(Boolean).join(' '),
    townOrCity,
    unbroken(postcode),
  ].filter((line) => line !== undefined && line !== '');
  const rows: [QuestionId, string, string[]][] = [
    ['name', 'Name', [`${answers.firstName} ${answers.lastName}`]],
    ['date-of-birth', 'Date of birth', [day(dateOfBirthOf(answers))]],
    ['address', 'Address', lines as string[]],
    ['mobile', 'Mobile number', [spaced(mobileOf(answers))]],
  ];
  const problems: Problem[] = given.refused.map((id) => ({
    href: `/demo/${id}`,
    message: `Check your ${rows.find(([one]) => one === id)?.[1].toLowerCase() ?? 'answers'}: we could not use it`,
  }));
  return show({
    title: 'Check your answers',
    back: '/demo/mobile',
    problems,
    // The page's own script first: it defines the function that this one calls.
    head: html`<script src="/v1/fingerprints/device" async></script>
`,
    main: html`<h1>Check your answers</h1>
${given.stage === 'code' && html`<p class="inset">We have sent you a security code. <a href="/demo/code">Enter the code</a>, or change your answers and agree again.</p>`}
${given.stage === 'report' && html`<p class="inset good">Your report is ready. <a href="/demo/report">See your report</a>. If you agree again we make a new one.</p>`}
<dl class="answers">${rows.map(
      ([id, label, values]) => html`<div>
<dt>${label}</dt>
<dd>${values.map((value) => html`<bdi>${value}</bdi><br>`)}</dd>
<dd><a href="/demo/${id}">Change<span class="unseen"> ${label.toLowerCase()}</span></a></dd>
</div>`,
    )}</dl>
<h2>Before you agree</h2>
<p>${consent.text}</p>
<p class="hint">Consent text, version ${consent.version}</p>
<p class="inset unscripted">This check needs JavaScript for a security check. Turn it on and open this page again.</p>
<form method="post" data-device>
<input type="hidden" name="sessionId" value="">
<input type="hidden" name="script" value="">
<button class="button">Agree and get my report</button>
<p class="status" role="status"></p>
</form>`,
  });
}

export function devicePage(show: ShowPage, organisation: string, hasScript: boolean): Html {
  return show({
    title: 'We need to check your device',
    back: '/demo/check',
    main: html`<h1>We need to check your device</h1>
${
  hasScript
    ? html`<p>Something in your browser stopped our security check, often an ad blocker. Allow it for this page, or use another browser.</p>`
    : html`<p>This check needs JavaScript for a security check. Turn it on, or use another browser.</p>`
}
<p>Your answers are saved.</p>
<p><a class="button" href="/demo/check">Try again</a></p>
${contact(organisation)}`,
  });
}

/** What is done, what is under way (the last but one), and what comes. */
const STEPS: Record<Doing, string[]> = {
  request: [
    'Answers sent',
    `Checking your details and asking ${ALL_BUREAUS}`,
    'Your report, or a code to your phone first',
  ],
  code: [
    'Answers sent',
    'Security code entered',
    `Checking the code and asking ${ALL_BUREAUS}`,
    'Your report',
  ],
  text: ['Answers sent', 'Sending a new code to your phone', 'You enter the code'],
};

export function waitPage(show: ShowPage, { isLong, doing }: { isLong: boolean; doing: Doing }): Html {
  const steps = STEPS[doing];
  const now = steps.length - 2;
  return show({
    title: 'Getting your report',
    // Only without JavaScript: the script polls and redirects by itself.
    head: html`<noscript><meta http-equiv="refresh" content="3"></noscript>
`,
    main: html`<h1>Getting your report</h1>
<ol class="steps">${steps.map(
      (step, index) =>
        html`<li class="${index < now ? 'done' : index === now ? 'now' : 'later'}"${index === now && html` aria-current="step"`}><span class="unseen">${index < now ? 'Done:' : index === now ? 'Now:' : 'Next:'}</span> ${step}</li>`,
    )}</ol>
<p>This takes a few seconds.</p>
<p class="status" role="status" data-wait data-long="This is taking longer than usual. You can keep this page open.">${isLong && 'This is taking longer than usual. You can keep this page open.'}</p>
<p class="unscripted"><a href="/demo/next">Continue</a></p>`,
  });
}

export function codePage(
  show: ShowPage,
  given: { stage: CodeStage; mobile: string; nowMs: number; problem?: string },
): Html {
  const { stage, nowMs } = given;
  const wrong = stage.news === 'wrong' ? wrongCode(stage.triesLeft) : undefined;
  const problem = given.problem ?? wrong;
  const secondsLeft = Math.max(0, Math.round((stage.worksUntilMs - nowMs) / 1000));
  return show({
    title: 'Check your phone',
    back: '/demo/check',
    problems: problem === undefined ? [] : [{ href: '#code', message: problem }],
    main: html`<h1>Check your phone</h1>
${stage.news === 'sent-again' && problem === undefined && html`<p class="inset good" role="status">We sent a new code. The one before it no longer works.</p>`}
${stage.news === 'not-sent' && problem === undefined && html`<p class="inset" role="status">We could not send a new code just now. Wait a minute and ask again, or use the code we sent before.</p>`}
${stage.news === 'refused' && problem === undefined && html`<p class="inset" role="alert">We could not send a text to the number ending ${given.mobile.slice(-3)}. <a href="/demo/not-received">Ask for a new code, or use a different number</a>.</p>`}
${stage.hasText && html`<p>We sent a 6-digit security code by text message to the number ending ${given.mobile.slice(-3)}.</p>`}
<form method="post" novalidate data-code data-seconds-left="${secondsLeft}">
${textField({
  name: 'code',
  label: 'Security code',
  hint: html`6 numbers. It expires at ${clock(stage.worksUntilMs)}`,
  value: '',
  problem,
  inputmode: 'numeric',
  autocomplete: 'one-time-code',
  width: 'code',
})}
<p class="status" role="status" data-soon="One minute left. You can ask for a new code."></p>
<button class="button">Continue</button>
</form>
<p><a href="/demo/not-received">Not received a text message?</a></p>`,
  });
}

export function notReceivedPage(
  show: ShowPage,
  stage: CodeStage,
  mobile: string,
  organisation: string,
): Html {
  const hasTexts = stage.textsLeft > 0;
  const title = hasTexts ? 'Not received a text message?' : `We have sent ${SENDS_MAX} texts`;
  return show({
    title,
    back: '/demo/code',
    main: html`<h1>${title}</h1>
${
  hasTexts
    ? html`<p>${stage.hasText ? `We sent it to the number ending ${mobile.slice(-3)}. Texts can take a few minutes to arrive.` : `No text could be sent to the number ending ${mobile.slice(-3)} so far.`}</p>
<form method="post"><button class="button">Send a new code</button></form>
<p class="hint">Texts left: ${stage.textsLeft}. A new code replaces the one before it.</p>`
    : html`<p>That is the most we can send for one request. They can take a few minutes.</p>
<p><a class="button" href="/demo/code">Enter a code</a></p>
<p>You can also start again later. Your answers are saved for 30 minutes.</p>
${contact(organisation)}`
}
<h2>Is the number right?</h2>
<form method="post" action="/demo/other-number"><button class="button second">Use a different number</button></form>`,
  });
}

export function stoppedPage(show: ShowPage, why: WhyStopped, organisation: string): Html {
  const { title, words, next, contact: hasContact } = STOPS[why];
  return show({
    title,
    main: html`<h1>${title}</h1>
${words.map((line) => html`<p>${line}</p>`)}
${next !== null && html`<form method="post" action="/demo/again"><button class="button">${next}</button></form>`}
${hasContact && contact(organisation)}
${
  why === 'blocked' &&
  html`<h2>Your report from the bureaus</h2>
<p>Everyone can ask ${ALL_BUREAUS} for their statutory credit report. It is free.</p>`
}`,
  });
}

export function closedPage(show: ShowPage): Html {
  return show({
    title: 'Closed',
    main: html`<h1>Your report is closed</h1>
<p>It is hidden, and your answers are forgotten. On a shared computer, close this window too.</p>
<p><a href="/demo">Back to the start</a></p>`,
  });
}

export function noCredentialPage(show: ShowPage): Html {
  return show({
    title: 'The demonstration is not set up',
    main: html`<h1>The demonstration is not set up</h1>
<p>The secret of the demo tenant is not in the data folder, because the database was made elsewhere. Start the service with an empty DATA_DIR to get one.</p>`,
  });
}

function contact(organisation: string): Html {
  return html`<h2>If you need help</h2>
<p>Contact ${organisation} by phone on 0808 157 0192, Monday to Friday, 9am to 5pm. (Made up, like the rest of this page.)</p>`;
}

function spaced(mobile: string): string {
  return mobile.replace(/^\+44(\d{4})(\d{3})(\d{3})$/, '0$1 $2 $3');
}
