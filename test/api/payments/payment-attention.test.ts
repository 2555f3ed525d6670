// What payments need of somebody: each on the tenant's list and on the operator's, in the figure that an alert watches, and gone when it is mended.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readBacklog } from '../../../src/storage/activity/backlog.ts';
import { type Client, openHouse, sql } from '../../support/house.ts';
import {
  assertBooks,
  balanceOf,
  change,
  openPayHouse,
  type PayHouse,
  payer,
  payOn,
  SELLER,
  tellAll,
  topUp,
  urlOf,
} from '../../support/payments.ts';
import { type Browser, createPerson, openBrowser, signIn } from '../../support/people.ts';
import { ask, signedIn } from '../../support/staff.ts';

let pay: PayHouse;
let operator: Browser;
before(async () => {
  pay = await openPayHouse();
  operator = await signIn(openBrowser(pay.house), await createPerson(pay.house, { isOperator: true }));
});
after(() => pay?.close());

const MONEY = /^(wallet-in-debt|top-up-off|payment-)/;
const tenantSees = async (client: Client): Promise<[string, string | null][]> => {
  const { items } = (await client.get(`${urlOf(client)}/attention`)).body;
  return items
    .filter(({ kind }) => MONEY.test(kind))
    .map(({ kind, subjectId }): [string, string | null] => [kind, subjectId]);
};
const operatorSees = async ({ tenant }: Client): Promise<[string, string | null][]> => {
  const answer = await operator.get('/v1/operator/attention');
  assert.equal(answer.status, 200, answer.text);
  return answer.body.items
    .filter(({ tenantId }) => tenantId === tenant.tenantId)
    .map(({ kind, paymentId }): [string, string | null] => [kind, paymentId]);
};

async function paid(client: Client, credits: number): Promise<string> {
  const made = await topUp(client, credits);
  await payOn(made.url);
  await tellAll(pay);
  return made.paymentId;
}

const pathOf = ({ tenant }: Client, id: string) =>
  `/v1/operator/tenants/${tenant.tenantId}/payments/${id}` as const;
const refund = (client: Client, id: string) =>
  operator.call('POST', `${pathOf(client, id)}/refunds`, {
    pence: 600,
    reference: 'ticket',
    reason: 'asked',
  });
const resolve = (client: Client, id: string, moneyReturned: boolean) =>
  operator.call('POST', `${pathOf(client, id)}/resolution`, { moneyReturned, reason: 'looked up' });
const age = (table: string, of: Client[], by: string) =>
  sql(
    pay.house,
    `update ${table} set created_at = created_at - interval '${by}' where tenant_id = any($1::uuid[])`,
    [of.map(({ tenant }) => tenant.tenantId)],
  );

async function withAutomatic(client: Client, credits: number, card?: string): Promise<void> {
  await payOn((await client.post(`${urlOf(client)}/payment-methods`, {})).body.url, card);
  await tellAll(pay);
  const [kept] = (await client.get(`${urlOf(client)}/payment-methods`)).body.items;
  const to = { isOn: true, threshold: 5_000, credits, paymentMethodId: kept?.paymentMethodId };
  const url = `${urlOf(client)}/automatic-top-up` as const;
  assert.equal((await change(pay, client, 'PUT', url, to)).status, 200);
}

test('a payment that was not made as asked is told to both, until an operator resolves it, and to no developer', async () => {
  const client = await payer(pay);
  const id = await paid(client, 20_090);
  assert.deepEqual(await tenantSees(client), [['payment-differs', id]]);
  assert.deepEqual(await operatorSees(client), [['payment-differs', id]]);
  const { tenantId } = client.tenant;
  const developer = await signedIn(pay.house, { tenantId, role: 'developer' });
  assert.ok(!(await ask(pay.house, developer, 'GET', `/${tenantId}/v1/attention`)).text.includes(id));
  await sql(
    pay.house,
    `update payments set changed_at = clock_timestamp() - interval '90 days' where tenant_id = $1`,
    [tenantId],
  );
  assert.deepEqual(await operatorSees(client), [['payment-differs', id]]);
  const done = await resolve(client, id, false);
  assert.equal(done.status, 200, done.text);
  assert.equal((await client.get(`${urlOf(client)}/payments/${id}`)).body.state, 'resolved');
  assert.deepEqual([await tenantSees(client), await operatorSees(client)], [[], []]);
  const again = await resolve(client, id, false);
  assert.deepEqual([again.status, again.body.code], [409, 'conflict']);
  assert.equal(await balanceOf(client), 0);
  const trail = await sql(
    pay.house,
    `select 1 from audit_entries where tenant_id = $1 and action = 'payment-resolved' and object_id = $2`,
    [tenantId, id],
  );
  assert.equal(trail.length, 1);
  await assertBooks(pay, client);
});

test('a payment that was made as asked has nothing to resolve, and that of another tenant is not found', async () => {
  const [client, stranger] = [await payer(pay), await payer(pay)];
  const id = await paid(client, 10_000);
  const refused = await resolve(client, id, true);
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  for (const [of, one] of [
    [stranger, id],
    [client, 'none'],
  ] as const)
    assert.equal((await resolve(of, one, true)).status, 404);
  assert.equal(await balanceOf(client), 10_000);
});

for (const isReturned of [true, false])
  test(`a refund that got no answer for a day is not asked again; an operator says that the money is ${isReturned ? 'back' : 'not back'}`, async () => {
    const client = await payer(pay);
    const id = await paid(client, 10_000);
    pay.stripe.fault = (path) => (path === '/v1/refunds' ? 'drop' : null);
    assert.equal((await refund(client, id)).body.state, 'pending');
    pay.stripe.fault = () => null;
    assert.equal((await resolve(client, id, true)).status, 409);
    await age('payment_refunds', [client], '24 hours');
    const asked = pay.stripe.asked.length;
    pay.house.travelTo(new Date(Date.now() + 600_000));
    await pay.house.service.tendPayments();
    pay.house.travelTo(null);
    assert.equal(pay.stripe.asked.slice(asked).filter(({ path }) => path.endsWith('/refunds')).length, 0);
    assert.deepEqual(await operatorSees(client), [['refund-stuck', id]]);
    assert.equal((await resolve(client, id, isReturned)).status, 200);
    assert.deepEqual(await operatorSees(client), []);
    assert.equal(await balanceOf(client), isReturned ? 5_000 : 10_000);
    const { items } = (await client.get(`${urlOf(client)}/invoices`)).body;
    assert.equal(items.filter(({ kind }) => kind === 'credit-note').length, isReturned ? 1 : 0);
    await assertBooks(pay, client);
    pay.stripe.events.length = 0;
  });

test('where the provider is not configured any more its refund is resolved by hand, and what nobody paid has failed after a day', async () => {
  const client = await payer(pay);
  const id = await paid(client, 10_000);
  pay.stripe.fault = () => '500';
  assert.equal((await refund(client, id)).body.state, 'pending');
  pay.stripe.fault = () => null;
  const open = await topUp(client, 20_000);
  await age('payment_refunds', [client], '16 minutes');
  await age('payments', [client], '27 hours');
  await sql(pay.house, 'update payments set look_at = clock_timestamp() where tenant_id = $1', [
    client.tenant.tenantId,
  ]);
  const manual = await openHouse(SELLER, pay.house.database);
  try {
    await manual.service.tendPayments();
    const by = openBrowser(manual, { cookies: new Map(operator.cookies) });
    const { items } = (await by.get('/v1/operator/attention')).body;
    const [said] = items.filter(({ tenantId }) => tenantId === client.tenant.tenantId);
    assert.deepEqual([said?.kind, said?.paymentId], ['refund-stuck', id]);
    assert.match(said?.message ?? '', /it is not configured/);
    const path = `/v1/operator/tenants/${client.tenant.tenantId}/payments/${id}/resolution` as const;
    const done = await by.call('POST', path, { moneyReturned: true, reason: 'by bank transfer' });
    assert.equal(done.status, 200, done.text);
  } finally {
    await manual.close();
  }
  const states = (await client.get(`${urlOf(client)}/payments`)).body.items;
  assert.deepEqual(
    states.map(({ paymentId, state, failure }) => [paymentId, state, failure]),
    [
      [open.paymentId, 'failed', 'not-paid-in-time'],
      [id, 'succeeded', null],
    ],
  );
  assert.equal(await balanceOf(client), 5_000);
  await assertBooks(pay, client);
});

test('a payment that succeeded is not undone because its provider does not find it any more', async () => {
  const client = await payer(pay);
  const id = await paid(client, 10_000);
  await age('payments', [client], '30 days');
  await sql(
    pay.house,
    "update payments set look_at = clock_timestamp(), session = 'cs_none' where tenant_id = $1",
    [client.tenant.tenantId],
  );
  await pay.house.service.tendPayments();
  const { state } = (await client.get(`${urlOf(client)}/payments/${id}`)).body;
  assert.deepEqual([state, await balanceOf(client)], ['succeeded', 10_000]);
});

test('a top-up that never got a page has failed after a day', async () => {
  const client = await payer(pay);
  pay.stripe.fault = (path) => (path === '/v1/checkout/sessions' ? '500' : null);
  assert.equal((await client.post(`${urlOf(client)}/top-ups`, { credits: 10_000 })).status, 503);
  pay.stripe.fault = () => null;
  pay.house.travelTo(new Date(Date.now() + 28 * 3_600_000));
  await pay.house.service.tendPayments();
  pay.house.travelTo(null);
  const [waits] = (await client.get(`${urlOf(client)}/payments`)).body.items;
  assert.deepEqual([waits?.state, waits?.failure], ['failed', 'not-paid-in-time']);
});

test('a question of the bank is told until it is answered', async () => {
  const client = await payer(pay);
  await withAutomatic(client, 10_000, '4000002500003155');
  await pay.house.service.tendPayments();
  const [waits] = (await client.get(`${urlOf(client)}/payments`)).body.items;
  assert.deepEqual(await tenantSees(client), [['payment-needs-action', waits?.paymentId]]);
  const page = (await client.post(`${urlOf(client)}/payments/${waits?.paymentId}/resume`, {})).body;
  await payOn(page.url);
  await tellAll(pay);
  assert.deepEqual(await tenantSees(client), []);
});

test('an automatic top-up that three failures switched off is told until it is set anew', async () => {
  const client = await payer(pay);
  await withAutomatic(client, 20_010);
  for (let hour = 0; hour < 3; hour++) {
    pay.house.travelTo(new Date(Date.now() + hour * 3_700_000));
    await pay.house.service.tendPayments();
  }
  pay.house.travelTo(null);
  assert.deepEqual(await tenantSees(client), [['top-up-off', null]]);
  await withAutomatic(client, 10_000);
  assert.deepEqual(await tenantSees(client), []);
});

test('a debt is told to both', async () => {
  const client = await payer(pay);
  await sql(pay.house, 'update wallets set debt = 700 where tenant_id = $1', [client.tenant.tenantId]);
  assert.deepEqual(await tenantSees(client), [['wallet-in-debt', null]]);
  assert.deepEqual(await operatorSees(client), [['wallet-in-debt', null]]);
});

test('a refund and a charge that the provider does not answer to are told to operators after 15 minutes', async () => {
  const waiting = async (): Promise<number> =>
    (await readBacklog(pay.house.service.database)).paymentsWaitingSeconds;
  const [client, charged] = [await payer(pay), await payer(pay)];
  const id = await paid(client, 10_000);
  await withAutomatic(charged, 10_000);
  pay.stripe.fault = () => '500';
  assert.equal((await refund(client, id)).body.state, 'pending');
  await pay.house.service.tendPayments();
  assert.deepEqual([await operatorSees(client), await operatorSees(charged)], [[], []]);
  assert.ok((await waiting()) < 900);
  await age('payment_refunds', [client, charged], '16 minutes');
  await age('payments', [client, charged], '16 minutes');
  assert.deepEqual(await operatorSees(client), [['refund-waiting', id]]);
  const [charge] = (await charged.get(`${urlOf(charged)}/payments`)).body.items;
  assert.deepEqual(await operatorSees(charged), [['charge-waiting', charge?.paymentId]]);
  assert.ok((await waiting()) > 900);
  pay.stripe.fault = () => null;
  pay.house.travelTo(new Date(Date.now() + 600_000));
  await pay.house.service.tendPayments();
  pay.house.travelTo(null);
  assert.deepEqual([await operatorSees(client), await operatorSees(charged)], [[], []]);
  assert.equal(await waiting(), 0);
});
