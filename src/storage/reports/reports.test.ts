// The statements of reports and challenges, below the API: test mode has one fixed code, so a code that stops working can only be
// tested here.
import assert from 'node:assert/strict';
import { createHash, randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createTenant, type House, openHouse, sql } from '../../../test/support/house.ts';
import { createKeyring } from '../keys/keyring.ts';
import { createVault } from '../keys/vault.ts';
import { type ChallengeStore, createChallengeStore } from './challenges.ts';
import { type NewReport, readBody } from './report-parts.ts';
import { createReportStore, type ReportStore } from './reports.ts';

const hashOf = (code: string) => createHash('sha256').update(code).digest();

let house: House;
let reports: ReportStore;
let challenges: ChallengeStore;
let tenantId: string;
before(async () => {
  house = await openHouse();
  const { database } = house.service;
  const vault = createVault({ database, keyring: createKeyring(house.config.ENCRYPTION_KEY) });
  reports = createReportStore({ database, vault });
  challenges = createChallengeStore({ database, vault, wrongCodesMax: 10 });
  tenantId = (await createTenant(house)).tenantId;
});
after(() => house.close());

const aReport = (overrides: Partial<NewReport> = {}): NewReport => ({
  tenantId,
  id: randomUUIDv7(),
  isTest: true,
  bureaus: ['equifax'],
  details: {
    consumer: {
      firstName: 'Ada',
      lastName: 'Sample',
      dateOfBirth: '1985-04-12',
      ipAddress: '203.0.113.7',
      addresses: [{ ukAddress: { buildingNumber: '12', townOrCity: 'Leeds', postcode: 'LS1 4AB' } }],
    },
  },
  externalReferenceHash: null,
  referencePath: null,
  finders: Buffer.alloc(16),
  status: 'pending',
  body: null,
  challenge: {
    id: randomUUIDv7(),
    smsId: randomUUIDv7(),
    sms: 'accepted' as const,
    codeHash: hashOf('first'),
  },
  ...overrides,
});

/** A challenge; the function makes a new request for each code. */
async function insert() {
  const report = aReport();
  await reports.insertReport(report);
  const challengeId = report.challenge?.id as string;
  return (code: string) => ({
    tenantId,
    reportId: report.id,
    challengeId,
    codeHash: hashOf(code),
    requestId: randomUUIDv7(),
    leaseToken: randomUUIDv7(),
    priceCredits: 0,
    credentialId: null,
    personId: null,
  });
}

test('a resend replaces the code, and the older one stops working', async () => {
  const key = await insert();
  await challenges.countSend(key('second'));
  const older = await challenges.submitGuess(key('first'));
  assert.deepEqual([older?.codeMatches, older?.after?.state, older?.after?.attempts], [false, 'open', 1]);
  const newer = await challenges.submitGuess(key('second'));
  assert.deepEqual([newer?.codeMatches, newer?.after?.state], [true, 'passed']);
});

test('a refused send leaves the last code valid', async () => {
  const key = await insert();
  await challenges.countSend(key('second'));
  await challenges.countSend(key('third'));
  const refused = await challenges.countSend(key('fourth'));
  assert.equal(refused?.after?.sends, 3);
  assert.equal((await challenges.submitGuess(key('fourth')))?.codeMatches, false);
  assert.equal((await challenges.submitGuess(key('third')))?.after?.state, 'passed');
});

test('times are the database’s, in milliseconds: a challenge is sent when its row is inserted', async () => {
  const key = await insert();
  const [row] = await sql<{ age: number }>(
    house,
    'select abs(extract(epoch from clock_timestamp() - last_sent_at))::float8 as age from reports where id = $1',
    [key('').reportId],
  );
  assert.ok((row?.age ?? 60) < 30);
  const found = await reports.findReport(tenantId, key('').reportId);
  assert.ok(found !== null && found.atMs >= (found.challenge?.lastSentAtMs ?? Infinity));
});

test('inserting a report again changes nothing', async () => {
  const report = aReport();
  assert.equal((await reports.insertReport(report))?.balanceCredits, 5_000);
  const again = {
    ...report,
    challenge: {
      ...{ id: randomUUIDv7(), smsId: randomUUIDv7(), sms: 'accepted' as const },
      codeHash: hashOf('other'),
    },
  };
  assert.equal(await reports.insertReport(again), null);
  assert.equal((await reports.findReport(tenantId, report.id))?.challengeId, report.challenge?.id);
});

test('of two parallel inserts with one id, one is stored, and only its caller gets an answer', async () => {
  const report = aReport();
  const twins = [
    report,
    {
      ...report,
      challenge: {
        id: randomUUIDv7(),
        smsId: randomUUIDv7(),
        sms: 'accepted' as const,
        codeHash: hashOf('other'),
      },
    },
  ];
  const answers = await Promise.all(twins.map(reports.insertReport));
  assert.equal(answers.filter((answer) => answer !== null).length, 1);
});

test('a document is stored once: of parallel completions all but the first answer false', async () => {
  const key = await insert();
  const body = { creditReport: { json: '{"person":{"lastName":"Sample"}}' }, bureaus: [] };
  const { reportId } = key('');
  assert.equal(
    await reports.completeReport({ tenantId, id: reportId, body }),
    false,
    'not before the code was right',
  );
  await challenges.submitGuess(key('first'));
  const releases = [1, 2, 3].map(() => reports.completeReport({ tenantId, id: reportId, body }));
  assert.deepEqual((await Promise.all(releases)).sort(), [false, false, true]);
});

test('one report that cannot be stored does not fail the others of its batch', async () => {
  const good = Array.from({ length: 5 }, () => aReport());
  const bad = aReport({ bureaus: [] });
  const results = await Promise.allSettled(
    [...good.slice(0, 2), bad, ...good.slice(2)].map(reports.insertReport),
  );
  assert.deepEqual(
    results.map((result) => result.status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
  );
  for (const { id } of good) assert.ok(await reports.findReport(tenantId, id));
});

test('a stored document reads back unchanged, in whatever form it was written', () => {
  const creditReport = { person: { lastName: '],"bureaus":[' }, bureaus: ['no field of ours'] };
  const bureaus = [{ id: 'equifax', status: 'ok', simulated: true }];
  const bodies = [
    { creditReport, bureaus },
    { creditReport, bureaus: [] },
    { bureaus, creditReport },
    { creditReport },
    { creditReport, bureaus: [{ ...bureaus[0], notes: [] }] },
  ];
  for (const body of bodies) {
    const read = readBody(JSON.stringify(body));
    assert.equal(read.creditReport.json, JSON.stringify(creditReport));
    assert.deepEqual(read.bureaus, body.bureaus ?? []);
  }
});
