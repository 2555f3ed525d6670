// A gateway that hangs, breaks or lies, behind the whole service: the caller gets an answer, the money is settled, and only delivered
// messages are charged. Only the gateway sees the code.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Fault, SimulatedMessage, Simulator } from '../../src/sms/simulator.ts';
import { startTwilioSimulator } from '../../src/sms/twilio/simulator.ts';
import { startVonageSimulator } from '../../src/sms/vonage/simulator.ts';
import { armFailpoints } from '../../src/storage/engine/connection/failpoints.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { type Client, type House, openHouse, send, sql } from '../support/house.ts';
import { LIVE, newClient, pastTheRules, problemsOf, walletOf } from '../support/money.ts';
import {
  createSmsWorld,
  gatewaySettings,
  TWILIO_ACCOUNT,
  VONAGE_ACCOUNT,
} from '../support/worlds/sms-world.ts';

const DEADLINE_MS = 300;
const METRICS_TOKEN = 'a-token-for-the-metrics';

let database: TestDatabase;
let twilio: Simulator;
let vonage: Simulator;
let houses: House[] = [];

before(async () => {
  database = await createTestDatabase();
  twilio = await startTwilioSimulator(TWILIO_ACCOUNT);
  vonage = await startVonageSimulator({ ...VONAGE_ACCOUNT, receiptsBy: 'GET', nowMs: Date.now });
});

/** With Twilio alone, with both, or with both and SMS_FALLBACK_ON_UNKNOWN. New ones for each test: a circuit breaker may open. */
async function openWith(gateways: 'one' | 'both' | 'doubting'): Promise<House> {
  const urls = { twilio: twilio.url, ...(gateways !== 'one' && { vonage: vonage.url }) };
  const settings = {
    ...gatewaySettings(urls),
    SMS_DEADLINE_MS: String(DEADLINE_MS),
    SMS_FALLBACK_ON_UNKNOWN: String(gateways === 'doubting'),
    METRICS_TOKEN,
  };
  const house = await openHouse(settings, database, createSmsWorld);
  houses.push(house);
  return house;
}
after(async () => {
  await twilio?.close();
  await vonage?.close();
  await database?.drop();
});
afterEach(async () => {
  for (const house of houses) await house.close();
  houses = [];
  for (const one of [twilio, vonage])
    Object.assign(one, { fault: () => null, messages: [], reportFirst: () => [] });
});

const challenged = async (client: Client) => {
  const answer = await client.generate(LIVE);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.data.status, 'authentication-required');
  return answer.body;
};

/** The gateway's callback, sent to our own route. */
const report = async (house: House, simulator: Simulator, message: SimulatedMessage, status: string) => {
  const { method, url, headers, body } = simulator.callback(message, status);
  const { pathname, search } = new URL(url);
  return send(house, {
    method,
    url: `${pathname}${search}`,
    headers,
    ...(method === 'POST' && { payload: body }),
  });
};

const age = (client: Client, seconds: number) =>
  pastTheRules(database, (query) =>
    query(
      "update holds set placed_at = placed_at - make_interval(secs => $2) where tenant_id = $1 and purpose = 'sms'",
      [client.tenant.tenantId, seconds],
    ),
  );

for (const failpoint of ['before record-hand-overs', 'after record-hand-overs']) {
  test(`a code whose hand-over is lost ${failpoint} is told of once`, async () => {
    const house = await openWith('one');
    const client = await newClient(house);
    armFailpoints((name) => {
      if (name === failpoint) throw new Error('the process fails here');
    });
    await challenged(client).finally(() => armFailpoints(() => {}));
    await age(client, 61);
    await house.service.clearUp();
    await house.service.clearUp();
    const told = await sql(
      house,
      `select facts ->> 'sms' as sms from events where tenant_id = $1 and type = 'challenge.sent'`,
      [client.tenant.tenantId],
    );
    assert.deepEqual(told, [{ sms: failpoint.startsWith('after') ? 'accepted' : 'unknown' }]);
  });
}

for (const fault of ['hang', '500', 'garbage', 'drop'] satisfies Fault[]) {
  test(`with the fault ${fault} the caller gets an answer, and the hold is released unless the message is delivered`, async () => {
    const house = await openWith('one');
    twilio.fault = () => fault;
    const lost = await newClient(house);
    const { meta } = await challenged(lost);
    assert.deepEqual(meta.wallet, { balance: 660, cost: 300 });
    await age(lost, 61);
    await house.service.clearUp();
    assert.deepEqual(await walletOf(house, lost), { available: 700, held: 300, spent: 0 });

    const arrived = await newClient(house);
    await challenged(arrived);
    const message = twilio.messages.at(-1) ?? assert.fail();
    assert.equal((await report(house, twilio, message, 'delivered')).status, 200);
    assert.deepEqual(await walletOf(house, arrived), { available: 660, held: 300, spent: 40 });
    for (const { tenant } of [lost, arrived]) assert.deepEqual(await problemsOf(house, tenant.tenantId), []);
  });
}

test('a message that the only gateway refuses is not charged, and its hold is released at once', async () => {
  twilio.fault = () => 'refuse';
  const house = await openWith('one');
  const client = await newClient(house);
  assert.deepEqual((await challenged(client)).meta.wallet, { balance: 700, cost: 300 });
  assert.deepEqual(await walletOf(house, client), { available: 700, held: 300, spent: 0 });
});

test('the second gateway takes what the first refuses: one message, one charge', async () => {
  const house = await openWith('both');
  twilio.fault = () => 'refuse';
  const client = await newClient(house);
  assert.deepEqual((await challenged(client)).meta.wallet, { balance: 660, cost: 300 });
  assert.deepEqual([twilio.messages.length, vonage.messages.length], [0, 1]);
  const message = vonage.messages[0] ?? assert.fail();
  for (let times = 0; times < 3; times += 1)
    assert.equal((await report(house, vonage, message, 'delivered')).status, 200);
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 300, spent: 40 });
  const kept = await sql(house, 'select gateway, state from sms_messages where tenant_id = $1', [
    client.tenant.tenantId,
  ]);
  assert.deepEqual(kept, [{ gateway: 'vonage', state: 'delivered' }]);
});

test('when the outcome of the first gateway is unknown, the second is not asked', async () => {
  twilio.fault = () => 'drop';
  await challenged(await newClient(await openWith('both')));
  assert.deepEqual([twilio.messages.length, vonage.messages.length], [1, 0]);
});

test('with SMS_FALLBACK_ON_UNKNOWN and two deliveries the message is charged once', async () => {
  const house = await openWith('doubting');
  twilio.fault = () => 'drop';
  const client = await newClient(house);
  await challenged(client);
  const [first = assert.fail(), second = assert.fail()] = [twilio.messages[0], vonage.messages[0]];
  assert.equal(first.text, second.text);
  await report(house, twilio, first, 'undelivered');
  await report(house, vonage, second, 'delivered');
  await report(house, twilio, first, 'delivered');
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 300, spent: 40 });
  assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
});

test('a receipt counts when it comes before the reply to the send, and when it comes while the gateway hangs', async () => {
  const house = await openWith('one');
  for (const fault of [null, 'hang'] as const) {
    const client = await newClient(house);
    const { report: overHttp } = twilio;
    const heard: number[] = [];
    twilio.reportFirst = () => ['delivered'];
    twilio.report = async (message, status) => {
      const answer = await report(house, twilio, message, status);
      heard.push(answer.status);
      return answer.status;
    };
    twilio.fault = () => fault;
    await challenged(client).finally(() => Object.assign(twilio, { report: overHttp }));
    assert.deepEqual(heard, [200]);
    assert.deepEqual(await walletOf(house, client), { available: 660, held: 300, spent: 40 });
    await age(client, 61);
    await house.service.clearUp();
    assert.deepEqual(await walletOf(house, client), { available: 660, held: 300, spent: 40 });
  }
});

test('a receipt of a gateway that is not in use is rejected, whatever its signature', async () => {
  const house = await openWith('one');
  const client = await newClient(house);
  await challenged(client);
  const message = twilio.messages.at(-1) ?? assert.fail();
  const elsewhere = { ...message, callbackUrl: message.callbackUrl.replace('/twilio/', '/vonage/') };
  const forged = { ...elsewhere, clientRef: elsewhere.callbackUrl.slice(-36) };
  assert.equal((await report(house, vonage, forged, 'delivered')).status, 403);
  for (const gateway of ['outbox', 'smoke', '%00', '..']) {
    const url = message.callbackUrl.replace('twilio', gateway).replace(/^https?:\/\/[^/]+/, '');
    const { status } = await send(house, { method: 'POST', url, payload: 'MessageStatus=delivered' });
    assert.ok(status === 403 || status === 404, gateway);
  }
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 340, spent: 0 });
});

test('a receipt that is too large, or is not a form, is rejected before the database is asked', async () => {
  const house = await openWith('one');
  await challenged(await newClient(house));
  const { pathname } = new URL((twilio.messages.at(-1) ?? assert.fail()).callbackUrl);
  const post = (payload: string, type: string) =>
    send(house, { method: 'POST', url: pathname, payload, headers: { 'content-type': type } });
  assert.equal((await post('x'.repeat(17 * 1024), 'application/x-www-form-urlencoded')).status, 413);
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
    assert.equal((await post('{"a":', type)).status, 403);
  assert.equal((await post('{"a":', 'no type')).status, 415);
});

test('neither the code nor the number is in a log, table, metric, response or stored response', async () => {
  const answers: string[] = [];
  const [one, both] = [await openWith('one'), await openWith('both')];
  const clients = await Promise.all([one, both].map((house) => newClient(house, 10_000)));
  const faults: (Fault | null)[] = [null, 'refuse', '500', 'garbage', 'drop'];
  for (const [n, fault] of faults.entries()) {
    twilio.fault = () => fault;
    const client = clients[n % 2] ?? assert.fail();
    const answer = await client.generate(LIVE, { 'idempotency-key': `code-${n}` });
    const { creditReportId, challenge } = answer.body.data;
    answers.push(answer.text, (await client.resend(creditReportId, challenge.challengeId)).text);
  }
  const messages = [...twilio.messages, ...vonage.messages];
  assert.ok(messages.length >= 8);
  for (const message of twilio.messages) {
    const forged = { ...twilio.callback(message, 'delivered'), headers: {} };
    const { pathname } = new URL(forged.url);
    answers.push((await send(one, { method: 'POST', url: pathname, payload: forged.body })).text);
  }
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  for (const house of houses) answers.push((await send(house, { url: '/metrics', headers })).text);
  const logs = houses.flatMap(({ logLines }) => logLines);
  const kept = withoutTimes([...answers, ...logs, await everyTable(one)].join('\n'));
  for (const { text, to } of messages) {
    const code = text.slice(0, 6);
    assert.match(code, /^\d{6}$/);
    assert.equal(new RegExp(`(?<![\\da-f])${code}(?![\\da-f])`).test(kept), false);
    assert.equal(kept.includes(to.slice(1)), false);
  }
});

/** Timestamps have six digits too: their microseconds. */
function withoutTimes(text: string): string {
  return text.replaceAll(/\d\d:\d\d:\d\d\.\d+|"time":\d+|"ms":[\d.]+|_seconds\S* [\d.e-]+/g, '');
}

async function everyTable(house: House): Promise<string> {
  const tables = await sql<{ name: string }>(
    house,
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const texts = await Promise.all(
    tables.map(({ name }) =>
      sql<{ text: string | null }>(house, `select string_agg(t::text, '|') as text from "${name}" t`),
    ),
  );
  return texts.map(([row]) => row?.text ?? '').join('\n');
}
