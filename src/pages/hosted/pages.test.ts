import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../../html/html.ts';
import { consentPage } from './pages.ts';
import { nobodys, type Room } from './room.ts';

test('a consent text is marked with its own language, on a page in English', () => {
  const draw = nobodys({ show: (_, { main }) => html`${main}` } as Room);
  const consent = { version: 1, body: 'Mae Northgate yn gofyn.', locale: 'cy', sha256: '' };
  assert.match(
    consentPage(draw, consent).text,
    /<div class="agreement" lang="cy"><p dir="auto">Mae Northgate yn gofyn\.<\/p><\/div>/,
  );
});
