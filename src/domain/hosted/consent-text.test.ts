import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blanksIn, CONSENT_SKELETON, fillBlanks } from './consent-text.ts';

test('every blank of the skeleton is filled in by the name that it is listed with', () => {
  const blanks = blanksIn(CONSENT_SKELETON);
  assert.equal(blanks.length, 8);
  for (const blank of blanks) assert.ok(CONSENT_SKELETON.includes(`[[${blank}]]`), blank);
  const filled = fillBlanks(CONSENT_SKELETON, Object.fromEntries(blanks.map((blank) => [blank, ' words '])));
  assert.deepEqual(blanksIn(filled), []);
  assert.ok(filled.startsWith('words asks for your permission'));
});

test('a blank that is not filled in stays, and what is filled in is text', () => {
  const body = 'A [[one]] and [[ two ]], [[one]] again, half a [[three';
  assert.equal(fillBlanks(body, { one: '$&', two: ' ' }), 'A $& and [[ two ]], $& again, half a [[three');
  assert.equal(fillBlanks('[[toString]] [[__proto__]]', {}), '[[toString]] [[__proto__]]');
});
