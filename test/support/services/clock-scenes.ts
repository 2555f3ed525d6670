// How the wall clocks of two processes can be wrong: each scene has their state at first, and their state from the middle of a step on.

import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { createKeyring } from '../../../src/storage/keys/keyring.ts';
import { createSigningKeyStore } from '../../../src/storage/keys/signing-keys.ts';
import type { House, Tenant } from '../house.ts';
import type { ClockState } from './odd-clock.ts';

const HOUR_MS = 3_600_000;

export type Clocks = [one: ClockState, other: ClockState];
const at = (iso: string): ClockState => ({ aheadMs: Date.parse(iso) - Date.now() });
const ahead = (aheadMs: number): ClockState => ({ aheadMs });
export const RIGHT = ahead(0);

export const CLOCKS: Record<string, () => [Clocks, Clocks]> = {
  'one is set an hour ahead': () => [
    [RIGHT, RIGHT],
    [ahead(HOUR_MS), RIGHT],
  ],
  'one is set an hour back': () => [
    [RIGHT, RIGHT],
    [ahead(-HOUR_MS), RIGHT],
  ],
  'both are set an hour ahead': () => [
    [RIGHT, RIGHT],
    [ahead(HOUR_MS), ahead(HOUR_MS)],
  ],
  'both are set an hour back': () => [
    [RIGHT, RIGHT],
    [ahead(-HOUR_MS), ahead(-HOUR_MS)],
  ],
  'one goes an hour ahead, the other an hour back': () => [
    [RIGHT, RIGHT],
    [ahead(HOUR_MS), ahead(-HOUR_MS)],
  ],
  'one comes back from an hour ahead': () => [
    [ahead(HOUR_MS), RIGHT],
    [RIGHT, RIGHT],
  ],
  'one stands still': () => [
    [{ frozenMs: Date.now() }, RIGHT],
    [{ frozenMs: Date.now() }, RIGHT],
  ],
  'both stand still, a day ago': () => {
    const frozen = { frozenMs: Date.now() - 24 * HOUR_MS };
    return [
      [frozen, frozen],
      [frozen, frozen],
    ];
  },
  'one is two minutes ahead, the other two behind': () => {
    const apart: Clocks = [ahead(120_000), ahead(-120_000)];
    return [apart, apart];
  },
  'summer time begins': () => {
    const first = at('2026-03-29T00:59:59.500Z');
    return [
      [first, first],
      [at('2026-03-29T01:00:00Z'), at('2026-03-29T01:00:00Z')],
    ];
  },
  'summer time ends': () => {
    const first = at('2026-10-25T00:59:59.500Z');
    return [
      [first, first],
      [at('2026-10-25T01:00:00Z'), at('2026-10-25T01:00:00Z')],
    ];
  },
  'a leap day begins and ends': () => {
    return [
      [at('2028-02-28T23:59:59.500Z'), at('2028-02-29T12:00:00Z')],
      [at('2028-02-29T00:00:00Z'), at('2028-03-01T00:00:00Z')],
    ];
  },
};

/** A token like ours, issued this many seconds from now by the right clock. */
export async function madeToken(house: House, { clientId }: Tenant, inSeconds: number): Promise<string> {
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  const keys = await createSigningKeyStore({ database: house.service.database, keyring }).listSigningKeys();
  const key = keys.find(({ isActive }) => isActive);
  if (key === undefined) throw new Error('there is always a key that signs');
  const issuedAt = Math.floor(Date.now() / 1000) + inSeconds;
  return new SignJWT({ client_id: clientId, scope: 'reports:read' })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: key.kid })
    .setIssuer(house.config.publicUrl)
    .setAudience(house.config.publicUrl)
    .setSubject(clientId)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 900)
    .sign(await importJWK(key.privateJwk, 'EdDSA'));
}
