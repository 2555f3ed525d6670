// The code of a live challenge: six digits of one draw. What needs the rooms below is tested on the composed app.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LENDERS } from '../domain/lenders/registry.ts';
import { createLiveWorld } from './live.ts';
import { TEST_CODE } from './test-mode.ts';

const unasked = () => assert.fail('not for a code');

/** A live world whose draws are these, in order. */
function worldWith(...draws: number[]) {
  return createLiveWorld({
    assessor: { id: 'none', assess: unasked },
    sms: { readPhone: unasked, send: unasked },
    bureaus: new Map(),
    recordIds: { identify: unasked },
    nowMs: Date.now,
    lendersOf: async () => LENDERS,
    draw: (below) => {
      assert.equal(below, 1_000_000);
      return draws.shift() ?? assert.fail('no more draws');
    },
  });
}

test('the live world never sends the code of test mode, which everyone knows: it draws again', () => {
  const world = worldWith(Number(TEST_CODE), Number(TEST_CODE), 654_321);
  assert.equal(world.newCode(), '654321');
});

test('a small draw is padded to six digits', () => {
  const world = worldWith(0, 42, 999_999);
  assert.deepEqual([world.newCode(), world.newCode(), world.newCode()], ['000000', '000042', '999999']);
});
