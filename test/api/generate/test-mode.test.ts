// The interface's section "Test mode": every branch with every e-mail scenario, nothing charged, no provider called.
import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { createSocket } from 'node:dgram';
import { request } from 'node:http';
import net from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { WORKERS } from '../../support/database/postgres.ts';
import {
  type Charged,
  type Client,
  clientOf,
  createTenant,
  type House,
  openChallenge,
  openHouse,
  sql,
} from '../../support/house.ts';

const TEST_CODE = '123456';

let house: House;
let client: Client;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
});
beforeEach(() => house.travelTo(new Date('2026-03-01T12:00:00.000Z')));
after(() => house.close());

/** A generate request to its end: a challenge is passed. */
async function run(branch: string, overrides: Record<string, unknown> = {}): Promise<Charged> {
  const answer = await client.generate({ challengeOptions: { status: branch }, ...overrides });
  if (answer.body.data?.status !== 'authentication-required') return answer;
  const { creditReportId, challenge } = answer.body.data;
  return client.submit(creditReportId, challenge.challengeId, TEST_CODE);
}

const SCENARIOS: [row: string, email: string, records: string[]][] = [
  ['test001 | No records | 0 consumer records, 0 previous searches', 'test001@example.com', []],
  [
    'test002 | Single PCP record | 1 active hire-purchase record',
    'test002@example.com',
    ['open hire-purchase'],
  ],
  [
    'test003 | Mixed | 3 records: 1 hire-purchase, 1 credit card, 1 mortgage',
    'TEST003@other.example',
    ['open credit-card', 'open hire-purchase', 'open mortgage'],
  ],
  [
    'test004 | All settled or closed | 2 settled accounts (hire-purchase and credit card), zero balance',
    'Test004@example.com',
    ['settled credit-card', 'settled hire-purchase'],
  ],
  [
    'any other | Default | 4 records: 2 hire-purchase, 1 credit card, 1 mortgage',
    'test005@example.com',
    ['open credit-card', 'open hire-purchase', 'open hire-purchase', 'open mortgage'],
  ],
];

for (const [row, email, records] of SCENARIOS) {
  for (const branch of ['allow', 'challenge']) {
    test(`${row}, by way of ${branch}`, async () => {
      const { creditReport, status } = (await run(branch, { email })).body.data;
      assert.equal(status, 'complete');
      const accounts = creditReport.consumerData.records;
      assert.deepEqual(accounts.map((one) => `${one.accountStatus} ${one.accountType}`).sort(), records);
      assert.equal(creditReport.previousSearches.providers.length === 0, records.length === 0);
      const isSettled = row.includes('zero balance');
      assert.ok(accounts.every(({ balance }) => (balance.amount === 0) === isSettled));
    });
  }

  test(`${row}, by way of block: no report at all`, async () => {
    const { status, creditReport } = (await run('block', { email })).body.data;
    assert.deepEqual({ status, creditReport }, { status: 'blocked', creditReport: undefined });
  });
}

test('test: true without challengeOptions means allow', async () => {
  const { status, challengeType } = (await client.generate()).body.data;
  assert.deepEqual({ status, challengeType }, { status: 'complete', challengeType: 'none' });
});

test('the fixed test code is 123456, on the first send and after each resend', async () => {
  for (const resends of [0, 1, 2]) {
    const { reportId, challengeId } = await openChallenge(client);
    for (let i = 0; i < resends; i += 1) await client.resend(reportId, challengeId);
    assert.equal((await client.submit(reportId, challengeId, '123457')).body.data.status, 'retry');
    assert.equal((await client.submit(reportId, challengeId, TEST_CODE)).body.data.status, 'complete');
  }
});

test('the same request on the same day gives the same credit report, by way of allow or challenge', async () => {
  const first = await run('allow');
  house.travelTo(new Date('2026-03-01T23:59:00.000Z'));
  const others = [await run('allow'), await run('challenge')];
  for (const { body } of others) assert.deepEqual(body.data.creditReport, first.body.data.creditReport);
  const another = await run('allow', { firstName: 'Grace' });
  assert.notDeepEqual(another.body.data.creditReport.consumerData, first.body.data.creditReport.consumerData);
});

const ALL = ['equifax', 'experian', 'transunion'];
const SOME = [1, 2, 3, 4, 5, 6, 7].map((bits) => ALL.filter((_, index) => bits & (1 << index)));
for (const bureaus of SOME) {
  test(`the records are of ${bureaus.join(' and ')} only, and each of them answered`, async () => {
    const { data } = (await run('allow', { bureaus })).body;
    const named = data.creditReport.consumerData.records.flatMap((record) => record.bureaus);
    assert.deepEqual([...new Set(named.map(({ id }) => id))].sort(), bureaus);
    assert.deepEqual(
      data.bureaus,
      bureaus.map((id) => ({ id, status: 'ok' })),
    );
  });
}

test('no credits are deducted: every answer has cost 0 and the true balance', async () => {
  const { tenantId } = client.tenant;
  await sql(house, 'update wallets set available = 1234, funded = -1234 where tenant_id = $1', [tenantId]);
  const { reportId, challengeId } = await openChallenge(client);
  const wrong = await client.submit(reportId, challengeId, '0');
  await client.resend(reportId, challengeId);
  const answers = [
    wrong,
    await client.submit(reportId, challengeId, TEST_CODE),
    await client.generate({ challengeOptions: { status: 'challenge' } }),
    await client.generate(),
    await client.generate({ challengeOptions: { status: 'block' } }),
  ];
  for (const { body } of answers) assert.deepEqual(body.meta.wallet, { balance: 1_234, cost: 0 });
  const [wallet] = await sql(house, 'select available from wallets where tenant_id = $1', [tenantId]);
  assert.equal(wallet?.available, 1_234);
});

test('an empty wallet does not stop a test', async () => {
  const poor = await clientOf(house, await createTenant(house, { balanceCredits: 0 }));
  const { reportId, challengeId } = await openChallenge(poor);
  assert.equal((await poor.resend(reportId, challengeId)).status, 200);
  const answer = await poor.submit(reportId, challengeId, TEST_CODE);
  assert.deepEqual(answer.body.meta.wallet, { balance: 0, cost: 0 });
});

test('a challenge needs no mobile number, and any session id will do', async () => {
  for (const sessionId of ['x', 'ds_forged.signature', '0'.repeat(512), 'сессия 7']) {
    const answer = await run('challenge', { sessionId, mobileNumber: undefined });
    assert.equal(answer.body.data.status, 'complete');
  }
});

test('a test report is stored and listed like any other, marked test', async () => {
  const tester = await clientOf(house, await createTenant(house));
  for (const status of ['allow', 'challenge', 'block'])
    await tester.generate({ challengeOptions: { status } });
  const path = `/${tester.tenant.tenantId}/v1/credit-reports` as const;
  const { items } = (await tester.get(path)).body.data;
  assert.deepEqual(
    items.map((item) => item.test),
    [true, true, true],
  );
  assert.equal((await tester.get(`${path}?test=false`)).body.data.items.length, 0);
});

// Every kind of network handle of Node, by its async_hooks type.
const NETWORK = ['UDPWRAP', 'DNSCHANNEL', 'QUERYWRAP', 'TLSWRAP', 'HTTPCLIENTREQUEST', 'PROCESSWRAP'];
const BY_ADDRESS = ['TCPWRAP', 'TCPCONNECTWRAP', 'GETADDRINFOREQWRAP'];

/** Records every network handle that is opened while `work` runs, except those to the database. */
async function watchNetwork(work: () => Promise<void>): Promise<string[]> {
  const url = new URL(house.database.url);
  const databaseHost = url.searchParams.get('host') ?? url.hostname;
  const ports = [url, ...WORKERS.map((worker) => new URL(worker))].map(({ port }) => port);
  const isToDatabase = (to: string): boolean =>
    to.includes(databaseHost) && ports.some((port) => to.includes(port));
  const watched = new Set(databaseHost.startsWith('/') ? [...NETWORK, ...BY_ADDRESS] : NETWORK);
  const seen: string[] = [];
  const hook = createHook({ init: (_id, type) => void (watched.has(type) && seen.push(type)) });
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function (this: net.Socket, ...to: unknown[]) {
    if (!isToDatabase(JSON.stringify(to))) seen.push(`connect ${JSON.stringify(to)}`);
    return Reflect.apply(connect, this, to);
  } as typeof connect;
  hook.enable();
  try {
    await work();
  } finally {
    hook.disable();
    net.Socket.prototype.connect = connect;
  }
  return seen;
}

test("no socket is opened besides the database's, in any branch, on submit or on resend", async () => {
  const seen = await watchNetwork(async () => {
    for (const branch of ['allow', 'challenge', 'block']) {
      for (const [, email] of SCENARIOS) await run(branch, { email, mobileNumber: '+447700900123' });
    }
    const { reportId, challengeId } = await openChallenge(client, { mobileNumber: '+447700900123' });
    await client.resend(reportId, challengeId);
    await client.resend(reportId, challengeId);
    for (let i = 0; i < 3; i += 1) await client.submit(reportId, challengeId, '0');
  });
  assert.deepEqual(seen, []);
});

test('the socket watch detects a connection, an HTTP request and a datagram', async () => {
  const seen = await watchNetwork(async () => {
    net
      .connect({ host: '127.0.0.1', port: 9 })
      .on('error', () => {})
      .destroy();
    request('http://127.0.0.1:9/')
      .on('error', () => {})
      .destroy();
    createSocket('udp4').close();
  });
  assert.equal(seen.filter((entry) => entry.startsWith('connect')).length, 2);
  assert.ok(seen.includes('UDPWRAP'));
});
