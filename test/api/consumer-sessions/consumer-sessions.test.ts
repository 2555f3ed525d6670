// The tenant's side of links: what is refused, what is answered and listed, who may see it, cancelling, erasing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  agreeAt,
  makeLink,
  orderOf,
  publishedText,
  startLink,
  submitAt,
} from '../../support/consumers/hosted.ts';
import {
  type Client,
  clientOf,
  createTenant,
  type House,
  openHouse,
  sql,
  type Tenant,
} from '../../support/house.ts';
import type { Browser } from '../../support/people.ts';
import { ask, assertDocumented, signedIn } from '../../support/staff.ts';

let house: House;
let tenant: Tenant;
let client: Client;
let owner: Browser;
let textId: string;
let base: `/${string}/v1/consumer-sessions`;
before(async () => {
  house = await openHouse();
  tenant = await createTenant(house);
  client = await clientOf(house, tenant);
  owner = await signedIn(house, { tenantId: tenant.tenantId });
  textId = await publishedText(house, tenant.tenantId);
  base = `/${tenant.tenantId}/v1/consumer-sessions`;
  const origins = ['https://apply.example', 'https://xn--mnchen-3ya.example', 'https://apply.example:8443'];
  const set = { returnOrigins: origins, embedOrigins: origins };
  assert.equal((await ask(house, owner, 'PATCH', `/${tenant.tenantId}/v1/settings`, set)).status, 200);
});
after(() => house?.close());

const pathsOf = async (overrides: Record<string, unknown>) => {
  const answer = await client.post(base, orderOf(textId, overrides));
  assertDocumented('POST', base, answer);
  assert.ok(!answer.text.includes('evil'), 'a refusal never quotes what was sent');
  return answer.status === 200
    ? 'ok'
    : [answer.status, ...answer.body.details.map(({ path }) => path)].join(' ');
};

test('an address to return to is https on an origin of the list, exactly', async () => {
  for (const returnUrl of [
    'https://apply.example',
    'https://apply.example/done?case=1&x=%20',
    'https://apply.example:8443/a',
    'https://xn--mnchen-3ya.example/',
    'https://apply.example/?q=a@b',
  ])
    assert.equal(await pathsOf({ returnUrl }), 'ok', returnUrl);
  for (const returnUrl of [
    'http://apply.example/done',
    'https://apply.example.evil.test/done',
    'https://evil.test/https://apply.example',
    'https://apply.example@evil.test/',
    'https://user:evil@apply.example/',
    'https://apply.example:444/',
    'https://apply.example\\@evil.test/',
    'https://apply.example#evil',
    'https://apply.example/done#evil',
    'https://münchen.example/evil',
    'https://APPLY.example/evil',
    'https:/\\evil.test',
    '//apply.example/evil',
    'javascript:evil()',
    'https://apply.example/ evil',
    'https://apply.example./evil',
    'https://[::1]/evil',
    'http://localhost:3000/evil',
    'https://apply.example:99999/evil',
  ])
    assert.equal(await pathsOf({ returnUrl }), '400 /returnUrl', returnUrl);
});

test('an embedding origin is one of the list, without a path, a user, another port or other letters', async () => {
  assert.equal(
    await pathsOf({ embedOrigins: ['https://apply.example', 'https://apply.example:8443'] }),
    'ok',
  );
  for (const origin of [
    'https://apply.example/',
    'https://apply.example/evil',
    'https://evil@apply.example',
    'https://apply.example:443',
    'https://apply.example:444',
    'https://*.example',
    'https://Apply.example',
    'https://münchen.example',
    'http://apply.example',
    'https://evil.test',
    'null',
    '*',
  ])
    assert.equal(await pathsOf({ embedOrigins: [origin] }), '400 /embedOrigins/0', origin);
  const six = Array.from({ length: 6 }, (_, index) => `https://a${index}.example`);
  assert.equal(await pathsOf({ embedOrigins: six }), '400 /embedOrigins');
});

test('a consent text of another tenant, of nobody or without a version cannot be shown; bounds hold on both sides', async () => {
  const other = await createTenant(house);
  const foreign = await publishedText(house, other.tenantId);
  const draft = await ask(house, owner, 'POST', `/${tenant.tenantId}/v1/consent-texts`, { name: 'Draft' });
  for (const consentTextId of [foreign, draft.body.id, '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0000'])
    assert.equal(await pathsOf({ consentTextId }), '400 /consentTextId');
  assert.equal(await pathsOf({ consentTextId: 'evil' }), '400 /consentTextId');
  for (const [lifetimeHours, result] of [
    [0, '400 /lifetimeHours'],
    [1, 'ok'],
    [168, 'ok'],
    [169, '400 /lifetimeHours'],
    [1.5, '400 /lifetimeHours'],
  ] as const)
    assert.equal(await pathsOf({ lifetimeHours }), result, String(lifetimeHours));
  assert.equal(
    await pathsOf({ test: false, challengeOptions: { status: 'allow' } }),
    '400 /challengeOptions',
  );
  assert.equal(await pathsOf({ testOptions: { clock: foreign } }), '400 /testOptions/clock');
  assert.equal(await pathsOf({ prefill: { dateOfBirth: '1985-02-30' } }), '400 /prefill/dateOfBirth');
});

test('the answer has the link once; reading and listing show state and consent, and no person', async () => {
  const key = { 'idempotency-key': 'link-1' };
  const order = orderOf(textId, {
    externalReference: 'case-9',
    prefill: { firstName: 'Canary', lastName: 'Person', mobileNumber: '+447700900123' },
    lifetimeHours: 24,
  });
  const made = await client.post(base, order, key);
  assertDocumented('POST', base, made);
  const { id, url } = made.body;
  assert.match(url, new RegExp(`^http://trefoil\\.test/c/${id}#t=[\\w-]{43}$`));
  assert.equal((await client.post(base, order, key)).body.url, url, 'a repeat gets the same link');
  assert.equal(Date.parse(made.body.expiresAt) - Date.parse(made.body.createdAt), 86_400_000);
  const read = await client.get(`${base}/${id}`);
  assertDocumented('GET', `${base}/${id}`, read);
  const listed = await client.get(`${base}?externalReference=case-9&status=created&test=true`);
  assertDocumented('GET', base, listed);
  assert.deepEqual(listed.body.items, [read.body]);
  for (const text of [read.text, listed.text]) {
    assert.ok(!text.includes('Canary') && !text.includes('#t=') && !text.includes('7700900123'));
  }
  const page = await client.get(`${base}?pageSize=1`);
  const next = await client.get(`${base}?pageSize=1&pageToken=${page.body.token}`);
  assert.notEqual(page.body.items[0]?.id, next.body.items[0]?.id);
});

test('a caller of test mode sees no live link, and another tenant sees none at all', async () => {
  const live = await makeLink(client, textId, { test: false });
  const developer = await signedIn(house, { tenantId: tenant.tenantId, role: 'developer' });
  assert.equal((await ask(house, developer, 'GET', `${base}/${live.id}`)).status, 404);
  assert.equal((await ask(house, developer, 'POST', `${base}/${live.id}/cancel`)).status, 404);
  assert.equal((await ask(house, developer, 'POST', base, orderOf(textId, { test: false }))).status, 403);
  const seen = (await ask(house, developer, 'GET', `${base}?pageSize=100`)).body.items;
  assert.ok(seen.length > 0 && seen.every((one) => one.test));
  const stranger = await clientOf(house, await createTenant(house));
  const own = `/${stranger.tenant.tenantId}/v1/consumer-sessions/${live.id}` as const;
  assert.equal((await stranger.get(own)).status, 404);
});

test('a cancelled link does not start, and a visit under way ends; what is over cannot be cancelled', async () => {
  const link = await makeLink(client, textId);
  const cancelled = await client.post(`${base}/${link.id}/cancel`, {});
  assertDocumented('POST', `${base}/${link.id}/cancel`, cancelled);
  assert.equal(cancelled.body.status, 'cancelled');
  assert.equal((await client.post(`${base}/${link.id}/cancel`, {})).status, 200, 'a repeat');
  const started = await house.service.consumerVisits.start(link.id, link.token, 'a page');
  assert.equal(started.kind === 'over' && started.state, 'cancelled');

  const visit = await startLink(house, await makeLink(client, textId));
  await agreeAt(house, visit);
  await client.post(`${base}/${visit.sessionId}/cancel`, {});
  assert.equal((await submitAt(house, visit))?.view.state, 'cancelled');

  const done = await startLink(house, await makeLink(client, textId));
  await agreeAt(house, done);
  await submitAt(house, done);
  assert.equal((await client.post(`${base}/${done.sessionId}/cancel`, {})).status, 409);
});

test('what is personal goes with the retention; the row, its consent hash and its times stay', async () => {
  const visit = await startLink(house, await makeLink(client, textId, { externalReference: 'case-old' }));
  await agreeAt(house, visit);
  await submitAt(house, visit);
  await sql(house, `update consumer_sessions set created_at = now() - interval '31 days' where id = $1`, [
    visit.sessionId,
  ]);
  await house.service.keepHouse();
  const [row] = await sql<Record<string, unknown>>(
    house,
    `select details, prefill, answers, consent, reference_hash, consent_record_sha256 is not null as "isProven"
     from consumer_sessions where id = $1`,
    [visit.sessionId],
  );
  const { isProven, ...personal } = row ?? {};
  assert.deepEqual(Object.values(personal), Array(5).fill(null));
  assert.equal(isProven, true);
  const read = await client.get(`${base}/${visit.sessionId}`);
  assert.deepEqual([read.body.status, read.body.externalReference], ['complete', null]);
});
