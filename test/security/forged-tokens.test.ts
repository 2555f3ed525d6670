// Forged, stale and misplaced access tokens. Each is refused with the same 401, and no URL in a token is ever requested: a server at that URL,
// and hooks on connections and DNS lookups, check that.
// Alone: it replaces functions of Node's.
import assert from 'node:assert/strict';
import { sign as cryptoSign } from 'node:crypto';
import dns from 'node:dns';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { after, before, mock, test } from 'node:test';
import {
  CompactSign,
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { createKeyring } from '../../src/storage/keys/keyring.ts';
import { createSigningKeyStore } from '../../src/storage/keys/signing-keys.ts';
import {
  type Answer,
  createTenant,
  type House,
  openHouse,
  send,
  TEST_ORIGIN,
  type Tenant,
  tokenOf,
} from '../support/house.ts';
import { holdBack } from '../support/http/at-once.ts';

type Header = Record<string, unknown>;
type Claims = Record<string, unknown>;

let house: House;
let tenant: Tenant;
let genuine: string;
/** Our own signing key, as stored. */
let ours: { kid: string; publicJwk: JWK; privateJwk: JWK; key: CryptoKey };
/** An attacker's key. */
let theirs: { privateKey: CryptoKey; publicJwk: JWK };
let lure: http.Server;
let lureUrl: string;
let lureVisits = 0;
const contacts: string[] = [];

before(async () => {
  house = await openHouse();
  tenant = await createTenant(house);
  genuine = await tokenOf(house, tenant);
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  const [key] = await createSigningKeyStore({ database: house.service.database, keyring }).listSigningKeys();
  assert.ok(key);
  ours = { ...key, key: (await importJWK(key.privateJwk, 'EdDSA')) as CryptoKey };
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  theirs = { privateKey: pair.privateKey, publicJwk: await exportJWK(pair.publicKey) };

  lure = http.createServer((_request, response) => {
    lureVisits += 1;
    response.end(JSON.stringify({ keys: [{ ...theirs.publicJwk, kid: 'theirs' }] }));
  });
  await new Promise<void>((resolve) => lure.listen(0, '127.0.0.1', resolve));
  lureUrl = `http://127.0.0.1:${(lure.address() as AddressInfo).port}`;
  const connect = net.Socket.prototype.connect;
  mock.method(net.Socket.prototype, 'connect', function (this: net.Socket, ...args: unknown[]) {
    if (!leadsToDatabase(args)) contacts.push(JSON.stringify(args));
    return Reflect.apply(connect, this, args);
  });
  const lookup = dns.lookup;
  mock.method(dns, 'lookup', (...args: unknown[]) => {
    contacts.push(String(args[0]));
    return Reflect.apply(lookup, dns, args);
  });
});
after(async () => {
  mock.restoreAll();
  lure?.close();
  await house?.close();
});

/** The pool may open a connection at any time. */
function leadsToDatabase(args: unknown[]): boolean {
  const url = new URL(house.database.url);
  const folder = url.searchParams.get('host');
  const text = JSON.stringify(args);
  return folder === null ? text.includes(url.hostname) && text.includes(url.port) : text.includes(folder);
}

/** The claims of a genuine token with these changes; `undefined` removes a claim. */
function claims(changes: Claims = {}): Claims {
  const iat = Math.floor(Date.now() / 1000);
  return {
    iss: TEST_ORIGIN,
    aud: TEST_ORIGIN,
    sub: tenant.clientId,
    client_id: tenant.clientId,
    scope: 'reports:write reports:read',
    jti: 'a-token-of-ours',
    iat,
    exp: iat + 900,
    ...changes,
  };
}

const now = (): number => Math.floor(Date.now() / 1000);

/** Signed by our own key: only the change can be the reason to refuse it. */
function byUs(changes: Claims = {}, header: Header = {}): Promise<string> {
  const full = { alg: 'EdDSA', typ: 'at+jwt', kid: ours.kid, ...header } as { alg: string };
  return new SignJWT(JSON.parse(JSON.stringify(claims(changes)))).setProtectedHeader(full).sign(ours.key);
}

function byThem(header: Header = {}): Promise<string> {
  const full = { alg: 'EdDSA', typ: 'at+jwt', kid: ours.kid, ...header } as { alg: string };
  return new SignJWT(claims()).setProtectedHeader(full).sign(theirs.privateKey);
}

/** Headers that no library would sign: assembled by hand, with our own key's signature. */
function crudely(header: Header, payload: string = JSON.stringify(claims())): string {
  const text = [JSON.stringify(header), payload]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
  const key = { key: ours.privateJwk as never, format: 'jwk' as const };
  return `${text}.${cryptoSign(null, Buffer.from(text), key).toString('base64url')}`;
}

function withAlg(alg: string, signature = ''): string {
  const header = { alg, typ: 'at+jwt', kid: ours.kid };
  const parts = [header, claims()].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return [...parts, signature].join('.');
}

function hmacWith(secret: Uint8Array): Promise<string> {
  const header = { alg: 'HS256', typ: 'at+jwt', kid: ours.kid };
  return new SignJWT(claims()).setProtectedHeader(header).sign(secret);
}

async function byKeyOf(alg: string): Promise<string> {
  const { privateKey } = await generateKeyPair(alg);
  const header = { alg, typ: 'at+jwt', kid: ours.kid };
  return new SignJWT(claims()).setProtectedHeader(header).sign(privateKey);
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const pem = async (): Promise<string> =>
  exportSPKI((await importJWK({ ...ours.publicJwk, ext: true }, 'EdDSA')) as CryptoKey);

const FORGERIES: Record<string, () => string | Promise<string>> = {
  'alg none': () => new UnsecuredJWT(claims()).encode(),
  'alg none with the rest of our header': () => withAlg('none'),
  'alg None': () => withAlg('None'),
  'alg NONE': () => withAlg('NONE'),
  'alg nOnE and the signature of a genuine token': () => withAlg('nOnE', genuine.split('.')[2]),
  'an empty alg': () => withAlg('', genuine.split('.')[2]),
  'HS256 with our public key as PEM': async () => hmacWith(bytes(await pem())),
  'HS256 with our public key as PEM and no line end': async () => hmacWith(bytes((await pem()).trim())),
  'HS256 with our public key as JWK': () => hmacWith(bytes(JSON.stringify(ours.publicJwk))),
  'HS256 with the bytes of our public key': () =>
    hmacWith(Buffer.from(ours.publicJwk.x as string, 'base64url')),
  'HS256 with the x of our public key': () => hmacWith(bytes(ours.publicJwk.x as string)),
  'alg RS256': () => byKeyOf('RS256'),
  'alg PS256': () => byKeyOf('PS256'),
  'alg ES256': () => byKeyOf('ES256'),
  'ES256 and a signature of zeros': () => withAlg('ES256', Buffer.alloc(64).toString('base64url')),
  'EdDSA and a signature of zeros': () => withAlg('EdDSA', Buffer.alloc(64).toString('base64url')),
  'EdDSA and no signature': () => withAlg('EdDSA'),
  'our signature under the name Ed25519': () => crudely({ alg: 'Ed25519', typ: 'at+jwt', kid: ours.kid }),
  'an alg that is a list': () => crudely({ alg: ['EdDSA'], typ: 'at+jwt', kid: ours.kid }),
  'the kid of ours and the signature of another': () => byThem(),
  'a kid that is a path': () => byThem({ kid: '../../../../../../dev/null' }),
  'a kid that is SQL': () => byThem({ kid: "' or '1'='1' --" }),
  'a kid that is an address': () => byThem({ kid: `${lureUrl}/key` }),
  'an unknown kid': () => byThem({ kid: '00000000-0000-4000-8000-000000000000' }),
  'an unknown kid and our signature': () => byUs({}, { kid: 'nobody' }),
  'a kid that is null': () => crudely({ alg: 'EdDSA', typ: 'at+jwt', kid: null }),
  'a kid that is a list': () => crudely({ alg: 'EdDSA', typ: 'at+jwt', kid: [ours.kid] }),
  'no kid': () => crudely({ alg: 'EdDSA', typ: 'at+jwt' }),
  'a jku of their own': () => byThem({ kid: 'theirs', jku: `${lureUrl}/jwks.json` }),
  'a jku of their own and our kid': () => byThem({ jku: `${lureUrl}/jwks.json` }),
  'an x5u of their own': () => byThem({ x5u: `${lureUrl}/chain.pem` }),
  'a jwk of their own': () => byThem({ jwk: theirs.publicJwk }),
  'a jwk of their own and no kid': () => byThem({ kid: undefined, jwk: theirs.publicJwk }),
  'an x5c of their own': () => byThem({ x5c: ['MIIBszCCAVmgAwIBAgIUdGhlaXJz'] }),
  'an unknown crit': () => crudely({ alg: 'EdDSA', typ: 'at+jwt', kid: ours.kid, crit: ['exp'], exp: 1 }),
  'an empty crit': () => crudely({ alg: 'EdDSA', typ: 'at+jwt', kid: ours.kid, crit: [] }),
  'b64 false': () => crudely({ alg: 'EdDSA', typ: 'at+jwt', kid: ours.kid, b64: false, crit: ['b64'] }),
  'no exp': () => byUs({ exp: undefined }),
  'an exp that is a string': () => byUs({ exp: String(now() + 600) }),
  'an exp that is null': () => byUs({ exp: null }),
  'an exp beyond all numbers': () =>
    crudely(ourHeader(), JSON.stringify(claims({ exp: 7 })).replace('"exp":7', '"exp":1e400')),
  'an exp eleven seconds ago': () => byUs({ iat: now() - 900, exp: now() - 11 }),
  'an exp in 1970': () => byUs({ iat: 0, exp: 900 }),
  'an nbf a minute ahead': () => byUs({ nbf: now() + 60 }),
  'an nbf that is a string': () => byUs({ nbf: 'now' }),
  'an iat 61 seconds ahead': () => byUs({ iat: now() + 61, exp: now() + 600 }),
  'no iat': () => byUs({ iat: undefined }),
  'a life of one second too long': () => byUs({ exp: now() + 901 }),
  'a life of ten years': () => byUs({ exp: now() + 315_360_000 }),
  'another issuer': () => byUs({ iss: 'https://issuer.example' }),
  'our issuer with a slash': () => byUs({ iss: `${TEST_ORIGIN}/` }),
  'our issuer in capitals': () => byUs({ iss: TEST_ORIGIN.toUpperCase() }),
  'no issuer': () => byUs({ iss: undefined }),
  'another audience': () => byUs({ aud: 'https://api.example' }),
  'our audience with a slash': () => byUs({ aud: `${TEST_ORIGIN}/` }),
  'a list of audiences without ours': () => byUs({ aud: ['https://api.example', tenant.clientId] }),
  'an empty list of audiences': () => byUs({ aud: [] }),
  'no audience': () => byUs({ aud: undefined }),
  'the type JWT': () => byUs({}, { typ: 'JWT' }),
  'no type': () => byUs({}, { typ: undefined }),
  'the look of an ID token': () =>
    byUs({ aud: tenant.clientId, nonce: 'n', auth_time: now() }, { typ: 'JWT' }),
  'the type of a logout token': () => byUs({}, { typ: 'logout+jwt' }),
  'no client_id': () => byUs({ client_id: undefined }),
  'a client_id that is a number': () => byUs({ client_id: 7 }),
  'a client_id that is a list': () => byUs({ client_id: [tenant.clientId] }),
  'an unknown client_id': () => byUs({ client_id: 'client-000000000000' }),
  'a client_id that is SQL': () => byUs({ client_id: "' or true --" }),
  'a client_id with a NUL in it': () => byUs({ client_id: `${tenant.clientId}\u0000` }),
  'no subject': () => byUs({ sub: undefined }),
  'no jti': () => byUs({ jti: undefined }),
  'a scope that is a list': () => byUs({ scope: ['reports:read'] }),
  'a payload that is a list': () => crudely(ourHeader(), '[]'),
  'a payload that is not JSON': () => crudely(ourHeader(), '{'),
  'a signature that lacks its last byte': () => genuine.slice(0, -2),
  'a signature that lacks its last character': () => genuine.slice(0, -1),
  'another last character that decodes to the same signature': () => otherSpelling(genuine),
  'a signature with padding': () => `${genuine}==`,
  'a signature with a byte more': () => `${genuine}AA`,
  'a fourth part': () => `${genuine}.e30`,
  'two parts': () => genuine.split('.').slice(0, 2).join('.'),
  'a changed payload': () =>
    withPart(1, Buffer.from(JSON.stringify(claims({ scope: 'all' }))).toString('base64url')),
  'a compact JWS that is not a JWT': () =>
    new CompactSign(bytes('hello'))
      .setProtectedHeader({ alg: 'EdDSA', kid: ours.kid, typ: 'at+jwt' })
      .sign(ours.key),
  '64 KB of claims and our signature': () => byUs({ more: 'x'.repeat(64 * 1024) }),
  '64 KB of letters': () => 'a'.repeat(64 * 1024),
  'nothing but dots': () => '..',
};

function ourHeader(): Header {
  return { alg: 'EdDSA', typ: 'at+jwt', kid: ours.kid };
}

function withPart(index: number, part: string): string {
  return genuine.split('.').with(index, part).join('.');
}

/** In base64url, 64 bytes leave four bits of the last character unused: sixteen spellings, one of them ours. */
function otherSpelling(token: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const other = `${token.slice(0, -1)}${letters[letters.indexOf(token.at(-1) as string) + 1]}`;
  const decode = (text: string): string =>
    Buffer.from(text.split('.')[2] as string, 'base64url').toString('hex');
  assert.equal(decode(other), decode(token));
  return other;
}

function call<Url extends string = '/v1/my/profile'>(token: string, url = '/v1/my/profile' as Url) {
  return send(house, { method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
}

function assertRefused(answer: Answer): void {
  assert.equal(answer.status, 401, answer.text);
  assert.deepEqual(Object.keys(answer.body), ['code', 'message']);
  assert.equal(answer.body.code, 'unauthorized');
  assert.match(answer.body.message, /^[A-Z][^\n]+\.$/);
  assert.equal(answer.headers['www-authenticate'], 'Bearer');
}

for (const [what, forge] of Object.entries(FORGERIES)) {
  test(`a token with ${what} is refused, without an outbound request`, async () => {
    const token = await forge();
    contacts.length = 0;
    assertRefused(await call(token));
    assertRefused(await call(token, `/${tenant.tenantId}/v1/credit-reports`));
    assert.deepEqual([contacts, lureVisits], [[], 0]);
  });
}

test('there are at least 45 kinds of forged token', () => {
  assert.ok(Object.keys(FORGERIES).length >= 45);
});

test('a token of another installation with the same public address is refused', async () => {
  const other = await openHouse();
  try {
    const token = await tokenOf(other, await createTenant(other));
    assertRefused(await call(token));
  } finally {
    await other.close();
  }
});

const ELSEWHERE: Record<string, () => { url?: string; headers?: Record<string, string> }> = {
  'no header at all': () => ({}),
  'the token in the query': () => ({ url: `/v1/my/profile?access_token=${genuine}` }),
  'the Basic scheme': () => ({ headers: { authorization: `Basic ${genuine}` } }),
  'the DPoP scheme': () => ({ headers: { authorization: `DPoP ${genuine}` } }),
  'no scheme': () => ({ headers: { authorization: genuine } }),
  'the scheme alone': () => ({ headers: { authorization: 'Bearer ' } }),
  'two spaces': () => ({ headers: { authorization: `Bearer  ${genuine}` } }),
  'a second token after a comma': () => ({
    headers: { authorization: `Bearer ${genuine}, Bearer ${genuine}` },
  }),
  'quotes around the token': () => ({ headers: { authorization: `Bearer "${genuine}"` } }),
  'the token in another header': () => ({ headers: { 'x-authorization': `Bearer ${genuine}` } }),
  'the token as proxy authorization': () => ({ headers: { 'proxy-authorization': `Bearer ${genuine}` } }),
};

for (const [where, place] of Object.entries(ELSEWHERE)) {
  test(`a genuine token is refused in the wrong place: ${where}`, async () => {
    assertRefused(await send(house, { method: 'GET', url: '/v1/my/profile', ...place() }));
  });
}

test('two Authorization headers are refused, whichever of them is valid', async () => {
  await house.service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = house.service.app.server.address() as AddressInfo;
  const forged = await byThem();
  for (const [first, second] of [
    [genuine, forged],
    [forged, genuine],
    [genuine, genuine],
  ]) {
    // The second header is inside the first one's value: two lines are sent.
    const headers = { authorization: `Bearer ${first}\r\nauthorization: Bearer ${second}` };
    const { release, answer } = await holdBack({ port, path: '/v1/my/profile', headers });
    release();
    assertRefused(await answer);
  }
});

const GENUINE: Record<string, () => string | Promise<string>> = {
  'as it was issued': () => genuine,
  'signed by our key with the claims that we give': () => byUs(),
  'with the type written out': () => byUs({}, { typ: 'application/at+jwt' }),
  'for several audiences, one of them ours': () => byUs({ aud: ['https://api.example', TEST_ORIGIN] }),
  'from a clock that is nine seconds ahead': () => byUs({ iat: now() + 9, exp: now() + 909 }),
  'that expired within the tolerance': () => byUs({ iat: now() - 900, exp: now() - 5 }),
};

for (const [what, make] of Object.entries(GENUINE)) {
  test(`a genuine token is accepted ${what}`, async () => {
    const answer = await call(await make());
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.id, tenant.personId);
  });
}

test('the scheme may be in lower case', async () => {
  const headers = { authorization: `bearer ${genuine}` };
  assert.equal((await send(house, { method: 'GET', url: '/v1/my/profile', headers })).status, 200);
});
