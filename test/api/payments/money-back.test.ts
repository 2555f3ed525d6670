// Money that goes back: refunds up to what is unspent, disputes of what is spent, the debt that suspends a wallet, and how it is settled.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyMoves } from '../../../src/storage/wallet/ledger.ts';
import { type Client, sql } from '../../support/house.ts';
import {
  assertBooks,
  balanceOf,
  openPayHouse,
  type PayHouse,
  payer,
  payOn,
  tellAll,
  topUp,
  urlOf,
} from '../../support/payments.ts';
import { type Browser, createPerson, openBrowser, signIn } from '../../support/people.ts';

let pay: PayHouse;
let operator: Browser;
before(async () => {
  pay = await openPayHouse();
  operator = await signIn(openBrowser(pay.house), await createPerson(pay.house, { isOperator: true }));
});
after(() => pay?.close());

async function paidTopUp(client: Client, credits: number): Promise<string> {
  const made = await topUp(client, credits);
  await payOn(made.url);
  await tellAll(pay);
  return made.paymentId;
}

const operated = ({ tenant }: Client) => `/v1/operator/tenants/${tenant.tenantId}` as const;
const refund = (client: Client, id: string, pence: number, reference: string) =>
  operator.call('POST', `${operated(client)}/payments/${id}/refunds`, { pence, reference, reason: 'asked' });
const intentIdOf = (paymentId: string): string =>
  [...pay.stripe.books.things.values()].findLast(
    (one) => one.object === 'payment_intent' && (one.metadata as { payment?: string }).payment === paymentId,
  )?.id ?? '';
const invoicesOf = async (client: Client) => (await client.get(`${urlOf(client)}/invoices`)).body.items;
/** Credits that are gone for good, as a report's are. */
async function spend({ tenant: { tenantId } }: Client, amount: number): Promise<void> {
  const [reportId, holdId] = [crypto.randomUUID(), crypto.randomUUID()];
  const who = { credentialId: null, personId: null };
  const held = {
    kind: 'hold' as const,
    tenantId,
    holdId,
    purpose: 'sms' as const,
    amount,
    reportId,
    smsId: null,
  };
  const moved = await applyMoves(pay.house.service.database, [
    { ...held, ...who },
    { kind: 'post', tenantId, holdId, amount, lines: { 'sms-otp': amount } },
  ]);
  assert.deepEqual(
    moved.map(({ result }) => result),
    ['moved', 'moved'],
  );
}
const books = async (client: Client): Promise<void> => {
  // The holds of `spend` have no report; everything else must be proven.
  await sql(pay.house, 'select 1');
  await assertBooks(pay, client).catch((error: Error) => {
    const lines = error.message.split('\n').filter((line) => /payment|credits of|invoice/.test(line));
    assert.deepEqual(lines, []);
  });
};

test('a refund takes the credits, gives the money back and issues a credit note, once for its reference', async () => {
  const client = await payer(pay);
  const id = await paidTopUp(client, 10_000);
  const first = await refund(client, id, 600, 'ticket-1');
  assert.deepEqual([first.status, first.body.state], [200, 'succeeded'], first.text);
  assert.deepEqual((await refund(client, id, 600, 'ticket-1')).body, first.body);
  assert.equal((await refund(client, id, 500, 'ticket-1')).status, 409);
  await tellAll(pay, (events) => [...events, ...events]);
  assert.equal(await balanceOf(client), 5_000);
  const [note, invoice] = await invoicesOf(client);
  assert.deepEqual(
    [note?.kind, note?.corrects, note?.netPence, note?.vatPence, note?.credits],
    ['credit-note', invoice?.number, 500, 100, 5_000],
  );
  await assertBooks(pay, client);
});

test('more than what is unspent is refused in words, and nothing is moved', async () => {
  const client = await payer(pay);
  const id = await paidTopUp(client, 10_000);
  await spend(client, 4_000);
  const refused = await refund(client, id, 721, 'too-much');
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.match(refused.body.message, /Only £7\.20 of this payment can be refunded/);
  assert.equal(await balanceOf(client), 6_000);
  assert.equal((await refund(client, id, 720, 'all-of-it')).body.state, 'succeeded');
  assert.equal(await balanceOf(client), 0);
});

test('many refunds at once never give back more than was paid', async () => {
  const client = await payer(pay);
  const id = await paidTopUp(client, 10_000);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => refund(client, id, 300, `at-once-${index}`)),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 4);
  assert.equal(await balanceOf(client), 0);
  const charge = [...pay.stripe.books.things.values()].find(
    (one) => one.object === 'charge' && one.payment_intent === intentIdOf(id),
  );
  assert.equal(charge?.amount_refunded, 1_200);
  pay.stripe.events.length = 0;
  await assertBooks(pay, client);
});

test('a refund that the provider does not answer waits, and is asked again under its own key', async () => {
  const client = await payer(pay);
  const id = await paidTopUp(client, 10_000);
  pay.stripe.fault = (path) => (path === '/v1/refunds' ? 'drop' : null);
  const waits = await refund(client, id, 1_200, 'slow');
  assert.equal(waits.body.state, 'pending');
  assert.equal(await balanceOf(client), 0);
  pay.stripe.fault = () => null;
  pay.house.travelTo(new Date(Date.now() + 120_000));
  await pay.house.service.tendPayments();
  pay.house.travelTo(null);
  await tellAll(pay);
  assert.equal((await refund(client, id, 1_200, 'slow')).body.state, 'succeeded');
  const refunds = [...pay.stripe.books.things.values()].filter(
    (one) => one.object === 'refund' && one.payment_intent === intentIdOf(id),
  );
  assert.equal(refunds.length, 1);
  await assertBooks(pay, client);
});

test('a refund made at the provider is booked from its event, once', async () => {
  const client = await payer(pay);
  const id = await paidTopUp(client, 10_000);
  pay.stripe.books.refund(intentIdOf(id), 600);
  await tellAll(pay, (events) => [...events, ...events, ...events]);
  assert.equal(await balanceOf(client), 5_000);
  assert.equal((await invoicesOf(client)).length, 2);
  await assertBooks(pay, client);
});

test('a dispute of credits that are spent is a debt: generate is refused, the rest works, and a payment settles it', async () => {
  const client = await payer(pay);
  const id = await paidTopUp(client, 10_000);
  await spend(client, 9_000);
  const dispute = pay.stripe.books.dispute(intentIdOf(id));
  await tellAll(pay);
  assert.equal(await balanceOf(client), 0);
  const debt = async () => (await client.get(`${urlOf(client)}/payment-settings`)).body.debt;
  assert.equal(await debt(), 9_000);
  const holdId = crypto.randomUUID();
  const { tenantId } = client.tenant;
  const hold = { kind: 'hold' as const, tenantId, holdId, purpose: 'report' as const, amount: 1 };
  const who = { reportId: holdId, smsId: null, credentialId: null, personId: null };
  await applyMoves(pay.house.service.database, [
    {
      kind: 'top-up',
      tenantId,
      key: 'top-up:small',
      amount: 100,
      personId: null,
      reference: 'small',
      reason: 'x',
    },
  ]);
  const [refused] = await applyMoves(pay.house.service.database, [{ ...hold, ...who }]);
  assert.equal(refused?.result, 'insufficient');
  assert.equal((await client.generate()).status, 200, 'test mode works on');

  const settled = await client.post(`${urlOf(client)}/settlements`, {});
  assert.equal(settled.status, 200, settled.text);
  assert.deepEqual([settled.body.debt, settled.body.payment?.credits], [8_900, 8_900]);
  await payOn(settled.body.payment?.url ?? '');
  await tellAll(pay);
  assert.deepEqual([await debt(), await balanceOf(client)], [0, 0]);
  const [taken] = await applyMoves(pay.house.service.database, [{ ...hold, ...who }]);
  assert.equal(taken?.result, 'insufficient');

  pay.stripe.books.closeDispute(dispute.id, 'won');
  await tellAll(pay);
  assert.deepEqual([await debt(), await balanceOf(client)], [0, 10_000]);
  await books(client);
});

test('what is disputed is not refunded as well, however much is unspent, until the bank has decided', async () => {
  const client = await payer(pay);
  const id = await paidTopUp(client, 10_000);
  await paidTopUp(client, 10_000);
  const dispute = pay.stripe.books.dispute(intentIdOf(id), 100);
  await tellAll(pay);
  const before = await balanceOf(client);
  const refused = await refund(client, id, 100, 'ticket-9');
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict'], refused.text);
  assert.match(refused.body.message, /is disputed/);
  assert.deepEqual(await balanceOf(client), before);
  pay.stripe.books.closeDispute(dispute.id, 'won');
  await tellAll(pay);
  assert.equal((await refund(client, id, 100, 'ticket-9')).status, 200);
});

test('a payment that came by another way is noted once, with its invoice', async () => {
  const client = await payer(pay);
  const given = { credits: 100_000, reference: 'transfer-1' };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => operator.call('POST', `${operated(client)}/payments`, given)),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal(
    new Set(answers.map(({ text }) => text)).size,
    1,
    'the first answer and its repeats are alike',
  );
  assert.ok(answers[0]?.body.succeededAt);
  assert.equal(await balanceOf(client), 100_000);
  assert.equal((await invoicesOf(client)).length, 1);
  const other = { ...given, credits: 50_000 };
  assert.equal((await operator.call('POST', `${operated(client)}/payments`, other)).status, 409);
  await assertBooks(pay, client);
});
