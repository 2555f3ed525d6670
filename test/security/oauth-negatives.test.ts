// What an authorization server must not do, as tables: redirect variants, PKCE missing or wrong, response types and modes, unknown grants,
// foreign, old or altered codes, clients with wrong credentials, callbacks without a started sign-in. Nothing is issued in any of them; the
// valid request at the end does issue.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createKeyring } from '../../src/storage/keys/keyring.ts';
import type { TokenAnswer } from '../support/answers.ts';
import { createTenant, type House, openHouse, send, sql, type Tenant } from '../support/house.ts';
import { beginSignIn, createPerson, openBrowser, PASSWORD, type TestPerson } from '../support/people.ts';

const OWN = 'http://trefoil.test';
const CALLBACK = `${OWN}/v1/auth/callback`;
const VERIFIER = 'v'.repeat(43);
let challenge: string;

let house: House;
let tenant: Tenant;
let person: TestPerson;
let secret: string;
let tried = 0;
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
  tenant = await createTenant(house);
  person = await createPerson(house, { tenantId: tenant.tenantId });
  secret = createKeyring(house.config.ENCRYPTION_KEY)
    .mac('hash-sign-ins', 'console client secret')
    .toString('base64url');
  challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(VERIFIER))).toString('base64url');
});
after(() => house?.close());

type Fields = Record<string, string | string[] | null>;

function query(changes: Fields = {}): string {
  const fields: Fields = {
    client_id: 'console',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: CALLBACK,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'of-a-test',
    prompt: 'login',
    ...changes,
  };
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one) => [name, one]),
  );
  return new URLSearchParams(pairs as [string, string][]).toString();
}

async function recordsOf(): Promise<unknown[]> {
  return sql(
    house,
    `select count(*) as count from openid_records where model in ('Interaction', 'AuthorizationCode', 'AccessToken')`,
  );
}

/** Refused: no sign-in begins, and the browser is redirected nowhere but to us. */
async function assertNoSignIn(what: string, changes: Fields): Promise<void> {
  tried += 1;
  const before = await recordsOf();
  const browser = openBrowser(house);
  const answer = await browser.get(`/v1/oauth/authorize?${query(changes)}`);
  assert.deepEqual(await recordsOf(), before, what);
  if (answer.status === 303) {
    const location = new URL(String(answer.headers.location), OWN);
    assert.equal(`${location.origin}${location.pathname}`, CALLBACK, what);
    const told = new URLSearchParams(location.search === '' ? location.hash.slice(1) : location.search);
    assert.ok(told.has('error'), what);
    assert.equal(told.get('iss'), OWN, what);
    for (const name of ['code', 'access_token', 'id_token'])
      assert.ok(!location.href.includes(`${name}=`), what);
  } else {
    assert.equal(answer.status, 400, `${what}: ${answer.text}`);
    assert.ok(answer.body.error, what);
  }
}

const REDIRECTS = [
  'https://evil.example/',
  'https://evil.example/v1/auth/callback',
  'http://trefoil.test.evil.example/v1/auth/callback',
  'http://trefoil.test@evil.example/v1/auth/callback',
  'http://evil.example#@trefoil.test/v1/auth/callback',
  'http://evil.example\\@trefoil.test/v1/auth/callback',
  'https://trefoil.test/v1/auth/callback',
  'http://trefoil.test:80/v1/auth/callback',
  'http://trefoil.test:8080/v1/auth/callback',
  'http://TREFOIL.test/v1/auth/callback',
  'HTTP://trefoil.test/v1/auth/callback',
  'http://trefoil.test./v1/auth/callback',
  'http://www.trefoil.test/v1/auth/callback',
  'http://trefoil.test/v1/auth/callback/',
  'http://trefoil.test/v1/auth/callback?',
  'http://trefoil.test/v1/auth/callback?x=1',
  'http://trefoil.test/v1/auth/callback#',
  'http://trefoil.test/v1/auth/callback#x',
  'http://trefoil.test/v1/auth/callback/../../../evil',
  'http://trefoil.test/v1/auth/../auth/callback',
  'http://trefoil.test/v1/auth/./callback',
  'http://trefoil.test//v1/auth/callback',
  'http://trefoil.test/v1//auth/callback',
  'http://trefoil.test/v1/auth/Callback',
  'http://trefoil.test/v1/auth/callback%00',
  'http://trefoil.test/v1/auth/callback%0d%0aLocation:%20https://evil.example',
  'http://trefoil.test/v1/auth/callback\r\nx: y',
  'http://trefoil.test/v1/auth/%63allback',
  'http://trefoil.test/v1/auth/callback%2f..',
  'http://trefoil.test/v1/auth/callback;x',
  'http://trefoil.test/v1/auth/callback ',
  ' http://trefoil.test/v1/auth/callback',
  'http://trefoil.test/v1/auth',
  'http://trefoil.test/',
  'http://trefoil.test',
  '/v1/auth/callback',
  'v1/auth/callback',
  '//trefoil.test/v1/auth/callback',
  '//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://127.0.0.1/v1/auth/callback',
  'http://localhost/v1/auth/callback',
  'http://[::1]/v1/auth/callback',
  'http://trefoil.test/v1/auth/login?returnTo=https://evil.example',
  'urn:ietf:wg:oauth:2.0:oob',
  'com.evil.app:/callback',
  'http://*/v1/auth/callback',
  'http://trefoil.test/v1/auth/callback*',
  '',
];

test('no redirect address but the registered one, character by character', async () => {
  for (const redirect_uri of REDIRECTS) await assertNoSignIn(JSON.stringify(redirect_uri), { redirect_uri });
  await assertNoSignIn('two of them', { redirect_uri: [CALLBACK, 'https://evil.example/'] });
});

const REQUESTS: Record<string, Fields> = {
  'no PKCE': { code_challenge: null, code_challenge_method: null },
  'PKCE by plain': { code_challenge: VERIFIER, code_challenge_method: 'plain' },
  'PKCE without a method': { code_challenge_method: null },
  'a method without a challenge': { code_challenge: null },
  'an unknown method': { code_challenge_method: 'S512' },
  'a method in small letters': { code_challenge_method: 's256' },
  'a short challenge': { code_challenge: 'x'.repeat(42) },
  'a long challenge': { code_challenge: 'x'.repeat(200) },
  'a challenge of other letters': { code_challenge: `${'x'.repeat(42)}=` },
  'two challenges': { code_challenge: ['x'.repeat(43), 'y'.repeat(43)] },
  'the implicit flow': { response_type: 'token' },
  'the implicit flow with an ID token': { response_type: 'id_token', nonce: 'n' },
  'the hybrid flow': { response_type: 'code id_token', nonce: 'n' },
  'the hybrid flow with a token': { response_type: 'code token', nonce: 'n' },
  'all at once': { response_type: 'code id_token token', nonce: 'n' },
  'the response type none': { response_type: 'none' },
  'no response type': { response_type: null },
  'an unknown response type': { response_type: 'password' },
  'the response type in capitals': { response_type: 'CODE' },
  'an unknown response mode': { response_mode: 'web_message' },
  'no client': { client_id: null },
  'an unknown client': { client_id: 'somebody' },
  'a client with a NUL': { client_id: 'console\u0000' },
  'our client in capitals': { client_id: 'CONSOLE' },
  'two clients': { client_id: ['console', 'somebody'] },
  'a client id that is an address': { client_id: 'https://evil.example/client' },
  'a scope without openid': { scope: 'reports:read' },
  'a request object': { request: 'eyJhbGciOiJub25lIn0.e30.' },
  'a request by reference': { request_uri: 'https://evil.example/request' },
  'an unknown pushed request': { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
  'a registration': { registration: '{}' },
  'prompt none, without a session': { prompt: 'none' },
  'prompt none together with login': { prompt: 'none login' },
  'an unknown prompt': { prompt: 'anything' },
  'a negative max_age': { max_age: '-1' },
  'a max_age that is not a number': { max_age: 'soon' },
  'an ID token hint that is none': { id_token_hint: 'eyJhbGciOiJub25lIn0.e30.' },
  'two states': { state: ['a', 'b'] },
  "another server's resource": { resource: 'https://api.evil.example' },
};

test('no request without PKCE, or with an unknown flow, client or parameter', async () => {
  for (const [what, changes] of Object.entries(REQUESTS)) await assertNoSignIn(what, changes);
  // A credential is a client, but people cannot sign in through it.
  await assertNoSignIn('the client of a credential', { client_id: tenant.clientId });
});

/** A valid authorization code, not yet redeemed. */
async function freshCode(): Promise<string> {
  const browser = openBrowser(house);
  const { url: page } = await browser.follow(await browser.get(`/v1/oauth/authorize?${query()}`));
  const done = await browser.submit(page, { email: person.email, password: PASSWORD });
  const back = await browser.get(String(done.headers.location));
  return new URL(String(back.headers.location)).searchParams.get('code') ?? assert.fail();
}

test('a request that asks for no scope gets no code, though a person signs in', async () => {
  const browser = openBrowser(house);
  const { url: page } = await browser.follow(
    await browser.get(`/v1/oauth/authorize?${query({ scope: null })}`),
  );
  const done = await browser.submit(page, { email: person.email, password: PASSWORD });
  const back = new URL(String((await browser.get(String(done.headers.location))).headers.location));
  assert.equal(back.searchParams.get('error'), 'access_denied');
  assert.equal(back.searchParams.get('code'), null);
});

function redeem(
  changes: Fields,
  who: { id: string; secret: string } | null = { id: 'console', secret },
): Promise<TokenAnswer> {
  const fields: Fields = {
    grant_type: 'authorization_code',
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    ...changes,
  };
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one) => [name, one]),
  );
  return send(house, {
    method: 'POST',
    url: '/v1/oauth/token',
    headers: {
      ...(who !== null && {
        authorization: `Basic ${Buffer.from(`${who.id}:${who.secret}`).toString('base64')}`,
      }),
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams(pairs as [string, string][]).toString(),
  });
}

type Redemption = {
  fields?: Fields;
  change?: (code: string) => string;
  who?: { id: string; secret: string } | null;
};
const REDEMPTIONS = (): Record<string, Redemption> => ({
  'no verifier': { fields: { code_verifier: null } },
  'an empty verifier': { fields: { code_verifier: '' } },
  'another verifier': { fields: { code_verifier: 'w'.repeat(43) } },
  'the challenge as the verifier': { fields: { code_verifier: challenge } },
  'a short verifier': { fields: { code_verifier: 'v' } },
  'two verifiers': { fields: { code_verifier: [VERIFIER, 'w'.repeat(43)] } },
  'no redirect address': { fields: { redirect_uri: null } },
  'another redirect address': { fields: { redirect_uri: 'https://evil.example/' } },
  'a redirect address with a slash more': { fields: { redirect_uri: `${CALLBACK}/` } },
  'no client': { who: null },
  'a wrong secret': { who: { id: 'console', secret: 'wrong' } },
  'an empty secret': { who: { id: 'console', secret: '' } },
  "a credential, with the credential's secret": { who: { id: tenant.clientId, secret: tenant.clientSecret } },
  "our client, with a credential's secret": { who: { id: 'console', secret: tenant.clientSecret } },
  'only a client id, as a public client': { who: null, fields: { client_id: 'console' } },
  'a made-up code': { change: () => 'made-up' },
  'a shortened code': { change: (code) => code.slice(0, -1) },
  'a longer code': { change: (code) => `${code}x` },
  'a code with another letter': { change: (code) => `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}` },
  'a code in capitals': { change: (code) => code.toUpperCase() },
  'an empty code': { change: () => '' },
  'the password grant': { fields: { grant_type: 'password', username: person.email, password: PASSWORD } },
  'the refresh token grant': { fields: { grant_type: 'refresh_token', refresh_token: 'x' } },
  'client credentials for our own pages': { fields: { grant_type: 'client_credentials' } },
  'the device grant': {
    fields: { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'x' },
  },
  'token exchange': { fields: { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange' } },
  'a JWT assertion': {
    fields: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'x' },
  },
  'the implicit grant': { fields: { grant_type: 'implicit' } },
  'no grant': { fields: { grant_type: null } },
});

test('no token for a code without its verifier, its client, its address, or for anything else', async () => {
  const before = await sql(house, `select count(*) as count from openid_records where model = 'AccessToken'`);
  for (const [what, { fields = {}, change = (code: string) => code, who }] of Object.entries(REDEMPTIONS())) {
    tried += 1;
    const code = change(await freshCode());
    const answer = await (who === undefined ? redeem({ code, ...fields }) : redeem({ code, ...fields }, who));
    assert.ok(answer.status === 400 || answer.status === 401, `${what}: ${answer.status} ${answer.text}`);
    assert.ok(answer.body.error, what);
    assert.ok(!/access_token|id_token/.test(answer.text), what);
  }
  assert.deepEqual(
    await sql(house, `select count(*) as count from openid_records where model = 'AccessToken'`),
    before,
  );
});

test('a code lives for a minute, and reusing one revokes its tokens', async () => {
  const late = await freshCode();
  const [row] = await sql<{ seconds: number }>(
    house,
    `select extract(epoch from max(expires_at) - clock_timestamp())::float as seconds from openid_records where model = 'AuthorizationCode'`,
  );
  assert.ok((row?.seconds ?? 99) <= 60);
  await sql(
    house,
    `update openid_records set expires_at = now() - interval '1 second' where model = 'AuthorizationCode'`,
  );
  tried += 2;
  assert.equal((await redeem({ code: late })).status, 400);
  const code = await freshCode();
  assert.equal((await redeem({ code })).status, 200);
  assert.equal((await redeem({ code })).status, 400);
});

test('no session for a callback without a started sign-in', async () => {
  const before = await sql(house, 'select count(*) as count from sessions');
  const [browser, other] = [openBrowser(house), openBrowser(house)];
  const page = await beginSignIn(browser);
  const done = await browser.submit(page, { email: person.email, password: PASSWORD });
  const back = new URL(String((await browser.get(String(done.headers.location))).headers.location));
  const state = back.searchParams.get('state') ?? '';
  await beginSignIn(other);
  const code = back.searchParams.get('code') ?? '';
  const iss = encodeURIComponent(OWN);
  const ways = [
    [openBrowser(house), back.search],
    [other, back.search],
    [browser.copy(), `?code=${code}&iss=${iss}`],
    [browser.copy(), `?code=${code}&state=another&iss=${iss}`],
    [browser.copy(), `?code=${code}&state=${state}&iss=${encodeURIComponent('https://evil.example')}`],
    [browser.copy(), `?code=${code}&state=${state}`],
    [browser.copy(), `?state=${state}&iss=${iss}`],
    [browser.copy(), `?error=access_denied&state=${state}&iss=${iss}`],
    [browser.copy(), `?code=${code}&code=x&state=${state}&iss=${iss}`],
    [browser.copy(), ''],
  ] as const;
  for (const [who, search] of ways) {
    tried += 1;
    const answer = await who.get(`/v1/auth/callback${search}`);
    assert.deepEqual([answer.status, answer.headers.location], [303, '/sign-in/over'], search);
    assert.ok(!who.cookies.has('__Host-access') && !who.cookies.has('__Host-refresh'));
  }
  assert.deepEqual(await sql(house, 'select count(*) as count from sessions'), before);
});

test('the valid request is answered, so that the tables prove something', async () => {
  const answer = await redeem({ code: await freshCode() });
  assert.equal(answer.status, 200, answer.text);
  assert.ok(answer.body.id_token);
  // The provider's token is not accepted by the API: people get theirs in cookies.
  const headers = { authorization: `Bearer ${answer.body.access_token}` };
  assert.equal((await send(house, { url: '/v1/my/profile', headers })).status, 401);
  const asId = { authorization: `Bearer ${answer.body.id_token}` };
  assert.equal((await send(house, { url: '/v1/my/profile', headers: asId })).status, 401);
  assert.ok(tried >= 120, `${tried} cases`);
});
