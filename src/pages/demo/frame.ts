// The frame of the consumer's pages: the banner that nothing here is real, the organisation's name, Back, and the error summary.

import { type Content, Html, html } from '../../html/html.ts';
import type { Assets } from '../assets.ts';
import { document } from '../layout.ts';

export type Problem = { href: string; message: string };

export type DemoPage = {
  title: string;
  back?: string;
  problems?: readonly Problem[];
  head?: Content;
  main: Content;
};

export type ShowPage = (page: DemoPage) => Html;

export function createFrame(needs: { assets: Assets; organisation: string }): ShowPage {
  const { assets, organisation } = needs;
  return ({ title, back, problems = [], head = null, main }) =>
    document(assets, {
      title: `${problems.length > 0 ? 'Error: ' : ''}${title} – ${organisation}`,
      css: assets.demoCss,
      head: html`<script src="${assets.demoJs}"></script>
${head}`,
      body: html`
<aside class="test-bar" aria-label="Demonstration">
<p><strong>Demonstration.</strong> Nothing here is real: simulated bureaus, texts appear in the <a href="/dev/outbox" target="_blank" rel="noopener">outbox<span class="unseen"> (opens in a new tab)</span></a>.</p>
</aside>
<header class="masthead"><a href="/demo"><svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true"><path d="M3 21V11a9 9 0 0 1 18 0v10h-5V11a4 4 0 0 0-8 0v10z"/></svg>${organisation}</a></header>
<div class="column">
${back !== undefined && html`<nav aria-label="Back"><a class="back" href="${back}">Back</a></nav>`}
<main id="main">
${problems.length > 0 && summaryOf(problems)}
${main}
</main>
</div>`,
    });
}

/** Gets the focus when the page opens, so that a screen reader begins with the errors. */
function summaryOf(problems: readonly Problem[]): Html {
  return html`<div class="summary" role="alert" tabindex="-1" data-focus>
<h2>There is a problem</h2>
<ul>${problems.map(({ href, message }) => html`<li><a href="${href}">${message}</a></li>`)}</ul>
</div>`;
}

/** A field with its label, hint and error; screen readers read the three with it. */
export function textField(field: {
  name: string;
  label: Content;
  value: string;
  hint?: Content;
  problem?: string | undefined;
  autocomplete?: string;
  inputmode?: 'numeric' | 'tel';
  type?: 'text' | 'tel';
  width?: string;
  /** The label is the page's heading where the page has one field. */
  isHeading?: boolean;
}): Html {
  const { name, hint = null, problem } = field;
  const describedBy = [hint !== null && `${name}-hint`, problem !== undefined && `${name}-problem`]
    .filter((id) => id !== false)
    .join(' ');
  const label = html`<label for="${name}">${field.label}</label>`;
  return html`<div class="field${problem !== undefined && ' wrong'}">
${field.isHeading ? html`<h1>${label}</h1>` : label}
${hint !== null && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${problemLine(name, problem)}
<input id="${name}" name="${name}" type="${field.type ?? 'text'}" value="${field.value}" class="${field.width ?? ''}" spellcheck="false" ${attribute('autocomplete', field.autocomplete)} ${attribute('inputmode', field.inputmode)} ${attribute('aria-describedby', describedBy || undefined)}>
</div>`;
}

export function problemLine(name: string, problem: string | undefined): Html | null {
  if (problem === undefined) return null;
  return html`<p class="problem" id="${name}-problem"><span class="unseen">Error:</span> ${problem}</p>`;
}

export function attribute(name: string, value: string | undefined): Html | null {
  // The name is ours, never input; the value is escaped like any other.
  return value === undefined ? null : new Html(`${name}="${html`${value}`.text}"`);
}
