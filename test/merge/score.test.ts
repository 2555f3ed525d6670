// Precision and recall of merging against the ground truth of the invented population, on a held-out seed. `npm run bench:merge`
// prints the same over many more people, and the worst cases.
import assert from 'node:assert/strict';
import { precisionOf, recallOf, scoreMerge } from '../support/bureaus/merge-score.ts';
import { test } from '../support/long.ts';

const SEED = 'held out';

test('files with UK habits: 999 of 1,000 merged pairs are right, 98 of 100 are found, and total debt is within 1 %', () => {
  const score = scoreMerge({ seed: SEED, people: 600, distortion: 'default' });
  const { accounts, namedSearches, residencies, debt, people, worst } = score;
  const summary = `seed ${SEED}: ${JSON.stringify({ ...score, worst: undefined })}\n${worst[0]?.text}`;
  assert.ok(accounts.right > 5_000, summary);
  assert.ok(precisionOf(accounts) >= 0.999 && recallOf(accounts) >= 0.98, summary);
  assert.ok(Math.abs(debt.shown / debt.true - 1) <= 0.015, summary);
  assert.ok(debt.peopleWrong <= people * 0.04, summary);
  assert.ok(recallOf(namedSearches) >= 0.8 && precisionOf(namedSearches) >= 0.9, summary);
  assert.ok(recallOf(residencies) >= 0.95 && precisionOf(residencies) >= 0.999, summary);
});

for (const dialect of ['json', 'soap'] as const) {
  test(`without habits, at the default distortion, at least 999 of 1,000 merged pairs are right and 98 of 100 are found: ${dialect}`, () => {
    const { accounts, worst } = scoreMerge({
      seed: SEED,
      people: 400,
      distortion: 'default',
      dialect,
      hasHabits: false,
    });
    const summary = `seed ${SEED}: ${JSON.stringify(accounts)}\n${worst[0]?.text}`;
    assert.ok(accounts.right > 5_000, summary);
    assert.ok(precisionOf(accounts) >= 0.999, summary);
    assert.ok(recallOf(accounts) >= 0.98, summary);
  });
}

test('nearly all pairs are found at mild distortion, and harsh distortion leads to splits, not to false merges', () => {
  const mild = scoreMerge({ seed: SEED, people: 150, distortion: 'mild' }).accounts;
  const harsh = scoreMerge({ seed: SEED, people: 200, distortion: 'harsh' }).accounts;
  assert.ok(precisionOf(mild) >= 0.999 && recallOf(mild) >= 0.99, JSON.stringify(mild));
  assert.ok(precisionOf(harsh) >= 0.995 && recallOf(harsh) >= 0.8, JSON.stringify(harsh));
});
