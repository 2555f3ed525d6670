// Three processes take payments and their events, shuffled and five times each, and are killed at random: credits are what succeeded,
// exactly, and every payment has one invoice, whose numbers have no gap. PAYMENTS, PAYMENT_KILLS and TEST_SEED set the run.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { creditsFor } from '../../src/domain/wallet/payment.ts';
import { type StripeSimulator, startStripeSimulator } from '../../src/payments/stripe/simulator.ts';
import type { Thing } from '../../src/payments/stripe/simulator-books.ts';
import { createVerifyInvoiceNumbers, createVerifyLedger } from '../../src/usecases/wallet/verify-ledger.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { clientOf, createTenant, sql } from '../support/house.ts';
import { payOn, paySettings } from '../support/payments.ts';
import { until } from '../support/processes.ts';
import { type Fleet, openFleet } from '../support/services/fleet.ts';
import { NO_LIMITS } from '../support/settings/no-limits.ts';

const PAYMENTS = Number(process.env.PAYMENTS ?? 200);
const KILLS = Number(process.env.PAYMENT_KILLS ?? 3);
const SEED = process.env.TEST_SEED ?? '';
const TENANTS = 8;
const TIMES = 5;
const AT_ONCE = 12;
const CREDITS = 10_000;
/** An access token lives for 15 minutes. */
const TOKEN_MS = 300_000;
const DECLINED = '4000000000000002';
const GOOD = '4242424242424242';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const chance = createRandom(SEED);

let stripe: StripeSimulator;
let fleet: Fleet;
before(async () => {
  stripe = await startStripeSimulator({ eventsUrl: 'http://127.0.0.1:9/', nowMs: Date.now });
  stripe.isSending = false;
  fleet = await openFleet({
    count: 3,
    settings: { ...NO_LIMITS, ...paySettings(stripe), LOG_LEVEL: 'error', DATABASE_POOL_SIZE: '4' },
  });
});
after(async () => {
  await fleet?.close();
  await stripe?.close();
});

/** As a provider or a patient client does: until a process that lives has taken it. */
async function send(path: string, headers: () => Record<string, string>, body: string): Promise<unknown> {
  for (;;) {
    const living = fleet.living();
    const one = living.length === 0 ? undefined : chance.pick(living);
    const answer = await (one === undefined
      ? null
      : fetch(`${one.origin}${path}`, { method: 'POST', headers: headers(), body }).catch(() => null));
    const json = answer === null ? null : await answer.json().catch(() => null);
    if (answer !== null && answer.status < 300 && json !== null) return json;
    if (answer !== null && answer.status < 500 && answer.status !== 409)
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(json)}`);
    await sleep(20);
  }
}

async function atOnce<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items];
  const one = async (): Promise<void> => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const keyed = items.map((item) => ({ item, key: chance.int(0, 1_000_000_000) }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

const tell = (event: Thing): Promise<unknown> => {
  const body = JSON.stringify(event);
  const headers = () => ({ 'content-type': 'application/json', ...stripe.sign(body) });
  return send('/v1/payment-events/stripe', headers, body);
};

test(`${PAYMENTS} payments, events ${TIMES} times and shuffled, ${KILLS} kills: exact (TEST_SEED=${SEED})`, async () => {
  const { house } = fleet;
  const begunMs = performance.now();
  let clients = await Promise.all(
    Array.from({ length: TENANTS }, async () =>
      clientOf(house, await createTenant(house, { balanceCredits: 0 })),
    ),
  );
  let paidCount = 0;
  let kills = 0;
  // Spread over the run: each when its share of the payments is through.
  const killing = (async () => {
    for (; kills < KILLS; kills += 1) {
      while (paidCount < ((kills + 1) * PAYMENTS) / (KILLS + 2)) await sleep(20);
      await until('two live', () => fleet.living().length >= 2);
      await chance.pick(fleet.living()).kill();
      await fleet.start();
    }
  })();
  let signedInMs = performance.now();
  const keepSignedIn = async (): Promise<void> => {
    if (performance.now() - signedInMs < TOKEN_MS) return;
    signedInMs = performance.now();
    clients = await Promise.all(clients.map(({ tenant }) => clientOf(house, tenant)));
  };

  const numbers = Array.from({ length: PAYMENTS }, (_, index) => index);
  let told = 0;
  await atOnce(numbers, async (index) => {
    await keepSignedIn();
    const client = clients[index % TENANTS];
    const headers = () => ({
      'content-type': 'application/json',
      authorization: `Bearer ${client?.token}`,
      'idempotency-key': `payment-${index}`,
    });
    const path = `/${client?.tenant.tenantId}/v1/top-ups`;
    const made = (await send(path, headers, JSON.stringify({ credits: CREDITS }))) as { url: string };
    await payOn(made.url, index % 10 === 0 ? DECLINED : GOOD);
    const intent =
      index % 10 === 1
        ? [...stripe.books.things.values()].findLast(
            (one) => one.object === 'payment_intent' && one.status === 'succeeded' && one.amount === 1_200,
          )
        : undefined;
    if (intent !== undefined && intent.disputed !== true) {
      Object.assign(intent, { disputed: true });
      const dispute = stripe.books.dispute(intent.id);
      if (chance.chance(50)) stripe.books.closeDispute(dispute.id, chance.pick(['won', 'lost']));
    }
    const events = stripe.events.splice(0);
    const many = Array.from({ length: TIMES }, () => events).flat();
    for (const event of shuffled(many)) {
      await tell(event);
      told += 1;
    }
    paidCount += 1;
    if (paidCount % 1_000 === 0) say(`${paidCount} payments, ${told} events, ${kills} kills`);
  });
  const [late] = [stripe.events.splice(0)];
  for (const event of late) await tell(event);
  await killing;
  // What a process read before another applied something newer is read again.
  await until(
    'what is open is looked at',
    async () => {
      await sql(
        house,
        "update payments set look_at = clock_timestamp() where look_at is not null and state = 'succeeded'",
      );
      const [row] = await sql<{ count: number }>(
        house,
        "select count(*)::int as count from payments where look_at is not null and state = 'succeeded'",
      );
      return row?.count === 0;
    },
    120_000,
  );

  const disputes = [...stripe.books.things.values()].filter(
    (one) => one.object === 'dispute' && one.status !== 'won',
  );
  const lost = new Map(disputes.map((one) => [String(one.payment_intent), Number(one.amount)]));
  const verify = createVerifyLedger({ database: house.service.database });
  let credits = 0;
  for (const { tenant } of clients) {
    const expected = [...stripe.books.things.values()]
      .filter((one) => one.object === 'payment_intent' && one.status === 'succeeded')
      .filter((one) => (one.metadata as { tenant?: string }).tenant === tenant.tenantId)
      .map((one) => CREDITS - creditsFor({ credits: CREDITS, totalPence: 1_200 }, lost.get(one.id) ?? 0))
      .reduce((sum, one) => sum + one, 0);
    const [wallet] = await sql<{ available: number }>(
      house,
      'select available from wallets where tenant_id = $1',
      [tenant.tenantId],
    );
    assert.equal(Number(wallet?.available), expected);
    credits += expected;
    assert.deepEqual((await verify(tenant.tenantId)).problems, []);
  }
  assert.deepEqual(await createVerifyInvoiceNumbers({ database: house.service.database })(), []);
  const [counts] = await sql<{ paid: number; invoices: number }>(
    house,
    `select (select count(*)::int from payments where state = 'succeeded') as paid,
            (select count(*)::int from invoices where kind = 'invoice') as invoices`,
  );
  assert.equal(counts?.invoices, counts?.paid);
  assert.equal(kills, KILLS);
  const seconds = ((performance.now() - begunMs) / 1000).toFixed(0);
  say(
    `${PAYMENTS} payments, ${told} events, ${kills} kills in ${seconds} s, seed ${SEED}: ${counts?.paid} paid, ${credits} credits, ${lost.size} disputed, every invoice once`,
  );
});
