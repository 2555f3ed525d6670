// A consumer's browser at a link: who may start it, what is agreed to, and that two tabs, a refresh and a forwarded link make one report and
// one charge. On the use cases that the hosted page calls.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { openConsent } from '../../../src/storage/hosted/session-rows.ts';
import { createKeyring } from '../../../src/storage/keys/keyring.ts';
import { createVault } from '../../../src/storage/keys/vault.ts';
import { hashConsentRecord } from '../../../src/usecases/hosted/consent-record.ts';
import {
  agreeAt,
  CONSENT,
  DETAILS,
  makeLink,
  publishedText,
  startLink,
  submitAt,
  VISITOR,
} from '../../support/consumers/hosted.ts';
import {
  type Client,
  clientOf,
  countReports,
  createTenant,
  type House,
  openHouse,
  sql,
} from '../../support/house.ts';
import { feedSettled } from '../../support/webhooks/feed.ts';
import { createStandIn } from '../../support/worlds/stand-in-world.ts';

const world = createStandIn();
let house: House;
let client: Client;
let tenantId: string;
let textId: string;
before(async () => {
  house = await openHouse({ SMS_RESEND_PAUSE_SECONDS: '30' }, undefined, world);
  const tenant = await createTenant(house, { balanceCredits: 100_000 });
  tenantId = tenant.tenantId;
  client = await clientOf(house, tenant);
  textId = await publishedText(house, tenantId);
});
after(() => house?.close());
beforeEach(() => world.reset());

const visits = () => house.service.consumerVisits;
const stateOf = async (id: string) =>
  (await client.get(`/${tenantId}/v1/consumer-sessions/${id}`)).body.status;
const balance = async () => (await client.get(`/${tenantId}/v1`)).body.balance;

test('of twenty browsers that press Start at once one gets the link, the others are told that it is used', async () => {
  const link = await makeLink(client, textId);
  const browsers = Array.from({ length: 20 }, (_, index) => `page ${index}`);
  const started = await Promise.all(browsers.map((one) => visits().start(link.id, link.token, one)));
  const kinds = started.map(({ kind }) => kind).sort();
  assert.deepEqual(kinds, ['started', ...Array(19).fill('used')]);
  const [event] = await sql<{ count: number }>(
    house,
    `select count(*)::int as count from events where subject_id = $1 and type = 'session.opened'`,
    [link.id],
  );
  assert.equal(event?.count, 1);
});

test('a double click is one Start; later the same browser goes on with its secret, and another cannot', async () => {
  const link = await makeLink(client, textId);
  const [one, two] = await Promise.all([startLink(house, link), startLink(house, link)]);
  assert.equal(one.secret, two.secret);
  house.travelTo(new Date(Date.now() + 60_000));
  try {
    assert.equal((await visits().start(link.id, link.token, 'a page')).kind, 'used');
    assert.equal((await visits().start(link.id, link.token, 'a page', one.secret)).kind, 'started');
    assert.equal((await visits().read(one))?.state, 'opened');
    assert.equal(await visits().read({ ...one, secret: `${one.secret}x` }), null);
    house.travelTo(new Date(Date.now() + 25 * 3_600_000));
    assert.equal(await visits().read(one), null, 'a day after Start');
  } finally {
    house.travelTo(null);
  }
});

test('a Start may be repeated for ten seconds, and the browser may come back for a day, to the millisecond', async () => {
  const link = await makeLink(client, textId);
  const begunMs = Date.now();
  const after = (ms: number): void => house.travelTo(new Date(begunMs + ms));
  try {
    after(0);
    const visit = await startLink(house, link);
    after(9_999);
    assert.equal((await startLink(house, link)).secret, visit.secret);
    after(10_000);
    assert.equal((await visits().start(link.id, link.token, 'a page')).kind, 'used');
    after(86_400_000 - 1);
    assert.equal((await visits().read(visit))?.state, 'opened');
    after(86_400_000);
    assert.equal(await visits().read(visit), null);
  } finally {
    house.travelTo(null);
  }
});

test('a thousand looks of a scanner use nothing up; a wrong token and an unknown link look the same', async () => {
  const link = await makeLink(client, textId);
  for (let count = 0; count < 1_000; count += 1) await visits().look(link.id);
  assert.deepEqual(await visits().start(link.id, 'wrong', 'a page'), { kind: 'not-found' });
  assert.deepEqual(await visits().start(textId, link.token, 'a page'), { kind: 'not-found' });
  assert.deepEqual(await visits().start('no id', link.token, 'a page'), { kind: 'not-found' });
  assert.equal(await stateOf(link.id), 'created');
  await startLink(house, link);
});

test('a link is started with the right token at most twenty times an hour', async () => {
  const link = await makeLink(client, textId);
  for (let count = 0; count < 20; count += 1) await visits().start(link.id, link.token, 'a page');
  const refused = await visits().start(link.id, link.token, 'a page');
  assert.equal(refused.kind, 'too-many');
  assert.ok(refused.kind === 'too-many' && refused.retryAfterSeconds > 3_500);
});

test('consent is what was shown: its hash recomputes from the text, its record from the sealed row, both in the audit trail', async () => {
  const vault = createVault({
    database: house.service.database,
    keyring: createKeyring(house.config.ENCRYPTION_KEY),
  });
  for (let count = 0; count < 3; count += 1) {
    const visit = await startLink(house, await makeLink(client, textId));
    const id = visit.sessionId;
    const right = createHash('sha256').update(CONSENT).digest('hex');
    const early = await visits().agree(visit, { sha256: right, deviceSessionId: '' }, VISITOR);
    assert.equal(early?.kind, 'not-now', 'before it was shown');
    const shown = await visits().showConsent(visit);
    const other = await visits().agree(visit, { sha256: 'f'.repeat(64), deviceSessionId: '' }, VISITOR);
    assert.equal(other?.kind, 'not-now', 'another text');
    const view = await agreeAt(house, visit);
    assert.deepEqual(view.shownAt, shown?.view.shownAt, 'shown again later does not move the time');
    const again = await visits().agree(visit, { sha256: view.consent.sha256, deviceSessionId: '' }, VISITOR);
    assert.equal(again?.kind, 'not-now');
    assert.equal(view.consent.body, CONSENT);
    assert.equal(view.consent.sha256, right);
    const [row] = await sql<{ consent: Buffer; hash: string; after: string; entries: number }>(
      house,
      `select s.consent, encode(s.consent_record_sha256, 'hex') as hash, max(a.after) as after, count(*)::int as entries
       from consumer_sessions s join audit_entries a on a.tenant_id = s.tenant_id and a.object_id = s.id::text and a.action = 'consent-given'
       where s.id = $1 group by s.consent, s.consent_record_sha256`,
      [id],
    );
    assert.ok(row);
    const record = openConsent(await vault.forTenant(tenantId), id, row.consent);
    assert.equal(record.address, VISITOR.address);
    assert.equal(hashConsentRecord(record).toString('hex'), row.hash);
    const ofAnother = hashConsentRecord({ ...record, sha256: 'f'.repeat(64) }).toString('hex');
    assert.notEqual(ofAnother, row.hash, 'the text is part of the record');
    const entry = JSON.parse(row.after);
    assert.equal(entry.recordSha256, row.hash);
    assert.deepEqual([entry.textId, entry.version, entry.sha256], [textId, 1, view.consent.sha256]);
    assert.equal(row.entries, 1);
    assert.ok(!row.after.includes(VISITOR.address), 'nothing personal in the trail');
  }
});

test('a published text cannot be changed or deleted, whoever tries', async () => {
  for (const change of [`update consent_texts set body = body || ' '`, 'delete from consent_texts'])
    await assert.rejects(sql(house, `${change} where tenant_id = $1`, [tenantId]), /only ever added/);
});

test('ten presses of the button make one report and one charge; nothing is held before', async () => {
  const start = await balance();
  const visit = await startLink(house, await makeLink(client, textId, { test: false }));
  await agreeAt(house, visit);
  assert.equal(await balance(), start);
  const reports = await countReports(house, tenantId);
  const results = await Promise.all(Array.from({ length: 10 }, () => submitAt(house, visit)));
  assert.equal(results.filter((one) => one?.kind === 'done').length, 1);
  assert.equal(await countReports(house, tenantId), reports + 1);
  assert.deepEqual(world.asked, ['equifax', 'experian', 'transunion']);
  assert.equal(await balance(), start - 300);
  const view = await visits().read(visit);
  assert.equal(view?.state, 'complete');
  assert.deepEqual(view?.answers, {}, 'what was typed is gone');
  assert.equal((await submitAt(house, visit))?.kind, 'not-now');
  assert.ok((await visits().readReport(visit))?.document.consumerData);
});

test('a text names the page around the frame, and no page that may not show it', async () => {
  world.verdict = 'challenge';
  const origin = 'https://www.lender.example:8443';
  const others = ['https://www.lender.example', 'no origin'];
  await sql(house, 'update tenants set embed_origins = $2 where id = $1', [tenantId, [origin]]);
  const named: (string | undefined)[] = [];
  for (const [first, second] of [
    [origin, others[0]],
    [others[1], origin],
  ] as [string, string][]) {
    const visit = await startLink(
      house,
      await makeLink(client, textId, { test: false, embedOrigins: [origin] }),
    );
    await agreeAt(house, visit);
    await submitAt(house, visit, DETAILS, { ...VISITOR, framedBy: first });
    named.push(world.sent.at(-1)?.framedBy);
    await letPausePass();
    assert.equal((await visits().resend(visit, { ...VISITOR, framedBy: second }))?.kind, 'done');
    named.push(world.sent.at(-1)?.framedBy);
    assert.equal((await visits().enterCode(visit, world.sent.at(-1)?.code ?? ''))?.view.state, 'complete');
  }
  assert.deepEqual(named, ['www.lender.example', undefined, undefined, 'www.lender.example']);
});

/** Between two texts. */
const letPausePass = () =>
  sql(
    house,
    "update reports set last_sent_at = last_sent_at - interval '40 seconds' where tenant_id = $1 and challenge_state = 'open'",
    [tenantId],
  );

test('the code: a wrong one sent twice is one attempt, two presses of resend send one text, the right one completes', async () => {
  world.verdict = 'challenge';
  const visit = await startLink(house, await makeLink(client, textId, { test: false }));
  await agreeAt(house, visit);
  const submitted = await submitAt(house, visit);
  assert.equal(submitted?.view.state, 'code');
  const wrong = await Promise.all([visits().enterCode(visit, '000000'), visits().enterCode(visit, '000000')]);
  const seen = wrong.map((one) => one?.view.report).find((report) => report?.status === 'retry');
  assert.equal(seen?.status === 'retry' && seen.attemptsRemaining, 2);
  const texts = world.sent.length;
  // The pause holds the second press where it comes after the first was counted.
  await letPausePass();
  await Promise.all([visits().resend(visit, VISITOR), visits().resend(visit, VISITOR)]);
  assert.equal(world.sent.length, texts + 1);
  const code = world.sent.at(-1)?.code ?? '';
  const both = await Promise.all([visits().enterCode(visit, code), visits().enterCode(visit, code)]);
  assert.ok(both.every((one) => one !== null));
  assert.equal((await visits().read(visit))?.state, 'complete');
  await feedSettled(house, tenantId);
  const { items } = (await client.get(`/${tenantId}/v1/events?pageSize=100`)).body;
  const told = items
    .filter(({ data }) => (data as { consumerSessionId?: string }).consumerSessionId === visit.sessionId)
    .map(({ type }) => type);
  // Of two requests with the right code, one may see the other at work.
  const steps = told.filter((type, at) => type !== 'session.submitted' || told[at - 1] !== 'session.code');
  assert.deepEqual(steps, [
    'session.created',
    'session.opened',
    'session.consented',
    'session.submitted',
    'session.code',
    'session.completed',
  ]);
});

test('three failed reports end a session; a refusal without a report does not count', async () => {
  const poor = await createTenant(house, { balanceCredits: 0 });
  const text = await publishedText(house, poor.tenantId);
  const broke = await startLink(house, await makeLink(await clientOf(house, poor), text, { test: false }));
  await agreeAt(house, broke);
  for (let count = 0; count < 4; count += 1) {
    const refused = await submitAt(house, broke);
    assert.equal(refused?.kind === 'refused' && refused.refusal.code, 'insufficient-funds');
    assert.deepEqual([refused?.view.state, refused?.view.generatesLeft], ['consented', 3]);
  }

  world.outcomes = { equifax: 'unavailable', experian: 'unavailable', transunion: 'unavailable' };
  const visit = await startLink(house, await makeLink(client, textId, { test: false }));
  await agreeAt(house, visit);
  for (const left of [2, 1, 0]) {
    const failed = await submitAt(house, visit);
    assert.deepEqual(
      [failed?.kind, failed?.view.state, failed?.view.generatesLeft],
      ['done', 'failed', left],
    );
    assert.equal(failed?.view.report?.status === 'failed' && failed.view.report.reason, 'no-bureau-answered');
    assert.equal(failed?.view.isOver, left === 0);
  }
  assert.equal((await submitAt(house, visit))?.kind, 'not-now');
});

test('a session whose process died in the middle is followed to the end of its report, or may be sent again', async () => {
  const visit = await startLink(house, await makeLink(client, textId));
  await agreeAt(house, visit);
  await submitAt(house, visit);
  // As if the process had died before it wrote down what the report came to.
  await sql(house, `update consumer_sessions set state = 'submitted', ended_at = null where id = $1`, [
    visit.sessionId,
  ]);
  await house.service.clearUp();
  assert.equal(await stateOf(visit.sessionId), 'complete');

  const lost = await startLink(house, await makeLink(client, textId));
  await agreeAt(house, lost);
  const reportId = '0199d1c2-7a44-7c31-9f0e-3f6d5d1fffff';
  await sql(
    house,
    `update consumer_sessions set state = 'submitted', report_id = $2, generates = 1, submitted_at = now() - interval '2 minutes'
     where id = $1`,
    [lost.sessionId, reportId],
  );
  await house.service.clearUp();
  const sent = await submitAt(house, lost);
  assert.equal(sent?.view.state, 'complete');
  assert.deepEqual([sent?.view.report?.creditReportId, sent?.view.generatesLeft], [reportId, 2]);
});

test('what was typed is kept sealed and comes back; declining forgets it', async () => {
  const link = await makeLink(client, textId, { prefill: { firstName: 'Ada', lastName: 'Canary' } });
  const visit = await startLink(house, link);
  await visits().keep(visit, { lastName: 'Changed-Canary' });
  const view = await visits().read(visit);
  assert.deepEqual(
    [view?.prefill, view?.answers],
    [{ firstName: 'Ada', lastName: 'Canary' }, { lastName: 'Changed-Canary' }],
  );
  const [row] = await sql<{ text: string }>(
    house,
    'select s::text as text from consumer_sessions s where id = $1',
    [link.id],
  );
  assert.ok(!row?.text.includes('Canary') && !row?.text.includes(Buffer.from('Canary').toString('hex')));
  await assert.rejects(visits().keep(visit, { long: 'x'.repeat(17_000) }), /too long/);
  const declined = await visits().decline(visit);
  assert.deepEqual(
    [declined?.view.state, declined?.view.prefill, declined?.view.answers],
    ['declined', {}, {}],
  );
  assert.equal((await visits().showConsent(visit))?.view.shownAt, null);
  assert.equal((await submitAt(house, visit))?.kind, 'not-now');
});

test('an unstarted link expires, with its event, and by its test clock where it has one', async () => {
  const clock = (await client.post(`/${tenantId}/v1/test-clocks`, {})).body.id;
  const link = await makeLink(client, textId, { lifetimeHours: 2, testOptions: { clock } });
  const other = await makeLink(client, textId, { lifetimeHours: 2 });
  await client.post(`/${tenantId}/v1/test-clocks/${clock}/advance`, { by: 'PT2H1S' });
  assert.deepEqual([await stateOf(link.id), await stateOf(other.id)], ['expired', 'created']);
  const late = await visits().start(link.id, link.token, 'a page');
  assert.equal(late.kind === 'over' && late.state, 'expired');
  await house.service.clearUp();
  const [told] = await sql<{ count: number }>(
    house,
    `select count(*)::int as count from events where subject_id = $1 and type = 'session.expired'`,
    [link.id],
  );
  assert.equal(told?.count, 1);
});

test('whatever a page sends, the bureaus are asked what the tenant filled in', async () => {
  const prefill = { ...DETAILS, firstName: 'Bea', dateOfBirth: '1990-01-02', mobileNumber: '+447700900124' };
  world.verdict = 'challenge';
  const visit = await startLink(house, await makeLink(client, textId, { test: false, prefill }));
  await agreeAt(house, visit);
  const report = (await submitAt(house, visit, { ...DETAILS, addresses: [] }))?.view.report;
  assert.match((report && 'challenge' in report && report.challenge.mobileNumber) || '', /124$/);
  await visits().enterCode(visit, world.sent.at(-1)?.code ?? '');
  const opened = await visits().readReport(visit);
  const { names, addresses } = opened?.document.coverage ?? {};
  assert.deepEqual(
    [names, addresses?.length, opened?.document.person.dateOfBirth],
    [['Bea Sample'], 1, '1990-01-02'],
  );
});

test('the report goes by the address of the connection and the reference of the link', async () => {
  const link = await makeLink(client, textId, { externalReference: 'case-77' });
  const visit = await startLink(house, link);
  await agreeAt(house, visit);
  const { view } = (await submitAt(house, visit, { ...DETAILS, firstName: 'Ada' })) ?? {};
  const listed = await client.get(`/${tenantId}/v1/credit-reports?externalReference=case-77`);
  assert.deepEqual(
    listed.body.data.items.map((one) => one.creditReportId),
    [view?.report?.creditReportId],
  );
});

test('the timeline of a report names the session that it came from, and none where there is none', async () => {
  const link = await makeLink(client, textId);
  const visit = await startLink(house, link);
  await agreeAt(house, visit);
  const { view } = (await submitAt(house, visit, DETAILS)) ?? {};
  const made = await client.generate();
  const sessionOf = async (id: string | undefined) =>
    (await client.get(`/${tenantId}/v1/credit-reports/${id ?? ''}/timeline`)).body.consumerSessionId;
  assert.equal(await sessionOf(view?.report?.creditReportId), link.id);
  assert.equal(await sessionOf(made.body.data.creditReportId), undefined);
});
