// A complaint to the firm, or a request to erase: the form, and the page that says that it came. Open to whoever has the link, also after it
// ended, so neither page has anything of the consumer but what was just typed.

import { londonDate } from '../../domain/days/london-days.ts';
import {
  ANSWER_DAYS,
  REQUEST_CONTACT_MAX,
  REQUEST_KINDS,
  REQUEST_TEXT_MAX,
  type RequestKind,
} from '../../domain/hosted/consumer-request.ts';
import { day } from '../../domain/shown/report-words.ts';
import { type Html, html } from '../../html/html.ts';
import { attribute, type Problem, problemLine, textField } from './frame.ts';
import { contact, regulator } from './help.ts';
import type { Draw } from './pages.ts';

export type Typed = { kind: RequestKind | null; text: string; contact: string };
type Field = keyof Typed;
export type Wrong = Partial<Record<Field, string>>;

const CHOICES: Record<RequestKind, string> = {
  complaint: 'Make a complaint',
  erasure: 'Ask for your data to be erased',
};

export const isKind = (text: string): text is RequestKind =>
  (REQUEST_KINDS as readonly string[]).includes(text);

/** What is wrong with what was typed; nothing of it, where it can be sent. */
export function wrongIn({ kind, text, contact: reached }: Typed): Wrong {
  return {
    ...(kind === null && { kind: 'Choose what you want to do' }),
    // To erase needs no reason.
    ...(kind === 'complaint' && text === '' && { text: 'Enter what went wrong' }),
    ...(text.length > REQUEST_TEXT_MAX && { text: `Use ${REQUEST_TEXT_MAX} characters or fewer` }),
    ...(reached === '' && { contact: 'Enter an e-mail address or a phone number' }),
    ...(reached.length > REQUEST_CONTACT_MAX && {
      contact: `Use ${REQUEST_CONTACT_MAX} characters or fewer`,
    }),
  };
}

export function askPage({ show, scene }: Draw, given: { typed: Typed; wrong: Wrong; page: string }): Html {
  const { brand, base } = scene;
  const { typed, wrong, page } = given;
  const title = 'Complain, or ask to erase your data';
  const hrefs: Record<Field, string> = { kind: '#kind-complaint', text: '#text', contact: '#contact' };
  const problems: Problem[] = Object.entries(wrong).map(([field, message]) => ({
    href: hrefs[field as Field],
    message,
  }));
  return show(scene, {
    title,
    problems,
    back: base,
    main: html`<h1>${title}</h1>
<p>This goes to <bdi>${brand.name}</bdi>. They must answer a complaint within ${ANSWER_DAYS} days.</p>
<form method="post" action="${base}/ask" novalidate>
<input type="hidden" name="page" value="${page}">
<div class="field${wrong.kind !== undefined && ' wrong'}"><fieldset ${attribute('aria-describedby', wrong.kind && 'kind-problem')}>
<legend>What do you want to do?</legend>
${problemLine('kind', wrong.kind)}
<div class="choices">${REQUEST_KINDS.map(
      (kind) =>
        html`<label class="choice"><input type="radio" name="kind" id="kind-${kind}" value="${kind}"${typed.kind === kind && html` checked`}> ${CHOICES[kind]}</label>`,
    )}</div>
</fieldset></div>
<div class="field${wrong.text !== undefined && ' wrong'}">
<label for="text">What went wrong?</label>
<p class="hint" id="text-hint">You need not give a reason to have your data erased.</p>
${problemLine('text', wrong.text)}
<textarea id="text" name="text" rows="6" dir="auto" aria-describedby="text-hint${wrong.text !== undefined && ' text-problem'}">${typed.text}</textarea>
</div>
${textField({
  name: 'contact',
  label: 'How can they answer you?',
  hint: 'An e-mail address or a phone number',
  value: typed.contact,
  problem: wrong.contact,
  autocomplete: 'email',
})}
<button class="button">Send</button>
</form>
${regulator()}`,
  });
}

export function askedPage(
  { show, scene }: Draw,
  { kind, number, dueAt }: { kind: RequestKind; number: string; dueAt: Date },
): Html {
  const name = scene.brand.name;
  const until = day(londonDate(dueAt));
  const title = kind === 'complaint' ? 'We have your complaint' : 'We have your request';
  return show(scene, {
    title,
    back: scene.base,
    main: html`<h1>${title}</h1>
<p class="lead">Your number is <strong>${number}</strong>. Write it down: it is not shown again.</p>
<p><bdi>${name}</bdi> was told just now, and must answer you by ${until}.</p>
${kind === 'erasure' && html`<p>They may have to keep something by law. Then they must tell you what, and why.</p>`}
${contact(scene)}
${regulator()}`,
  });
}

export function tooManyPage({ show, scene }: Draw): Html {
  const title = 'There have been too many requests';
  return show(scene, {
    title,
    main: html`<h1>${title}</h1>
<p>As many were sent from this link as it takes. What you wrote just now was not sent.</p>
${contact(scene)}
${regulator()}`,
  });
}
