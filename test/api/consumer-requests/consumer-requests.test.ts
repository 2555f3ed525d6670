// A complaint or a request to erase, from the form on the hosted page to the firm that closes it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { REQUEST_TEXT_MAX, REQUESTS_PER_SESSION_MAX } from '../../../src/domain/hosted/consumer-request.ts';
import {
  answerAll,
  createVisitor,
  hostPages,
  type MakeLink,
} from '../../support/consumers/consumer-visitor.ts';
import { askAt } from '../../support/consumers/hosted.ts';
import {
  type Client,
  clientOf,
  createTenant,
  type House,
  openHouse,
  sql,
  type Tenant,
} from '../../support/house.ts';
import { signedIn } from '../../support/staff.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const WORDS = 'Canary Quillfeather wrote this.';
const REACHED = 'canary.quillfeather@example.com';
const FORM = { kind: 'complaint', text: WORDS, contact: REACHED };

let house: House;
let tenant: Tenant;
let client: Client;
let makeLink: MakeLink;
before(async () => {
  house = await openHouse();
  tenant = await createTenant(house);
  client = await clientOf(house, tenant);
  makeLink = await hostPages(house, tenant);
});
after(() => house?.close());

const list = (query: string) => client.get(`/${tenant.tenantId}/v1/consumer-requests?${query}`);
const read = (id: string) => client.get(`/${tenant.tenantId}/v1/consumer-requests/${id}`);
const closeAs = (id: string, outcome: string) =>
  client.post(`/${tenant.tenantId}/v1/consumer-requests/${id}/close`, { outcome });
const allow = { challengeOptions: { status: 'allow' } };
const page = () => randomUUID();

test('from the report a complaint is two links and a form away; the consumer gets a number and a day, the firm an event', async () => {
  const link = await makeLink(allow);
  const visitor = createVisitor(house);
  await answerAll(visitor, link);
  assert.match((await visitor.post(`/c/${link.id}/check`)).text, new RegExp(`/c/${link.id}/rights`));
  assert.match((await visitor.get(`/c/${link.id}/rights`)).text, /ask\?kind=complaint/);
  const form = await visitor.get(`/c/${link.id}/ask?kind=complaint`);
  assert.match(form.text, /value="complaint" checked/);
  const sent = await visitor.post(`/c/${link.id}/ask`, { ...FORM, page: page() });
  assert.equal(sent.h1, 'We have your complaint');
  const [, number = ''] = /Your number is <strong>([0-9A-Z]{4}-[0-9A-Z]{4})</.exec(sent.text) ?? [];

  const { items } = (await list('status=open')).body;
  const request = items.find((one) => one.number === number) ?? assert.fail(number);
  assert.deepEqual(
    [request.kind, request.test, request.consumerSessionId, request.fromKnownBrowser, request.outcome],
    ['complaint', true, link.id, true, null],
  );
  assert.notEqual(request.creditReportId, null);
  assert.equal(Date.parse(request.dueAt) - Date.parse(request.receivedAt), 30 * DAY_MS);
  const opened = (await read(request.id)).body;
  assert.deepEqual([opened.text, opened.contact], [WORDS, REACHED]);

  const told = await sql<{ facts: object }>(
    house,
    `select facts from events where subject_id = $1 and type = 'session.request-received'`,
    [link.id],
  );
  assert.deepEqual(told, [
    {
      facts: {
        ...{ kind: 'complaint', status: 'complete' },
        ...{ consumerRequestId: request.id, creditReportId: request.creditReportId },
      },
    },
  ]);
});

test('what was written is in no other table, and sealed in its own', async () => {
  const link = await makeLink();
  await askAt(house, link.id, FORM);
  await house.service.flushed();
  const [row] = await sql<{ text: string }>(
    house,
    `select (select string_agg(q::text, '') from consumer_requests q)
       || (select string_agg(e::text, '') from events e) || (select string_agg(a::text, '') from audit_entries a)
       || (select coalesce(string_agg(r::text, ''), '') from requests r) as text`,
  );
  assert.ok((row?.text.length ?? 0) > 0);
  assert.doesNotMatch(row?.text ?? '', /quillfeather/i);
  assert.doesNotMatch(row?.text ?? '', new RegExp(Buffer.from('uillfeather').toString('hex')));
});

test('whoever has a link that ended can complain, and the firm is told that it does not know the browser', async () => {
  const link = await makeLink();
  await sql(
    house,
    `update consumer_sessions set ends_at = now() - interval '1 day', expires_at = now() where id = $1`,
    [link.id],
  );
  const visitor = createVisitor(house);
  const ended = await visitor.post(`/c/${link.id}/start`, { token: link.url });
  assert.equal(ended.h1, 'This link has expired');
  assert.match(ended.text, new RegExp(`href="/c/${link.id}/ask\\?kind=complaint"`));
  assert.match(ended.text, /by phone on <a class="phone" href="tel:08081570192">0808 157 0192<\/a>/);
  const sent = await visitor.post(`/c/${link.id}/ask`, { ...FORM, kind: 'erasure', text: '', page: page() });
  assert.equal(sent.h1, 'We have your request');
  const { items } = (await list('kind=erasure')).body;
  assert.deepEqual(
    items.map(({ consumerSessionId, fromKnownBrowser }) => [consumerSessionId, fromKnownBrowser]),
    [[link.id, false]],
  );
  assert.equal((await visitor.post(`/c/${randomUUID()}/ask`, FORM)).status, 404);
});

test('a form with something wrong is shown again with what was typed, and nothing is sent', async () => {
  const link = await makeLink();
  const visitor = createVisitor(house);
  const wrong: [Record<string, string>, string][] = [
    [{ kind: '' }, 'Choose what you want to do'],
    [{ text: ' ' }, 'Enter what went wrong'],
    [{ text: 'x'.repeat(REQUEST_TEXT_MAX + 1) }, `Use ${REQUEST_TEXT_MAX} characters or fewer`],
    [{ contact: '' }, 'Enter an e-mail address or a phone number'],
    [{ contact: 'x'.repeat(201) }, 'Use 200 characters or fewer'],
  ];
  for (const [typed, message] of wrong) {
    const shown = await visitor.post(`/c/${link.id}/ask`, { ...FORM, text: '<b>mine</b>', ...typed });
    assert.ok(shown.text.includes(message), message);
    assert.match(shown.text, /<title>Error: /);
    if (typed.text === undefined) assert.ok(shown.text.includes('&lt;b&gt;mine&lt;/b&gt;'));
  }
  assert.equal(await countOf(link.id), 0);
  const longest = { ...FORM, text: '€'.repeat(REQUEST_TEXT_MAX), contact: 'x'.repeat(200) };
  assert.equal((await visitor.post(`/c/${link.id}/ask`, longest)).h1, 'We have your complaint');
});

test('a form that is sent twice is one request, and a link takes five', async () => {
  const link = await makeLink();
  const visitor = createVisitor(house);
  const form = { ...FORM, page: page() };
  const both = await Promise.all([1, 2].map(() => visitor.post(`/c/${link.id}/ask`, form)));
  assert.equal(both[0]?.text, both[1]?.text);
  assert.equal(await countOf(link.id), 1);
  for (let count = 1; count < REQUESTS_PER_SESSION_MAX; count++)
    assert.equal((await visitor.post(`/c/${link.id}/ask`, { ...FORM, page: page() })).status, 200);
  const more = await visitor.post(`/c/${link.id}/ask`, { ...FORM, page: page() });
  assert.deepEqual([more.status, more.h1], [409, 'There have been too many requests']);
  assert.equal(await countOf(link.id), REQUESTS_PER_SESSION_MAX);
  // The first form, from a tab that stayed open, is still answered with its number.
  assert.equal((await visitor.post(`/c/${link.id}/ask`, form)).text, both[0]?.text);
});

test('a request is closed once, with an outcome that stays', async () => {
  const id = await askAt(house, (await makeLink()).id);
  const close = (outcome: string) => closeAs(id, outcome);
  const closed = await close('rejected');
  assert.equal(closed.body.outcome, 'rejected');
  assert.notEqual(closed.body.closedAt, null);
  assert.deepEqual((await close('rejected')).body, closed.body);
  assert.equal((await close('accepted')).status, 409);
  assert.equal((await close('done')).status, 400);
  assert.ok((await list('status=open')).body.items.every((one) => one.id !== id));
  assert.ok((await list('status=closed')).body.items.some((one) => one.id === id));
  const noted = await sql<{ after: object }>(
    house,
    `select after from audit_entries where action = 'consumer-request-closed' and after::jsonb ->> 'consumerRequestId' = $1`,
    [id],
  );
  assert.equal(noted.length, 1);
});

test('the firm finds a request by the number that the consumer was told, however it is typed', async () => {
  const asked = `/${tenant.tenantId}/v1/consumer-requests` as const;
  const [newest, other] = (await client.get(asked)).body.items;
  assert.ok(newest && other);
  for (const typed of [newest.number, newest.number.toLowerCase(), newest.number.replace('-', '')]) {
    const { body } = await client.get(`${asked}?number=${typed}`);
    assert.deepEqual(
      body.items.map(({ id }) => id),
      [newest.id],
      typed,
    );
  }
  const wrong = await client.get(`${asked}?number=ABC`);
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'validation-error']);
  const stranger = await clientOf(house, await createTenant(house));
  const { body } = await stranger.get(
    `/${stranger.tenant.tenantId}/v1/consumer-requests?number=${newest.number}`,
  );
  assert.deepEqual(body.items, []);
});

test('what is live and open needs attention, of those who may read it, until it is closed', async () => {
  const live = await makeLink({ test: undefined, challengeOptions: undefined });
  const owner = await signedIn(house, { tenantId: tenant.tenantId, role: 'owner' });
  const viewer = await signedIn(house, { tenantId: tenant.tenantId, role: 'viewer' });
  // May read them, of test mode alone.
  const developer = await signedIn(house, { tenantId: tenant.tenantId, role: 'developer' });
  const waits = async (who: typeof owner) =>
    (await who.get(`/${tenant.tenantId}/v1/attention`)).body.items.filter(
      ({ kind }) => kind === 'consumer-waits',
    );
  assert.deepEqual(await waits(owner), []);
  const id = await askAt(house, live.id);
  const [item] = await waits(owner);
  assert.match(item?.message ?? '', /^1 complaint or erasure request is open\. Answer it by /);
  assert.deepEqual(await waits(viewer), []);
  assert.deepEqual(await waits(developer), []);
  await closeAs(id, 'accepted');
  assert.deepEqual(await waits(owner), []);
});

test('erasing the report takes the words, closes an erasure request, and leaves a complaint open', async () => {
  const link = await makeLink(allow);
  const visitor = createVisitor(house);
  await answerAll(visitor, link);
  assert.equal((await visitor.post(`/c/${link.id}/check`)).h1, 'Your report');
  const [complaint, erasure] = [
    await askAt(house, link.id, FORM),
    await askAt(house, link.id, { ...FORM, kind: 'erasure' }),
  ];
  const report = await reportOf(link.id);
  const owner = await signedIn(house, { tenantId: tenant.tenantId, role: 'owner' });
  assert.equal((await owner.call('DELETE', `/${tenant.tenantId}/v1/credit-reports/${report}`)).status, 204);
  const left = async (id: string) => {
    const { text, contact, outcome } = (await read(id)).body;
    return { text, contact, outcome };
  };
  assert.deepEqual(await left(complaint), { text: null, contact: null, outcome: null });
  assert.deepEqual(await left(erasure), { text: null, contact: null, outcome: 'accepted' });
});

test('the words outlive a short retention by the clock of the law, and go after ninety days', async () => {
  const id = await askAt(house, (await makeLink()).id, FORM);
  const age = (days: number) =>
    sql(house, `update consumer_requests set received_at = now() - make_interval(days => $2) where id = $1`, [
      id,
      days,
    ]);
  await age(89);
  await house.service.keepHouse();
  assert.equal((await read(id)).body.text, WORDS);
  await age(91);
  await house.service.keepHouse();
  assert.equal((await read(id)).body.text, null);
});

async function countOf(sessionId: string): Promise<number> {
  const text = 'select count(*)::int as count from consumer_requests where session_id = $1';
  return (await sql<{ count: number }>(house, text, [sessionId]))[0]?.count ?? 0;
}

async function reportOf(sessionId: string): Promise<string> {
  const [row] = await sql<{ id: string }>(
    house,
    'select report_id as id from consumer_sessions where id = $1',
    [sessionId],
  );
  return row?.id ?? assert.fail('it has a report');
}
