// A new link for a report that failed, the whole number, and a code that a person has sent again: as the support desk uses them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import {
  agreeAt,
  DETAILS,
  makeLink,
  publishedText,
  startLink,
  submitAt,
} from '../../support/consumers/hosted.ts';
import { IS_SHARDED } from '../../support/database/postgres.ts';
import {
  type Client,
  clientOf,
  createTenant,
  type House,
  openChallenge,
  openHouse,
  sql,
} from '../../support/house.ts';
import { assertRefusedAt } from '../../support/http/problem-shape.ts';
import type { Browser } from '../../support/people.ts';
import { assertDocumented, signedIn } from '../../support/staff.ts';
import { until } from '../../support/waiting.ts';

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house?.close());

type Desk = { client: Client; owner: Browser; tenantId: string };
async function desk(): Promise<Desk> {
  const client = await clientOf(house, await createTenant(house));
  const { tenantId } = client.tenant;
  return { client, tenantId, owner: await signedIn(house, { tenantId, role: 'owner' }) };
}

/** Its code was never entered. */
async function failedReport(client: Client): Promise<string> {
  const { reportId } = await openChallenge(client, {
    mobileNumber: '+447700900123',
    externalReference: 'case-7',
  });
  await sql(house, `update reports set last_sent_at = last_sent_at - interval '10 minutes' where id = $1`, [
    reportId,
  ]);
  return reportId;
}

const linkOf = (tenantId: string, id: string) => `/${tenantId}/v1/credit-reports/${id}/new-link` as const;
const renew = ({ client, tenantId }: Desk, id: string, body: object = {}, headers = {}) =>
  client.post(linkOf(tenantId, id), body, headers);
const actionsOf = async ({ owner, tenantId }: Desk) =>
  (await owner.get(`/${tenantId}/v1/audit-entries`)).body.items.map(
    ({ action, objectId: object, after }) => ({
      ...{ action, object, after },
    }),
  );

test('a failed report gets a new link with its details locked, once for a key, and an entry in the audit log', async () => {
  const all = await desk();
  const id = await failedReport(all.client);
  assertRefusedAt(await renew(all, id), '/consentTextId');
  const consentTextId = await publishedText(house, all.tenantId);
  const headers = { 'idempotency-key': 'one-press' };
  const answer = await renew(all, id, { mobileNumber: '+447700900456' }, headers);
  assert.equal(answer.status, 200, answer.text);
  assertDocumented('POST', `/${all.tenantId}/v1/credit-reports/${id}/new-link`, answer);
  const { id: sessionId, externalReference, consent, url, test: isTest, status } = answer.body;
  assert.deepEqual(
    [externalReference, consent.textId, isTest, status],
    ['case-7', consentTextId, true, 'created'],
  );
  assert.equal((await renew(all, id, { mobileNumber: '+447700900456' }, headers)).body.id, sessionId);
  const visit = await startLink(house, { id: sessionId, url, token: url.split('#t=')[1] ?? '' });
  const view = await agreeAt(house, visit);
  assert.equal(view.prefill.mobileNumber, '+447700900456');
  assert.deepEqual(view.locked, ['firstName', 'lastName', 'dateOfBirth', 'mobileNumber', 'addresses']);
  const entries = (await actionsOf(all)).filter(({ action }) => action === 'link-renewed');
  assert.deepEqual(entries, [
    { action: 'link-renewed', object: id, after: { consumerSessionId: sessionId, isNumberCorrected: true } },
  ]);
});

test('of several new links only the newest can be used, also of two that are made at once', async () => {
  const all = await desk();
  const id = await failedReport(all.client);
  await publishedText(house, all.tenantId);
  const stateOf = async (link: string) =>
    (await all.client.get(`/${all.tenantId}/v1/consumer-sessions/${link}`)).body.status;
  const first = (await renew(all, id)).body.id;
  const second = (await renew(all, id)).body.id;
  assert.deepEqual([await stateOf(first), await stateOf(second)], ['cancelled', 'created']);
  const pair = await Promise.all([renew(all, id), renew(all, id)]);
  const states = await Promise.all([second, ...pair.map(({ body }) => body.id)].map(stateOf));
  assert.deepEqual(states.toSorted(), ['cancelled', 'cancelled', 'created']);
  const other = await failedReport(all.client);
  await renew(all, other);
  const open = await all.client.get(`/${all.tenantId}/v1/consumer-sessions?status=created`);
  assert.equal(open.body.items.length, 2, 'a link of another report stays');
});

test('only a report that failed gets one: a complete, a waiting and an erased one are refused in words', async () => {
  const all = await desk();
  await publishedText(house, all.tenantId);
  const complete = (await all.client.generate()).body.data.creditReportId;
  const waiting = (await openChallenge(all.client)).reportId;
  assert.equal((await renew(all, complete)).body.code, 'conflict');
  assert.match((await renew(all, waiting)).body.message, /still waits for its code/);
  const failed = await failedReport(all.client);
  await all.owner.call('DELETE', `/${all.tenantId}/v1/credit-reports/${failed}`);
  assert.equal((await renew(all, failed)).status, 410);
  assert.equal((await renew(all, all.tenantId)).status, 404);
  const stranger = await desk();
  assert.equal((await renew(stranger, waiting)).status, 404);
});

/** Of a link whose code was never entered. */
async function failedVisit(all: Desk) {
  const consentTextId = await publishedText(house, all.tenantId);
  const link = await makeLink(all.client, consentTextId, { challengeOptions: { status: 'challenge' } });
  const visit = await startLink(house, link);
  await agreeAt(house, visit);
  const read = async () => (await all.client.get(`/${all.tenantId}/v1/consumer-sessions/${link.id}`)).body;
  const tryOnce = async (): Promise<string> => {
    await submitAt(house, visit, DETAILS);
    const { creditReportId } = await read();
    await sql(house, `update reports set last_sent_at = last_sent_at - interval '10 minutes' where id = $1`, [
      creditReportId,
    ]);
    await house.service.clearUp();
    return creditReportId ?? assert.fail();
  };
  return { link, read, tryOnce, creditReportId: await tryOnce() };
}

test('who withdrew their agreement is not asked again', async () => {
  const all = await desk();
  const { link, creditReportId } = await failedVisit(all);
  // They got their report in a later try, and then withdrew.
  await sql(house, 'update consumer_sessions set withdrawn_at = clock_timestamp() where id = $1', [link.id]);
  const answer = await renew(all, creditReportId ?? '');
  assert.equal(answer.status, 409, answer.text);
  assert.match(answer.body.message, /withdrew their agreement/);
});

test('who withdrew on a new link is not asked again for the report before it, nor by the links between', async () => {
  const all = await desk();
  const first = (await failedVisit(all)).creditReportId ?? '';
  const follow = async (reportId: string): Promise<[link: string, reportId: string]> => {
    const { id, url } = (await renew(all, reportId)).body;
    const visit = await startLink(house, { id, url, token: url.split('#t=')[1] ?? '' });
    await agreeAt(house, visit);
    return [id, (await submitAt(house, visit))?.view.creditReportId ?? ''];
  };
  const [, second] = await follow(first);
  await sql(house, `update reports set status = 'failed' where id = $1`, [second]);
  const [third] = await follow(second);
  await sql(house, 'update consumer_sessions set withdrawn_at = clock_timestamp() where id = $1', [third]);
  for (const reportId of [first, second]) {
    const answer = await renew(all, reportId);
    assert.equal(answer.status, 409, answer.text);
    assert.match(answer.body.message, /withdrew their agreement/);
  }
});

test('nor for another report of the link before, whose own new link ends with the next; nor was it on that link that they withdrew', async () => {
  const all = await desk();
  const { link, tryOnce, creditReportId: first } = await failedVisit(all);
  const second = await tryOnce();
  const statusOf = async (id = '') =>
    (await all.client.get(`/${all.tenantId}/v1/consumer-sessions/${id}`)).body.status;
  const ofFirst = (await renew(all, first)).body.id;
  const [ofSecond, again] = (await Promise.all([renew(all, second), renew(all, first)])).map(
    ({ body }) => body.id,
  );
  const states = await Promise.all([link.id, ofFirst, ofSecond, again].map(statusOf));
  assert.deepEqual(states.toSorted(), ['cancelled', 'cancelled', 'cancelled', 'created']);
  for (const withdrew of [link.id, ofSecond]) {
    const set = (at: Date | null) =>
      sql(house, 'update consumer_sessions set withdrawn_at = $2 where id = $1', [withdrew, at]);
    await set(new Date());
    for (const reportId of [first, second]) assert.equal((await renew(all, reportId)).status, 409);
    await set(null);
  }
});

/** While the report's row is held, `asked` begins and waits for it; then `change` is made, and the row let go. */
async function besideAnother<T>(
  id: string,
  change: string,
  values: unknown[],
  asked: () => Promise<T>,
): Promise<T> {
  const holder = new pg.Client({ connectionString: house.database.url });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from reports where id = $1 for update', [id]);
    const answer = asked();
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await until('it waits', async () => (await sql(house, waiting)).length > 0);
    await holder.query(change, values);
    await holder.query('commit');
    return await answer;
  } finally {
    await holder.end();
  }
}

test('a report that is erased while a link is made anew for it gets none, and a link made anew meanwhile is erased', {
  skip: IS_SHARDED && 'it looks for who waits on one server',
}, async () => {
  const all = await desk();
  const consentTextId = await publishedText(house, all.tenantId);
  const id = await failedReport(all.client);
  const erasing = 'update reports set body = null, details = null, purged_at = now() where id = $1';
  assert.equal((await besideAnother(id, erasing, [id], () => renew(all, id))).status, 410);

  const other = await failedReport(all.client);
  const link = await makeLink(all.client, consentTextId, { prefill: { lastName: 'Sample' } });
  const renewing = 'update consumer_sessions set renews_report_id = $1 where id = $2';
  const erase = () => all.owner.call('DELETE', `/${all.tenantId}/v1/credit-reports/${other}`);
  assert.equal((await besideAnother(other, renewing, [other, link.id], erase)).status, 204);
  const left = 'select from consumer_sessions where tenant_id = $1 and details is not null';
  assert.deepEqual(await sql(house, left, [all.tenantId]), []);
});

test('the link that the report came from stops with it', async () => {
  const all = await desk();
  const { link, read, creditReportId } = await failedVisit(all);
  const answer = await renew(all, creditReportId ?? '');
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await read()).status, 'cancelled');
  assert.notEqual(answer.body.id, link.id);
});

test('a person who sees the whole number, or has a code sent, is in the audit log; a program sees no number', async () => {
  const all = await desk();
  const { reportId, challengeId } = await openChallenge(all.client, { mobileNumber: '+447700900123' });
  const base = `/${all.tenantId}/v1/credit-reports/${reportId}` as const;
  const { waiting } = (await all.owner.get(`${base}/timeline`)).body;
  assert.equal(waiting?.challengeId, challengeId);
  assert.equal((await all.client.get(`${base}/mobile-number`)).status, 403, 'for people only');
  assert.equal((await all.client.post(`${base}/resend-sms`, { challengeId })).status, 200);
  const before = await actionsOf(all);
  assert.deepEqual(before, []);
  assert.equal((await all.owner.get(`${base}/mobile-number`)).body.mobileNumber, '+447700900123');
  assert.equal((await all.owner.call('POST', `${base}/resend-sms`, { challengeId })).status, 200);
  assert.deepEqual(
    (await actionsOf(all)).map(({ action, object }) => [action, object]),
    [
      ['code-resent', reportId],
      ['number-seen', reportId],
    ],
  );
  // The third text was the last: the limit is that of the API.
  assert.equal((await all.owner.call('POST', `${base}/resend-sms`, { challengeId })).status, 429);
  assert.equal((await actionsOf(all)).length, 2, 'a refused one is not said to be sent');
  const viewer = await signedIn(house, { tenantId: all.tenantId, role: 'viewer' });
  assert.equal((await viewer.get(`${base}/mobile-number`)).status, 403);
});

test('what a stranger changed on a link does not become their report by a new one', async () => {
  const all = await desk();
  const consentTextId = await publishedText(house, all.tenantId);
  const shownBy = async (showReportIfChanged: boolean) => {
    const link = await makeLink(all.client, consentTextId, {
      ...{ challengeOptions: { status: 'challenge' }, showReportIfChanged },
      ...{ prefill: { ...DETAILS, lastName: 'Victim' }, consumerMayChange: ['lastName'] },
    });
    const visit = await startLink(house, link);
    await agreeAt(house, visit);
    const { creditReportId } = (await submitAt(house, visit))?.view ?? assert.fail();
    await sql(house, `update reports set last_sent_at = last_sent_at - interval '10 minutes' where id = $1`, [
      creditReportId,
    ]);
    await house.service.clearUp();
    const renewed = await renew(all, creditReportId ?? '');
    const { id, url, showReport } = renewed.body;
    const next = await startLink(house, { id, url, token: url.split('#t=')[1] ?? '' });
    await agreeAt(house, next);
    const done = await submitAt(house, next);
    assert.equal(done?.view.state, 'complete');
    const opened = await house.service.consumerVisits.readReport(next);
    assert.equal(opened !== null, showReport);
    return opened?.document.person.lastName;
  };
  assert.equal(await shownBy(true), 'Sample', 'where the tenant chose it');
  assert.equal(await shownBy(false), undefined);
});
