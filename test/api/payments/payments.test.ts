// What must happen to payments, row for row: whatever order and number events come in, a payment is one line of the ledger.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, sql } from '../../support/house.ts';
import {
  assertBooks,
  assertGapless,
  balanceOf,
  openPayHouse,
  type PayHouse,
  payer,
  payOn,
  tell,
  tellAll,
  topUp,
  urlOf,
} from '../../support/payments.ts';

let pay: PayHouse;
before(async () => {
  pay = await openPayHouse();
});
after(() => pay?.close());

const linesOf = ({ tenant }: Client) =>
  sql<{ kind: string; amount: number; transfer_key: string }>(
    pay.house,
    'select kind, amount, transfer_key from ledger_entries where tenant_id = $1 order by seq',
    [tenant.tenantId],
  );
const read = async (client: Client, id: string) => (await client.get(`${urlOf(client)}/payments/${id}`)).body;

test('a top-up says what it costs with VAT and where to pay, and its credits come with the event', async () => {
  const client = await payer(pay);
  const made = await topUp(client, 50_000);
  assert.equal(made.state, 'pending');
  assert.deepEqual(
    [made.netPence, made.vatPercent, made.vatPence, made.totalPence],
    [5_000, 20, 1_000, 6_000],
  );
  assert.equal(await balanceOf(client), 0);
  const back = await payOn(made.url);
  assert.equal(
    back,
    `http://trefoil.test/app/${client.tenant.tenantId}/live/wallet?payment=${made.paymentId}`,
  );
  assert.equal(await balanceOf(client), 0);
  await tellAll(pay);
  assert.equal(await balanceOf(client), 50_000);
  const paid = await read(client, made.paymentId);
  assert.deepEqual([paid.state, paid.url], ['succeeded', null]);
  await assertBooks(pay, client);
});

test('events that come five times, backwards and all at once make one line and one invoice', async () => {
  const client = await payer(pay);
  const made = await topUp(client, 10_000);
  await payOn(made.url);
  const events = pay.stripe.events.splice(0).reverse();
  const five = Array.from({ length: 5 }, () => events).flat();
  const answers = await Promise.all([
    ...five.map((event) => tell(pay, event)),
    ...Array.from({ length: 10 }, () =>
      client.post(`${urlOf(client)}/payments/${made.paymentId}/refresh`, {}),
    ),
  ]);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal(await balanceOf(client), 10_000);
  assert.deepEqual(await linesOf(client), [
    { kind: 'top-up', amount: 10_000, transfer_key: `payment:${made.paymentId}` },
  ]);
  const { items } = (await client.get(`${urlOf(client)}/invoices`)).body;
  assert.equal(items.length, 1);
  await assertBooks(pay, client);
});

test('the redirect without an event asks the provider at once, and is asked about after 5 s, 30 s and 5 min', async () => {
  const client = await payer(pay);
  const made = await topUp(client, 20_080);
  await payOn(made.url);
  pay.stripe.events.length = 0;
  const asked = await client.post(`${urlOf(client)}/payments/${made.paymentId}/refresh`, {});
  assert.equal(asked.body.state, 'succeeded');
  assert.equal(await balanceOf(client), 20_080);

  const other = await topUp(client, 10_000);
  await client.post(`${urlOf(client)}/payments/${other.paymentId}/refresh`, {});
  const lookAt = async () => {
    const text = `select extract(epoch from look_at)::float8 * 1000 as at, look_at between now() and now() + interval '5 s' as "isSoon"
                  from payments where id = $1`;
    const [row] = await sql<{ at: number; isSoon: boolean }>(pay.house, text, [other.paymentId]);
    return row ?? { at: 0, isSoon: false };
  };
  assert.equal((await lookAt()).isSoon, true);
  let now = Math.ceil((await lookAt()).at);
  for (const waits of [25_000, 270_000]) {
    pay.house.travelTo(new Date(now));
    await pay.house.service.tendPayments();
    assert.equal((await read(client, other.paymentId)).state, 'pending');
    assert.equal((await lookAt()).at, now + waits);
    now += waits;
  }
  await payOn(other.url);
  pay.house.travelTo(new Date(now));
  await pay.house.service.tendPayments();
  pay.house.travelTo(null);
  assert.equal((await read(client, other.paymentId)).state, 'succeeded');
  pay.stripe.events.length = 0;
});

test('what was paid and not as asked brings no credits and needs attention', async () => {
  const client = await payer(pay);
  const amount = await topUp(client, 20_090);
  await payOn(amount.url);
  await tellAll(pay);
  for (const change of [{ currency: 'eur' }, { livemode: true }, { customer: 'cus_other' }]) {
    const made = await topUp(client, 10_000);
    await payOn(made.url);
    const intent = pay.stripe.asked.length > 0 ? intentOf(made.paymentId) : undefined;
    Object.assign(intent ?? {}, change);
    await tellAll(pay);
    assert.equal((await read(client, made.paymentId)).state, 'needs-attention', JSON.stringify(change));
  }
  assert.equal((await read(client, amount.paymentId)).state, 'needs-attention');
  assert.equal(await balanceOf(client), 0);
  await assertBooks(pay, client);
});

const intentOf = (paymentId: string) =>
  [...pay.stripe.books.things.values()].findLast(
    (one) => one.object === 'payment_intent' && (one.metadata as { payment?: string }).payment === paymentId,
  );
const intentIdOf = (paymentId: string): string => intentOf(paymentId)?.id ?? '';

test('an event about a payment of a tenant that is not ours, or of nobody, changes nothing', async () => {
  const client = await payer(pay);
  const made = await topUp(client, 10_000);
  await payOn(made.url);
  const intent = intentOf(made.paymentId);
  const { metadata } = intent as unknown as { metadata: Record<string, string> };
  for (const tenant of [
    '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a01',
    'nobody',
    (await payer(pay)).tenant.tenantId,
  ]) {
    Object.assign(intent ?? {}, { metadata: { ...metadata, tenant } });
    for (const event of pay.stripe.events) assert.equal((await tell(pay, event)).status, 200);
  }
  pay.stripe.events.length = 0;
  assert.equal(await balanceOf(client), 0);
  Object.assign(intent ?? {}, { metadata });
});

test('a payment that the bank decides days later is pending until then, either way', async () => {
  const client = await payer(pay);
  for (const isPaid of [true, false]) {
    const made = await topUp(client, 20_040);
    await payOn(made.url);
    await tellAll(pay);
    assert.equal((await read(client, made.paymentId)).state, 'pending');
    pay.stripe.books.finish(intentIdOf(made.paymentId), isPaid);
    await tellAll(pay);
    assert.equal((await read(client, made.paymentId)).state, isPaid ? 'succeeded' : 'failed');
  }
  assert.equal(await balanceOf(client), 20_040);
  await assertBooks(pay, client);
});

test('a payment that fails after it succeeded is reversed by a line and a credit note', async () => {
  const client = await payer(pay);
  const made = await topUp(client, 10_000);
  await payOn(made.url);
  await tellAll(pay);
  pay.stripe.books.failAfter(intentIdOf(made.paymentId));
  await tellAll(pay);
  assert.equal((await read(client, made.paymentId)).state, 'reversed');
  assert.equal(await balanceOf(client), 0);
  const { items } = (await client.get(`${urlOf(client)}/invoices`)).body;
  assert.deepEqual(
    items.map(({ kind, totalPence }) => [kind, totalPence]),
    [
      ['credit-note', 1_200],
      ['invoice', 1_200],
    ],
  );
  await assertBooks(pay, client);
});

test('a dispute sets the credits aside; won, they are given back; lost, a credit note says so', async () => {
  const client = await payer(pay);
  for (const outcome of ['won', 'lost'] as const) {
    const made = await topUp(client, 10_000);
    await payOn(made.url);
    await tellAll(pay);
    const before = await balanceOf(client);
    const dispute = pay.stripe.books.dispute(intentIdOf(made.paymentId));
    await tellAll(pay);
    assert.equal(await balanceOf(client), before - 10_000);
    pay.stripe.books.closeDispute(dispute.id, outcome);
    await tellAll(pay);
    assert.equal(await balanceOf(client), outcome === 'won' ? before : before - 10_000);
    const { items } = (await client.get(`${urlOf(client)}/invoices`)).body;
    const notes = items.filter(
      ({ paymentId, kind }) => paymentId === made.paymentId && kind === 'credit-note',
    );
    assert.equal(notes.length, outcome === 'won' ? 0 : 1);
  }
  await assertBooks(pay, client);
});

test('the provider that is down is said in words, nothing is charged, and the same key goes on', async () => {
  const client = await payer(pay);
  const headers = { 'idempotency-key': 'once' };
  pay.stripe.fault = (path) => (path === '/v1/checkout/sessions' ? 'drop' : null);
  const down = await client.post(`${urlOf(client)}/top-ups`, { credits: 10_000 }, headers);
  assert.deepEqual([down.status, down.body.code], [503, 'service-unavailable']);
  assert.match(down.text, /Nothing was charged/);
  pay.stripe.fault = () => null;
  const made = await client.post(`${urlOf(client)}/top-ups`, { credits: 10_000 }, headers);
  assert.equal(made.status, 201, made.text);
  const sessions = [...pay.stripe.books.things.values()].filter(
    (one) =>
      one.object === 'checkout.session' &&
      one.client_reference_id === (made.body as { paymentId: string }).paymentId,
  );
  assert.equal(sessions.length, 1);
});

test('amounts that are no top-up are refused in words, and change nothing', async () => {
  const client = await payer(pay);
  for (const credits of [0, -10_000, 999, 1_005, 10_000_010, 1.5, '10000', null, {}, 1e300]) {
    const answer = await client.post(`${urlOf(client)}/top-ups`, { credits } as never);
    assert.deepEqual([answer.status, answer.body.code], [400, 'validation-error'], String(credits));
  }
  assert.deepEqual((await client.get(`${urlOf(client)}/payments`)).body.items, []);
});

test('invoice numbers have no gap over all that was paid here', async () => {
  assert.ok((await assertGapless(pay)) > 8);
});
