// The pages that find an address by its postcode: the postcode, and the addresses that it has. The other way is question-pages.ts.
import { type Html, html } from '../../html/html.ts';
import { addressOf, type Typed } from './answers.ts';
import { type Scene, type ShowPage, textField } from './frame.ts';
import { addressLines } from './words.ts';

/** `path`: of the question, without the session. */
type Finding = {
  show: ShowPage;
  scene: Scene;
  back: string;
  path: string;
  titles: { find: string; choose: string };
};

export function findPage(
  { show, scene, back, path, titles: { find: title } }: Finding,
  { postcode = '', problem }: { postcode?: string; problem?: string },
): Html {
  const here = `${scene.base}/${path}`;
  return show(scene, {
    title,
    back,
    problems: problem === undefined ? [] : [{ href: '#postcode', message: problem }],
    main: html`<form method="post" action="${here}/find" novalidate>
<h1>${title}</h1>
${textField({ name: 'postcode', label: 'Postcode', value: postcode, problem, autocomplete: 'postal-code', width: 'w10' })}
<button class="button">Find address</button>
</form>
<p><a href="${here}?by=hand">Enter the address yourself</a></p>`,
  });
}

/** One that is chosen is sent as if it had been typed; without a choice the boxes have the postcode. */
export function choosePage(
  { show, scene, back, path, titles: { choose: title } }: Finding,
  { postcode, found }: { postcode: string; found: readonly Typed[] },
): Html {
  const here = `${scene.base}/${path}`;
  const sentAs = (typed: Typed): string => new URLSearchParams(Object.entries(typed)).toString();
  const count = found.length === 1 ? '1 address found' : `${found.length} addresses found`;
  return show(scene, {
    title,
    back,
    main: html`<form method="post" action="${here}" novalidate>
<div class="field">
<h1><label for="chosen">${title}</label></h1>
<p class="hint">Postcode <bdi>${postcode}</bdi>. <a href="${here}?by=postcode">Change<span class="unseen"> the postcode</span></a></p>
<select id="chosen" name="chosen">
<option value="${sentAs({ postcode })}">${count}</option>
${found.map((typed) => html`<option value="${sentAs(typed)}"${found.length === 1 && html` selected`}>${addressLines(addressOf(typed)).slice(0, -1).join(', ')}</option>`)}
</select>
</div>
<button class="button">Continue</button>
</form>
<p><a href="${here}?by=hand">My address is not listed</a></p>`,
  });
}
