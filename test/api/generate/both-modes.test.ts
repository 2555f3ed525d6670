// Live and test mode answer with the same fields: whoever builds against test mode meets nothing new on the first live day, and misses nothing.
// One journey of every branch in each mode; every answer and every event compared by field and type.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Verdict } from '../../../src/domain/reports/report.ts';
import { TEST_CODE } from '../../../src/world/test-mode.ts';
import { orderOf, publishedText } from '../../support/consumers/hosted.ts';
import { type Client, clientOf, createTenant, type House, openHouse } from '../../support/house.ts';
import { shapeOf } from '../../support/http/shape.ts';
import { LIVE, WRONG_CODE } from '../../support/money.ts';
import { createStandIn, type StandIn } from '../../support/worlds/stand-in-world.ts';

/** The stand-in for the bureaus gives records no ids; the real live world does. */
const STAND_IN = /\.recordIds?\b|\.reports\[\]\.answered\b/;
/** Of a timeline: money that moved and texts that went, of which test mode has none. */
const MONEY_AND_TEXTS = /\.events\[\]\.facts\./;

let world: StandIn;
let house: House;
before(async () => {
  world = createStandIn();
  const { fetchCreditReport } = world;
  // As the real live world does, it notes what each bureau answered.
  world.fetchCreditReport = async (subject) => {
    const fetched = await fetchCreditReport(subject);
    const answeredMs = performance.now();
    return { ...fetched, searches: fetched.bureaus.map((one) => ({ ...one, tookMs: 1, answeredMs })) };
  };
  house = await openHouse({ SMS_RESEND_PAUSE_SECONDS: '0' }, undefined, world);
});
after(() => house?.close());

type Mode = {
  isTest: boolean;
  client: Client;
  generate(branch: Verdict, more?: object): ReturnType<Client['generate']>;
  refuseTexts(): object;
  code(): string;
};

async function testMode(): Promise<Mode> {
  const client = await clientOf(house, await createTenant(house));
  return {
    isTest: true,
    client,
    generate: (status, more) =>
      client.generate({ ...LIVE, test: true, challengeOptions: { status }, ...more }),
    refuseTexts: () => ({ testOptions: { sms: 'refused' } }),
    code: () => TEST_CODE,
  };
}

async function liveMode(): Promise<Mode> {
  const client = await clientOf(house, await createTenant(house, { balanceCredits: 100_000 }));
  return {
    isTest: false,
    client,
    generate: (branch, more) => {
      world.verdict = branch;
      return client.generate({ ...LIVE, ...more });
    },
    refuseTexts: () => {
      world.gateway = 'refused';
      return {};
    },
    code: () => world.sent.at(-1)?.code ?? '',
  };
}

/** By what was done: the answer. Then each event, by its type. */
async function journey({ isTest, client, generate, refuseTexts, code }: Mode): Promise<Map<string, unknown>> {
  const seen = new Map<string, unknown>();
  const base = `/${client.tenant.tenantId}/v1` as const;
  const note = (name: string, { status, body }: { status: number; body: unknown }) =>
    seen.set(name, { status, body });
  const read = async (name: string, reportId: string) =>
    note(`${name}, read`, await client.get(`${base}/credit-reports/${reportId}`));
  const named = { externalReference: 'case-1042' };
  const complete = await generate('allow', named);
  note('complete', complete);
  const whole = complete.body.data.creditReportId;
  await read('complete', whole);
  const again = (await generate('allow', named)).body.data.creditReportId;
  for (const part of ['agreements', 'attributes', `changes?since=${whole}`])
    note(part.replace(whole, ''), await client.get(`${base}/credit-reports/${again}/${part}`));
  const blocked = await generate('block', named);
  note('blocked', blocked);
  await read('blocked', blocked.body.data.creditReportId);

  const waiting = await generate('challenge', named);
  const { creditReportId: id, challenge } = waiting.body.data;
  note('waiting', waiting);
  await read('waiting', id);
  note('wrong code', await client.submit(id, challenge.challengeId, WRONG_CODE));
  await read('wrong code', id);
  note('sent again', await client.resend(id, challenge.challengeId));
  await read('sent again', id);
  note('right code', await client.submit(id, challenge.challengeId, code()));
  await read('right code', id);
  note('code after it', await client.submit(id, challenge.challengeId, code()));
  note('resend after it', await client.resend(id, challenge.challengeId));
  note(
    'agreements of none',
    await client.get(`${base}/credit-reports/${blocked.body.data.creditReportId}/agreements`),
  );
  note('without a name', await generate('allow', { firstName: undefined }));

  const failing = (await generate('challenge', named)).body.data;
  for (const nth of ['first', 'second', 'third'])
    note(
      `${nth} wrong code`,
      await client.submit(failing.creditReportId, failing.challenge.challengeId, WRONG_CODE),
    );
  await read('failed', failing.creditReportId);
  const refused = await generate('challenge', { ...named, ...refuseTexts() });
  note('text refused', refused);
  await read('text refused', refused.body.data.creditReportId);
  note('list', await client.get(`${base}/credit-reports`));
  await house.service.flushed();
  for (const [name, reportId] of [
    ['complete', whole],
    ['right code', id],
    ['failed', failing.creditReportId],
  ])
    note(`${name}, timeline`, await client.get(`${base}/credit-reports/${reportId}/timeline`));
  for (const accept of ['application/pdf', 'application/zip']) {
    const part = accept.endsWith('zip') ? '/evidence' : '';
    const { status, headers } = await client.get(`${base}/credit-reports/${whole}${part}`, { accept });
    note(accept, { status, body: { type: headers['content-type'] } });
  }
  note('calls', await client.get(`${base}/requests?test=${isTest}`));
  note('found', await client.get(`${base}/search?q=case-1042`));

  const order = orderOf(await publishedText(house, client.tenant.tenantId), { test: isTest, ...named });
  const made = await client.post(`${base}/consumer-sessions`, order);
  note('link', made);
  const link = `${base}/consumer-sessions/${made.body.id}` as const;
  note('link, sent', await client.post(`${link}/send`, { by: 'sms', mobileNumber: '+447700900123' }));
  note('link, read', await client.get(link));
  note('links', await client.get(`${base}/consumer-sessions?test=${isTest}`));
  note('link, cancelled', await client.post(`${link}/cancel`, {}));
  note(
    'link, sent after it',
    await client.post(`${link}/send`, { by: 'sms', mobileNumber: '+447700900123' }),
  );
  await house.service.flushed();
  const feed = await client.get(`${base}/events?pageSize=100`);
  for (const event of feed.body.items) seen.set(`event ${event.type}`, event);
  return seen;
}

test('every answer and every event has the same fields in both modes', async () => {
  const inTest = await journey(await testMode());
  const inLive = await journey(await liveMode());
  assert.deepEqual([...inLive.keys()].sort(), [...inTest.keys()].sort());
  const differing = [...inTest].flatMap(([name, answer]) => {
    const [test, live] = [shapeOf(answer), shapeOf(inLive.get(name))];
    const only = (mode: string, fields: Set<string>) =>
      [...fields]
        .filter((field) => !STAND_IN.test(field) && !MONEY_AND_TEXTS.test(field))
        .map((field) => `${name}: ${field}, ${mode} only`);
    return [...only('test', test.difference(live)), ...only('live', live.difference(test))];
  });
  assert.deepEqual(differing, []);
});
