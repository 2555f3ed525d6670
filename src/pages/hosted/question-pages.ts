// The questions as pages: one question a page, input kept, and each error shown in the summary and at its field in the same words.
import { type Content, type Html, html } from '../../html/html.ts';
import {
  type Answers,
  addressOf,
  type Field,
  type FieldProblem,
  LISTS,
  type ListId,
  type QuestionId,
  type Typed,
} from './answers.ts';
import { attribute, problemLine, type Scene, type ShowPage, textField } from './frame.ts';
import type { Draw } from './pages.ts';
import { addressLines, fullName, ROWS, tellWhoSent } from './words.ts';

/** `fields`: those that are asked; the others are shown. All of them without it. `canBeFound`: by the postcode. */
type AskedQuestion = {
  typed: Typed;
  problems: readonly FieldProblem[];
  fields?: readonly Field[];
  canBeFound?: boolean;
  note?: string;
};
type Asking = { show: ShowPage; scene: Scene; back: string };

const TITLES: Record<QuestionId, string> = {
  name: 'What is your name?',
  'other-names': 'Have you had another name?',
  'date-of-birth': 'What is your date of birth?',
  address: 'What is your address?',
  'other-addresses': 'Have you lived anywhere else in the last 6 years?',
  mobile: 'What is your mobile number?',
};
const ADD_TITLES: Record<ListId, string> = {
  'other-names': 'What was your other name?',
  'other-addresses': 'What was your other address?',
};

export function questionPage(
  { show, scene, back }: Asking,
  id: Exclude<QuestionId, ListId>,
  asked: AskedQuestion,
): Html {
  return formPage({ show, scene, back }, TITLES[id], FIELDS[id](asked), asked);
}

/** What the tenant filled in. Whoever has the link cannot change it; whom to tell is said. */
export function lockedPage({ show, scene }: Draw, id: Exclude<QuestionId, ListId>): Html {
  const title = `Your ${ROWS[id].toLowerCase()} cannot be changed here`;
  return show(scene, {
    title,
    back: `${scene.base}/check`,
    main: html`<h1>${title}</h1>
<p><bdi>${scene.brand.name}</bdi> filled it in. ${tellWhoSent(scene.brand)}</p>
<p><a class="button" href="${scene.base}/check">Continue</a></p>`,
  });
}

/** One more for a list. */
export function addPage({ show, scene, back }: Asking, id: ListId, asked: AskedQuestion): Html {
  const fields = id === 'other-names' ? otherName(asked) : otherAddress(asked);
  return formPage({ show, scene, back }, ADD_TITLES[id], fields, asked);
}

function formPage({ show, scene, back }: Asking, title: string, fields: Content, asked: AskedQuestion): Html {
  return show(scene, {
    title,
    back,
    problems: asked.problems.map(({ field, message }) => ({ href: `#${field}`, message })),
    main: html`<form method="post" novalidate>
${fields}
<button class="button">Continue</button>
</form>`,
  });
}

/** What is in the list, and whether there is more. */
export function listPage(
  { show, scene, back }: Asking,
  id: ListId,
  given: { answers: Answers; fixed: readonly Typed[]; problem?: string | undefined },
): Html {
  const { key, max } = LISTS[id];
  const own = given.answers[key] ?? [];
  const list = [...given.fixed, ...own];
  const problem = given.problem;
  const title = TITLES[id];
  const isFull = list.length >= max;
  const hints: Record<ListId, string> = {
    'other-names': 'A name before a marriage, for example. Lenders file you under the name you had then.',
    'other-addresses':
      'Bureaus keep agreements under the address of the day. Without it they may not find them.',
  };
  const about = id === 'other-names' ? fullName : (typed: Typed) => addressLines(addressOf(typed)).join(', ');
  const question = list.length === 0 ? title : 'Is there another one to add?';
  const legend = list.length === 0 ? html`<h1>${title}</h1>` : html`<h2 class="tight">${question}</h2>`;
  return show(scene, {
    title,
    back,
    problems: problem === undefined ? [] : [{ href: '#more-yes', message: problem }],
    main: html`${
      list.length > 0 &&
      html`<h1>${id === 'other-names' ? 'Your other names' : 'Your other addresses'}</h1>
<ul class="added">${list.map(
        (typed, index) => html`<li><form method="post" action="${scene.base}/${id}/remove">
<bdi>${about(typed)}</bdi>
${
  index >= given.fixed.length &&
  html`<button class="link" name="index" value="${index - given.fixed.length}">Remove<span class="unseen"> ${about(typed)}</span></button>`
}
</form></li>`,
      )}</ul>`
    }
<form method="post" novalidate>
${
  isFull
    ? html`<p>You can add ${max} at most.</p><input type="hidden" name="more" value="no">`
    : html`<div class="field${problem !== undefined && ' wrong'}"><fieldset ${attribute('aria-describedby', ['more-hint', problem && 'more-problem'].filter(Boolean).join(' '))}>
<legend>${legend}</legend>
<p class="hint" id="more-hint">${hints[id]}</p>
${problemLine('more', problem)}
<div class="choices">
<label class="choice"><input type="radio" name="more" id="more-yes" value="yes"> Yes</label>
<label class="choice"><input type="radio" name="more" value="no"${list.length === 0 && given.answers[key] !== undefined && html` checked`}> No</label>
</div>
</fieldset></div>`
}
<button class="button">Continue</button>
</form>`,
  });
}

const FIELDS: Record<Exclude<QuestionId, ListId>, (asked: AskedQuestion) => Content> = {
  name: (asked) => [
    html`<h1>${TITLES.name}</h1>
<p class="hint">Use your name as it is on your bank statement. Bureaus do not know nicknames.</p>`,
    field(asked, 'firstName', 'First name', { autocomplete: 'given-name', isFree: true }),
    field(asked, 'lastName', 'Last name', { autocomplete: 'family-name', isFree: true }),
  ],
  'date-of-birth': dateOfBirth,
  address: (asked) => [
    html`<h1>${TITLES.address}</h1>
<p class="hint">Where you live now.</p>
${asked.canBeFound === true && html`<p><a href="?by=postcode">Find it by its postcode</a></p>`}`,
    ...addressFields(asked, ''),
  ],
  mobile: (asked) =>
    field(asked, 'mobile', TITLES.mobile, {
      isHeading: true,
      hint: 'We use it once, to send a security code.',
      autocomplete: 'tel',
      inputmode: 'tel',
      type: 'tel',
      width: 'w20',
    }),
};

function otherName(asked: AskedQuestion): Content {
  return [
    html`<h1>${ADD_TITLES['other-names']}</h1>`,
    field(asked, 'firstName', 'First name', { isFree: true }),
    field(asked, 'lastName', 'Last name', { isFree: true }),
  ];
}

function otherAddress(asked: AskedQuestion): Content {
  return [html`<h1>${ADD_TITLES['other-addresses']}</h1>`, ...addressFields(asked, null)];
}

/** `autocomplete` is for the address of now: a browser knows one. */
function addressFields(asked: AskedQuestion, now: '' | null): Html[] {
  const fill = (token: string) => (now === null ? {} : { autocomplete: token });
  return [
    ...(asked.note ? [html`<p role="status">${asked.note}</p>`] : []),
    field(asked, 'flat', 'Flat or unit, if there is one', { ...fill('address-line2'), width: 'w10' }),
    field(asked, 'building', 'Building number or name', { width: 'w10' }),
    field(asked, 'street', 'Street', fill('address-line1')),
    field(asked, 'town', 'Town or city', { ...fill('address-level2'), width: 'w20' }),
    field(asked, 'postcode', 'Postcode', { ...fill('postal-code'), width: 'w10' }),
  ];
}

function field(
  { typed, problems, fields }: AskedQuestion,
  name: Field,
  label: string,
  more: Omit<Parameters<typeof textField>[0], 'name' | 'label' | 'value' | 'problem'>,
): Html {
  if (fields !== undefined && !fields.includes(name))
    return html`<p>${label}: <bdi>${typed[name] ?? ''}</bdi></p>`;
  const problem = problems.find((one) => one.field === name)?.message;
  return textField({ name, label, value: typed[name] ?? '', problem, ...more });
}

/** Three plain fields without auto-advance: people type a date as they please. */
function dateOfBirth({ typed, problems }: AskedQuestion): Html {
  const problem = problems[0];
  const parts = [
    ['day', 'Day', 'bday-day', 'w2'],
    ['month', 'Month', 'bday-month', 'w3'],
    ['year', 'Year', 'bday-year', 'w4'],
  ] as const;
  const describedBy = ['birth-hint', problem && 'birth-problem'].filter(Boolean).join(' ');
  return html`<div class="field${problem !== undefined && ' wrong'}"><fieldset ${attribute('aria-describedby', describedBy)}>
<legend><h1>${TITLES['date-of-birth']}</h1></legend>
<p class="hint" id="birth-hint">For example, 27 3 1985</p>
${problemLine('birth', problem?.message)}
<div class="row">${parts.map(
    ([name, label, autocomplete, width]) => html`<div>
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${typed[name] ?? ''}" class="${width}${problem?.field === name && ' wrong'}" inputmode="${name === 'month' ? 'text' : 'numeric'}" autocomplete="${autocomplete}" spellcheck="false">
</div>`,
  )}</div>
</fieldset></div>`;
}
