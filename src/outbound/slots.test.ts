import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlaces } from './slots.ts';

test('no more are let in than there are places, and a place that is left goes to the one who waited longest', async () => {
  const places = createPlaces({ placesMax: 2, waitingMax: 2, waitMs: 60_000 });
  const first = await places.enter();
  await places.enter();
  const entered: string[] = [];
  const third = places.enter().then((leave) => {
    entered.push('third');
    return leave;
  });
  const fourth = places.enter().then((leave) => {
    entered.push('fourth');
    return leave;
  });
  first?.();
  const leaveThird = await third;
  assert.deepEqual(entered, ['third']);
  leaveThird?.();
  assert.notEqual(await fourth, null);
});

test('who finds no room to wait is told at once', async () => {
  const places = createPlaces({ placesMax: 1, waitingMax: 0, waitMs: 60_000 });
  assert.notEqual(await places.enter(), null);
  assert.equal(await places.enter(), null);
});

test('who has waited long enough goes away, and the place is not lost on them', async () => {
  const places = createPlaces({ placesMax: 1, waitingMax: 1, waitMs: 1 });
  const leave = await places.enter();
  assert.equal(await places.enter(), null);
  leave?.();
  assert.notEqual(await places.enter(), null);
});

test('a place that is left twice is free once', async () => {
  const places = createPlaces({ placesMax: 1, waitingMax: 0, waitMs: 1 });
  const leave = await places.enter();
  leave?.();
  leave?.();
  assert.notEqual(await places.enter(), null);
  assert.equal(await places.enter(), null);
});
