// The four questions as pages: one question a page, input kept, and each error shown in the summary and at its field in the same words.
import { type Content, type Html, html } from '../../html/html.ts';
import type { Answers, Field, FieldProblem, QuestionId } from './answers.ts';
import { attribute, problemLine, type ShowPage, textField } from './frame.ts';

type Asked = { answers: Answers; problems: FieldProblem[] };

export const QUESTION_TITLES: Record<QuestionId, string> = {
  name: 'What is your name?',
  'date-of-birth': 'What is your date of birth?',
  address: 'What is your address?',
  mobile: 'What is your mobile number?',
};

export function questionPage(show: ShowPage, given: { id: QuestionId; back: string } & Asked): Html {
  const { id, problems } = given;
  return show({
    title: QUESTION_TITLES[id],
    back: given.back,
    problems: problems.map(({ field, message }) => ({ href: `#${field}`, message })),
    main: html`<form method="post" novalidate>
${FORMS[id](given)}
<button class="button">Continue</button>
</form>`,
  });
}

const FORMS: Record<QuestionId, (asked: Asked) => Content> = {
  name: (asked) => [
    html`<h1>${QUESTION_TITLES.name}</h1>
<p class="hint">Use your name as it is on your bank statement. Bureaus do not know nicknames.</p>`,
    field(asked, 'firstName', 'First name', { autocomplete: 'given-name' }),
    field(asked, 'lastName', 'Last name', { autocomplete: 'family-name' }),
  ],
  'date-of-birth': dateOfBirth,
  address: (asked) => [
    html`<h1>${QUESTION_TITLES.address}</h1>
<p class="hint">Where you live now.</p>`,
    field(asked, 'flat', 'Flat or unit, if there is one', { autocomplete: 'address-line2', width: 'w10' }),
    field(asked, 'building', 'Building number or name', { width: 'w10' }),
    field(asked, 'street', 'Street', { autocomplete: 'address-line1' }),
    field(asked, 'town', 'Town or city', { autocomplete: 'address-level2', width: 'w20' }),
    field(asked, 'postcode', 'Postcode', { autocomplete: 'postal-code', width: 'w10' }),
  ],
  mobile: (asked) =>
    field(asked, 'mobile', QUESTION_TITLES.mobile, {
      isHeading: true,
      hint: 'We use it once, to send a security code. In this demonstration the text appears in the outbox.',
      autocomplete: 'tel',
      inputmode: 'tel',
      type: 'tel',
      width: 'w20',
    }),
};

function field(
  { answers, problems }: Asked,
  name: Field,
  label: string,
  more: Omit<Parameters<typeof textField>[0], 'name' | 'label' | 'value' | 'problem'>,
): Html {
  const problem = problems.find((one) => one.field === name)?.message;
  return textField({ name, label, value: answers[name] ?? '', problem, ...more });
}

/** Three plain fields without auto-advance: people type a date as they please. */
function dateOfBirth({ answers, problems }: Asked): Html {
  const problem = problems[0];
  const parts = [
    ['day', 'Day', 'bday-day', 'w2'],
    ['month', 'Month', 'bday-month', 'w3'],
    ['year', 'Year', 'bday-year', 'w4'],
  ] as const;
  const describedBy = ['birth-hint', problem && 'birth-problem'].filter(Boolean).join(' ');
  return html`<div class="field${problem !== undefined && ' wrong'}"><fieldset ${attribute('aria-describedby', describedBy)}>
<legend><h1>${QUESTION_TITLES['date-of-birth']}</h1></legend>
<p class="hint" id="birth-hint">For example, 27 3 1985</p>
${problemLine('birth', problem?.message)}
<div class="row">${parts.map(
    ([name, label, autocomplete, width]) => html`<div>
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${answers[name] ?? ''}" class="${width}${problem?.field === name && ' wrong'}" inputmode="${name === 'month' ? 'text' : 'numeric'}" autocomplete="${autocomplete}" spellcheck="false">
</div>`,
  )}</div>
</fieldset></div>`;
}
