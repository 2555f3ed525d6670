// The one thing that keeps a consumer's name from becoming a tag.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from './html.ts';

const HOSTILE = `<b>"O'Brien" & Sons</b><script>alert(1)</script>`;
const HARMLESS = '&lt;b&gt;&quot;O&#39;Brien&quot; &amp; Sons&lt;/b&gt;&lt;script&gt;alert(1)&lt;/script&gt;';

test('whatever is put into a page is text, between tags and in an attribute', () => {
  assert.equal(html`<p title="${HOSTILE}">${HOSTILE}</p>`.text, `<p title="${HARMLESS}">${HARMLESS}</p>`);
});

test('what the tag made goes in as it is, alone or in a list, and its contents were escaped once', () => {
  const items = [HOSTILE, 'Łukasz'].map((name) => html`<li>${name}</li>`);
  assert.equal(html`<ul>${items}</ul>`.text, `<ul><li>${HARMLESS}</li><li>Łukasz</li></ul>`);
});

test('an object that only looks like our HTML is not taken for it', () => {
  const forged = { text: '<b>', toString: () => '<b>' } as unknown as string;
  assert.equal(html`${forged}`.text, '&lt;b&gt;');
});

test('nothing is shown for null and false; zero is a number', () => {
  assert.equal(html`[${null}${false}${0}${''}]`.text, '[0]');
});
