// The pages of the demonstration: a made-up firm's own site, from which a consumer is sent to the hosted page and comes back.
import type { SessionState } from '../../domain/hosted/consumer-session.ts';
import { type Html, html } from '../../html/html.ts';
import type { Assets } from '../assets.ts';
import { document } from '../layout.ts';

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

type ShowDemo = (title: string, main: Html) => Html;

export function createDemoFrame(
  assets: Assets<'baseCss' | 'consumerCss' | 'icon'>,
  organisation: string,
): ShowDemo {
  return (title, main) =>
    document(assets, {
      title: `${title} – ${organisation}`,
      css: assets.consumerCss,
      body: html`<aside class="test-bar" aria-label="Demonstration">
<p><strong>Demonstration.</strong> A made-up firm’s own site. Texts appear in the <a href="/dev/outbox" target="_blank" rel="noopener">outbox<span class="unseen"> (opens in a new tab)</span></a>.</p>
</aside>
<header class="masthead"><p>${organisation}</p></header>
<div class="column">
<main id="main">
${main}
</main>
</div>`,
    });
}

export function startPage(show: ShowDemo, examples: readonly Example[]): Html {
  return show(
    'Your car finance',
    html`<h1>Which car finance have you had?</h1>
<p class="lead">Your credit report knows. We send you to a page where you get it in two minutes, and back.</p>
<form method="post" action="/demo/start"><button class="button">Get my report</button></form>
${
  examples.length > 0 &&
  html`<section class="examples" aria-labelledby="examples">
<h2 id="examples">Or be an example person</h2>
<p class="hint">They are made up. Their answers are filled in for you to check.</p>
<ul>${examples.map(
    (example, index) => html`<li><form method="post" action="/demo/start">
<p class="who"><strong>${example.label}</strong><br><span>${example.description}</span></p>
<button class="button second" name="example" value="${index}">Use<span class="unseen"> the answers of ${example.label}</span></button>
</form></li>`,
  )}</ul>
</section>`
}`,
  );
}

const DONE: Partial<Record<SessionState, string>> = {
  complete: 'Thank you. Your report is with us.',
  declined: 'You did not agree, and no bureau was asked.',
  blocked: 'The check could not be completed online.',
};

/** `state`: as the service says, asked by the firm's own back end; never what the address says. */
export function donePage(show: ShowDemo, state: string, creditReportId: string | null): Html {
  return show(
    'Welcome back',
    html`<h1>Welcome back</h1>
<p class="lead">${DONE[state as SessionState] ?? 'The check is not finished.'}</p>
${creditReportId !== null && html`<p>What a firm sees now: report <code>${creditReportId}</code>, in the <a href="/app">console</a>.</p>`}
<p><a href="/demo">Back to the start</a></p>`,
  );
}

export function notSetUpPage(show: ShowDemo): Html {
  return show(
    'The demonstration is not set up',
    html`<h1>The demonstration is not set up</h1>
<p>The secret of the demo tenant is not in the data folder, because the database was made elsewhere. Start the service with an empty DATA_DIR to get one.</p>`,
  );
}
