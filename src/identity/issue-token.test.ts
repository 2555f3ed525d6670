// The short way to a token beside the library's: wherever it says yes, the library says yes with the same token.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { createAccessTokenReader } from './access-tokens.ts';
import { createIssueToken } from './issue-token.ts';
import type { OpenIdClient } from './openid-client.ts';
import { createOpenIdProvider, PROVIDER_ROUTES } from './provider.ts';
import { createSignToken } from './sign-token.ts';
import { makeSigningKey, openKeyDirectory } from './signing-keys.ts';

const SCOPES = ['reports:read', 'reports:write', 'wallet:read'];
const NOW_MS = 1_780_000_000_000;
const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
const own = { issuer: 'https://trefoil.example', audience: 'https://trefoil.example', nowMs: () => NOW_MS };

const CLIENTS: OpenIdClient[] = [
  { clientId: 'plain', secretHash: hashSecret('right-secret'), scopes: SCOPES },
  {
    ...{
      clientId: 'rotated',
      secretHash: hashSecret('right-secret'),
      oldSecretHash: hashSecret('old-secret'),
    },
    ...{ generation: 2, scopes: SCOPES.slice(0, 2) },
  },
  {
    ...{ clientId: 'console', secretHash: hashSecret('right-secret'), scopes: ['openid'] },
    redirectUri: 'https://trefoil.example/v1/auth/callback',
  },
];

const keys = await openKeyDirectory({
  ensureSigningKey: async (make) => [
    { ...(await make()), isActive: true },
    { ...(await makeSigningKey()), isActive: false },
  ],
  listSigningKeys: async () => [],
});
keys.stop();
const issueToken = createIssueToken({ hashSecret, signToken: createSignToken({ keys, ...own }) });
const provider = createOpenIdProvider({
  ...own,
  scopes: SCOPES,
  keys,
  cookieKey: 'a cookie key',
  findClient: async (id) => CLIENTS.find(({ clientId }) => clientId === id) ?? null,
  hashSecret,
  records: {
    upsert: async () => {},
    find: async () => null,
    findByUid: async () => null,
    consume: async () => false,
    destroy: async () => {},
    revokeGrant: async () => {},
  },
});

type Asked = { client: OpenIdClient; form: URLSearchParams; authorization: string | undefined };

const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

/** Every way to authenticate with every form. */
function* requests(): Generator<Asked> {
  for (const client of CLIENTS) {
    const id = client.clientId;
    for (const secret of [
      'right-secret',
      'old-secret',
      'wrong',
      '',
      'right%2Dsecret',
      'right-secret:more',
      'right secret',
    ]) {
      for (const more of [{}, { resource: own.audience }, { nonsense: '1' }]) {
        for (const scope of [
          'reports:read',
          'reports:write reports:read',
          'reports:read reports:read',
          'wallet:read',
          'openid',
          '',
        ]) {
          for (const grant_type of ['client_credentials', 'authorization_code', 'password']) {
            const form = { grant_type, scope, ...more };
            yield { client, form: new URLSearchParams(form), authorization: basic(id, secret) };
            const withSecret = { ...form, client_id: id, client_secret: secret };
            yield { client, form: new URLSearchParams(withSecret), authorization: undefined };
          }
        }
      }
    }
    const right = new URLSearchParams({ grant_type: 'client_credentials', scope: 'reports:read' });
    const twice = new URLSearchParams([...right, ['scope', 'reports:read']]);
    const both = new URLSearchParams({
      ...Object.fromEntries(right),
      client_id: id,
      client_secret: 'right-secret',
    });
    yield { client, form: twice, authorization: basic(id, 'right-secret') };
    yield { client, form: both, authorization: basic(id, 'right-secret') };
    yield { client, form: right, authorization: basic('another', 'right-secret') };
    yield { client, form: right, authorization: 'Bearer right-secret' };
    yield { client, form: right, authorization: basic(id, 'right-secret').toLowerCase() };
  }
}

async function askLibrary({ client, form, authorization }: Asked) {
  return provider.handle({
    method: 'POST',
    path: PROVIDER_ROUTES.token,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(authorization && { authorization }) },
    body: form.toString(),
    client,
  });
}

test('wherever it issues a token, the library issues the same', async () => {
  let [issuedCount, refusedCount] = [0, 0];
  for (const asked of requests()) {
    const issued = issueToken(asked);
    if (issued === null) {
      refusedCount += 1;
      continue;
    }
    issuedCount += 1;
    const { status, body, usedOldSecret } = await askLibrary(asked);
    const name = `${asked.client.clientId} ${asked.form} ${asked.authorization}`;
    assert.equal(status, 200, name);
    const [short, long] = [JSON.parse(issued.body), JSON.parse(body)];
    assert.deepEqual(partsOf(short), partsOf(long), name);
    assert.equal(issued.usedOldSecret, usedOldSecret, name);
  }
  assert.ok(
    issuedCount >= 12 && refusedCount > 1_000,
    `${issuedCount} issued, ${refusedCount} left to the library`,
  );
});

test('its tokens are read as ours, and no two are the same', async () => {
  const read = createAccessTokenReader({ keys, ...own });
  const [client] = CLIENTS as [OpenIdClient];
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'reports:read' });
  const issue = () =>
    JSON.parse(issueToken({ client, form, authorization: basic('plain', 'right-secret') })?.body ?? '{}');
  const [one, other] = [issue(), issue()];
  assert.deepEqual(await read(one.access_token), {
    clientId: 'plain',
    scopes: ['reports:read'],
    expiresAtMs: NOW_MS + 900_000,
    secretGeneration: 0,
    sessionId: null,
  });
  assert.notEqual(one.access_token, other.access_token);
});

/** All that a caller sees, but for the token's own id. */
function partsOf({ access_token, ...rest }: { access_token: string }) {
  const { jti, ...claims } = decodeJwt(access_token);
  assert.equal(typeof jti, 'string');
  return { ...rest, claims, header: decodeProtectedHeader(access_token) };
}
