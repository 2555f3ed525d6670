// Who still uses an old secret is told before it ends: in the second half of the overlap, a day before its end at most, once. Both sides of
// each of these borders.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createCredential,
  createTenant,
  type House,
  openHouse,
  sql,
  type Tenant,
} from '../../support/house.ts';

const NOW = new Date('2027-05-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

let house: House;
let tenant: Tenant;
before(async () => {
  house = await openHouse();
  tenant = await createTenant(house);
});
after(() => house.close());

/** How long the old secret works still, how long the overlap is, how long ago it was used and people were told. */
type Old = { leftMs: number; overlapMs: number; usedMs: number; toldMs?: number; isRevoked?: true };

async function rotated({ leftMs, overlapMs, usedMs, toldMs, isRevoked }: Old): Promise<string> {
  const { credentialId } = await createCredential(house, tenant);
  const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
  await sql(
    house,
    `update credentials set secret_created_at = $3, old_secret_hash = sha256('x'), old_secret_hint = 'x', old_expires_at = $4,
       old_last_used_at = $5, old_warned_at = $6, revoked_at = $7 where tenant_id = $1 and id = $2`,
    [
      ...[tenant.tenantId, credentialId, ago(overlapMs - leftMs), ago(-leftMs), ago(usedMs)],
      ...[toldMs === undefined ? null : ago(toldMs), isRevoked ? ago(1) : null],
    ],
  );
  return credentialId;
}

test('people are told of an old secret a day before its end or in the second half of its overlap, and not earlier', async () => {
  const week = { overlapMs: WEEK_MS, usedMs: 1 };
  const hour = { overlapMs: HOUR_MS, usedMs: 1 };
  const cases: [what: string, isTold: boolean, old: Old][] = [
    ['two days before the end', false, { ...week, leftMs: 2 * DAY_MS }],
    ['more than a day before the end', false, { ...week, leftMs: DAY_MS + 1 }],
    ['a day before the end', true, { ...week, leftMs: DAY_MS }],
    ['a moment before the end', true, { ...week, leftMs: 1 }],
    ['at the end', false, { ...week, leftMs: 0 }],
    ['in the first half', false, { ...hour, leftMs: HOUR_MS / 2 + 1 }],
    ['at the half', true, { ...hour, leftMs: HOUR_MS / 2 }],
    ['last used in the second half of the time since', true, { ...week, leftMs: DAY_MS, usedMs: 3 * DAY_MS }],
    ['last used before it', false, { ...week, leftMs: DAY_MS, usedMs: 3 * DAY_MS + 1 }],
    ['told of this overlap', false, { ...week, leftMs: DAY_MS, toldMs: 6 * DAY_MS }],
    ['told of the overlap before', true, { ...week, leftMs: DAY_MS, toldMs: 6 * DAY_MS + 1 }],
    ['revoked', false, { ...week, leftMs: DAY_MS, isRevoked: true }],
  ];
  const ids: string[] = [];
  for (const [, , old] of cases) ids.push(await rotated(old));
  house.travelTo(NOW);
  for (let times = 0; times < 2; times += 1) await house.service.tendEndpoints();
  house.travelTo(null);
  const told = await sql<{ id: string; expiresAt: string }>(
    house,
    `select e.subject_id as id, e.facts ->> 'expiresAt' as "expiresAt" from events e
     join notices n on n.tenant_id = e.tenant_id and n.event_id = e.id where e.tenant_id = $1 and e.type = 'credential.expiring'`,
    [tenant.tenantId],
  );
  for (const [n, [what, isTold, { leftMs }]] of cases.entries()) {
    const ends = told.filter(({ id }) => id === ids[n]).map(({ expiresAt }) => Date.parse(expiresAt));
    assert.deepEqual(ends, isTold ? [NOW.getTime() + leftMs] : [], what);
  }
});
