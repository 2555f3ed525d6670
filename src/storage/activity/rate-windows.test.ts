// The shared rate-limit windows of one minute, in SQL. A test that a change of the minute would break counts per window.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type House, openHouse, sql } from '../../../test/support/house.ts';
import { createRateWindows, type Grant, type RateWindows } from './rate-windows.ts';

const LIMIT = 10;

let house: House;
let windows: RateWindows;
before(async () => {
  house = await openHouse();
  windows = createRateWindows({ database: house.service.database });
});
after(() => house.close());

/** Retries the work once if the minute changed during it. */
async function withinOneWindow(work: (key: string) => Promise<Grant[]>): Promise<Grant[]> {
  const grants = await work(randomUUIDv7());
  const starts = new Set(grants.map((grant) => grant.windowStart.getTime()));
  return starts.size === 1 ? grants : work(randomUUIDv7());
}

const grantedOf = (grants: Grant[]) => grants.map((grant) => grant.granted);
const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

test('fifty parallel takes are granted exactly the limit in total', async () => {
  const grants = await withinOneWindow((key) =>
    Promise.all(Array.from({ length: 50 }, (_, index) => windows.take(key, 1 + (index % 4), LIMIT))),
  );
  assert.equal(sum(grantedOf(grants)), LIMIT);
});

test('a grant is at most what is left, and says what is left after it', async () => {
  const grants = await withinOneWindow(async (key) => [
    await windows.take(key, 6, LIMIT),
    await windows.take(key, 6, LIMIT),
    await windows.take(key, 1, LIMIT),
  ]);
  assert.deepEqual(grantedOf(grants), [6, 4, 0]);
  assert.deepEqual(
    grants.map((grant) => grant.remaining),
    [4, 0, 0],
  );
  for (const { windowEndsInMs } of grants) assert.ok(windowEndsInMs >= 1 && windowEndsInMs <= 60_000);
});

test('requests given back can be taken again, even if others were refused in between', async () => {
  const grants = await withinOneWindow(async (key) => {
    const first = await windows.take(key, 8, LIMIT);
    const others = [await windows.take(key, 5, LIMIT), await windows.take(key, 5, LIMIT)];
    await windows.giveBack(key, first.windowStart, 3, LIMIT);
    return [first, ...others, await windows.take(key, 10, LIMIT)];
  });
  assert.deepEqual(grantedOf(grants), [8, 2, 0, 3]);
});

test('requests given back to a past window do not widen the current one', async () => {
  const grants = await withinOneWindow(async (key) => {
    const first = await windows.take(key, LIMIT, LIMIT);
    await windows.giveBack(key, new Date(first.windowStart.getTime() - 60_000), 5, LIMIT);
    return [first, await windows.take(key, 1, LIMIT)];
  });
  assert.deepEqual(grantedOf(grants), [LIMIT, 0]);
});

test('a new window starts empty', async () => {
  const key = randomUUIDv7();
  await windows.take(key, 50, LIMIT);
  await sql(
    house,
    `update rate_windows set window_start = window_start - interval '1 minute' where key = $1`,
    [key],
  );
  assert.equal((await windows.take(key, LIMIT, LIMIT)).granted, LIMIT);
});

test('windows older than ten minutes are purged, younger ones are kept', async () => {
  const [old, young] = [randomUUIDv7(), randomUUIDv7()];
  for (const [key, age] of [
    [old, '11 minutes'],
    [young, '8 minutes'],
  ]) {
    await windows.take(String(key), 1, LIMIT);
    await sql(house, 'update rate_windows set window_start = now() - $2::interval where key = $1', [
      key,
      age,
    ]);
  }
  await windows.purgeWindows();
  const rows = await sql<{ key: string }>(house, 'select key from rate_windows where key = any($1)', [
    [old, young],
  ]);
  assert.deepEqual(
    rows.map((row) => row.key),
    [young],
  );
});
