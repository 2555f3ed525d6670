// A rotation with an overlap: the old secret gets tokens until its end, and those end with it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { armFailpoints } from '../../../src/storage/engine/connection/failpoints.ts';
import { createTenant, type House, openHouse, requestToken, send } from '../../support/house.ts';
import { type Browser, createPerson, openBrowser, signIn } from '../../support/people.ts';
import { until } from '../../support/waiting.ts';

let house: House;
let owner: Browser;
let tenantId: string;
let base: string;
before(async () => {
  house = await openHouse();
  ({ tenantId } = await createTenant(house));
  owner = await signIn(openBrowser(house), await createPerson(house, { tenantId }));
  base = `/${tenantId}/v1`;
});
after(() => house.close());

test('during the overlap both secrets get tokens; when it ends the old one and its tokens stop', async () => {
  const made = await owner.call('POST', `${base}/credentials`, { name: 'Rotated', scopes: ['wallet:read'] });
  const rotated = await owner.call('POST', `${base}/credentials/${made.body.id}/rotate`, { overlap: '1h' });
  assert.equal(rotated.status, 200);
  const [old, fresh] = [await requestToken(house, made.body), await requestToken(house, rotated.body)];
  assert.deepEqual([old.status, fresh.status], [200, 200]);
  const use = async (answer: { body: { access_token: string } }): Promise<number> => {
    const headers = { authorization: `Bearer ${answer.body.access_token}` };
    return (await send(house, { method: 'GET', url: base, headers })).status;
  };
  assert.deepEqual([await use(old), await use(fresh)], [200, 200]);
  const ended = await owner.call('PUT', `${base}/credentials/${made.body.id}/overlap`, { overlap: 'now' });
  assert.equal(ended.status, 204);
  assert.equal((await requestToken(house, made.body)).status, 401);
  assert.equal((await requestToken(house, rotated.body)).status, 200);
  assert.equal(await use(fresh), 200);
});

test('a token of the new secret works at once, even where the credential was read a moment ago', async () => {
  const made = await owner.call('POST', `${base}/credentials`, { name: 'Hurried', scopes: ['wallet:read'] });
  const use = async (client: typeof made.body): Promise<number> => {
    const { access_token: token } = (await requestToken(house, client)).body;
    const headers = { authorization: `Bearer ${token}` };
    return (await send(house, { method: 'GET', url: base, headers })).status;
  };
  assert.equal(await use(made.body), 200);
  const rotated = await owner.call('POST', `${base}/credentials/${made.body.id}/rotate`, { overlap: 'now' });
  assert.equal(await use(rotated.body), 200);
});

test('the list says which secret was used', async () => {
  const made = await owner.call('POST', `${base}/credentials`, { name: 'Watched', scopes: ['wallet:read'] });
  await owner.call('POST', `${base}/credentials/${made.body.id}/rotate`, { overlap: '24h' });
  await requestToken(house, made.body);
  // It is written shortly after the token was answered.
  await until('the use of the old secret is noted', async () => {
    const { body } = await owner.get(`${base}/credentials`);
    const one = body.items.find(({ id }) => id === made.body.id);
    assert.ok(one?.oldSecret);
    assert.equal(one.secret.lastUsedAt, null);
    return one.oldSecret.lastUsedAt !== null;
  });
});

test('a token takes one read of its credential, with either secret, and a wrong secret no more', async () => {
  const made = await owner.call('POST', `${base}/credentials`, { name: 'Counted', scopes: ['wallet:read'] });
  const rotated = await owner.call('POST', `${base}/credentials/${made.body.id}/rotate`, { overlap: '1h' });
  const asked = [made.body, rotated.body, { ...rotated.body, clientSecret: 'wrong' }];
  let looks = 0;
  armFailpoints((name) => {
    if (name === 'before find-credential') looks += 1;
  });
  try {
    for (const [index, client] of asked.entries()) {
      looks = 0;
      assert.equal((await requestToken(house, client)).status, index === 2 ? 401 : 200);
      assert.equal(looks, 1);
    }
  } finally {
    armFailpoints(() => {});
  }
});

test('a developer changes no credential for live reports, by any verb, and every one of those for test reports', async () => {
  const developer = await signIn(
    openBrowser(house),
    await createPerson(house, { tenantId, role: 'developer' }),
  );
  const verbs = [
    ['POST', '/rotate', { overlap: '24h' }, 200],
    ['PUT', '/overlap', { overlap: '7d' }, 204],
    ['PUT', '/overlap', { overlap: 'now' }, 204],
    ['DELETE', '', undefined, 204],
  ] as const;
  for (const isTestOnly of [false, true]) {
    const given = { name: 'Production', scopes: ['wallet:read'], testOnly: isTestOnly };
    const first = (await owner.call('POST', `${base}/credentials`, given)).body;
    const one = `${base}/credentials/${first.id}`;
    const rotate = `${base}/credentials/${first.id}/rotate` as const;
    const second = (await owner.call('POST', rotate, { overlap: '1h' })).body;
    const before = (await owner.get(`${base}/credentials`)).body.items.find(({ id }) => id === first.id);
    for (const [method, path, body, status] of verbs) {
      const answer = await developer.call(method, `${one}${path}`, body);
      assert.equal(answer.status, isTestOnly ? status : 403, `${method} ${path}`);
      if (!isTestOnly) assert.match(answer.text, /reports:live/);
    }
    if (isTestOnly) continue;
    const after = (await owner.get(`${base}/credentials`)).body.items.find(({ id }) => id === first.id);
    assert.deepEqual(after, before, 'nothing was changed');
    const tokens = [await requestToken(house, first), await requestToken(house, second)];
    assert.deepEqual(
      tokens.map(({ status }) => status),
      [200, 200],
    );
    await owner.call('DELETE', one);
    assert.equal((await developer.call('DELETE', one)).status, 403, 'a revoked one too');
  }
});
