// The statements of charged reports, below the use cases: what another process's lease token may do, which is nothing, and how SQL judges
// a challenge that can only fail. Above them the domain's own check would hide a mistake here behind a 500.
import assert from 'node:assert/strict';
import { createHash, randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createTenant, type House, openHouse, sql } from '../../../test/support/house.ts';
import { createKeyring } from '../keys/keyring.ts';
import { createVault } from '../keys/vault.ts';
import { findWallet } from '../wallet/ledger.ts';
import { type ChallengeStore, createChallengeStore } from './challenges.ts';
import { type ChargedReportStore, createChargedReportStore } from './charged-reports.ts';
import { createDeviceSessionStore, type DeviceSessionStore } from './device-sessions.ts';
import { createRiskKeys } from './risk-facts.ts';

const PRICE = 100;
const CODE_HASH = createHash('sha256').update('123456').digest();
const nobody = { credentialId: null, personId: null };

let house: House;
let charged: ChargedReportStore;
let otherProcess: ChargedReportStore;
let challenges: ChallengeStore;
let devices: DeviceSessionStore;
before(async () => {
  house = await openHouse({ DATABASE_POOL_SIZE: '8' });
  const { database } = house.service;
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  const vault = createVault({ database, keyring });
  devices = createDeviceSessionStore({ database, keyring, ownOrigin: null });
  const riskKeysOf = createRiskKeys({ keyring, readSessionId: devices.readSessionId });
  charged = createChargedReportStore({ database, vault, riskKeysOf });
  otherProcess = createChargedReportStore({ database, vault, riskKeysOf });
  challenges = createChallengeStore({ database, vault, wrongCodesMax: 10 });
});
after(() => house.close());

const PERSON = Buffer.alloc(32);
function openIn(
  tenantId: string,
  more: {
    store?: ChargedReportStore;
    id?: string;
    sessionId?: string;
    number?: string;
    person?: Buffer;
  } = {},
) {
  const { store = charged, id = randomUUIDv7(), sessionId = 'forged', number, person = PERSON } = more;
  return store.openReport({
    ...{ tenantId, id, leaseToken: id, priceCredits: PRICE, personHash: person, sessionId, ...nobody },
    ...{
      isTest: false,
      bureaus: ['equifax'],
      externalReferenceHash: null,
      referencePath: null,
      finders: Buffer.alloc(16),
      status: 'pending',
    },
    ...{ body: null, challenge: null },
    details: {
      consumer: {
        ...{ firstName: 'Ada', lastName: 'Sample', dateOfBirth: '1985-04-12', ipAddress: '203.0.113.7' },
        addresses: [{ ukAddress: { buildingNumber: '12', townOrCity: 'Leeds', postcode: 'LS1 4AB' } }],
        ...(number !== undefined && { mobileNumber: number }),
      },
    },
  });
}

/** A report of a tenant of its own with 1,000 credits, opened under a lease. */
async function open() {
  const { tenantId } = await createTenant(house, { balanceCredits: 1_000 });
  const reportId = randomUUIDv7();
  const { facts, ...opened } = await openIn(tenantId, { id: reportId });
  assert.deepEqual(opened, { result: 'done', availableCredits: 900, newest: null });
  assert.deepEqual([facts?.session, facts?.velocities['requests-per-address'].hour], ['forged', 1]);
  return { tenantId, reportId, leaseToken: reportId };
}

const device = (): Promise<string> =>
  devices.open({
    ...{ origin: null, address: '203.0.113.7', flags: [] },
    signals: { canvas: randomUUIDv7() } as Parameters<DeviceSessionStore['open']>[0]['signals'],
  });
const countOf = async (text: string): Promise<number> =>
  (await sql<{ count: number }>(house, `select (${text})::int as count`))[0]?.count ?? 0;

test('a request is noted with its report: not before it can be paid for, and once', async () => {
  const { tenantId } = await createTenant(house, { balanceCredits: PRICE - 1 });
  const [id, sessionId] = [randomUUIDv7(), await device()];
  const noted = () => countOf(`select count(*) from risk_events where tenant_id = '${tenantId}'`);
  const used = () => countOf(`select count(*) from device_sessions where tenant_id = '${tenantId}'`);
  const refused = await openIn(tenantId, { sessionId });
  assert.deepEqual(
    [refused.result, refused.facts, await noted(), await used()],
    ['insufficient', undefined, 0, 0],
  );
  const rich = await createTenant(house, { balanceCredits: 1_000 });
  const first = await openIn(rich.tenantId, { id, sessionId });
  assert.deepEqual([first.result, first.facts?.session], ['done', 'verified']);
  const again = await openIn(rich.tenantId, { id, sessionId });
  assert.deepEqual([again.result, again.facts], ['repeated', undefined]);
  assert.equal(await countOf(`select count(*) from risk_events where tenant_id = '${rich.tenantId}'`), 1);
});

test('many at once, of shared devices, numbers and an address: no deadlock, and each is counted once', async () => {
  const tenants = await Promise.all([1, 2].map(() => createTenant(house, { balanceCredits: 1_000_000 })));
  const sessions = await Promise.all(Array.from({ length: 7 }, device));
  const deadlocks = () =>
    countOf('select deadlocks from pg_stat_database where datname = current_database()');
  const before = await deadlocks();
  const pick = <One>(list: readonly One[], turn: number): One => list[turn % list.length] as One;
  const asked = Array.from({ length: 300 }, (_none, turn) => {
    // A tenant for each process, or the wallet would let one batch through at a time; and the same keys in other orders.
    const store = pick([charged, otherProcess], turn);
    const more = {
      ...{ store, sessionId: pick(sessions, turn * 5), number: `+4477009000${10 + ((turn * 7) % 9)}` },
      person: Buffer.alloc(32, (turn * 11) % 10),
    };
    return { tenantId: pick(tenants, turn).tenantId, more };
  });
  const opened = await Promise.all(asked.map(({ tenantId, more }) => openIn(tenantId, more)));
  assert.ok(opened.every(({ result }) => result === 'done'));
  assert.equal(await deadlocks(), before);
  for (const { tenantId } of tenants) {
    const counts = opened
      .filter((_one, turn) => asked[turn]?.tenantId === tenantId)
      .map(({ facts }) => facts?.velocities['requests-per-address'].hour ?? 0);
    assert.deepEqual(
      counts.sort((a, b) => a - b),
      Array.from({ length: 150 }, (_none, index) => index + 1),
    );
  }
});

type Opened = Awaited<ReturnType<typeof open>>;

const settle = (report: Opened) =>
  charged.settleReport({
    ...{ ...report, status: 'complete', failureReason: null, lines: { 'credit-report-equifax': PRICE } },
    body: { creditReport: { json: '{}' }, bureaus: [] },
  });

const startChallenge = (report: Opened, isDoomed: boolean) => {
  const challengeId = randomUUIDv7();
  const sms = isDoomed ? null : { id: randomUUIDv7(), priceCredits: 40 };
  const send = { ...report, ...nobody, challengeId, codeHash: CODE_HASH, sms, isDoomed, numberKey: null };
  return charged.startChallenge(send).then(({ result }) => ({ result, challengeId }));
};

async function stateOf({ tenantId, reportId }: Opened) {
  const text = `select status, challenge_state, lease_token is not null as is_leased, body is not null as has_body
                from reports where tenant_id = $1 and id = $2`;
  const [row] = await sql<{
    status: string;
    challenge_state: string | null;
    is_leased: boolean;
    has_body: boolean;
  }>(house, text, [tenantId, reportId]);
  if (row === undefined) throw new Error('every report has a row');
  const wallet = await findWallet(house.service.database, tenantId);
  return { ...row, available: wallet?.available, held: wallet?.held, spent: wallet?.spent };
}

const STEPS: [string, (report: Opened) => Promise<{ result: string }>][] = [
  ['settles', settle],
  ['starts a challenge for', (report) => startChallenge(report, false)],
  ['starts a challenge that can only fail for', (report) => startChallenge(report, true)],
];
for (const [verb, step] of STEPS) {
  test(`a process ${verb} a report with its own lease alone: another token moves neither report nor money`, async () => {
    const report = await open();
    const before = await stateOf(report);
    assert.equal((await step({ ...report, leaseToken: randomUUIDv7() })).result, 'lost');
    assert.deepEqual(await stateOf(report), before);
    assert.equal((await step(report)).result, 'done');
    assert.notDeepEqual(await stateOf(report), before);
    assert.equal((await step(report)).result, 'lost', 'the lease ended with the step');
  });
}

test('a report without a lease is nobody’s: no token settles it', async () => {
  const report = await open();
  await startChallenge(report, false);
  const before = await stateOf(report);
  assert.equal(before.is_leased, false);
  assert.equal((await settle(report)).result, 'lost');
  assert.deepEqual(await stateOf(report), before);
});

test('a right code leases the report to the process that was given it, and to no other', async () => {
  const report = await open();
  const { challengeId } = await startChallenge(report, false);
  const next = { ...report, leaseToken: randomUUIDv7() };
  const move = await challenges.submitGuess({
    ...{ ...next, challengeId, codeHash: CODE_HASH, requestId: randomUUIDv7() },
  });
  assert.deepEqual([move?.codeMatches, move?.after?.state], [true, 'passed']);
  assert.equal((await settle(report)).result, 'lost', 'the process that opened it');
  assert.equal((await settle(next)).result, 'done');
});

test('SQL fails a doomed challenge at the first guess, although the code would match, and never sends for it', async () => {
  const report = await open();
  const { challengeId } = await startChallenge(report, true);
  const key = { ...report, challengeId, codeHash: CODE_HASH };
  const sent = await challenges.countSend({ ...key, requestId: randomUUIDv7(), priceCredits: 40, ...nobody });
  assert.deepEqual([sent?.after?.sends, sent?.after?.state], [1, 'open'], 'nothing is sent');
  const move = await challenges.submitGuess({ ...key, requestId: randomUUIDv7() });
  assert.deepEqual(
    [move?.codeMatches, move?.after?.state, move?.after?.attempts],
    [false, 'failed', 1],
    'one guess ends it',
  );
  assert.deepEqual(await stateOf(report), {
    ...{ status: 'failed', challenge_state: 'failed', is_leased: false, has_body: false },
    ...{ available: 1_000, held: 0, spent: 0 },
  });
});
