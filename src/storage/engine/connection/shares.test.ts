import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createShares, type Turn, turnOf, WAITING_PER_TENANT_MAX } from './shares.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const LOUD: Turn = { tenantId: 'loud', isFigures: false };
const FIGURES: Turn = { tenantId: 'loud', isFigures: true };
const QUIET: Turn = { tenantId: 'quiet', isFigures: false };

/** How many of so many get their turn at once. */
function begun(shares: ReturnType<typeof createShares>, turn: Turn, count: number): number {
  const turns = Array.from({ length: count }, () => shares.acquire(turn));
  for (const waiting of turns) waiting?.catch(() => {});
  return turns.filter((waiting) => waiting === undefined).length;
}

test('a tenant has half of the connections, figures a quarter, and the service all that are left', () => {
  for (const [connections, half, quarter] of [
    [8, 4, 2],
    [5, 3, 1],
    [1, 1, 1],
  ] as const) {
    assert.equal(begun(createShares(connections), LOUD, 16), half, `${connections}`);
    assert.equal(begun(createShares(connections), FIGURES, 16), quarter, `${connections}`);
    assert.equal(begun(createShares(connections), null, 16), connections, `${connections}`);
  }
  const shares = createShares(8);
  assert.equal(begun(shares, LOUD, 16) + begun(shares, FIGURES, 16), 4, 'figures are part of the half');
  assert.equal(begun(shares, QUIET, 16), 4);
  assert.ok(shares.stuckMs() >= 0);
});

test('others pass a tenant that waits for its own share; what it gives back is its next one’s', async () => {
  const shares = createShares(4);
  const order: string[] = [];
  assert.equal(begun(shares, LOUD, 2), 2);
  const waiting = [1, 2].map((n) => shares.acquire(LOUD)?.then(() => order.push(`loud ${n}`)));
  assert.equal(shares.acquire(QUIET), undefined, 'a connection is free, and it is not of the loud one');
  assert.equal(shares.acquire(QUIET), undefined);
  const quiet = shares.acquire(QUIET)?.then(() => order.push('quiet'));
  shares.release(LOUD);
  await waiting[0];
  shares.release(QUIET);
  await quiet;
  assert.deepEqual([order, shares.waiting()], [['loud 1', 'quiet'], 1]);
  shares.release(LOUD);
  await waiting[1];
});

test('of one tenant so many wait and one more is refused at once, as late; another tenant still waits its turn', async () => {
  const shares = createShares(2);
  assert.equal(begun(shares, null, 2), 2);
  assert.equal(begun(shares, LOUD, WAITING_PER_TENANT_MAX), 0);
  assert.equal(shares.waiting(), WAITING_PER_TENANT_MAX);
  await assert.rejects(
    shares.acquire(LOUD) as Promise<void>,
    (error) => error instanceof DatabaseUnavailable && error.why === 'late' && !error.mayBeDone,
  );
  assert.equal(begun(shares, QUIET, 1), 0);
  assert.equal(shares.waiting(), WAITING_PER_TENANT_MAX + 1);
  shares.release(null);
  assert.equal(begun(shares, LOUD, 1), 0, 'there is room for one more to wait');
});

test('a wait that ends without a turn is not counted any more', async () => {
  const shares = createShares(1, 20);
  assert.equal(begun(shares, LOUD, 1), 1);
  for (let round = 0; round < 2; round += 1) {
    const all: Promise<void>[] = Array.from(
      { length: WAITING_PER_TENANT_MAX },
      async () => await shares.acquire(LOUD),
    );
    const whys = new Set<string>();
    for (const ended of await Promise.allSettled(all))
      whys.add(ended.status === 'rejected' ? ended.reason.cause.message : ended.status);
    // In the second round too they waited, and were not refused for those of the first.
    assert.deepEqual([...whys], ['no connection came free in time'], `round ${round}`);
  }
  shares.release(LOUD);
  assert.equal(begun(shares, LOUD, 1), 1);
});

test('a wait that ends with a turn is not counted any more', async () => {
  const shares = createShares(1);
  assert.equal(begun(shares, LOUD, 1), 1);
  for (let round = 0; round <= WAITING_PER_TENANT_MAX; round += 1) {
    const waiting = shares.acquire(LOUD);
    shares.release(LOUD);
    await waiting;
  }
  assert.equal(shares.waiting(), 0);
});

test('whose a statement is, its text says; of several tenants it is nobody’s', () => {
  const of = (text: string, ...values: unknown[]) => turnOf({ text }, values);
  assert.deepEqual(of('select from reports r where r.tenant_id = $2', 1, 'a'), {
    tenantId: 'a',
    isFigures: false,
  });
  assert.deepEqual(turnOf({ text: 'where tenant_id = $1', placed: { isFigures: true } }, ['a']), {
    tenantId: 'a',
    isFigures: true,
  });
  assert.equal(of('select 1'), null);
  assert.equal(of('select where tenant_id = $1', ['a', 'b']), null);
});
