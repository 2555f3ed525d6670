import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { importJWK, SignJWT } from 'jose';
import { createAccessTokenReader, TOKEN_LIFETIME_SECONDS } from './access-tokens.ts';
import { makeSigningKey, openKeyDirectory, SIGNING_ALG } from './signing-keys.ts';

const ORIGIN = 'https://reports.example';
const signing = await makeSigningKey();
const keys = await openKeyDirectory({
  ensureSigningKey: async () => [{ ...signing, isActive: true }],
  listSigningKeys: async () => [{ ...signing, isActive: true }],
});
after(() => keys.stop());

async function newToken(issuedAtMs: number): Promise<string> {
  const issuedAt = Math.floor(issuedAtMs / 1000);
  return new SignJWT({ client_id: 'client', scope: 'reports:read' })
    .setProtectedHeader({ alg: SIGNING_ALG, typ: 'at+jwt', kid: signing.kid })
    .setIssuer(ORIGIN)
    .setAudience(ORIGIN)
    .setSubject('client')
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_LIFETIME_SECONDS)
    .sign(await importJWK(signing.privateJwk, SIGNING_ALG));
}

/** A cached token is not verified again: the reader asks for no key. */
function createReader() {
  const clock = { nowMs: 1_800_000_000_000 };
  let verified = 0;
  const current = () => {
    verified += 1;
    return keys.current();
  };
  const ours = { keys: { ...keys, current }, issuer: ORIGIN, audience: ORIGIN };
  const read = createAccessTokenReader({ ...ours, nowMs: () => clock.nowMs, cachedMax: 100 });
  const isCached = async (token: string): Promise<boolean> => {
    const before = verified;
    await read(token);
    return verified === before;
  };
  return { clock, read, isCached };
}

test('a token in use is verified once; an unused one is evicted long before it expires, and is valid when it is used again', async () => {
  const { clock, read, isCached } = createReader();
  const [used, left] = [await newToken(clock.nowMs), await newToken(clock.nowMs + 1_000)];
  assert.equal((await read(used))?.clientId, 'client');
  assert.equal((await read(left))?.clientId, 'client');
  for (let minute = 0; minute < 5; minute += 1) {
    clock.nowMs += 61_000;
    assert.ok(await isCached(used));
    // Clients request a new one now and then.
    await read(await newToken(clock.nowMs));
  }
  assert.ok(!(await isCached(left)));
  assert.equal((await read(left))?.clientId, 'client');
});

test('a cached token expires on time', async () => {
  const { clock, read, isCached } = createReader();
  const token = await newToken(clock.nowMs);
  await read(token);
  clock.nowMs += TOKEN_LIFETIME_SECONDS * 1_000 - 1;
  assert.ok(await isCached(token));
  clock.nowMs += 11_000;
  assert.equal(await read(token), null);
});

test('the cache has a limit', async () => {
  const { clock, read, isCached } = createReader();
  const first = await newToken(clock.nowMs);
  await read(first);
  for (let n = 0; n < 100; n += 1) await read(await newToken(clock.nowMs));
  assert.ok(!(await isCached(first)));
});
