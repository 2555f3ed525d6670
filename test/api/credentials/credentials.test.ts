// API credentials as their tenant manages them: a secret that is shown once, rotation with an overlap in which both secrets work, and tokens
// that end with the secret they were issued for.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { armFailpoints } from '../../../src/storage/engine/connection/failpoints.ts';
import {
  createTenant,
  generateBody,
  type House,
  openHouse,
  requestToken,
  send,
  sql,
  type Tenant,
} from '../../support/house.ts';
import { type Browser, createPerson, openBrowser, signIn } from '../../support/people.ts';
import { until } from '../../support/waiting.ts';

let house: House;
let tenant: Tenant;
let owner: Browser;
let url: `/${string}/v1/credentials`;
before(async () => {
  house = await openHouse();
  tenant = await createTenant(house);
  url = `/${tenant.tenantId}/v1/credentials`;
  owner = await signIn(
    openBrowser(house),
    await createPerson(house, { tenantId: tenant.tenantId, role: 'developer' }),
  );
});
after(() => house?.close());

const make = async () =>
  (await owner.call('POST', url, { name: 'Website', scopes: ['reports:read', 'wallet:read'] })).body;
const itemOf = async (id: string) => {
  const item = (await owner.get(url)).body.items.find((one) => one.id === id);
  assert.ok(item, `${id} is not in the list`);
  return item;
};
const profile = (token: string) =>
  send(house, { url: '/v1/my/profile', headers: { authorization: `Bearer ${token}` } });

/** A credential's permissions are cached for two seconds. */
const untilStatus = (wanted: number, token: string): Promise<void> =>
  until(`status ${wanted}`, async () => (await profile(token)).status === wanted);

test('a credential is made with its secret in the answer, and nowhere else', async () => {
  const made = await make();
  const token = await requestToken(house, made);
  assert.equal(token.status, 200);
  assert.equal(token.body.scope, 'reports:read wallet:read');
  const listed = await owner.get(url);
  assert.ok(!listed.text.includes(made.clientSecret));
  const item = await itemOf(made.id);
  assert.equal(item.secret.hint, made.clientSecret.slice(-4));
  assert.deepEqual(
    [item.name, item.scopes, item.oldSecret, item.revokedAt],
    ['Website', ['reports:read', 'wallet:read'], null, null],
  );
});

test('the list shows when and from where a secret was last used', async () => {
  const made = await make();
  assert.equal((await itemOf(made.id)).secret.lastUsedAt, null);
  await requestToken(house, made);
  await until('its use is noted', async () => (await itemOf(made.id)).secret.lastUsedAt !== null);
  assert.equal((await itemOf(made.id)).secret.lastUsedAddress, '127.0.0.1');
});

test('after a rotation with an overlap both secrets work; after the overlap only the new one', async () => {
  const made = await make();
  const before = await requestToken(house, made);
  const rotated = await owner.call('POST', `${url}/${made.id}/rotate`, { overlap: '24h' });
  assert.deepEqual([rotated.status, rotated.body.clientId], [200, made.clientId]);
  const [old, now] = [await requestToken(house, made), await requestToken(house, rotated.body)];
  assert.deepEqual([old.status, now.status], [200, 200]);
  for (const { body } of [before, old, now]) assert.equal((await profile(body.access_token)).status, 200);
  const { secret, oldSecret } = await itemOf(made.id);
  assert.ok(oldSecret);
  assert.deepEqual(
    [secret.hint, oldSecret.hint],
    [rotated.body.clientSecret.slice(-4), made.clientSecret.slice(-4)],
  );
  const hours = (Date.parse(oldSecret.expiresAt) - Date.now()) / 3_600_000;
  assert.ok(hours > 23.9 && hours <= 24);

  await sql(house, 'update credentials set old_expires_at = now() where id = $1', [made.id]);
  assert.equal((await requestToken(house, made)).status, 401);
  assert.equal((await requestToken(house, rotated.body)).status, 200);
  // Tokens issued for the old secret end with it; those for the new one stay valid.
  await untilStatus(401, old.body.access_token);
  assert.equal((await profile(before.body.access_token)).status, 401);
  assert.equal((await profile(now.body.access_token)).status, 200);
  assert.equal((await itemOf(made.id)).oldSecret, null);
});

test('rotated without an overlap, the old secret stops at once', async () => {
  const made = await make();
  const old = await requestToken(house, made);
  const rotated = await owner.call('POST', `${url}/${made.id}/rotate`, { overlap: 'now' });
  assert.equal((await requestToken(house, made)).status, 401);
  assert.equal((await requestToken(house, rotated.body)).status, 200);
  await untilStatus(401, old.body.access_token);
});

/** The change is committed, and its caller never gets the answer. */
async function unheard(path: string, body: unknown, key: string): Promise<void> {
  let isBroken = false;
  armFailpoints((name) => {
    if (name !== 'after commit' || isBroken) return;
    isBroken = true;
    throw Object.assign(new Error('the connection broke'), { code: '08006' });
  });
  const answer = await owner
    .call('POST', path, body, { 'idempotency-key': key })
    .finally(() => armFailpoints(() => {}));
  assert.deepEqual([isBroken, answer.status], [true, 503]);
}

const entriesAbout = (id: string) =>
  sql<{ action: string }>(house, 'select action from audit_entries where object_id = $1 order by seq', [id]);

test('a credential whose creation was committed but not answered is made once, and the retry gets its secret', async () => {
  const body = { name: 'Unheard', scopes: ['reports:read'] };
  await unheard(url, body, 'unheard-1');
  const again = await owner.call('POST', url, body, { 'idempotency-key': 'unheard-1' });
  assert.equal(again.status, 200);
  const named = (await owner.get(url)).body.items.filter(({ name }) => name === 'Unheard');
  assert.deepEqual(
    named.map(({ id }: { id: string }) => id),
    [again.body.id],
  );
  assert.equal((await requestToken(house, again.body)).status, 200);
  assert.deepEqual(await entriesAbout(again.body.id), [{ action: 'credential-created' }]);
});

test('a rotation that was committed but not answered is done once: the secret in use stays valid, the retry gets the new one', async () => {
  const made = await make();
  await unheard(`${url}/${made.id}/rotate`, { overlap: '24h' }, 'unheard-2');
  const again = await owner.call(
    'POST',
    `${url}/${made.id}/rotate`,
    { overlap: '24h' },
    { 'idempotency-key': 'unheard-2' },
  );
  assert.equal(again.status, 200);
  assert.equal((await requestToken(house, made)).status, 200, 'as the overlap promises');
  assert.equal((await requestToken(house, again.body)).status, 200);
  assert.deepEqual(await entriesAbout(made.id), [
    { action: 'credential-created' },
    { action: 'credential-rotated' },
  ]);
});

for (const [overlap, seconds] of [
  ['1h', 3_600],
  ['24h', 86_400],
  ['7d', 604_800],
] as const) {
  test(`an overlap of ${overlap} can be chosen, and set again later`, async () => {
    const made = await make();
    await owner.call('POST', `${url}/${made.id}/rotate`, { overlap: '1h' });
    assert.equal((await owner.call('PUT', `${url}/${made.id}/overlap`, { overlap })).status, 204);
    const { oldSecret } = await itemOf(made.id);
    const left = (Date.parse(oldSecret?.expiresAt ?? '') - Date.now()) / 1000;
    assert.ok(left > seconds - 60 && left <= seconds);
  });
}

test('the old secret can be ended now, once', async () => {
  const made = await make();
  await owner.call('POST', `${url}/${made.id}/rotate`, { overlap: '7d' });
  assert.equal((await owner.call('PUT', `${url}/${made.id}/overlap`, { overlap: 'now' })).status, 204);
  assert.equal((await requestToken(house, made)).status, 401);
  assert.equal((await owner.call('PUT', `${url}/${made.id}/overlap`, { overlap: '1h' })).status, 409);
});

test('a second rotation ends the oldest secret: there are never three', async () => {
  const made = await make();
  const second = await owner.call('POST', `${url}/${made.id}/rotate`, { overlap: '7d' });
  const third = await owner.call('POST', `${url}/${made.id}/rotate`, { overlap: '7d' });
  const statuses = await Promise.all([made, second.body, third.body].map((one) => requestToken(house, one)));
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [401, 200, 200],
  );
});

test('a revoked credential gets no tokens, and cannot be rotated', async () => {
  const made = await make();
  const token = await requestToken(house, made);
  assert.equal((await owner.call('DELETE', `${url}/${made.id}`)).status, 204);
  assert.equal((await requestToken(house, made)).status, 401);
  await untilStatus(401, token.body.access_token);
  for (const [method, path, body] of [
    ['DELETE', '', undefined],
    ['POST', '/rotate', { overlap: '1h' }],
    ['PUT', '/overlap', { overlap: '1h' }],
  ] as const) {
    assert.equal((await owner.call(method, `${url}/${made.id}${path}`, body)).status, 409);
  }
  assert.notEqual((await itemOf(made.id)).revokedAt, null);
});

test('the credential of another tenant is not found, like one that does not exist', async () => {
  const other = await createTenant(house);
  for (const id of [other.credentialId, '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a99', 'no-uuid']) {
    assert.equal((await owner.call('POST', `${url}/${id}/rotate`, { overlap: 'now' })).status, 404);
    assert.equal((await owner.call('DELETE', `${url}/${id}`)).status, 404);
  }
  assert.equal((await requestToken(house, other)).status, 200);
});

test('a credential needs a name and known scopes', async () => {
  for (const body of [
    { name: '', scopes: ['reports:read'] },
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['members:manage'] },
    { name: 'x', scopes: ['reports:read', 'reports:read'] },
    { name: 'x' },
  ]) {
    const answer = await owner.call('POST', url, body);
    assert.deepEqual([answer.status, answer.body.code], [400, 'validation-error'], JSON.stringify(body));
  }
});

test('the same key again makes no second credential', async () => {
  const body = { name: 'Once', scopes: ['reports:read'] };
  const key = { 'idempotency-key': 'make-one' };
  const [first, second] = [
    await owner.call('POST', url, body, key),
    await owner.call('POST', url, body, key),
  ];
  assert.deepEqual(second.body, first.body);
  const { body: listed } = await owner.get(url);
  assert.equal(listed.items.filter(({ name }) => name === 'Once').length, 1);
});

test('a developer cannot reach live reports through a credential that they create or rotate', async () => {
  const boss = await signIn(
    openBrowser(house),
    await createPerson(house, { tenantId: tenant.tenantId, role: 'admin' }),
  );
  const scopes = ['reports:write', 'reports:read'];
  const live = (await boss.call('POST', url, { name: 'Live', scopes })).body;
  const ofAdmin = (await boss.call('POST', url, { name: 'Kept', scopes, testOnly: true })).body;
  const ofDeveloper = (await owner.call('POST', url, { name: 'Tried', scopes })).body;
  for (const [id, testOnly] of [
    [live.id, false],
    [ofAdmin.id, true],
    [ofDeveloper.id, true],
  ] as const) {
    assert.equal((await itemOf(id)).testOnly, testOnly);
  }
  const refused = [
    await owner.call('POST', url, { name: 'Live', scopes, testOnly: false }),
    await owner.call('POST', `${url}/${live.id}/rotate`, { overlap: '24h' }),
  ];
  for (const { status, body } of refused) {
    assert.deepEqual([status, body.code], [403, 'forbidden']);
    assert.match(body.message, /reports:live/);
  }
  assert.equal((await requestToken(house, live)).status, 200, 'nothing was rotated');
  const rotated = await owner.call('POST', `${url}/${ofDeveloper.id}/rotate`, { overlap: '24h' });
  assert.equal(rotated.status, 200, rotated.text);

  const reports = `/${tenant.tenantId}/v1/credit-reports` as const;
  const made = await boss.call('POST', reports, generateBody());
  const liveId = randomUUIDv7();
  await sql(
    house,
    `insert into reports (tenant_id, id, is_test, bureaus, status, failure_reason) values ($1, $2, false, '{equifax}', 'failed', 'no-bureau')`,
    [tenant.tenantId, liveId],
  );
  for (const credential of [ofAdmin, ofDeveloper]) {
    const { body } = await requestToken(house, credential);
    const headers = { authorization: `Bearer ${body.access_token}`, 'content-type': 'application/json' };
    const get = (path: string) => send(house, { url: `${reports}${path}`, headers });
    const payload = JSON.stringify(generateBody({ test: undefined }));
    const ofLive = [
      await get(`/${liveId}`),
      await get('?test=false'),
      await send(house, { method: 'POST', url: reports, headers, payload }),
    ];
    for (const answer of ofLive) {
      assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], answer.text);
      assert.match(answer.body.message, /for test mode only/);
    }
    assert.equal((await get(`/${made.body.data.creditReportId}`)).status, 200);
    const listed = (await get('')).body.data.items;
    assert.ok(listed.length > 0 && !listed.some(({ creditReportId }) => creditReportId === liveId));
  }
});
