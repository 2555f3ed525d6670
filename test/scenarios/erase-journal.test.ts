// The journal of erasures: noted before they are made, and made again after a restore, with the links that a report came from.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { after, before, beforeEach, test } from 'node:test';
import { PURGED_ANSWER } from '../../src/http/problems.ts';
import { armFailpoints } from '../../src/storage/engine/connection/failpoints.ts';
import { createKeyring } from '../../src/storage/keys/keyring.ts';
import { createVault } from '../../src/storage/keys/vault.ts';
import { createErasure } from '../../src/storage/reports/erasure.ts';
import { hashPerson } from '../../src/storage/reports/risk-facts.ts';
import { COMMAND_LINE } from '../../src/usecases/operating/operate-tenants.ts';
import { createEraseReports } from '../../src/usecases/reports/erase-reports.ts';
import { agreeAt, makeLink, publishedText, startLink, submitAt } from '../support/consumers/hosted.ts';
import { type Answer, type Client, type House, openHouse, sql } from '../support/house.ts';
import { LIVE, newClient } from '../support/money.ts';
import { endAll, newPath } from '../support/processes.ts';
import { createStandIn, type StandIn } from '../support/worlds/stand-in-world.ts';

let house: House;
let world: StandIn;
let client: Client;
before(async () => {
  world = createStandIn();
  house = await openHouse({}, undefined, world);
});
after(async () => {
  await house.close();
  await endAll();
});
beforeEach(async () => {
  world.reset();
  client = await newClient(house, 10_000);
});

const read = (id: string): Promise<Answer> =>
  client.get(`/${client.tenant.tenantId}/v1/credit-reports/${id}`);

/** As the service erases, noting it in this file. */
function eraserWith(journal: string) {
  const { database } = house.service;
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  return createEraseReports({
    erasure: createErasure({
      database,
      vault: createVault({ database, keyring }),
      hashPerson: (tenant, consumer) => hashPerson(keyring, tenant, consumer),
    }),
    hashReference: (tenant, reference) => keyring.mac('hash-references', tenant, reference),
    answerFromNow: PURGED_ANSWER,
    journal,
  });
}

test('an erasure is noted before it is made: one that failed is in the journal, and is made by erase-again', async () => {
  const journal = newPath('noted-first');
  const { tenantId } = client.tenant;
  const id: string = (await client.generate(LIVE)).body.data.creditReportId;
  const { erase, eraseAgain } = eraserWith(journal);
  armFailpoints((name) => {
    if (name === 'before erase-reports') throw new Error('the process fails here');
  });
  await assert
    .rejects(erase(COMMAND_LINE, tenantId, { reportId: id }), /fails here/)
    .finally(() => armFailpoints(() => {}));
  assert.equal((await read(id)).status, 200);
  assert.match(readFileSync(journal, 'utf8'), new RegExp(`^\\S+Z ${tenantId} ${id}\\n$`));
  // As a full disk cuts a line off.
  appendFileSync(journal, `2026-11-17T10:00:00.000Z ${tenantId} 0199d1c2-`);
  const other: string = (await client.generate(LIVE)).body.data.creditReportId;
  await erase(COMMAND_LINE, tenantId, { reportId: other });
  assert.deepEqual(await eraseAgain(COMMAND_LINE), { listed: 2, erased: 1, unknown: 0, unreadable: [2] });
  assert.equal((await read(id)).status, 410);
  await assert.rejects(erase(COMMAND_LINE, tenantId, { reportId: randomUUIDv7() }), /no credit report/);
  assert.equal(readFileSync(journal, 'utf8').split('\n').length, 4, 'what is not there is not noted');
});

test('a reference of a link that made no report is erased and noted too', async () => {
  const journal = newPath('noted-links');
  const { tenantId } = client.tenant;
  const textId = await publishedText(house, tenantId);
  const { id } = await makeLink(client, textId, { externalReference: 'person-10' });
  const { erase, eraseAgain } = eraserWith(journal);
  const which = { externalReference: 'person-10' };
  assert.deepEqual(await erase(COMMAND_LINE, tenantId, which), { reports: [], sessions: 1 });
  assert.match(readFileSync(journal, 'utf8'), new RegExp(`^\\S+Z ${tenantId} ${id} session\\n$`));
  await assert.rejects(
    erase(COMMAND_LINE, tenantId, which),
    /no credit report and no session of the hosted page with this reference/,
  );
  const back = 'update consumer_sessions set purged_at = null, reference_hash = $2 where id = $1';
  await sql(house, back, [id, Buffer.alloc(32)]);
  assert.deepEqual(await eraseAgain(COMMAND_LINE), { listed: 1, erased: 1, unknown: 0, unreadable: [] });
  assert.deepEqual(await eraseAgain(COMMAND_LINE), { listed: 1, erased: 0, unknown: 0, unreadable: [] });
});

test('with a report go the link that it came from and the one made anew for it, also where a backup knows the links alone', async () => {
  const journal = newPath('noted-with-links');
  const { tenantId } = client.tenant;
  const textId = await publishedText(house, tenantId);
  world.verdict = 'challenge';
  const visit = await startLink(house, await makeLink(client, textId, { test: false }));
  await agreeAt(house, visit);
  const submitted = await submitAt(house, visit);
  const reportId = submitted?.view.creditReportId ?? assert.fail('a report is made');
  await sql(house, `update reports set last_sent_at = last_sent_at - interval '10 minutes' where id = $1`, [
    reportId,
  ]);
  await house.service.clearUp();
  const renewed = await client.post(`/${tenantId}/v1/credit-reports/${reportId}/new-link`, {});
  assert.equal(renewed.status, 200, renewed.text);
  const links = [visit.sessionId, renewed.body.id];
  const leftOfLinks = () =>
    sql<{ parts: number; state: string }>(
      house,
      `select num_nonnulls(details, prefill, answers, consent) as parts, state from consumer_sessions where id = any($1) order by id`,
      [links],
    );
  const { erase, eraseAgain } = eraserWith(journal);
  await erase(COMMAND_LINE, tenantId, { reportId });
  const erased = await leftOfLinks();
  assert.deepEqual(erased, [
    { parts: 0, state: 'cancelled' },
    { parts: 0, state: 'cancelled' },
  ]);
  // As in a backup of the hour before: the links were made, and their report was not.
  await sql(house, 'delete from consumer_session_reports where report_id = $1', [reportId]);
  const back = `update consumer_sessions set purged_at = null, renews_report_id = null, prefill = '\\x00' where id = any($1)`;
  await sql(house, back, [links]);
  assert.equal((await eraseAgain(COMMAND_LINE))?.erased, 2);
  assert.deepEqual(await leftOfLinks(), erased);
});
