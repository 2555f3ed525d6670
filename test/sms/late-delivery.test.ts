// Receipts that come after the hold was released, in every way that it can be: each message is charged once, at the price of its send,
// and the ledger stays consistent. TEST_SEED repeats a run.
import assert from 'node:assert/strict';
import { setPrice } from '../../src/storage/wallet/prices.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { type House, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { LIVE, newClient, openLiveHouse, pastTheRules, problemsOf, walletOf } from '../support/money.ts';
import { until } from '../support/waiting.ts';
import type { StandIn } from '../support/worlds/stand-in-world.ts';

const CASES = 300;
const SEED = process.env.TEST_SEED ?? '';
const random = createRandom(SEED);
process.stdout.write(`TEST_SEED=${SEED}\n`);

let house: House;
let world: StandIn;
before(async () => {
  ({ house, world } = await openLiveHouse());
});
after(() => house?.close());

type Case = { smsId: string; isExpired: boolean; words: ('delivered' | 'not-delivered')[] };

test(`${CASES} messages whose hold was released before the receipt came: none unbilled, none charged twice`, async () => {
  const client = await newClient(house, CASES * 500);
  const { tenantId } = client.tenant;
  const tell = (smsId: string, state: 'delivered' | 'not-delivered') =>
    house.service.recordDelivery({ tenantId, smsId, state });
  world.verdict = 'challenge';
  const cases: Case[] = [];
  for (let n = 0; n < CASES; n += 1) {
    await setPrice(house.service.database, tenantId, 'sms-otp', random.int(1, 90));
    await client.generate({ ...LIVE, bureaus: ['equifax'] });
    const smsId = world.sent.at(-1)?.smsId ?? assert.fail();
    const words = Array.from({ length: random.int(1, 4) }, () =>
      random.pick(['delivered', 'not-delivered'] as const),
    );
    cases.push({ smsId, isExpired: random.chance(50), words });
  }
  const amounts = await sql<{ id: string; amount: number }>(
    house,
    "select id, amount from holds where tenant_id = $1 and purpose = 'sms'",
    [tenantId],
  );
  const priceOf = new Map(amounts.map(({ id, amount }) => [id, amount]));

  const expired = cases.filter(({ isExpired }) => isExpired).map(({ smsId }) => smsId);
  await pastTheRules(house.database, (query) =>
    query("update holds set placed_at = placed_at - interval '73 hours' where id = any($1)", [expired]),
  );
  await until('all are cleared up', async () => (await house.service.clearUp()).messages === 0);
  await Promise.all(
    cases.filter(({ isExpired }) => !isExpired).map(({ smsId }) => tell(smsId, 'not-delivered')),
  );
  assert.equal((await walletOf(house, client)).spent, 0);

  const said = cases.flatMap(({ smsId, words }) => words.map((word) => ({ smsId, word })));
  const heard = await Promise.all(said.map(({ smsId, word }) => tell(smsId, word)));
  const charged = said.filter((_one, n) => heard[n] === 'charged').map(({ smsId }) => smsId);
  const delivered = cases.filter(({ words }) => words.includes('delivered')).map(({ smsId }) => smsId);
  assert.deepEqual(charged.toSorted(), delivered.toSorted());
  const due = delivered.reduce((sum, smsId) => sum + (priceOf.get(smsId) ?? 0), 0);
  assert.equal((await walletOf(house, client)).spent, due);
  assert.deepEqual(await problemsOf(house, tenantId), []);
});
