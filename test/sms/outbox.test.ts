// The default gateway behind the whole service: a challenge's message is in the outbox, its code completes the report, and marking it
// is charged like a receipt of a gateway.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { type Client, type House, openHouse, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { LIVE, newClient, problemsOf, walletOf } from '../support/money.ts';
import { until } from '../support/processes.ts';
import { createSmsWorld } from '../support/worlds/sms-world.ts';

const A_LONG_TIME_MS = '3600000';

let house: House;
let client: Client;
before(async () => {
  const settings = { SMS_OUTBOX_DELIVERY_MS: A_LONG_TIME_MS, SMS_DOMAIN: 'check.example.com' };
  house = await openHouse(settings, undefined, createSmsWorld);
});
after(() => house?.close());

const outboxOf = (one: House) => one.service.sms.outbox ?? assert.fail('the outbox is the default');

/** A challenge, and the message that it sent. */
async function challenge(one = house) {
  client = await newClient(one);
  const mobileNumber = LIVE.mobileNumber;
  const { body } = await client.generate({ ...LIVE, mobileNumber });
  const message = await outboxOf(one).latest({ to: mobileNumber, waitMs: 0 });
  assert.ok(message);
  return { ...body.data, message };
}

test('the code in the outbox completes the report, and the text has the format that phones read', async () => {
  const { creditReportId, challenge: opened, message } = await challenge();
  const { code } = message;
  assert.equal(
    message.text,
    `${code} is your Northgate Claims security code. Do not share it.\n\n@check.example.com #${code}`,
  );
  const { body } = await client.submit(creditReportId, opened.challengeId, code);
  assert.equal(body.data.status, 'complete');
});

test('delivered is charged, not delivered is free, and delayed stays held until it is marked', async () => {
  const outbox = outboxOf(house);
  const delivered = await challenge();
  await outbox.mark(delivered.message.smsId, 'delivered');
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 300, spent: 40 });

  const lost = await challenge();
  await outbox.mark(lost.message.smsId, 'not-delivered');
  assert.deepEqual(await walletOf(house, client), { available: 700, held: 300, spent: 0 });

  const delayed = await challenge();
  await outbox.delay(delayed.message.smsId);
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 340, spent: 0 });
  await outbox.mark(delayed.message.smsId, 'delivered');
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 300, spent: 40 });
  assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
});

test('a message that the outbox refuses is free, and one with an unknown outcome is charged when it is delivered', async () => {
  const outbox = outboxOf(house);
  await outbox.failNext('refused');
  client = await newClient(house);
  const { body } = await client.generate(LIVE);
  assert.deepEqual(body.meta.wallet, { balance: 700, cost: 300 });
  await outbox.failNext('unknown');
  const { message } = await challenge();
  await outbox.mark(message.smsId, 'delivered');
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 300, spent: 40 });
});

test('a message is delivered after its delay, and the table names the gateway that took it', async () => {
  const quick = await openHouse({ SMS_OUTBOX_DELIVERY_MS: '0' }, house.database, createSmsWorld);
  try {
    await challenge(quick);
    await until('it is charged', async () => (await walletOf(quick, client)).spent === 40);
    const kept = () =>
      sql(quick, 'select gateway, state from sms_messages where tenant_id = $1', [client.tenant.tenantId]);
    await until('it is written down', async () => (await kept()).length === 1);
    assert.deepEqual(await kept(), [{ gateway: 'outbox', state: 'delivered' }]);
  } finally {
    await quick.close();
  }
});
