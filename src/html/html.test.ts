// Escaping: what keeps a consumer's name from becoming a tag.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from './html.ts';

const HOSTILE = `<b>"O'Brien" & Sons</b><script>alert(1)</script>`;
const HARMLESS = '&lt;b&gt;&quot;O&#39;Brien&quot; &amp; Sons&lt;/b&gt;&lt;script&gt;alert(1)&lt;/script&gt;';

test('every value in a page is escaped, between tags and in an attribute', () => {
  assert.equal(html`<p title="${HOSTILE}">${HOSTILE}</p>`.text, `<p title="${HARMLESS}">${HARMLESS}</p>`);
});

test('what the tag made is inserted as it is, alone or in a list, and its contents are escaped once', () => {
  const items = [HOSTILE, 'Łukasz'].map((name) => html`<li>${name}</li>`);
  assert.equal(html`<ul>${items}</ul>`.text, `<ul><li>${HARMLESS}</li><li>Łukasz</li></ul>`);
});

test('an object that only looks like our HTML is escaped', () => {
  const forged = { text: '<b>', toString: () => '<b>' } as unknown as string;
  assert.equal(html`${forged}`.text, '&lt;b&gt;');
});

test('null and false render as nothing; zero is a number', () => {
  assert.equal(html`[${null}${false}${0}${''}]`.text, '[0]');
});
