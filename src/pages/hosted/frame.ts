// The frame of the consumer's pages: the tenant's name, logo and colour, what is not real, Back, and the error summary.
import type { SessionState } from '../../domain/hosted/consumer-session.ts';
import { type Content, Html, html } from '../../html/html.ts';
import { document } from '../layout.ts';
import type { ConsumerAssets } from './assets.ts';

export type Problem = { href: string; message: string };

/** Whose page it is, to the consumer's eye. */
export type Brand = {
  name: string;
  /** How to reach the tenant; null when it said nothing. */
  contact: string | null;
  /** What the firm is regulated as, its number in the FCA's register, its privacy notice; null where it said nothing. */
  regulatedAs: string | null;
  fcaNumber: string | null;
  privacyUrl: string | null;
  /** Where the logo is, and the style sheet with the colour; null when the tenant has none. */
  logoUrl: string | null;
  colourUrl: string | null;
};

/** What every page of one consumer session shares. */
export type Scene = {
  /** /c/{id}: every page of the session is below it. */
  base: string;
  brand: Brand;
  /** `simulated`: texts and bureaus are made up, and `outbox` is where the texts are. */
  notice: 'test' | 'simulated' | null;
  outbox: string | null;
  /** For the page around a frame. */
  state: SessionState;
  isOver: boolean;
};

type ConsumerPage = {
  title: string;
  back?: string | null;
  problems?: readonly Problem[];
  head?: Content;
  /** At the end of the masthead. */
  aside?: string;
  main: Content;
};

export type ShowPage = (scene: Scene, page: ConsumerPage) => Html;

export function createFrame(assets: ConsumerAssets): ShowPage {
  return (scene, { title, back = null, problems = [], head = null, aside = null, main }) => {
    const { brand } = scene;
    return document(assets, {
      title: `${problems.length > 0 ? 'Error: ' : ''}${title} – ${brand.name}`,
      css: assets.consumerCss,
      isPlain: true,
      head: html`${brand.colourUrl !== null && html`<link rel="stylesheet" href="${brand.colourUrl}">`}
${assets.consumerJs !== null && html`<script src="${assets.consumerJs}"></script>`}
${head}`,
      body: html`${noticeOf(scene)}
<header class="masthead"><p>${brand.logoUrl !== null && html`<img src="${brand.logoUrl}" alt="" height="40">`}<bdi>${brand.name}</bdi>${aside !== null && html` <span class="aside">${aside}</span>`}</p></header>
<div class="column">
${back !== null && html`<nav aria-label="Back"><a class="back" href="${back}">Back</a></nav>`}
<main id="main" tabindex="-1" data-state="${scene.state}"${scene.isOver && html` data-over`}>
${problems.length > 0 && summaryOf(problems)}
${main}
</main>
</div>`,
    });
  };
}

function noticeOf({ notice, outbox }: Scene): Html | null {
  if (notice === null) return null;
  const texts =
    outbox !== null &&
    html` Texts appear in the <a href="${outbox}" target="_blank" rel="noopener">outbox<span class="unseen"> (opens in a new tab)</span></a>.`;
  return html`<aside class="test-bar" aria-label="Not real">
<p>${
    notice === 'test'
      ? html`<strong>Test.</strong> Nothing here is real. The security code is 123456.`
      : html`<strong>Simulated.</strong> The bureaus here are made up, and so are the people that they know.${texts}`
  }</p>
</aside>`;
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
  /** People's own words may run from right to left. */
  isFree?: boolean;
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
<input id="${name}" name="${name}" type="${field.type ?? 'text'}" value="${field.value}" class="${field.width ?? ''}" spellcheck="false"${field.isFree === true && html` dir="auto"`} ${attribute('autocomplete', field.autocomplete)} ${attribute('inputmode', field.inputmode)} ${attribute('aria-describedby', describedBy || undefined)}>
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
