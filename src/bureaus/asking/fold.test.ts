import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFolding } from './fold.ts';

const NAME = { letters: "0-9A-Za-z\\-' ", max: 30 };
const PLAIN = { letters: '0-9A-Za-z\\- ', max: 15 };

const CASES: [given: string, rule: typeof NAME, sent: string | undefined, change?: string][] = [
  ['Zoë', NAME, 'Zoe', 'folded'],
  ["D'Arcy", NAME, "D'Arcy"],
  ["D'Arcy", PLAIN, 'DArcy', 'folded'],
  ['O’Brien', NAME, "O'Brien", 'folded'],
  ['Ó Súilleabháin', NAME, 'O Suilleabhain', 'folded'],
  ['St. John', NAME, 'St John', 'folded'],
  ['Łukasz Þorsson-Strauß', NAME, 'Lukasz Thorsson-Strauss', 'folded'],
  ['Müller & Søn', NAME, 'Muller and Son', 'folded'],
  ['Flat 2/1', NAME, 'Flat 2 1', 'folded'],
  ['Smith–Jones', NAME, 'Smith-Jones', 'folded'],
  ['  Ada   May ', NAME, 'Ada May'],
  ['Bartholomew-James-Alexander', PLAIN, 'Bartholomew-Jam', 'cut'],
  ['Юлия', NAME, undefined, 'left-out'],
  ['', NAME, undefined],
];

for (const [given, rule, sent, change] of CASES) {
  test(`"${given}" with ${rule.max} characters is sent as ${sent}`, () => {
    const folding = startFolding();
    assert.equal(folding.fit('/lastName', given, rule), sent);
    const noted = change === undefined ? undefined : [{ field: '/lastName', ...(sent && { sent }), change }];
    assert.deepEqual(folding.altered(), noted);
  });
}

test('a long street goes on in the second element, and only what fits neither is cut', () => {
  const street = { letters: "0-9A-Za-z' \\-", max: 30 };
  const folding = startFolding();
  const long = 'Saint Bartholomew the Great Close North';
  assert.deepEqual(folding.fitTwo('/street', long, street), ['Saint Bartholomew the Great', 'Close North']);
  assert.deepEqual(folding.fitTwo('/street', 'Mill Lane', street), ['Mill Lane', undefined]);
  assert.deepEqual(folding.fitTwo('/street', 'x'.repeat(31), street), ['x'.repeat(30), 'x']);
  assert.equal(folding.altered()?.length, 1, 'a word that was broken is noted');
  assert.deepEqual(folding.fitTwo('/street', 'y'.repeat(70), street), ['y'.repeat(30), 'y'.repeat(30)]);
  assert.deepEqual(folding.altered()?.at(-1)?.change, 'cut');
});
