// A process dies between the two commits of a change that is on the coordinator and on a shard: what the coordinator committed is
// committed on the shard too, and what it did not is undone there, within seconds, by whichever process is there. It dies by failpoint: what
// it leaves behind is what a kill leaves.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { armFailpoints } from '../../src/storage/engine/connection/failpoints.ts';
import { createTenant, type House, openHouse, sql } from '../support/house.ts';
import { problemsOf } from '../support/money.ts';
import type { Browser } from '../support/people.ts';
import { ask, signedIn } from '../support/staff.ts';
import { until } from '../support/waiting.ts';

let house: House;
let operator: Browser;
before(async () => {
  house = await openHouse();
  operator = await signedIn(house, { isOperator: true });
});
afterEach(() => armFailpoints(() => {}));
after(() => house?.close());

const BODY = { amount: 500, reference: 'INV-1', reason: 'paid' };

/** A top-up whose process dies at the failpoint: the money is on the shard, the audit entry on the coordinator. */
async function topUpThatDies(name: string) {
  const { tenantId } = await createTenant(house, { balanceCredits: 0 });
  const path = `/v1/operator/tenants/${tenantId}/top-ups`;
  let deaths = 0;
  armFailpoints((reached) => {
    if (reached !== name) return;
    deaths += 1;
    throw new Error('the process dies here');
  });
  const answer = await ask(house, operator, 'POST', path, BODY);
  armFailpoints(() => {});
  assert.equal(deaths, 1);
  assert.notEqual(answer.status, 200);
  const entries = async (): Promise<number> =>
    (await ask(house, operator, 'GET', `/${tenantId}/v1/audit-entries`)).body.items.length;
  return { tenantId, path, entries };
}

const prepared = (): Promise<object[]> =>
  sql(
    house,
    `select result from run_command_on_workers($$select count(*) from pg_prepared_xacts where database = current_database()
     and gid like 'trefoil%'$$) where result <> '0'`,
  );

async function balanceOf(tenantId: string): Promise<number | undefined> {
  const [wallet] = await sql<{ available: number }>(
    house,
    'select available from wallets where tenant_id = $1',
    [tenantId],
  );
  return wallet?.available;
}

test('before the coordinator commits: nothing has happened, and the caller repeats it', async () => {
  const { tenantId, path, entries } = await topUpThatDies('after prepare');
  assert.equal((await prepared()).length, 1, 'it waits on the shard');
  await until('it is decided', async () => (await prepared()).length === 0);
  assert.equal(await balanceOf(tenantId), 0);
  assert.equal(await entries(), 0);
  const again = await ask(house, operator, 'POST', path, BODY);
  assert.deepEqual(again.body, { balance: 500, isRepeated: false });
  assert.equal(await entries(), 1);
  assert.deepEqual(await problemsOf(house, tenantId), []);
});

test('after the coordinator committed: it has happened, on both, and a repetition is told so', async () => {
  const { tenantId, path, entries } = await topUpThatDies('after commit at home');
  assert.equal((await prepared()).length, 1, 'it waits on the shard');
  assert.equal(await entries(), 1);
  await until('it is decided', async () => (await prepared()).length === 0);
  assert.equal(await balanceOf(tenantId), 500);
  const again = await ask(house, operator, 'POST', path, BODY);
  assert.deepEqual(again.body, { balance: 500, isRepeated: true });
  assert.equal(await entries(), 1);
  assert.deepEqual(await problemsOf(house, tenantId), []);
});
