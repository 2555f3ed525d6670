// Precision and recall of merging against the ground truth of the invented population, on a held-out seed. `npm run bench:merge`
// prints the same over many more people, and the worst cases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { precisionOf, recallOf, scoreMerge } from '../support/bureaus/merge-score.ts';

const SEED = 'held out';

for (const dialect of ['json', 'soap'] as const) {
  test(`at the default distortion at least 999 of 1,000 merged pairs are right and 98 of 100 are found: ${dialect}`, () => {
    const { accounts, worst } = scoreMerge({ seed: SEED, people: 600, distortion: 'default', dialect });
    const summary = `seed ${SEED}: ${JSON.stringify(accounts)}\n${worst[0]?.text}`;
    assert.ok(accounts.right > 5_000, summary);
    assert.ok(precisionOf(accounts) >= 0.999, summary);
    assert.ok(recallOf(accounts) >= 0.98, summary);
  });
}

test('nearly all pairs are found at mild distortion, and harsh distortion leads to splits, not to false merges', () => {
  const mild = scoreMerge({ seed: SEED, people: 150, distortion: 'mild' }).accounts;
  const harsh = scoreMerge({ seed: SEED, people: 300, distortion: 'harsh' }).accounts;
  assert.ok(precisionOf(mild) >= 0.999 && recallOf(mild) >= 0.995, JSON.stringify(mild));
  assert.ok(precisionOf(harsh) >= 0.998 && recallOf(harsh) >= 0.7, JSON.stringify(harsh));
});
