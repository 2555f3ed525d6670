// What payments need of somebody: each on the tenant's list and on the operator's, in the figure that an alert watches, and gone when it is mended.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readBacklog } from '../../../src/storage/activity/backlog.ts';
import { type Client, sql } from '../../support/house.ts';
import {
  change,
  openPayHouse,
  type PayHouse,
  payer,
  payOn,
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

async function withAutomatic(client: Client, credits: number, card?: string): Promise<void> {
  await payOn((await client.post(`${urlOf(client)}/payment-methods`, {})).body.url, card);
  await tellAll(pay);
  const [kept] = (await client.get(`${urlOf(client)}/payment-methods`)).body.items;
  const to = { isOn: true, threshold: 5_000, credits, paymentMethodId: kept?.paymentMethodId };
  const url = `${urlOf(client)}/automatic-top-up` as const;
  assert.equal((await change(pay, client, 'PUT', url, to)).status, 200);
}

test('a payment that was not made as asked is told to both, for 14 days, and to no developer', async () => {
  const client = await payer(pay);
  const id = await paid(client, 20_090);
  assert.deepEqual(await tenantSees(client), [['payment-differs', id]]);
  assert.deepEqual(await operatorSees(client), [['payment-differs', id]]);
  const { tenantId } = client.tenant;
  const developer = await signedIn(pay.house, { tenantId, role: 'developer' });
  assert.ok(!(await ask(pay.house, developer, 'GET', `/${tenantId}/v1/attention`)).text.includes(id));
  await sql(
    pay.house,
    `update payments set changed_at = clock_timestamp() - interval '15 days' where tenant_id = $1`,
    [tenantId],
  );
  assert.deepEqual([await tenantSees(client), await operatorSees(client)], [[], []]);
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
  const given = { pence: 600, reference: 'ticket', reason: 'asked' };
  const path = `/v1/operator/tenants/${client.tenant.tenantId}/payments/${id}/refunds` as const;
  assert.equal((await operator.call('POST', path, given)).body.state, 'pending');
  await pay.house.service.tendPayments();
  assert.deepEqual([await operatorSees(client), await operatorSees(charged)], [[], []]);
  assert.ok((await waiting()) < 900);
  const age = (table: string) =>
    sql(
      pay.house,
      `update ${table} set created_at = created_at - interval '16 minutes' where tenant_id = any($1::uuid[])`,
      [[client.tenant.tenantId, charged.tenant.tenantId]],
    );
  await age('payment_refunds');
  await age('payments');
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
