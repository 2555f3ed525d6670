// Where a consumer turns to: the firm, the form for complaints, the regulator.
import { type Content, type Html, html } from '../../html/html.ts';
import type { Scene } from './frame.ts';

export function contact({ brand }: Scene): Html {
  return html`<h2>If you need help</h2>
<p>Contact <bdi>${brand.name}</bdi>${brand.contact === null ? ', who sent you the link' : html`: <bdi>${withPhones(brand.contact)}</bdi>`}.</p>`;
}

/** To the form, from wherever a consumer may want to complain. */
export function waysToAsk({ base }: Scene): Html | null {
  return base === ''
    ? null
    : html`<p class="no-print"><a href="${base}/ask">Complain, or ask to erase your data</a></p>`;
}

export function regulator(): Html {
  return html`<p>You may also complain to the Information Commissioner’s Office: <a href="https://ico.org.uk" rel="external noreferrer" target="_blank">ico.org.uk<span class="unseen"> (opens in a new tab)</span></a>.</p>`;
}

const PHONE = /(\+?\d[\d ()-]{8,}\d)/;

/** A phone number in it can be pressed, and does not break. */
function withPhones(text: string): Content[] {
  return text
    .split(PHONE)
    .map((part, index) =>
      index % 2 === 1
        ? html`<a class="phone" href="tel:${part.replaceAll(/[^+\d]/g, '')}">${part}</a>`
        : part,
    );
}
