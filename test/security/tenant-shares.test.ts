// Every operation of a tenant is counted for that tenant: against its allowance of requests a minute, and in its share of the connections.
// All operations of the document are walked, so that a new one is. What the driver sends is observed; nothing is replaced.
import assert from 'node:assert/strict';
import pg from 'pg';
import { turnOf } from '../../src/storage/engine/connection/shares.ts';
import { type Operation, operations } from '../fuzz/contract.ts';
import { createTenant, type House, openHouse } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import type { Browser } from '../support/people.ts';
import { signedIn } from '../support/staff.ts';
import { type Both, makeBoth, urlOf } from '../support/worlds/live-things.ts';
import { createSmsWorld } from '../support/worlds/sms-world.ts';

type Sent = { name: string; text: string; values: unknown[]; inTransaction: boolean };

let house: House;
let both: Both;
let owner: Browser;
const sent: Sent[] = [];
const { query } = pg.Client.prototype;
before(async () => {
  house = await openHouse({}, undefined, createSmsWorld);
  const tenant = await createTenant(house);
  both = await makeBoth(house, tenant);
  owner = await signedIn(house, { tenantId: tenant.tenantId });
  const open = new WeakSet<object>();
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [{ name?: string; text: string; values?: unknown[] } | string];
    const text = typeof asked === 'string' ? asked : asked.text;
    if (/^begin/i.test(text)) open.add(this);
    if (/^(commit|rollback)/i.test(text)) open.delete(this);
    if (typeof asked !== 'string')
      sent.push({ name: asked.name ?? '', text, values: asked.values ?? [], inTransaction: open.has(this) });
    return Reflect.apply(query, this, args);
  } as typeof query;
});
after(async () => {
  pg.Client.prototype.query = query;
  await house?.close();
});

/** Statements of one tenant that have no share of its connections. Those of several bring lists of ids, and have none either. */
const OF_THE_SERVICE: Record<string, string> = {
  'find-tenant-access': 'says whether the caller may enter the tenant at all',
  'find-tenant': 'one row of the list of tenants, by its key',
  'read-brand': 'likewise',
  'read-requires-totp': 'likewise',
  'read-settings': 'likewise',
  'append-audit-entry': 'alone only where something is read: the chain of the trail is one row',
  'end-test-clocks': 'ends those of one tenant, or all that are over',
};

const isOfTenant = ({ path }: Operation): boolean => path.startsWith('/{tenantId}/v1');
// What others need is removed after them; whoever must sign in again calls nothing more.
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const rankOf = ({ id, method }: Operation): number =>
  id === 'changeTenantSecurity' ? METHODS.length : METHODS.indexOf(method);
const walked = operations.filter(isOfTenant).sort((a, b) => rankOf(a) - rankOf(b));

test('every operation of a tenant spends its allowance, and what it asks of the database is in its share', async () => {
  const { tenantId = '' } = both.test;
  const strays = new Map<string, string>();
  for (const operation of walked) {
    await house.service.flushed();
    sent.length = 0;
    const { method, id, body } = operation;
    const answer = await owner.call(
      method,
      urlOf(operation, { ...both.test, credentialId: both.test.clockId ?? '' }),
      body?.example,
    );
    assert.match(String(answer.headers['ratelimit-policy']), /"tenant";q=/, `${id} ${answer.text}`);
    for (const statement of sent) {
      const isOurs = statement.values.includes(tenantId);
      if (!isOurs || statement.inTransaction) continue;
      if (turnOf(statement, statement.values)?.tenantId !== tenantId) strays.set(statement.name, id);
    }
  }
  assert.deepEqual(
    [...strays.keys()].sort(),
    Object.keys(OF_THE_SERVICE).sort(),
    JSON.stringify([...strays]),
  );
});
