// A crash on either side of every statement of a payment, between the provider and the ledger: the service dies there, whoever asked asks
// again (the payer, the provider, an operator, the timer of another process), and money, credits and invoices are as if it had not died.
// By default on both sides of every commit and at every fourth statement; FAILPOINTS=all dies at each.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { armFailpoints } from '../../src/storage/engine/connection/failpoints.ts';
import { applyMoves } from '../../src/storage/wallet/ledger.ts';
import { type Client, type House, openHouse, send, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import {
  assertBooks,
  assertGapless,
  balanceOf,
  change,
  openPayHouse,
  type PayHouse,
  payer,
  payOn,
  paySettings,
  tell,
  tellAll,
  topUp,
  urlOf,
} from '../support/payments.ts';
import { type Browser, createPerson, openBrowser, signIn } from '../support/people.ts';

/** `act` is what dies, on a service of its own; `again` is what is done after it, on one that lives. */
type Scene = { client: Client; act(victim: House): Promise<unknown>; again(): Promise<void> };

let pay: PayHouse;
let operator: Browser;
before(async () => {
  pay = await openPayHouse();
  operator = await signIn(openBrowser(pay.house), await createPerson(pay.house, { isOperator: true }));
});
after(() => pay?.close());

const thingsOf = (client: Client, object: string): number =>
  [...pay.stripe.books.things.values()].filter(
    (one) =>
      one.object === object && (one.metadata as { tenant?: string })?.tenant === client.tenant.tenantId,
  ).length;
const paymentsOf = async (client: Client) => (await client.get(`${urlOf(client)}/payments`)).body.items;
const invoicesOf = async (client: Client) =>
  (await client.get(`${urlOf(client)}/invoices`)).body.items.map(({ kind }) => kind);

/** Paid at the provider, which has not told us: the events are the answer. */
async function paidUntold(client: Client): Promise<object[]> {
  await payOn((await topUp(client, 10_000, { keepCard: true })).url);
  return pay.stripe.events.splice(0);
}

async function paid(client: Client): Promise<string> {
  const made = await topUp(client, 10_000);
  await payOn(made.url);
  await tellAll(pay);
  return made.paymentId;
}

async function withAutomatic(credits: number): Promise<Client> {
  const client = await payer(pay);
  await payOn((await client.post(`${urlOf(client)}/payment-methods`, {})).body.url);
  await tellAll(pay);
  const [kept] = (await client.get(`${urlOf(client)}/payment-methods`)).body.items;
  const to = { isOn: true, threshold: 5_000, credits, paymentMethodId: kept?.paymentMethodId };
  assert.equal((await change(pay, client, 'PUT', `${urlOf(client)}/automatic-top-up`, to)).status, 200);
  return client;
}

const tend = (victim: House) => victim.service.tendPayments();
/** As another process does, once what was leased to the dead one is due. */
async function tendLater(): Promise<void> {
  pay.house.travelTo(new Date(Date.now() + 120_000));
  await tend(pay.house);
  pay.house.travelTo(null);
  await tellAll(pay, (events) => [...events, ...events]);
}

async function byOperator(path: string, body: object): Promise<Omit<Scene, 'client'>> {
  const ask = (browser: Browser) => browser.call('POST', path as '/v1/operator/tenants', body);
  return {
    act: (victim) => ask(openBrowser(victim, { cookies: new Map(operator.cookies) })),
    again: async () => {
      const answer = await ask(operator);
      assert.equal(answer.status, 200, answer.text);
      await tellAll(pay, (events) => [...events, ...events]);
    },
  };
}

const SCENES: Record<string, () => Promise<Scene & { check(): Promise<void> }>> = {
  'a top-up': async () => {
    const client = await payer(pay);
    const url = `${urlOf(client)}/top-ups` as const;
    const key = { 'idempotency-key': 'the-same' };
    return {
      client,
      act: (victim) =>
        send(victim, {
          method: 'POST',
          url,
          headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', ...key },
          payload: JSON.stringify({ credits: 10_000 }),
        }),
      again: async () => {
        await sql(
          pay.house,
          `update idempotency_keys set leased_until = clock_timestamp() - interval '1 second' where tenant_id = $1 and answer is null`,
          [client.tenant.tenantId],
        );
        const made = await client.post(url, { credits: 10_000 }, key);
        assert.equal(made.status, 201, made.text);
        await payOn(made.body.url);
        await tellAll(pay);
      },
      check: async () => {
        assert.equal(await balanceOf(client), 10_000);
        assert.deepEqual([thingsOf(client, 'checkout.session'), thingsOf(client, 'customer')], [1, 1]);
        assert.deepEqual(await invoicesOf(client), ['invoice']);
      },
    };
  },
  'an event that money came': async () => {
    const client = await payer(pay);
    const events = await paidUntold(client);
    return {
      client,
      act: (victim) => tell({ ...pay, house: victim }, events.at(-1) ?? {}),
      again: async () => {
        for (const event of events) assert.equal((await tell(pay, event)).status, 200);
      },
      check: async () => {
        assert.equal(await balanceOf(client), 10_000);
        assert.deepEqual(await invoicesOf(client), ['invoice']);
        const { items } = (await client.get(`${urlOf(client)}/payment-methods`)).body;
        assert.equal(items.length, 1);
      },
    };
  },
  'an automatic top-up': async () => {
    const client = await withAutomatic(10_000);
    return {
      client,
      act: tend,
      again: tendLater,
      check: async () => {
        assert.equal(await balanceOf(client), 10_000);
        assert.deepEqual([(await paymentsOf(client)).length, thingsOf(client, 'payment_intent')], [1, 1]);
        assert.deepEqual(await invoicesOf(client), ['invoice']);
      },
    };
  },
  'an automatic top-up that fails for the third time': async () => {
    const client = await withAutomatic(20_010);
    await sql(pay.house, 'update automatic_top_ups set failures = 2 where tenant_id = $1', [
      client.tenant.tenantId,
    ]);
    return {
      client,
      act: tend,
      again: tendLater,
      check: async () => {
        const { isOn, failures } = (await client.get(`${urlOf(client)}/automatic-top-up`)).body;
        assert.deepEqual({ isOn, failures }, { isOn: false, failures: 3 });
        assert.deepEqual(
          (await paymentsOf(client)).map(({ state }) => state),
          ['failed'],
        );
        assert.equal(await balanceOf(client), 0);
      },
    };
  },
  'a refund': async () => {
    const client = await payer(pay);
    const id = await paid(client);
    const path = `/v1/operator/tenants/${client.tenant.tenantId}/payments/${id}/refunds`;
    return {
      client,
      ...(await byOperator(path, { pence: 600, reference: 'ticket', reason: 'asked' })),
      check: async () => {
        assert.equal(await balanceOf(client), 5_000);
        const [payment] = await paymentsOf(client);
        assert.equal(payment?.refundedPence, 600);
        assert.deepEqual((await invoicesOf(client)).sort(), ['credit-note', 'invoice']);
      },
    };
  },
  'a payment that an operator records': async () => {
    const client = await payer(pay);
    const path = `/v1/operator/tenants/${client.tenant.tenantId}/payments`;
    return {
      client,
      ...(await byOperator(path, { credits: 10_000, reference: 'transfer' })),
      check: async () => {
        assert.equal(await balanceOf(client), 10_000);
        assert.deepEqual(await invoicesOf(client), ['invoice']);
      },
    };
  },
  'a dispute of what is spent': async () => {
    const client = await payer(pay);
    const id = await paid(client);
    const { tenantId } = client.tenant;
    const said = { personId: null, reference: 'spent', reason: 'as if it were spent' };
    await applyMoves(pay.house.service.database, [
      { kind: 'adjustment', tenantId, key: 'spent', amount: -6_000, ...said },
    ]);
    const intent = [...pay.stripe.books.things.values()].find(
      (one) => one.object === 'payment_intent' && (one.metadata as { payment?: string }).payment === id,
    );
    Object.assign(intent ?? {}, { disputed: true });
    pay.stripe.books.dispute(intent?.id ?? '');
    const events = pay.stripe.events.splice(0);
    return {
      client,
      act: (victim) => tell({ ...pay, house: victim }, events.at(-1) ?? {}),
      again: async () => {
        for (const event of events) assert.equal((await tell(pay, event)).status, 200);
      },
      check: async () => {
        assert.equal(await balanceOf(client), 0);
        const { debt } = (await client.get(`${urlOf(client)}/payment-settings`)).body;
        assert.equal(debt, 6_000);
      },
    };
  },
};

/** Reached by write-behind queues, at any time. */
const BACKGROUND = /^(before|after) (insert-requests|give-back-to-rate-window|list-signing-keys|read-clock)$/;

/** Runs a scene on a service of its own that dies at its n-th failpoint. Answers the failpoints that it came to. */
async function dieAt(count: number, act: Scene['act']): Promise<string[]> {
  const victim = await openHouse(paySettings(pay.stripe), pay.house.database);
  const met: string[] = [];
  armFailpoints((name) => {
    if (met.length < count && !BACKGROUND.test(name)) met.push(name);
    if (met.length === count) throw new Error('the service is dead');
  });
  try {
    // Nobody hears its answer.
    await act(victim).catch(() => null);
    return met;
  } finally {
    await victim.close().finally(() => armFailpoints(() => {}));
    // What a dead service took of a caller's requests is never given back.
    await sql(pay.house, 'delete from rate_windows');
  }
}

const IS_LONG = process.env.FAILPOINTS === 'all';
const metBy = new Map<string, string[]>();

for (const [name, prepare] of Object.entries(SCENES)) {
  test(`${name}: whichever statement the service dies at, it is done once`, async () => {
    const whole = await prepare();
    const met = await dieAt(Number.POSITIVE_INFINITY, whole.act);
    await whole.again();
    await whole.check();
    metBy.set(name, met);
    // A crash after one statement leaves what a crash before the next does.
    const all = met.flatMap((failpoint, at) => (failpoint.startsWith('after') ? [at + 1] : []));
    assert.ok(all.length >= 10, met.join());
    const deaths = all.filter(
      (count, at) =>
        IS_LONG || at % 4 === 0 || met[count - 1] === 'after commit' || met[count] === 'before commit',
    );
    for (const count of deaths) {
      const scene = await prepare();
      const died = await dieAt(count, scene.act);
      assert.equal(died.length, count, `it never came to ${met[count - 1]}`);
      await scene.again();
      await scene.check().catch((error: Error) => {
        throw new Error(`after a crash ${died.at(-1)} (${count}): ${error.message}`);
      });
      await assertBooks(pay, scene.client);
    }
    await assertGapless(pay);
  });
}

/** Of payments, but not on the way of money: each is one statement, or in one transaction with what it belongs to. */
const ELSEWHERE = [
  ...['remove-payment-method', 'set-automatic-top-up', 'set-billing-details'],
  ...['purge-payment-events', 'warn-of-expiring-card', 'look-at-payment', 'draw-invoice-number'],
];

test('every statement that writes a payment is one of those', () => {
  const root = join(import.meta.dirname, '../..');
  const writing = globSync(
    'src/storage/wallet/{payments,refunds,invoices,automatic-top-ups,payment-methods,payment-events}.ts',
    { cwd: root },
  ).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/statement\(\s*'([^']+)',\s*(`[^`]*`|'[^']*')/g)]
      .filter(([, , text]) => /\b(insert into|update|delete from)\b(?! of)/.test(text ?? ''))
      .map(([, name = '']) => name),
  );
  assert.ok(writing.length >= 20, writing.join());
  const met = new Set([...metBy.values()].flat().map((one) => one.replace(/^(before|after) /, '')));
  assert.deepEqual(
    writing.filter((name) => !met.has(name) && !ELSEWHERE.includes(name)),
    [],
  );
  assert.ok(met.has('apply-moves') && met.has('draw-invoice-number') && met.has('commit'));
});
