// The outbox as a page: the messages that were not really sent, one line each, newest first and open, with its code in large type.

import { type Html, html } from '../../html/html.ts';
import { segmentsOf } from '../../sms/message.ts';
import type { OutboxMessage } from '../../sms/outbox/outbox.ts';
import type { Assets } from '../assets.ts';
import { document } from '../layout.ts';

type OutboxView = {
  messages: readonly OutboxMessage[];
  failuresAhead: number;
  revision: string;
  baseUrl: string;
  /** The part of a number that is searched for; empty for all. */
  number: string;
};

export function outboxPage(assets: Assets, view: OutboxView): Html {
  const { failuresAhead, baseUrl, number } = view;
  const digits = number.replace(/\D/g, '').replace(/^0/, '');
  const messages = view.messages.filter(({ to }) => to.includes(digits));
  const to = view.messages[0]?.to ?? '+447700900982';
  return document(assets, {
    title: 'Outbox – development',
    css: assets.outboxCss,
    head: html`<script src="${assets.outboxJs}" defer></script>
`,
    body: html`
<header class="test-bar"><div class="column top">
<h1>Outbox</h1>
<p class="note">Development only. These texts went to no phone.</p>
<p class="live" role="status" data-live></p>
</div></header>
<main id="main" class="column" data-outbox data-revision="${view.revision}">
<div class="controls">
<form method="post" action="/dev/outbox/next-fails">
<input type="hidden" name="on" value="${failuresAhead > 0 ? 'no' : 'yes'}">
<button class="switch" role="switch" aria-checked="${failuresAhead > 0 ? 'true' : 'false'}"><span class="knob" aria-hidden="true"></span>Next message fails</button>
</form>
<form method="get" action="/dev/outbox" class="find" role="search">
<label for="number">Number</label>
<input id="number" name="number" value="${number}" inputmode="tel" autocomplete="off">
<button class="button second">Find</button>
${number !== '' && html`<a href="/dev/outbox">Show all</a>`}
</form>
<form method="post" action="/dev/outbox/clear"><button class="button second" ${view.messages.length === 0 && html`disabled`}>Clear the outbox</button></form>
</div>
${messages.length === 0 ? emptyList(number) : html`<ol class="messages">${messages.map(item)}</ol>`}
<section class="api" aria-labelledby="api">
<h2 id="api">For tests and scripts</h2>
<p>One call waits for the next text to a number and answers with its code:</p>
<pre tabindex="0" aria-label="Example call"><code>curl -s '${baseUrl}/dev/outbox/latest?to=${to.replace(/\D/g, '')}&amp;wait=10'</code></pre>
<p><code>DELETE /dev/outbox?to=…</code> empties it for one number, without <code>to</code> for all.</p>
</section>
</main>`,
  });
}

function emptyList(number: string): Html {
  if (number !== '')
    return html`<div class="empty"><p><strong>No texts to this number.</strong> <a href="/dev/outbox">Show all</a></p></div>`;
  return html`<div class="empty"><p><strong>No texts yet.</strong> Send a live request, or try the <a href="/demo">demonstration</a>: the code appears here by itself.</p></div>`;
}

function item(message: OutboxMessage, index: number): Html {
  const { smsId, code, to, text, sentAtMs } = message;
  const sentAt = new Date(sentAtMs).toISOString();
  const segments = segmentsOf(text);
  const time = new Date(sentAtMs).toLocaleTimeString('en-GB', {
    timeStyle: 'medium',
    timeZone: 'Europe/London',
  });
  return html`<li class="message" id="${smsId}">
<details ${index === 0 && html`open`}>
<summary><span class="line"><strong>${code ?? 'No code'}</strong> <span>${to}</span> ${stateChip(message)} <time datetime="${sentAt}" title="${sentAt}">${time}</time></span></summary>
<div class="opened">
<div class="phone"><p class="bubble">${text}</p></div>
<div class="facts">
${
  code !== null &&
  html`<p class="code"><strong>${code}</strong> <button type="button" class="button second copy" data-copy="${code}" hidden>Copy<span class="unseen"> the code ${code}</span></button></p>`
}
<dl>
<div><dt>Length</dt><dd>${segments} segment${segments > 1 && 's'}, ${text.length} characters</dd></div>
</dl>
<form method="post" action="/dev/outbox/mark" class="marks" aria-label="What became of the text with code ${code ?? smsId}">
<input type="hidden" name="smsId" value="${smsId}">
${buttonsOf(message).map(([value, label]) => html`<button class="button second" name="as" value="${value}">${label}</button>`)}
</form>
</div>
</div>
</details>
</li>`;
}

const MARKS = [
  ['delivered', 'Delivered'],
  ['not-delivered', 'Not delivered'],
  ['delay', 'Delay'],
] as const;

/** Only marks that change something: delivered is final, as in the ledger. */
function buttonsOf({ state, isDelayed }: OutboxMessage): (typeof MARKS)[number][] {
  if (state === 'delivered') return [];
  return MARKS.filter(
    ([value]) => value !== state && (value !== 'delay' || (state === 'on-its-way' && !isDelayed)),
  );
}

/** A word, a shape and a colour: none of the three alone. */
function stateChip({ state, isDelayed }: OutboxMessage): Html {
  if (state === 'delivered') return html`<span class="chip ok">● Delivered</span>`;
  if (state === 'not-delivered') return html`<span class="chip danger">✕ Not delivered</span>`;
  if (isDelayed) return html`<span class="chip warn">◑ Delayed until you say</span>`;
  return html`<span class="chip info">◐ On its way</span>`;
}
