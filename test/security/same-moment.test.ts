// What is counted once for several who ask at the same moment (usecases/activity/once.ts) is counted for those alone who may be told the same:
// every read of a tenant, asked at once by people and credentials of all kinds, of two tenants and in both modes, answers each as if they
// had asked alone. All reads of the document are walked, so that a new figure is.
import assert from 'node:assert/strict';
import { type Operation, operations } from '../fuzz/contract.ts';
import {
  createCredential,
  createTenant,
  type House,
  openHouse,
  send,
  type Tenant,
  tokenOf,
} from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { signedIn } from '../support/staff.ts';
import { type Both, makeBoth, urlOf } from '../support/worlds/live-things.ts';
import { createSmsWorld } from '../support/worlds/sms-world.ts';

type Who = { name: string; both: Both; headers: Record<string, string> };

const SETTINGS = { RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000' };
const ROLES = ['owner', 'developer'] as const;

let house: House;
const callers: Who[] = [];
/** Until then: what the walk itself leaves in the log is later. */
let until: string;
before(async () => {
  house = await openHouse(SETTINGS, undefined, createSmsWorld);
  for (const name of ['first', 'second'] as const) {
    const tenant = await createTenant(house, { name });
    const both = await makeBoth(house, tenant);
    // Twice as much of everything: no figure of the two is the same.
    if (name === 'second') await makeBoth(house, tenant);
    await addCallers(tenant, both, name);
  }
  await house.service.flushed();
  until = new Date(Date.now() + 1).toISOString();
});
after(() => house?.close());

async function addCallers(tenant: Tenant, both: Both, of: string): Promise<void> {
  const { tenantId } = tenant;
  for (const role of of === 'first' ? ROLES : (['owner'] as const)) {
    const { cookies } = await signedIn(house, { tenantId, role });
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    callers.push({ name: `${role} of the ${of}`, both, headers: { cookie } });
  }
  for (const scopes of [undefined, ['reports:read', 'wallet:read'] as const]) {
    if (of !== 'first') continue;
    const authorization = `Bearer ${await tokenOf(house, await createCredential(house, tenant, scopes))}`;
    callers.push({ name: `credential with ${scopes ?? 'all'}`, both, headers: { authorization } });
  }
}

/** Reads whose answer the walk itself changes: each call is a row. */
const OF_THE_WALK: Record<string, string> = {
  readTimeline: 'it tells of those who read the report',
  readEvidence: 'few packs are drawn at once',
  listAuditEntries: 'reading evidence appends to the audit trail',
  listTestClocks: 'a clock goes on by itself',
  readTestClock: 'likewise',
};

const reads = operations.filter(
  ({ id, method, path }) =>
    method === 'GET' && path.startsWith('/{tenantId}/v1') && OF_THE_WALK[id] === undefined,
);

/** With and without each mode, where it is asked for. */
function queriesOf({ parameters }: Operation): string[] {
  const has = (name: string): boolean => parameters.some((one) => one.name === name);
  const period = ['to', 'dateTo', 'createdTo'].find(has);
  const within = period === undefined || has('timeZone') ? '' : `${period}=${until}`;
  const modes = has('test') ? ['test=true', 'test=false'] : has('mode') ? ['mode=live', 'mode=test'] : [];
  return ['', ...modes].map((mode) => [mode, within].filter(Boolean).join('&'));
}

type Asked = { who: Who; url: string };
const asksOf = (operation: Operation, of: readonly Who[]): Asked[] =>
  of.flatMap((who) =>
    queriesOf(operation).map((query) => ({ who, url: urlOf(operation, who.both.test, query) })),
  );

async function read(of: House, { who, url }: Asked): Promise<string> {
  const answer = await send(of, { url, headers: { ...who.headers, accept: 'application/json' } });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return `${answer.status} ${isJson ? JSON.stringify(answer.body, withoutOwn) : ''}`;
}

/** Without the time that it took, and what the walk's own calls add to. The bureaus' figures say until when they count: now. */
function withoutOwn(this: Record<string, unknown>, key: string, value: unknown): unknown {
  if (key === 'to' && this.step === 'half-hour') return undefined;
  if (['timeTakenMs', 'requests', 'latency', 'lastActiveAt', 'lastAccessedAt', 'lastUsedAt'].includes(key))
    return undefined;
  if (Array.isArray(value)) return value.filter((one) => one?.kind !== 'errors-rising');
  return value;
}

test('every read, asked at the same moment by all kinds of callers, answers each as if they had asked alone', async () => {
  const alone = new Map<string, string>();
  for (const who of callers) {
    const own = await openHouse(SETTINGS, house.database, createSmsWorld);
    for (const operation of reads)
      for (const asked of asksOf(operation, [who]))
        alone.set(`${who.name} ${asked.url}`, await read(own, asked));
    await own.close();
  }
  const others: string[] = [];
  const shared = await openHouse(SETTINGS, house.database, createSmsWorld);
  try {
    for (const operation of reads) {
      const asked = asksOf(operation, callers);
      const answers = await Promise.all(asked.map((one) => read(shared, one)));
      for (const [n, { who, url }] of asked.entries()) {
        const key = `${who.name} ${url}`;
        if (answers[n] !== alone.get(key)) others.push(`${key}\n  ${answers[n]}\n  ${alone.get(key)}`);
      }
    }
  } finally {
    await shared.close();
  }
  assert.deepEqual(others, []);
  assert.ok(alone.size > 250, `${alone.size} answers`);
});
