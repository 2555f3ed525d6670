// A third-party OpenID client (openid-client, certified) against a real process: discovery, client credentials, and tokens that verify with
// the published keys.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { PERMISSIONS } from '../../src/domain/people/permissions.ts';
import type { TokenAnswer } from '../support/answers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { type Answer, createTenant, type House, openHouse, type Tenant } from '../support/house.ts';
import { freePort } from '../support/http/ports.ts';
import { after, before, test } from '../support/long.ts';
import { call, endAll, type ServiceProcess, startService, until, untilReady } from '../support/processes.ts';

let database: TestDatabase;
let house: House;
let service: ServiceProcess;
let tenant: Tenant;

before(async () => {
  database = await createTestDatabase();
  house = await openHouse({}, database);
  tenant = await createTenant(house);
  const port = await freePort();
  service = await startService({
    DATABASE_URL: database.url,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    // Not set, so that the default applies: 60 a minute.
    RATE_LIMIT_TOKENS_PER_CLIENT: '',
  });
  await untilReady(service);
});
after(async () => {
  await endAll();
  await house?.close();
  await database?.drop();
});

const METHODS = {
  client_secret_basic: openid.ClientSecretBasic,
  client_secret_post: openid.ClientSecretPost,
};

for (const [name, method] of Object.entries(METHODS)) {
  test(`a client discovers the token endpoint and gets a token by ${name}`, async () => {
    const answer = await openid.clientCredentialsGrant(await discover(tenant, method));
    assert.equal(answer.token_type, 'bearer');
    assert.equal(answer.expires_in, 900);
    assert.equal(answer.refresh_token, undefined);
    assert.equal(answer.id_token, undefined);
    const headers = { authorization: `Bearer ${answer.access_token}` };
    const profile = await call(service.origin, { path: '/v1/my/profile', headers });
    assert.deepEqual([profile.status, profile.body.id], [200, tenant.personId]);
  });
}

test('a token is a JWT by RFC 9068 that the published keys verify', async () => {
  const config = await discover(tenant);
  const answer = await openid.clientCredentialsGrant(config);
  const { jwks_uri = '', issuer } = config.serverMetadata();
  const { payload, protectedHeader } = await jwtVerify(
    answer.access_token,
    createRemoteJWKSet(new URL(jwks_uri)),
    { issuer, audience: service.origin, typ: 'at+jwt', algorithms: ['EdDSA'] },
  );
  assert.deepEqual(Object.keys(protectedHeader).sort(), ['alg', 'kid', 'typ']);
  assert.equal(issuer, service.origin);
  assert.deepEqual(Object.keys(payload).sort(), [
    'aud',
    'client_id',
    'exp',
    'iat',
    'iss',
    'jti',
    'scope',
    'sub',
  ]);
  assert.equal(payload.sub, tenant.clientId);
  assert.equal(payload.client_id, tenant.clientId);
  assert.equal(payload.scope, PERMISSIONS.join(' '));
  assert.equal((payload.exp as number) - (payload.iat as number), 900);
});

test('no two tokens have the same jti', async () => {
  const config = await discover(tenant);
  const answers = await Promise.all(Array.from({ length: 5 }, () => openid.clientCredentialsGrant(config)));
  assert.equal(new Set(answers.map(({ access_token }) => decodeJwt(access_token).jti)).size, 5);
});

test('the keys are published without their private parts', async () => {
  const { body } = await call(service.origin, { path: '/.well-known/jwks.json' });
  for (const key of body.keys)
    assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x']);
});

test('a client that requests fewer scopes gets fewer', async () => {
  const answer = await openid.clientCredentialsGrant(await discover(tenant), { scope: 'reports:read' });
  assert.equal(decodeJwt(answer.access_token).scope, 'reports:read');
  const headers = { authorization: `Bearer ${answer.access_token}` };
  const path = `/${tenant.tenantId}/v1/credit-reports`;
  assert.equal((await call(service.origin, { path, headers })).status, 200);
  assert.equal((await call(service.origin, { method: 'POST', path, headers })).status, 403);
});

test('a client cannot have a scope that it was not given', async () => {
  const reader = await createTenant(house, { scopes: ['reports:read'] });
  const all = await openid.clientCredentialsGrant(await discover(reader));
  assert.equal(decodeJwt(all.access_token).scope, 'reports:read');
  await assert.rejects(
    openid.clientCredentialsGrant(await discover(reader), { scope: 'reports:write' }),
    oauthError(400, 'invalid_scope'),
  );
});

test('an unknown scope is refused, alone and with a known one', async () => {
  const config = await discover(tenant);
  for (const scope of ['everything', 'reports:read everything', 'openid offline_access']) {
    await assert.rejects(openid.clientCredentialsGrant(config, { scope }), oauthError(400, 'invalid_scope'));
  }
});

test('a wrong secret, an unknown client and another client’s secret are the same invalid_client', async () => {
  const other = await createTenant(house);
  const wrong: Tenant[] = [
    { ...tenant, clientSecret: 'wrong' },
    { ...tenant, clientSecret: other.clientSecret },
    { ...tenant, clientId: 'client-000000000000' },
  ];
  for (const method of Object.values(METHODS)) {
    for (const client of wrong) {
      await assert.rejects(
        openid.clientCredentialsGrant(await discover(client, method)),
        oauthError(401, 'invalid_client'),
      );
    }
  }
  const bodies = await Promise.all(wrong.map((client) => ask(client)));
  assert.equal(new Set(bodies.map(({ status, text }) => `${status} ${text}`)).size, 1);
  assert.deepEqual(Object.keys(bodies[0]?.body ?? {}), ['error', 'error_description']);
  assert.match(String(bodies[0]?.headers['www-authenticate']), /^Basic /);
});

const REFUSED_FORMS: Record<string, [form: string, status: number, error: string]> = {
  'no grant type': ['', 400, 'invalid_request'],
  'the password grant': ['grant_type=password&username=a&password=b', 400, 'unsupported_grant_type'],
  'the authorization code grant': ['grant_type=authorization_code&code=x', 400, 'invalid_request'],
  'the refresh token grant': ['grant_type=refresh_token&refresh_token=x', 400, 'unsupported_grant_type'],
  'another audience': [
    'grant_type=client_credentials&resource=https%3A%2F%2Fapi.example',
    400,
    'invalid_target',
  ],
};

for (const [what, [form, status, error]] of Object.entries(REFUSED_FORMS)) {
  test(`a token request with ${what} is refused in OAuth's own shape`, async () => {
    const answer = await ask(await createTenant(house), { form });
    assert.deepEqual([answer.status, answer.body.error], [status, error], answer.text);
    assert.equal(answer.headers['cache-control'], 'no-store');
  });
}

test('a client that authenticates in two ways at once is refused', async () => {
  const other = await createTenant(house);
  const form = `grant_type=client_credentials&client_id=${tenant.clientId}&client_secret=${tenant.clientSecret}`;
  const answer = await ask(other, { form });
  assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
});

test('a client_id that no database can hold is an unknown client, not a fault', async () => {
  for (const id of ['a%00b', '%ED%A0%80', 'a'.repeat(2_000)]) {
    const answer = await call(service.origin, {
      method: 'POST',
      path: '/v1/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=client_credentials&client_id=${id}&client_secret=x`,
    });
    assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_client']);
  }
});

test('both well-known documents describe the same server, and only what it does', async () => {
  const paths = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'] as const;
  const [first, second] = await Promise.all(paths.map((path) => call(service.origin, { path })));
  assert.deepEqual(first?.body, second?.body);
  const document: Record<string, unknown> = first?.body ?? assert.fail();
  assert.equal(document.issuer, service.origin);
  assert.equal(document.token_endpoint, `${service.origin}/v1/oauth/token`);
  assert.equal(document.jwks_uri, `${service.origin}/.well-known/jwks.json`);
  assert.equal(document.authorization_endpoint, `${service.origin}/v1/oauth/authorize`);
  assert.deepEqual(document.grant_types_supported, ['client_credentials', 'authorization_code']);
  assert.deepEqual(document.code_challenge_methods_supported, ['S256']);
  assert.deepEqual(
    [...(document.token_endpoint_auth_methods_supported as string[])].sort(),
    Object.keys(METHODS).sort(),
  );
  // Every address in it is ours and exists.
  const endpoints = Object.entries(document).filter(([name]) => /_endpoint$|_uri$/.test(name));
  assert.deepEqual(endpoints.map(([name]) => name).sort(), [
    'authorization_endpoint',
    'jwks_uri',
    'token_endpoint',
  ]);
  const byOAuth = await openid.discovery(new URL(service.origin), tenant.clientId, undefined, undefined, {
    execute: [openid.allowInsecureRequests],
    algorithm: 'oauth2',
  });
  assert.equal(byOAuth.serverMetadata().token_endpoint, document.token_endpoint);
});

test('a caller’s Host header appears in no answer', async () => {
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
  };
  for (const path of ['/.well-known/openid-configuration', '/openapi.json', '/reference']) {
    const answer = await call(service.origin, { path, headers });
    assert.doesNotMatch(answer.text + JSON.stringify(answer.headers), /evil/, path);
  }
});

test('the 61st token request of a minute is refused, however the client spells its id, with Retry-After', async () => {
  const [client, probe] = [await createTenant(house), await createTenant(house)];
  await until('ten seconds of a minute are left', async () => secondsLeft(await ask(probe)) >= 10, 15_000);
  const statuses = new Set<number>();
  for (let n = 0; n < 60; n += 1) statuses.add((await ask(client)).status);
  assert.deepEqual([...statuses], [200]);

  const letters = [...client.clientId].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');
  const refused = [
    await ask(client),
    await ask(client, { inForm: true }),
    await ask({ ...client, clientId: letters }),
    await ask(client, { spell: (basic) => `!${basic}` }),
    await ask(client, { scheme: 'bAsIc' }),
  ];
  for (const { status, headers, body } of refused) {
    assert.deepEqual([status, body?.error], [429, 'temporarily_unavailable']);
    assert.match(String(headers['retry-after']), /^([1-9]|[1-5]\d|60)$/);
    assert.match(String(headers.ratelimit), /"client";r=0;t=\d+/);
    assert.match(String(headers['ratelimit-policy']), /"client";q=60;w=60/);
  }
  assert.equal((await ask(probe)).status, 200);
});

function discover(client: Tenant, method: typeof openid.ClientSecretBasic = openid.ClientSecretBasic) {
  const { clientId, clientSecret } = client;
  return openid.discovery(new URL(service.origin), clientId, undefined, method(clientSecret), {
    execute: [openid.allowInsecureRequests],
  });
}

function oauthError(status: number, error: string): (thrown: unknown) => boolean {
  return (thrown) => {
    // openid-client throws one kind for an error in the body and another for a WWW-Authenticate challenge.
    const {
      status: got,
      error: code,
      cause,
    } = thrown as { status?: number; error?: string; cause?: unknown };
    const challenge = (cause as { parameters?: { error?: string } }[] | undefined)?.[0]?.parameters?.error;
    assert.deepEqual([got, code ?? challenge], [status, error]);
    return true;
  };
}

function ask(
  client: { clientId: string; clientSecret: string },
  more: { form?: string; inForm?: true; scheme?: string; spell?: (basic: string) => string } = {},
): Promise<TokenAnswer> {
  const { clientId, clientSecret } = client;
  const { form = 'grant_type=client_credentials', scheme = 'Basic', spell = (text) => text } = more;
  const basic = spell(Buffer.from(`${clientId}:${clientSecret}`).toString('base64'));
  return call(service.origin, {
    method: 'POST',
    path: '/v1/oauth/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(more.inForm === undefined && { authorization: `${scheme} ${basic}` }),
    },
    body: more.inForm ? `${form}&client_id=${clientId}&client_secret=${clientSecret}` : form,
  });
}

function secondsLeft(answer: Answer): number {
  return Number(/"client";r=\d+;t=(\d+)/.exec(String(answer.headers.ratelimit))?.[1]);
}
