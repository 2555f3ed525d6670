// The order of checks on every request: rate limit by address, token, tenant, permission, rate limit by caller, body.
// Each test sends a request that fails two of them, and is answered for the earlier one.
//
// A limit counts by the minute. To reach it whatever the clock says, a test sends more than two minutes' worth.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Client,
  clientOf,
  createTenant,
  generateBody,
  type House,
  openHouse,
  send,
} from '../../support/house.ts';
import { signedIn } from '../../support/staff.ts';

const LIMIT = 3;

let house: House;
let client: Client;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
});
after(() => house.close());

const BAD_BODIES: [name: string, headers: Record<string, string>, payload: string][] = [
  ['broken JSON', { 'content-type': 'application/json' }, '{'],
  ['missing fields', { 'content-type': 'application/json' }, '{}'],
  ['another media type', { 'content-type': 'text/plain' }, 'hello'],
  ['a body that is too large', { 'content-type': 'application/json' }, ' '.repeat(300_000)],
  ['a bad Idempotency-Key', { 'content-type': 'application/json', 'idempotency-key': 'x'.repeat(256) }, '{}'],
];

const post = (at: House, tenantId: string, headers: Record<string, string>, payload: string) =>
  send(at, { method: 'POST', url: `/${tenantId}/v1/credit-reports`, headers, payload });

for (const [name, headers, payload] of BAD_BODIES) {
  test(`token before body: ${name} without a token says 401`, async () => {
    for (const authorization of [undefined, 'Bearer nonsense']) {
      const all = { ...headers, ...(authorization !== undefined && { authorization }) };
      const answer = await post(house, client.tenant.tenantId, all, payload);
      assert.deepEqual([answer.status, answer.body.code], [401, 'unauthorized']);
    }
  });

  test(`tenant before body: ${name} on another's tenant says 403`, async () => {
    const other = await createTenant(house);
    const authorization = `Bearer ${client.token}`;
    const answer = await post(house, other.tenantId, { ...headers, authorization }, payload);
    assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden']);
  });

  test(`permission before body: ${name} without the permission says 403`, async () => {
    const reader = await clientOf(house, await createTenant(house, { scopes: ['reports:read'] }));
    const authorization = `Bearer ${reader.token}`;
    const answer = await post(house, reader.tenant.tenantId, { ...headers, authorization }, payload);
    assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden']);
  });
}

test('token before tenant: no token on a tenant that does not exist says 401', async () => {
  const answer = await post(house, 'acme', { 'content-type': 'application/json' }, '{}');
  assert.equal(answer.status, 401);
});

test("tenant before permission: the wrong permission on another's tenant is answered for the tenant", async () => {
  const reader = await clientOf(house, await createTenant(house, { scopes: ['reports:read'] }));
  const answer = await reader.post(`/${client.tenant.tenantId}/v1/credit-reports`, generateBody());
  assert.equal(answer.status, 403);
  assert.match(answer.body.message, /tenant/);
  assert.doesNotMatch(answer.body.message, /permission/);
});

/** The statuses of more requests than two minutes allow. */
async function statusesOf(ask: () => Promise<{ status: number }>): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let i = 0; i <= 2 * LIMIT; i += 1) statuses.add((await ask()).status);
  return statuses;
}

async function inLimitedHouse(setting: string, work: (limited: House, caller: Client) => Promise<void>) {
  const limited = await openHouse({ [setting]: String(LIMIT) }, house.database);
  try {
    const tenant = await createTenant(limited);
    // The token comes from another service, so that it uses nothing of this one's limits.
    const { token } = await clientOf(house, tenant);
    const get: Client['get'] = (url) =>
      send(limited, { method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const generate = (overrides = {}) =>
      post(limited, tenant.tenantId, headers, JSON.stringify(generateBody(overrides)));
    await work(limited, { ...client, tenant, token, get, generate });
  } finally {
    await limited.close();
  }
}

test('429 | rate-limited | Too many requests: by caller, with the seconds to wait', async () => {
  await inLimitedHouse('RATE_LIMIT_PER_CALLER', async (_limited, caller) => {
    const answers = [];
    for (let i = 0; i <= 2 * LIMIT; i += 1) answers.push(await caller.get('/v1/my/profile'));
    const refused = answers.find((answer) => answer.status === 429);
    assert.deepEqual(Object.keys(refused?.body ?? {}), ['code', 'message']);
    assert.equal(refused?.body.code, 'rate-limited');
    const seconds = Number(refused?.headers['retry-after']);
    assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60);
    assert.ok(answers.filter((answer) => answer.status === 200).length >= LIMIT);
  });
});

test('each person has an allowance of their own, wherever they are a member', async () => {
  await inLimitedHouse('RATE_LIMIT_PER_CALLER', async (limited, { tenant: { tenantId } }) => {
    const [one, other] = [await signedIn(limited, { tenantId }), await signedIn(limited, { tenantId })];
    assert.deepEqual(await statusesOf(() => one.get('/v1/my/profile')), new Set([200, 429]));
    assert.equal((await other.get('/v1/my/profile')).status, 200);
  });
});

test('rate limit by caller before body: a bad body over the limit says 429', async () => {
  await inLimitedHouse('RATE_LIMIT_PER_CALLER', async (_limited, caller) => {
    assert.deepEqual(await statusesOf(() => caller.generate({ gender: 'X' })), new Set([400, 429]));
  });
});

test('tenant and permission before rate limit by caller: over the limit the answer is still 403', async () => {
  await inLimitedHouse('RATE_LIMIT_PER_CALLER', async (_limited, caller) => {
    await statusesOf(() => caller.get('/v1/my/profile'));
    const foreign = `/${client.tenant.tenantId}/v1/credit-reports`;
    assert.deepEqual(await statusesOf(() => caller.get(foreign)), new Set([403]));
  });
});

test("a tenant's own limit counts all its callers together, and comes before the body too", async () => {
  await inLimitedHouse('RATE_LIMIT_PER_TENANT', async (_limited, caller) => {
    assert.deepEqual(await statusesOf(() => caller.generate({ gender: 'X' })), new Set([400, 429]));
    assert.deepEqual(await statusesOf(() => caller.get('/v1/my/profile')), new Set([200]));
  });
});

test('rate limit by address before token: too many requests without a token say 429', async () => {
  await inLimitedHouse('RATE_LIMIT_PER_ADDRESS', async (limited) => {
    const remoteAddress = '198.51.100.9';
    const ask = () => send(limited, { method: 'GET', url: '/v1/my/profile', remoteAddress });
    assert.deepEqual(await statusesOf(ask), new Set([401, 429]));
  });
});

/** A wrong or a right secret in each of the ways that a client may send it. */
const WAYS: Record<string, (id: string, secret: string) => { authorization?: string; form: string }> = {
  'HTTP Basic': (id, secret) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    form: 'grant_type=client_credentials',
  }),
  'HTTP Basic with percent signs': (id, secret) => ({
    authorization: `basic ${Buffer.from(`%${id.charCodeAt(0).toString(16)}${id.slice(1)}:${secret.replace('-', '%2D')}`).toString('base64')}`,
    form: 'grant_type=client_credentials',
  }),
  'a form': (id, secret) => ({
    form: `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`,
  }),
  'a form with a field more': (id, secret) => ({
    form: `client_secret=${secret}&client_id=${id}&grant_type=client_credentials&more=1`,
  }),
};

for (const [number, [way, sent]] of Object.entries(WAYS).entries()) {
  test(`strangers with wrong secrets spend their own allowance, not the client's: ${way}`, async () => {
    await inLimitedHouse('RATE_LIMIT_TOKENS_PER_CLIENT', async (limited) => {
      // One that has asked for no token yet; the windows are in the database that all tests share.
      const { clientId, clientSecret } = await createTenant(limited);
      const [one, another, owner] = [1, 2, 3].map((last) => `198.51.${100 + number}.${last}`) as [
        string,
        string,
        string,
      ];
      const ask = (remoteAddress: string, id: string, secret: string) => {
        const { authorization, form } = sent(id, secret);
        const headers = {
          'content-type': 'application/x-www-form-urlencoded',
          ...(authorization !== undefined && { authorization }),
        };
        return send(limited, {
          method: 'POST',
          url: '/v1/oauth/token',
          headers,
          payload: form,
          remoteAddress,
        });
      };
      const wrong = () => ask(one, clientId, `${clientSecret}x`);
      assert.deepEqual(await statusesOf(wrong), new Set([401, 429]));
      // Another stranger has their own, also at a client that does not exist; and so has the first one at another client.
      for (const id of [clientId, 'nobody']) assert.equal((await ask(another, id, 'wrong')).status, 401);
      assert.equal((await ask(one, 'nobody', 'wrong')).status, 401);
      // The right one works from anywhere, the stranger's address included, and has a limit of its own.
      assert.equal((await ask(one, clientId, clientSecret)).status, 200);
      const right = () => ask(owner, clientId, clientSecret);
      assert.deepEqual(await statusesOf(right), new Set([200, 429]));
    });
  });
}
