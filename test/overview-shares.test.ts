// A share of the overview: of what has ended, and none before something has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passed } from '../console/pages/activity/overview-shares.ts';

type Figures = Parameters<typeof passed>[0];

test('the share of right codes is of the challenges that ended, and there is none while all of them wait', () => {
  for (const [made, right, waiting, share] of [
    [1, 0, 1, null],
    [2, 0, 1, 0],
    [2, 1, 1, 100],
    [4, 1, 2, 50],
    // A report whose bureaus are still asked waits without a challenge.
    [1, 1, 1, 100],
    [0, 0, 1, null],
    [0, 0, 0, null],
  ] as const) {
    const reports = { total: 4, complete: 1, waiting, failed: 0, blocked: 0 };
    const figures = { challenges: { made, passed: right }, reports } as Figures;
    assert.equal(passed(figures), share, JSON.stringify({ made, right, waiting }));
  }
});
