// The layout of the pages before sign-in: one column, one form. They work without script; a small one shows and hides passwords. An error
// is told once, above the form, with a link to its field; what was typed is kept, except passwords and codes.
import { FONT_PATH } from '../../html/font.ts';
import { type Html, html } from '../../html/html.ts';
import { ICON, leaf } from '../../html/icon.ts';

/** Error messages by the name of the field. */
export type Problems = Record<string, string>;

export const STYLE_PATH = '/sign-in.css';
export const SCRIPT_PATH = '/sign-in.js';
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** `heading`: instead of the title. */
export function page(given: { title: string; heading?: Html; problems?: Problems; body: Html }): string {
  const wrong = Object.entries(given.problems ?? {});
  const title = wrong.length > 0 ? `Error: ${given.title}` : given.title;
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Trefoil</title>
<link rel="icon" href="${ICON}">
<link rel="preload" href="${FONT_PATH}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${STYLE_PATH}">
<script src="${SCRIPT_PATH}" defer></script>
</head>
<body>
<header><p class="brand">${leaf(24)} Trefoil</p></header>
<main>
<h1>${given.heading ?? given.title}</h1>
${wrong.length > 0 && summary(wrong)}
${given.body}
</main>
</body>
</html>
`.text;
}

function summary(wrong: [string, string][]): Html {
  return html`<div class="summary" role="alert" aria-labelledby="summary-title">
<h2 id="summary-title">There is a problem</h2>
<ul>${wrong.map(([name, what]) => html`<li id="${name}-error"><a href="#${name}">${what}</a></li>`)}</ul>
</div>`;
}

export function field(given: {
  name: string;
  label: string;
  hint?: string;
  type?: 'text' | 'email' | 'password';
  value?: string;
  autocomplete: string;
  inputmode?: 'numeric';
  problems: Problems;
}): Html {
  const { name, hint } = given;
  const wrong = given.problems[name];
  const describedBy = [hint !== undefined && `${name}-hint`, wrong !== undefined && `${name}-error`].filter(
    (id) => id !== false,
  );
  return html`<div class="field">
<label for="${name}">${given.label}</label>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
<div class="control">
<input id="${name}" name="${name}" type="${given.type ?? 'text'}" value="${given.value ?? ''}"
  autocomplete="${given.autocomplete}" ${given.inputmode !== undefined && html`inputmode="${given.inputmode}"`}
  ${describedBy.length > 0 && html`aria-describedby="${describedBy.join(' ')}"`} ${wrong !== undefined && html`aria-invalid="true"`}
  autocapitalize="off" spellcheck="false">
${given.type === 'password' && html`<button type="button" class="show" data-shows="${name}" aria-label="Show password" hidden>Show</button>`}
</div>
</div>`;
}
