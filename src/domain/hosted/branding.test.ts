import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONTRAST_AA, contrast, PAGE_DARK, PAGE_LIGHT, readableColours } from './branding.ts';

test('contrast is as WCAG computes it', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(Math.round(contrast('#767676', '#ffffff') * 100) / 100, 4.54);
});

test('every colour becomes one that can be read on light pages and one on dark pages', () => {
  for (let value = 0; value < 0x1000000; value += 39_119) {
    const colour = `#${value.toString(16).padStart(6, '0')}`;
    const { light, dark, wasChanged } = readableColours(colour);
    assert.ok(contrast(light, PAGE_LIGHT) >= CONTRAST_AA && contrast(dark, PAGE_DARK) >= CONTRAST_AA, colour);
    assert.equal(wasChanged, contrast(colour, PAGE_LIGHT) < CONTRAST_AA, colour);
  }
});

test('a colour that can be read stays as it is', () => {
  assert.equal(readableColours('#0b6e4f').light, '#0b6e4f');
});
