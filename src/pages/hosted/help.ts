// Where a consumer turns to: the firm, the form for complaints, the regulator.
import { type Content, type Html, html } from '../../html/html.ts';
import type { Scene } from './frame.ts';

export function contact({ brand }: Scene): Html {
  return html`<h2>If you need help</h2>
<p>Contact <bdi>${brand.name}</bdi>${brand.contact === null ? ', who sent you the link' : html`: <bdi>${withPhones(brand.contact)}</bdi>`}.</p>`;
}

const FCA_REGISTER = 'https://register.fca.org.uk';

/** Who asks, what it does to a credit score, and what becomes of the data: before anything is asked. */
export function trustBlock({ brand }: Scene): Html {
  const { name, regulatedAs, fcaNumber, privacyUrl } = brand;
  return html`<dl class="trust">
<div><dt>Who asks</dt>
<dd><bdi>${name}</bdi>${regulatedAs !== null && html`, <bdi>${regulatedAs}</bdi>`}.${
    fcaNumber !== null &&
    html` Authorised and regulated by the Financial Conduct Authority, firm number <b>${fcaNumber}</b>. ${outward(FCA_REGISTER, 'Check the number')}.`
  }</dd></div>
<div><dt>Your credit score</dt>
<dd>Asking for your own report has no effect on it.</dd></div>
<div><dt>Your data</dt>
<dd>${privacyUrl !== null && html`${outward(privacyUrl, html`How <bdi>${name}</bdi> uses your data`)}. `}Nothing is asked of a bureau before you agree, and you can withdraw later.</dd></div>
</dl>`;
}

function outward(href: string, words: Content): Html {
  return html`<a href="${href}" rel="external noreferrer" target="_blank">${words}<span class="unseen"> (opens in a new tab)</span></a>`;
}

/** To the form, from wherever a consumer may want to complain: whoever comes by the link of a session that ended has pressed Start before. */
export function waysToAsk({ base }: Scene): Html | null {
  return base === ''
    ? null
    : html`<p class="no-print"><a href="${base}/ask?kind=complaint">Make a complaint</a><br><a href="${base}/ask?kind=erasure">Ask to erase your data</a></p>`;
}

export function regulator(): Html {
  return html`<p>You may also complain to the Information Commissioner’s Office: ${outward('https://ico.org.uk', 'ico.org.uk')}.</p>`;
}

const PHONE = /(\+?\d[\d ()-]{8,}\d)/;

/** A phone number in it can be pressed, and does not break. */
export function withPhones(text: string): Content[] {
  return text
    .split(PHONE)
    .map((part, index) =>
      index % 2 === 1
        ? html`<a class="phone" href="tel:${part.replaceAll(/[^+\d]/g, '')}">${part}</a>`
        : part,
    );
}
