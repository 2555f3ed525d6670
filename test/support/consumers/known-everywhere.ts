// A consumer whom every table that may know one knows, in two stories: by reports, and by links that made none. For the tests of erasing
// and of retention: what is left of them afterwards.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { PURGED_ANSWER } from '../../../src/http/problems.ts';
import { createAssessor } from '../../../src/risk/index.ts';
import { createKeyring } from '../../../src/storage/keys/keyring.ts';
import { createVault } from '../../../src/storage/keys/vault.ts';
import { createErasure } from '../../../src/storage/reports/erasure.ts';
import { hashPerson } from '../../../src/storage/reports/risk-facts.ts';
import { createEraseReports, type EraseReports } from '../../../src/usecases/reports/erase-reports.ts';
import { KEPT } from '../../security/kept-data.ts';
import { type Client, type House, openHouse, sql } from '../house.ts';
import { LIVE } from '../money.ts';
import { createSmsWorld } from '../worlds/sms-world.ts';
import { openSession } from './devices.ts';
import { agreeAt, askAt, type Link, makeLink, publishedText, startLink, submitAt } from './hosted.ts';

export const REFERENCE = 'person-1';
const WHO = { externalReference: REFERENCE };
const KEY = { 'idempotency-key': 'once' };

/** Live, every consumer is asked for a code, and texts go to the outbox. */
export function openKnowingHouse(): Promise<House> {
  const settings = { SMS_WRONG_CODES_PER_NUMBER_DAY: '10', ARCHIVE_AFTER_MONTHS: '24' };
  return openHouse(settings, undefined, (parts) => {
    const { gatherFacts } = parts.riskFacts;
    const { assess } = createAssessor({ values: parts.config, isProduction: false, gatherFacts });
    return { ...createSmsWorld(parts), assess: (question) => assess(question) };
  });
}

/** Live with a code, in test mode, on the hosted page, and by a link that was made anew: five reports, and everything that came of them. */
export async function knowByReports(house: House, client: Client): Promise<void> {
  const { tenantId } = client.tenant;
  const ipAddress = '203.0.113.7';
  const generate = async () => {
    const sessionId = await openSession(house, undefined, {}, ipAddress);
    const headers = { 'idempotency-key': sessionId };
    return (await client.generate({ ...LIVE, ...WHO, sessionId, ipAddress }, headers)).body.data;
  };
  const { creditReportId, challenge } = await generate();
  const path = `/${tenantId}/v1/credit-reports/${creditReportId}` as const;
  const which = { challengeId: challenge.challengeId };
  assert.equal((await client.post(`${path}/resend-sms`, which, KEY)).status, 200);
  const { items } = (await client.get(`/${tenantId}/v1/messages`)).body;
  const guess = { ...which, code: items[0]?.text?.slice(0, 6) };
  await client.submit(creditReportId, challenge.challengeId, '000000');
  const done = await client.post(`${path}/otp-challenge`, guess, KEY);
  assert.equal(done.body.data.status, 'complete', done.text);
  await client.generate(WHO);
  const clock = await client.post(`/${tenantId}/v1/test-clocks`, {});
  await client.generate({ ...WHO, testOptions: { clock: clock.body.id } });

  const textId = await publishedText(house, tenantId);
  const link = await makeLink(client, textId, { ...WHO, test: false, prefill: { lastName: 'Sample' } }, KEY);
  const visit = await startLink(house, link);
  await agreeAt(house, visit);
  await submitAt(house, visit);
  await askAt(house, link.id);

  const failed = (await generate()).creditReportId;
  await sql(house, `update reports set last_sent_at = last_sent_at - interval '1 hour' where id = $1`, [
    failed,
  ]);
  const renewed = await client.post(`/${tenantId}/v1/credit-reports/${failed}/new-link`, {}, KEY);
  assert.equal(renewed.status, 200, renewed.text);
  const anew = { ...renewed.body, token: renewed.body.url.split('#t=')[1] ?? '' };
  await sendBothWays(client, anew);
  await askAt(house, anew.id);
  await house.service.consumerVisits.keep(await startLink(house, anew), { firstName: 'Ada' });
  await house.service.flushed();
  await plantUnmade(house, tenantId);
}

/** Links with the consumer's reference or details, that made no report. */
export async function knowByLinks(house: House, client: Client): Promise<void> {
  const textId = await publishedText(house, client.tenant.tenantId);
  const order = { ...WHO, test: false };
  const waiting = await makeLink(client, textId, { ...order, prefill: { lastName: 'Sample' } });
  await house.service.consumerVisits.keep(await startLink(house, waiting), { firstName: 'Ada' });
  const prefill = { mobileNumber: LIVE.mobileNumber };
  await sendBothWays(client, await makeLink(client, textId, { ...order, prefill }));
}

async function sendBothWays({ post, tenant }: Client, { id }: Link): Promise<void> {
  for (const to of [{ by: 'sms' }, { by: 'email', email: 'ada@example.com' }]) {
    const key = { 'idempotency-key': to.by };
    assert.equal((await post(`/${tenant.tenantId}/v1/consumer-sessions/${id}/send`, to, key)).status, 200);
  }
}

/** What this world and this tenant, without simulators and endpoints, do not write. */
async function plantUnmade(house: House, tenantId: string): Promise<void> {
  await sql(house, `update reports set records_hash = sha256('r') where tenant_id = $1`, [tenantId]);
  await sql(
    house,
    `insert into delivery_attempts (tenant_id, delivery_id, number, at, ms, answer) values ($1, $2, 1, now(), 1, '\\x00')`,
    [tenantId, randomUUIDv7()],
  );
}

/** The use case, without a journal, and what reads the stored answers of a tenant. */
export function erasingOf(house: House): {
  erase: EraseReports['erase'];
  answersOf: (tenantId: string) => Promise<unknown[]>;
} {
  const { database } = house.service;
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  const vault = createVault({ database, keyring });
  const { erase } = createEraseReports({
    erasure: createErasure({ database, vault, hashPerson: (...of) => hashPerson(keyring, ...of) }),
    hashReference: (...of) => keyring.mac('hash-references', ...of),
    answerFromNow: PURGED_ANSWER,
    journal: null,
  });
  const answersOf = async (tenantId: string): Promise<unknown[]> => {
    const text = 'select key_hash as key, answer from idempotency_keys where tenant_id = $1';
    const rows = await sql<{ key: Buffer; answer: Buffer }>(house, text, [tenantId]);
    const own = await vault.forTenant(tenantId);
    return rows.map(({ key, answer }) =>
      JSON.parse(own.open({ column: 'idempotency_keys.answer', rowId: key.toString('hex') }, answer)),
    );
  };
  return { erase, answersOf };
}

type Column = { table: string; column: string };

/** How many rows have something in this column: of the tenant or, where a table has none, at all. */
export async function filled(house: House, { table, column }: Column, tenantId: string): Promise<number> {
  const isOfTenant = table !== 'outbox_items';
  const text = `select count("${column}")::int as count from ${table}${isOfTenant ? ' where tenant_id = $1' : ''}`;
  return (await sql<{ count: number }>(house, text, isOfTenant ? [tenantId] : []))[0]?.count ?? 0;
}

const consumerColumns = (): (Column & { erasure: string; retention: string })[] =>
  Object.entries(KEPT).flatMap(([table, { consumer = {} }]) =>
    Object.entries(consumer).map(([column, decision]) => ({ table, column, ...decision })),
  );

/** Columns in which something is left, against what was decided. */
export async function assertLeft(
  house: House,
  { tenant }: Client,
  of: 'erasure' | 'retention',
): Promise<void> {
  const left: string[] = [];
  for (const one of consumerColumns())
    if ((await filled(house, one, tenant.tenantId)) > 0) left.push(`${one.table}.${one.column}`);
  const expected = consumerColumns().filter((one) => one[of] !== 'gone');
  assert.deepEqual(
    left,
    expected.map(({ table, column }) => `${table}.${column}`),
  );
}

export async function assertFilled(house: House, { tenant }: Client): Promise<void> {
  for (const one of consumerColumns())
    assert.ok(
      (await filled(house, one, tenant.tenantId)) > 0,
      `${one.table}.${one.column} is not in this story`,
    );
}
