// What a consumer may still do once the report was made: withdraw the agreement, as easily as it was given, complain, ask to erase, and
// reach the firm. Also when no browser is let in any more, by the link.
import { type Html, html } from '../../html/html.ts';
import type { Scene } from './frame.ts';
import { contact, regulator, waysToAsk } from './help.ts';
import type { Draw } from './pages.ts';

/** `isShown`: the consumer sees the report, now. */
export function rightsPage({ show, scene }: Draw, isShown: boolean): Html {
  const { brand, base } = scene;
  const title = 'Your rights';
  return show(scene, {
    title,
    back: `${base}/report`,
    main: html`<h1>${title}</h1>
<h2>Withdraw your agreement</h2>
${withdrawal(scene, isShown && ', and the report is not shown here again. Save it first if you want to keep it')}
${
  isShown &&
  html`<h2>Something is wrong with an account</h2>
<p><a href="${base}/wrong">Get letters to the bureaus and the lender</a></p>`
}
<h2>Complain, or have your data erased</h2>
<p><a href="${base}/ask?kind=complaint">Make a complaint to <bdi>${brand.name}</bdi></a></p>
<p><a href="${base}/ask?kind=erasure">Ask <bdi>${brand.name}</bdi> to erase your data</a></p>
${contact(scene)}
${regulator()}`,
  });
}

/** To whoever presses Start on a link of a report that was closed, or a day old: the report is not shown, the rights stay. */
export function usedUpPage({ show, scene }: Draw, token: string): Html {
  const title = 'This link is no longer in use';
  return show(scene, {
    title,
    main: html`<h1>${title}</h1>
<p>It was used already. Ask <bdi>${scene.brand.name}</bdi> for a new one.</p>
<h2>Withdraw your agreement</h2>
${withdrawal(scene, false, html`<input type="hidden" name="token" value="${token}">`)}
${contact(scene)}
${waysToAsk(scene)}`,
  });
}

function withdrawal({ brand, base }: Scene, more: string | false, by: Html | null = null): Html {
  return html`<p>You agreed that <bdi>${brand.name}</bdi> gets your credit report. You can withdraw that now. <bdi>${brand.name}</bdi> is told at once${more}.</p>
<p>What was done before stays lawful: the bureaus were asked, and their answer was read.</p>
<form method="post" action="${base}/withdraw" data-close>${by}<button class="button second">Withdraw my agreement</button></form>`;
}
