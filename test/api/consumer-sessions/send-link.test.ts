// A link that the service sends for its tenant: by text at the price of a text, by e-mail; once for a request, and to nobody in test mode.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeLink, publishedText, startLink } from '../../support/consumers/hosted.ts';
import { type Client, type House, sql } from '../../support/house.ts';
import { newClient, openLiveHouse, problemsOf, walletOf } from '../../support/money.ts';
import { mailTo } from '../../support/people.ts';

const NUMBER = '+447700900145';
const LIVE = { test: undefined };

let house: House;
before(async () => {
  ({ house } = await openLiveHouse({ SMS_CHALLENGES_PER_NUMBER_HOUR: '5' }));
});
after(() => house?.close());

async function liveLink(client: Client, more: Record<string, unknown> = {}) {
  const textId = await publishedText(house, client.tenant.tenantId);
  const link = await makeLink(client, textId, { ...LIVE, ...more });
  const url = `/${client.tenant.tenantId}/v1/consumer-sessions/${link.id}/send` as const;
  return { ...link, send: (body: object, headers = {}) => client.post(url, body, headers) };
}

const outbox = () => house.service.sms.outbox ?? assert.fail('texts go to the outbox');
const textsTo = async (number: string) => (await outbox().list()).filter(({ to }) => to === number);

test('a text has the name and the link, is held and then charged once, and its state is told', async () => {
  const client = await newClient(house, 100);
  await sql(
    house,
    `insert into tenant_brands (tenant_id, name, updated_at) values ($1, 'Northgate Claims', now())`,
    [client.tenant.tenantId],
  );
  const link = await liveLink(client);
  const sent = await link.send({ by: 'sms', mobileNumber: NUMBER }, { 'idempotency-key': 'press-1' });
  assert.equal(sent.status, 200, sent.text);
  const [text, ...others] = await textsTo(NUMBER);
  assert.deepEqual(others, []);
  assert.equal(text?.text, `Northgate Claims: your credit report ${link.url}`);
  assert.ok(text.text.length <= 160, `${text.text.length} characters`);
  assert.deepEqual(await walletOf(house, client), { available: 60, held: 40, spent: 0 });
  assert.deepEqual(
    sent.body.sends.map(({ by, state }) => [by, state]),
    [['sms', 'on-its-way']],
  );

  const again = await link.send({ by: 'sms', mobileNumber: NUMBER }, { 'idempotency-key': 'press-1' });
  assert.deepEqual([again.status, again.body], [200, sent.body]);
  assert.equal((await textsTo(NUMBER)).length, 1, 'the same press sends no second text');

  await outbox().mark(text.smsId, 'delivered');
  assert.deepEqual(await walletOf(house, client), { available: 60, held: 0, spent: 40 });
  const url = `/${client.tenant.tenantId}/v1/consumer-sessions/${link.id}` as const;
  assert.deepEqual((await client.get(url)).body.sends[0]?.state, 'delivered');
  assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
});

test('presses at the same time with one key send one text', async () => {
  const client = await newClient(house, 1_000);
  const link = await liveLink(client);
  const number = '+447700900146';
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      link.send({ by: 'sms', mobileNumber: number }, { 'idempotency-key': 'eight' }),
    ),
  );
  assert.ok(answers.some(({ status }) => status === 200));
  assert.ok(answers.every(({ status }) => status === 200 || status === 409));
  assert.equal((await textsTo(number)).length, 1);
  assert.deepEqual(await walletOf(house, client), { available: 960, held: 40, spent: 0 });
});

test('a text that no gateway took costs nothing, and one that cannot be paid for is not sent', async () => {
  const client = await newClient(house, 50);
  const link = await liveLink(client, { prefill: { mobileNumber: '+447700900147' } });
  await outbox().failNext('refused');
  const refused = await link.send({ by: 'sms' });
  assert.deepEqual([refused.status, refused.body.sends[0]?.state], [200, 'refused']);
  assert.deepEqual(await walletOf(house, client), { available: 50, held: 0, spent: 0 });

  assert.equal((await link.send({ by: 'sms' })).body.sends.length, 2, 'to the number that was filled in');
  const poor = await link.send({ by: 'sms' });
  assert.deepEqual([poor.status, poor.body.code], [402, 'insufficient-funds']);
  assert.equal((await textsTo('+447700900147')).length, 1);
  assert.deepEqual(await walletOf(house, client), { available: 10, held: 40, spent: 0 });
  assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
});

test('a receipt that comes after the hold ended is charged then, and the ledger still adds up', async () => {
  const client = await newClient(house, 100);
  const link = await liveLink(client);
  await link.send({ by: 'sms', mobileNumber: '+447700900148' });
  const [text] = await textsTo('+447700900148');
  await outbox().mark(text?.smsId ?? '', 'not-delivered');
  assert.deepEqual(await walletOf(house, client), { available: 100, held: 0, spent: 0 });
  const late = { tenantId: client.tenant.tenantId, smsId: text?.smsId ?? '', state: 'delivered' } as const;
  assert.equal(await house.service.recordDelivery(late), 'charged');
  assert.equal(await house.service.recordDelivery(late), 'known-before');
  assert.deepEqual(await walletOf(house, client), { available: 60, held: 0, spent: 40 });
  assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
});

test('an e-mail has the link and costs nothing; to whom is kept nowhere', async () => {
  const client = await newClient(house, 0);
  const link = await liveLink(client);
  const email = 'canary.ada@example.com';
  const sent = await link.send({ by: 'email', email });
  assert.deepEqual(
    [sent.status, sent.body.sends[0]?.by, sent.body.sends[0]?.state],
    [200, 'email', 'on-its-way'],
  );
  const { text } = await mailTo(house, email);
  assert.ok(text.includes(link.url));
  const kept = await sql<{ all: string }>(
    house,
    `select concat((select string_agg(n::text, '') from consumer_session_sends n),
       (select string_agg(a::text, '') from audit_entries a)) as all`,
    [],
  );
  assert.ok(!kept[0]?.all.includes('canary.ada'));
  assert.ok(kept[0]?.all.includes('consumer-session-sent'));
});

test('test mode pretends; what cannot be sent is refused with what to do: once it is started, without or with a bad address', async () => {
  const client = await newClient(house, 1_000);
  const ofTest = await liveLink(client, { test: true });
  const number = '+447700900150';
  const pretended = await ofTest.send({ by: 'sms', mobileNumber: number });
  assert.deepEqual([pretended.status, pretended.body.sends[0]?.state], [200, 'delivered'], pretended.text);
  assert.deepEqual(await textsTo(number), []);
  const link = await liveLink(client);
  for (const [body, path] of [
    [{ by: 'sms' }, '/mobileNumber'],
    [{ by: 'email' }, '/email'],
    [{ by: 'sms', mobileNumber: '+442079460000' }, '/mobileNumber'],
    [{ by: 'fax' }, '/by'],
  ] as const) {
    const refused = await link.send(body);
    assert.deepEqual([refused.status, refused.body.details[0]?.path], [400, path], refused.text);
  }
  await startLink(house, link);
  const started = await link.send({ by: 'sms', mobileNumber: NUMBER });
  assert.deepEqual([started.status, started.body.code], [409, 'conflict']);
  assert.deepEqual(await walletOf(house, client), { available: 1_000, held: 0, spent: 0 });
});

test('one number gets no more links within an hour than it gets challenges', async () => {
  const client = await newClient(house, 10_000);
  const link = await liveLink(client);
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1)
    statuses.push((await link.send({ by: 'sms', mobileNumber: '+447700900149' })).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
  assert.equal((await textsTo('+447700900149')).length, 5);
});
