// Waiting, with what is happening: each bureau and whether it has answered.
import { bureauName } from '../../domain/shown/report-view.ts';
import { type Html, html } from '../../html/html.ts';
import type { Draw } from './pages.ts';

/** What is under way: each bureau with whether it has answered. */
export type Progress = {
  doing: 'request' | 'code';
  bureaus: readonly { id: string; state: 'waiting' | 'asking' | 'answered' | 'silent' }[];
};

export function waitPage(
  { show, scene }: Draw,
  given: Progress & { sinceMs: number; isLong: boolean },
): Html {
  return show(scene, {
    title: 'Getting your report',
    // Only without JavaScript: the script polls and goes on by itself.
    head: html`<noscript><meta http-equiv="refresh" content="3; url=${scene.base}/wait?since=${given.sinceMs}"></noscript>
`,
    main: html`<h1>Getting your report</h1>
<div data-progress aria-live="polite">${progressList(given)}</div>
<p>This takes a few seconds. You can keep this page open, or come back to it.</p>
<p class="status" role="status" data-wait="${scene.base}" data-long="This is taking longer than usual. You can keep this page open.">${given.isLong && 'This is taking longer than usual. You can keep this page open.'}</p>
<p class="unscripted"><a href="${scene.base}/next">Continue</a></p>`,
  });
}

type Step = { state: 'done' | 'missed' | 'now' | 'later'; words: string };
const BEFORE: Record<Step['state'], string> = {
  done: 'Done:',
  missed: 'Missed:',
  now: 'Now:',
  later: 'Next:',
};

export function progressList({ doing, bureaus }: Progress): Html {
  const isAsking = bureaus.some(({ state }) => state !== 'waiting');
  const first: Step[] =
    doing === 'code'
      ? [{ state: isAsking ? 'done' : 'now', words: 'Checking your security code' }]
      : [{ state: isAsking ? 'done' : 'now', words: 'Checking your details' }];
  const asked = bureaus.map(({ id, state }): Step => {
    const name = bureauName(id);
    if (state === 'answered') return { state: 'done', words: `${name} has answered` };
    if (state === 'silent') return { state: 'missed', words: `${name} could not be reached` };
    return { state: state === 'asking' ? 'now' : 'later', words: `Asking ${name}` };
  });
  const last: Step = {
    state: 'later',
    words: doing === 'code' ? 'Your report' : 'Your report, or a code to your phone first',
  };
  return html`<ol class="steps">${[...first, ...asked, last].map(
    ({ state, words }) =>
      html`<li class="${state}"${state === 'now' && html` aria-current="step"`}><span class="unseen">${BEFORE[state]}</span> ${words}</li>`,
  )}</ol>`;
}
