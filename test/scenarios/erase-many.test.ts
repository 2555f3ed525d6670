// A hundred consumers erased, by report and by reference: quickly, and afterwards nothing of them is readable or decryptable: not in a row,
// not in stored answers, not among devices; the ledger and the audit trail are still valid. ERASE_SUBJECTS sets how many.
// Alone: it measures its own process.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { PURGED_ANSWER } from '../../src/http/problems.ts';
import { createKeyring } from '../../src/storage/keys/keyring.ts';
import { createVault } from '../../src/storage/keys/vault.ts';
import { createErasure } from '../../src/storage/reports/erasure.ts';
import { hashPerson } from '../../src/storage/reports/risk-facts.ts';
import { createVerifyAudit } from '../../src/usecases/activity/read-audit.ts';
import { COMMAND_LINE } from '../../src/usecases/operating/operate-tenants.ts';
import { createEraseReports } from '../../src/usecases/reports/erase-reports.ts';
import { createCanaries } from '../support/canaries/canaries.ts';
import { searchTables } from '../support/canaries/where-canaries-may-be.ts';
import { openRiskHouse, openSession, type RiskHouse, signalsOf } from '../support/consumers/devices.ts';
import { type Client, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { LIVE, newClient, problemsOf } from '../support/money.ts';
import { assertSoon } from '../support/services/time-limits.ts';

const SUBJECTS = Number(process.env.ERASE_SUBJECTS ?? 100);
const canaries = createCanaries(randomBytes(4).toString('hex'));

let risk: RiskHouse;
let client: Client;
let tenantId: string;
before(async () => {
  risk = await openRiskHouse();
  client = await newClient(risk.house, 1_000_000);
  tenantId = client.tenant.tenantId;
});
after(() => risk?.house.close());

type Subject = { reportId: string; reference: string; body: Record<string, unknown>; key: string };

/** A consumer on their own device, who passes the code and so is known on it. */
async function makeSubject(n: number): Promise<Subject> {
  const { house, world } = risk;
  const ipAddress = canaries.consumer.ipAddress(n);
  const sessionId = await openSession(house, signalsOf({ userAgent: canaries.word('Agent') }), {}, ipAddress);
  const reference = `${canaries.word('Reference')}${n}`;
  const body = {
    ...LIVE,
    sessionId,
    ipAddress,
    firstName: `${canaries.word('First')}${n}`,
    lastName: canaries.word('Last'),
    dateOfBirth: canaries.consumer.dateOfBirth,
    mobileNumber: canaries.consumer.mobileNumber(n),
    externalReference: reference,
  };
  const key = `key-${n}`;
  const { body: made, text } = await client.generate(body, { 'idempotency-key': key });
  const { creditReportId: reportId, challenge } = made.data;
  assert.ok(challenge, text);
  const submitted = await client.submit(reportId, challenge.challengeId, world.sent.at(-1)?.code);
  assert.equal(submitted.body.data.status, 'complete', submitted.text);
  return { reportId, reference, body, key };
}

function eraser() {
  const { database } = risk.house.service;
  const keyring = createKeyring(risk.house.config.ENCRYPTION_KEY);
  const vault = createVault({ database, keyring });
  const { erase } = createEraseReports({
    erasure: createErasure({
      database,
      vault,
      hashPerson: (tenant, consumer) => hashPerson(keyring, tenant, consumer),
    }),
    hashReference: (tenant, reference) => keyring.mac('hash-references', tenant, reference),
    answerFromNow: PURGED_ANSWER,
    journal: null,
  });
  return { erase, vault };
}

const count = async (table: string): Promise<number> => {
  const [row] = await sql<{ count: number }>(
    risk.house,
    `select count(*) as count from ${table} where tenant_id = $1`,
    [tenantId],
  );
  return row?.count ?? 0;
};
const devices = async () => [
  await count('device_sessions'),
  await count('known_devices'),
  await count('risk_events'),
];

test(`${SUBJECTS} consumers are erased, and nothing of them is readable or decryptable`, async (t) => {
  const subjects: Subject[] = [];
  for (let n = 0; n < SUBJECTS; n += 1) subjects.push(await makeSubject(n));
  const stays = await makeSubject(SUBJECTS);
  assert.deepEqual(await devices(), [SUBJECTS + 1, SUBJECTS + 1, SUBJECTS + 1]);

  const { erase, vault } = eraser();
  const tookMs: number[] = [];
  for (const [n, { reportId, reference }] of subjects.entries()) {
    const begunMs = performance.now();
    const which = n % 2 === 0 ? { reportId } : { externalReference: reference };
    const { reports } = await erase(COMMAND_LINE, tenantId, which);
    assert.deepEqual(reports, [{ id: reportId, wasErasedBefore: false }]);
    tookMs.push(performance.now() - begunMs);
  }
  t.diagnostic(`${SUBJECTS} erased, ${Math.max(...tookMs).toFixed(0)} ms at most`);

  assert.deepEqual(await devices(), [1, 1, 1], 'only the other consumer is known');
  const [left] = await sql(
    risk.house,
    `select count(*) as reports, sum(num_nonnulls(details, body, external_reference_hash, reference_path, number_key)) as parts
     from reports where tenant_id = $1 and id <> $2`,
    [tenantId, stays.reportId],
  );
  assert.deepEqual({ ...left }, { reports: SUBJECTS, parts: 0 });
  const tenantVault = await vault.forTenant(tenantId);
  const answers = await sql<{ key_hash: Buffer; answer: Buffer; resource_id: string }>(
    risk.house,
    'select key_hash, answer, resource_id from idempotency_keys where tenant_id = $1',
    [tenantId],
  );
  assert.equal(answers.length, SUBJECTS + 1);
  for (const { key_hash: key, answer, resource_id: reportId } of answers) {
    const place = { column: 'idempotency_keys.answer', rowId: key.toString('hex') };
    const { body } = JSON.parse(tenantVault.open(place, answer));
    if (reportId !== stays.reportId) assert.equal(JSON.parse(body).code, 'credit-report-purged');
  }
  assert.deepEqual((await searchTables(risk.house, canaries)).leaks, []);

  const read = await client.get(`/${tenantId}/v1/credit-reports/${stays.reportId}`);
  assert.equal(read.status, 200, 'the other consumer is readable');
  const repeat = await client.generate(subjects[0]?.body, { 'idempotency-key': 'key-0' });
  assert.deepEqual([repeat.status, repeat.body.code], [410, 'credit-report-purged']);
  assert.deepEqual(await problemsOf(risk.house, tenantId), []);
  const verifyAudit = createVerifyAudit({ database: risk.house.service.database });
  assert.deepEqual(await verifyAudit(tenantId), { entries: SUBJECTS, problems: [] });
  if (SUBJECTS >= 1_000) await assertSoon(t, 'a consumer is erased', tookMs, 1_000);
});

test("a device is erased too when the report's velocity counts are gone already", async () => {
  const { reportId } = await makeSubject(SUBJECTS + 1);
  await sql(risk.house, 'delete from risk_events where report_id = $1', [reportId]);
  const before = await devices();
  await eraser().erase(COMMAND_LINE, tenantId, { reportId });
  const [sessions = 0, known = 0, events] = before;
  assert.deepEqual(await devices(), [sessions - 1, known - 1, events]);
});
