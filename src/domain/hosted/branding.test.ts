import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { canBeRead, contrast, GROUNDS, readableColours } from './branding.ts';

test('contrast is as WCAG computes it', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(Math.round(contrast('#767676', '#ffffff') * 100) / 100, 4.54);
});

test('every colour becomes one that can be read on light pages and one on dark pages', () => {
  for (let value = 0; value < 0x1000000; value += 39_119) {
    const colour = `#${value.toString(16).padStart(6, '0')}`;
    const { light, dark, wasChanged } = readableColours(colour);
    assert.ok(canBeRead(light, GROUNDS.light) && canBeRead(dark, GROUNDS.dark), colour);
    assert.equal(wasChanged, !canBeRead(colour, GROUNDS.light), colour);
  }
});

test('a colour that can be read stays as it is', () => {
  assert.equal(readableColours('#0b6e4f').light, '#0b6e4f');
});

test('every box of the pages is among the grounds', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../../web/tokens.css'), 'utf8');
  const [light = '', dark = ''] = tokens.split('prefers-color-scheme: dark');
  const boxes = (text: string): string[] =>
    [...text.matchAll(/--(?:bg|surface|(?:danger|warn|ok|info|test)-bg): (#[0-9a-f]+);/g)].map(
      ([, one = '']) => (one.length === 4 ? one.replace(/[0-9a-f]/g, '$&$&') : one),
    );
  assert.equal(boxes(light).length, 7);
  for (const box of boxes(light)) assert.ok(GROUNDS.light.includes(box), box);
  for (const box of boxes(dark)) assert.ok(GROUNDS.dark.includes(box) || box === '#0e1311', box);
});
