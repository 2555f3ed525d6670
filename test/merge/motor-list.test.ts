// The motor list against the truth of the invented population, on a seed that no rule was made on. `npm run bench:merge` scores it on
// many more people.
// Alone: it takes long.
import assert from 'node:assert/strict';
import { test } from '../support/long.ts';
import { scoreMotorList } from '../support/merging/motor-list-score.ts';

const PEOPLE = Number(process.env.FIGURES_PEOPLE ?? 300);

test('of the listed agreements 999 of 1,000 are motor finance, and 98 of 100 that any bureau has are listed', (context) => {
  const score = scoreMotorList('unseen motor list', PEOPLE);
  const told = JSON.stringify(score);
  context.diagnostic(told);
  assert.ok(score.onFile > PEOPLE / 2 && score.otherGoods > PEOPLE / 20, told);
  assert.ok(score.precision >= 0.999, told);
  assert.ok(score.recall >= 0.98, told);
  assert.ok(score.atBorders > PEOPLE / 2, told);
  assert.equal(score.wrongWindows, 0, told);
});
