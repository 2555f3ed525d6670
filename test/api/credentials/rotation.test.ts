// A rotation with an overlap: the old secret gets tokens until its end, and those end with it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { armFailpoints } from '../../../src/storage/connection/failpoints.ts';
import { createTenant, type House, openHouse, requestToken, send } from '../../support/house.ts';
import { type Browser, createPerson, openBrowser, signIn } from '../../support/people.ts';

let house: House;
let owner: Browser;
let base: string;
before(async () => {
  house = await openHouse();
  const { tenantId } = await createTenant(house);
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

test('the list says which secret was used', async () => {
  const made = await owner.call('POST', `${base}/credentials`, { name: 'Watched', scopes: ['wallet:read'] });
  await owner.call('POST', `${base}/credentials/${made.body.id}/rotate`, { overlap: '24h' });
  await requestToken(house, made.body);
  // It is written shortly after the token was answered.
  for (let tries = 0; tries < 500; tries += 1) {
    const { body } = await owner.get(`${base}/credentials`);
    const one = body.items.find(({ id }) => id === made.body.id);
    assert.ok(one?.oldSecret);
    if (one.oldSecret.lastUsedAt === null) continue;
    assert.equal(one.secret.lastUsedAt, null);
    return;
  }
  assert.fail('the use of the old secret was never noted');
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
