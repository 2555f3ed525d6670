// What stood out at the bureaus, in the console's sentences: each says what was counted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bureaus } from '../console/api/shapes.ts';
import { incidentsOf } from '../console/pages/activity/bureaus-words.ts';

type Cell = Pick<Bureaus['bureaus'][number]['steps'][number], 'asked' | 'unanswered' | 'state'>;

function saidOf(...cells: Cell[]): string[] {
  const steps = cells.map((cell, at) => ({
    ...{ ...cell, p95Ms: 1_900 },
    from: new Date(Date.UTC(2026, 10, 18, 10, 30 * at)).toISOString(),
  }));
  const sum = (of: (one: Cell) => number): number => cells.reduce((total, one) => total + of(one), 0);
  const bureau = {
    id: 'transunion',
    asked: sum(({ asked }) => asked),
    unanswered: sum(({ unanswered }) => unanswered),
    usual: { p95Ms: 100 },
    steps,
  };
  return incidentsOf({ step: 'half-hour', bureaus: [bureau] } as unknown as Bureaus).map(
    ({ title, more }) => `${title}. ${more}`,
  );
}

test('of a slow time it says how many reports waited, and how many of them got no answer', () => {
  assert.deepEqual(
    saidOf({ asked: 20, unanswered: 0, state: 'usual' }, { asked: 32, unanswered: 0, state: 'slow' }),
    [
      'TransUnion was slow from 10:30 to 11:00: 95 % within 1.9 s, usually 100 ms. 32 reports were made in that time. They waited for it; it answered each of them.',
    ],
  );
  const [said = ''] = saidOf(
    { asked: 32, unanswered: 2, state: 'slow' },
    { asked: 9, unanswered: 0, state: 'usual' },
  );
  assert.match(said, /They waited for it; 2 got no answer of it\.$/);
});

test('of a silent time it says how many reports are without the bureau', () => {
  assert.deepEqual(saidOf({ asked: 100, unanswered: 25, state: 'unanswered' }), [
    'TransUnion did not answer 25 of 100 calls (from 10:00 to 10:30). Those reports are without TransUnion, and it was not charged.',
  ]);
});
