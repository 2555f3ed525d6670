// On a sharded database a statement runs where its text says (`src/storage/engine/sharded/places.ts`), and in a wrong place it would see no rows and
// fail nowhere. So each place is compared with what PostgreSQL itself says of the statement: which tables and functions it depends on, of
// which types its parameters are, and what the tenant of every row that it reaches is compared with.
// Alone: it looks for statements among all objects of its process.
import assert from 'node:assert/strict';
import pg from 'pg';
import { type Statement, statement } from '../../src/storage/engine/connection/database.ts';
import { turnOf } from '../../src/storage/engine/connection/shares.ts';
import { AT_HOME, COPIED, SHARDED, TABLES_OF_FUNCTIONS } from '../../src/storage/engine/sharded/layout.ts';
import { placeOf } from '../../src/storage/engine/sharded/places.ts';
import { LISTS } from '../../src/storage/reports/report-list-statements.ts';
import { counted } from '../../src/storage/reports/report-lists.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { collectStatements } from '../support/database/statements.ts';
import { type Plan, type Reached, readTenantFlow } from '../support/database/tenant-flow.ts';
import { after, before, test } from '../support/long.ts';

const OF_CITUS = ['hash-of-uuid', 'list-shards', 'list-tables-of-shard'];

const HOUSEKEEPING = 'deletes what is old';
const SWEEP = 'moves on what is due, some at a time';
/** Statements that run on every shard in turn. A new one is thought about: is the sum, or the union, of what the shards answer the answer? */
const OVER_ALL: Record<string, string> = {
  'purge-challenge-limits': HOUSEKEEPING,
  'purge-consumer-requests': HOUSEKEEPING,
  'purge-consumer-sessions': HOUSEKEEPING,
  'purge-deliveries': HOUSEKEEPING,
  'purge-delivery-attempts': HOUSEKEEPING,
  'purge-endpoints': HOUSEKEEPING,
  'purge-events': HOUSEKEEPING,
  'purge-figure-minutes': HOUSEKEEPING,
  'purge-idempotency-keys': HOUSEKEEPING,
  'purge-known-devices': HOUSEKEEPING,
  'purge-notices': HOUSEKEEPING,
  'purge-payment-events': HOUSEKEEPING,
  'purge-recoveries': HOUSEKEEPING,
  'purge-report-events': HOUSEKEEPING,
  'purge-reports': HOUSEKEEPING,
  'purge-requests': HOUSEKEEPING,
  'purge-risk-events': HOUSEKEEPING,
  'purge-sms-messages': HOUSEKEEPING,
  'purge-test-exchanges': HOUSEKEEPING,
  'purge-unknown-requests': HOUSEKEEPING,
  'purge-webhook-health': HOUSEKEEPING,
  'forget-session-answers': HOUSEKEEPING,
  'renumber-restored-events': 'housekeeping after a restore',
  'clear-up-reports': SWEEP,
  'end-test-clocks': SWEEP,
  'expire-consumer-sessions': SWEEP,
  'expire-on-test-clocks': SWEEP,
  'expire-sms-holds': SWEEP,
  'expire-test-challenges': SWEEP,
  'follow-reports-of-sessions': SWEEP,
  'leave-lost-generates': SWEEP,
  'sweep-undelivered-alerts': SWEEP,
  'sweep-velocity-alerts': SWEEP,
  'find-due-automatic-top-ups': SWEEP,
  'find-expiring-cards': SWEEP,
  'take-due-payments': SWEEP,
  'take-due-refunds': SWEEP,
  'take-deliveries': SWEEP,
  'take-notices': SWEEP,
  'tell-of-failing-endpoints': SWEEP,
  'tell-test-receipts': SWEEP,
  'read-backlog': 'figures for the operator; the shards are added up',
  'read-webhook-queue': 'figures for the operator; the shards are added up',
  'list-all-tenants': 'an operator’s list, in the order of the caller; whole or not at all',
  'list-all-payment-signs': 'an operator’s list, of the servers that answer',
  'list-spending': 'an operator’s list; whole or not at all',
  'count-invoice-numbers': 'numbers have no gap over all tenants; the shards are added up',
  'find-tenant-of-customer': 'an event of a payment provider knows its customer and not the tenant',
  'find-endpoint-keys': 'a receiver knows the endpoint and not the tenant',
  'find-tenant-of-consumer-session': 'the hosted page knows the session and not the tenant',
  'find-visited-session': 'likewise, with what a page shows of it',
};

/** Of a statement over all shards: its tables need not be of one tenant. */
const NOT_JOINED: Record<string, string> = {
  'read-backlog': 'several counts, each by itself',
  'list-all-payment-signs':
    'several lists, each by itself, with the name of the tenant from the copy of its row',
};

/** Statements of one tenant that name no table of a shard, or one of the coordinator. */
const ODD: Record<string, string> = {
  'lock-brand': 'locks the copy of the tenant’s row that is on the shard',
  'lock-tenant-of-endpoints': 'likewise',
  'lend-device-session':
    'a device session is lent to the shard for a transaction, in a table of the same name',
  'take-device-session-back': 'likewise',
};
/** At home, though they touch a sharded table. */
const ODD_AT_HOME: Record<string, string> = {
  'insert-tenant': 'Citus writes the copies of the tenant’s row and the wallet in one transaction',
  'open-charged-reports':
    'it never runs where tenants are sharded: there `open-charged-reports-on-shard` does',
};

const sharded: readonly string[] = SHARDED;
const copied: readonly string[] = COPIED;
const atHome: readonly string[] = AT_HOME;

type Known = { tables: string[]; functions: string[]; types: string[]; plan: Plan };

let database: TestDatabase;
let client: pg.Client;
let all: Statement[];
const known = new Map<string, Known>();
const tenantColumns = new Map<string, number>();

before(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ table: string; place: number }>(
    `select attrelid::regclass::text as table, attnum - 1 as place from pg_attribute where attname = 'tenant_id'`,
  );
  for (const { table, place } of rows) tenantColumns.set(table, place);
  all = [...(await collectStatements()), ...Object.values(LISTS.newest).map(counted)];
  await client.query('begin');
  for (const one of all) if (!OF_CITUS.includes(one.name)) known.set(one.name, await learn(one.text));
  await client.query('rollback');
});
after(async () => {
  await client.end();
  await database.drop();
});

/** What the server says of a statement: as a function's body, it is on record with all that it depends on. */
async function learn(text: string): Promise<Known> {
  const [, prepared] = await ask<{ types: string[] }>(
    `prepare one as ${text};
     select parameter_types::text[] as types from pg_prepared_statements where name = 'one'; deallocate one`,
  );
  const types = prepared?.[0]?.types ?? [];
  const [, depends = []] = await ask<{ table: string | null; function: string | null }>(
    `create function pg_temp.one(${types.join(', ')}) returns void begin atomic ${text}; end;
     select distinct c.relname as table, f.proname as function from pg_depend d
     left join pg_class c on d.refclassid = 'pg_class'::regclass and c.oid = d.refobjid and c.relkind = 'r'
     left join pg_proc f on d.refclassid = 'pg_proc'::regclass and f.oid = d.refobjid
     where d.classid = 'pg_proc'::regclass and d.objid = (select oid from pg_proc where proname = 'one');
     drop function pg_temp.one`,
  );
  const [plans] = await ask<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (generic_plan, verbose, costs off, format json) ${text}`,
  );
  const plan = plans?.[0]?.['QUERY PLAN'][0].Plan;
  assert.ok(plan);
  return {
    tables: depends.flatMap(({ table }) => table ?? []).filter((table) => !table.startsWith('pg_')),
    functions: depends.flatMap(({ function: name }) => name ?? []),
    types,
    plan,
  };
}

/** The rows of each statement in a text. */
async function ask<Row>(text: string): Promise<Row[][]> {
  const results: { rows: Row[] }[] = [await client.query(text)].flat();
  return results.map(({ rows }) => rows);
}

function knownOf({ name }: Statement): Known {
  const found = known.get(name);
  assert.ok(found, name);
  return found;
}

const inPlace = (at: string): Statement[] =>
  all.filter((one) => placeOf(one).at === at && !OF_CITUS.includes(one.name));
const namesOf = (statements: Statement[]): string[] => statements.map(({ name }) => name).sort();

/** With those of the functions that it calls. */
function tablesOf(one: Statement): string[] {
  const { tables, functions } = knownOf(one);
  return [...new Set([...tables, ...functions.flatMap((name) => TABLES_OF_FUNCTIONS[name] ?? [])])];
}

test('every statement was found, and has a place', () => {
  assert.ok(all.length > 350, `${all.length} statements`);
  assert.equal(new Set(namesOf(all)).size, all.length, 'names are unique');
  assert.deepEqual(namesOf(inPlace('nowhere')), []);
});

test('statements at home touch no sharded table', () => {
  const touching = inPlace('home').filter((one) => tablesOf(one).some((table) => sharded.includes(table)));
  assert.deepEqual(namesOf(touching), Object.keys(ODD_AT_HOME).sort());
});

test('statements on shards touch nothing that is at home alone', () => {
  const onShards = [...inPlace('tenant'), ...inPlace('all')];
  const odd = onShards.filter(
    (one) =>
      knownOf(one).tables.some((table) => atHome.includes(table)) ||
      !tablesOf(one).some((table) => sharded.includes(table)),
  );
  assert.deepEqual(namesOf(odd), Object.keys(ODD).sort());
});

test('the statements over all shards are those listed', () => {
  assert.deepEqual(namesOf(inPlace('all')), Object.keys(OVER_ALL).sort());
});

const SENTINEL = (number: number): string =>
  `"tenantId":"00000000-0000-4000-8000-${String(number).padStart(12, '0')}"`;

/** The parameter that a statement's place is read from: each value says its own number. */
function chosenParameter(one: Statement): number {
  const place = placeOf(one);
  assert.ok(place.at === 'tenant');
  const tenants = place.tenantsOf(knownOf(one).types.map((_type, at) => SENTINEL(at + 1)));
  assert.equal(tenants.length, 1, one.name);
  return Number(/(\d{12})"?$/.exec(tenants[0] ?? '')?.[1]);
}

test('the parameter that names the tenant is a uuid, or several, or a list in JSON', () => {
  for (const one of inPlace('tenant')) {
    const type = knownOf(one).types[chosenParameter(one) - 1] ?? 'none';
    assert.match(type, one.placed === undefined ? /^uuid(?:\[\])?$/ : /^(?:uuid|jsonb?)$/, one.name);
  }
});

const flowOf = (one: Statement) =>
  readTenantFlow(knownOf(one).plan, one.text, (table) => tenantColumns.get(table) ?? -1);
const onShard = ({ table }: Reached): boolean => sharded.includes(table);

/** Tables that a statement reaches without comparing their tenant with the chosen parameter. */
function strayIn(one: Statement): string[] {
  const { reached, told } = flowOf(one);
  const parameter = `$${chosenParameter(one)}`;
  const isOfTenant = (same: string[]): boolean =>
    same.includes(parameter) && same.every((name) => !name.startsWith('$') || name === parameter);
  return [
    ...reached.filter((row) => onShard(row) && !isOfTenant(row.same)).map(({ table }) => table),
    ...told.filter((same) => !isOfTenant(same)).map((same) => `a function, of ${same.join(' ')}`),
    ...callsIn(one).filter((argument) => argument !== parameter),
  ];
}

/** What is handed to functions of ours as it came: a list in JSON, or the tenant under its name. */
function callsIn(one: Statement): string[] {
  return [
    ...one.text.matchAll(/\b(?:ledger_apply|challenge_limits_take|wallet_thresholds)\((\$\d+)/g),
    ...one.text.matchAll(/\bnote_risk_event\(\$\d+, (\$\d+)/g),
  ].map(([, argument = '']) => argument);
}

test('a statement of a tenant reaches rows of that parameter’s tenant, in every table', () => {
  const statements = inPlace('tenant');
  const reached = statements.flatMap((one) => flowOf(one).reached.filter(onShard));
  assert.ok(reached.length > 500, `${reached.length} tables were followed`);
  assert.deepEqual(
    statements.flatMap((one) => strayIn(one).map((stray) => `${one.name}: ${stray}`)),
    [],
  );
});

test('a statement over all shards compares tenants wherever it goes from one table to another', () => {
  const apart = inPlace('all').filter((one) => {
    const { reached, told } = flowOf(one);
    const [first, ...others] = [...reached.filter(onShard).map(({ same }) => same), ...told];
    return !others.every((same) => same.some((name) => first?.includes(name)));
  });
  assert.deepEqual(namesOf(apart), Object.keys(NOT_JOINED).sort());
});

test('planted statements are caught: another parameter, no tenant, a tenant under an or, a join without it', async () => {
  const planted = [
    [
      'swapped',
      'select 1 from reports r join wallets w on w.tenant_id = $2 where r.tenant_id = $1',
      'reports',
    ],
    ['or', 'select 1 from reports r where r.tenant_id = $1 or r.id = $2', 'reports'],
    ['join', 'select 1 from wallets w join reports r on r.id = $2 where w.tenant_id = $1', 'reports'],
    [
      'subquery',
      'select (select count(*) from holds h where h.id = r.id) from reports r where r.tenant_id = $1',
      'holds',
    ],
    [
      'insert',
      'insert into tenant_prices (tenant_id, product_code, credits) select $2, p.code, 1 from products p join wallets w on w.tenant_id = $1',
      'tenant_prices',
    ],
    [
      'cte',
      `with given as (select * from unnest($1::uuid[], $2::uuid[]) as g (id, tenant_id))
       select 1 from given g join reports r on r.tenant_id = g.id where exists (select from wallets w where w.tenant_id = g.tenant_id)`,
      'reports',
    ],
    [
      'moves',
      `select * from ledger_apply((select jsonb_agg(jsonb_build_object('tenantId', h.id)) from holds h where h.tenant_id = $1))`,
      'a function, of h.id',
    ],
  ] as const;
  for (const [name, text, stray] of planted) {
    const one = statement(`planted-${name}`, text);
    known.set(one.name, await learn(text));
    assert.ok(strayIn(one).includes(stray), `${name}: ${strayIn(one)}`);
  }
});

test('every table of the schema is in one list of the layout', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  assert.deepEqual([...sharded, ...copied, ...atHome].sort(), rows.map(({ name }) => name).sort());
  assert.deepEqual(
    sharded.filter((table) => !tenantColumns.has(table)),
    [],
    'a sharded table has a tenant',
  );
});

test('functions that statements call are listed with the tables that they work on', async () => {
  const { rows } = await client.query<{ name: string; body: string; is_trigger: boolean }>(
    `select proname as name, regexp_replace(coalesce(prosrc, ''), '--[^\n]*', '', 'g') as body, prorettype = 'trigger'::regtype as is_trigger
     from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  const bodies = new Map(rows.map(({ name, body }) => [name, body]));
  const workedOn = (name: string, seen = new Set<string>()): string[] => {
    if (seen.has(name)) return [];
    seen.add(name);
    const words = new Set((bodies.get(name) ?? '').match(/\w+/g));
    const tables = [...sharded, ...copied, ...atHome].filter((table) => words.has(table));
    const calls = [...bodies.keys()].filter((other) => words.has(other));
    return [...new Set([...tables, ...calls.flatMap((other) => workedOn(other, seen))])].sort();
  };
  const called = new Set([...known.values()].flatMap(({ functions }) => functions));
  const real = [...called]
    .map((name) => [name, workedOn(name)] as const)
    .filter(([, tables]) => tables.length > 0);
  assert.deepEqual(
    Object.fromEntries(real),
    Object.fromEntries(
      Object.entries(TABLES_OF_FUNCTIONS).map(([name, tables]) => [name, [...tables].sort()]),
    ),
  );
  // A trigger runs where its table is, on whatever is there.
  assert.deepEqual(
    rows.filter(({ name, is_trigger }) => is_trigger && workedOn(name).length > 0),
    [],
  );
});

test('a statement of one tenant waits in the share of its tenant', () => {
  for (const one of all) {
    const place = placeOf(one);
    // What says its tenants itself is a batch of several, or names the tenant in another way.
    if (place.at !== 'tenant' || one.placed?.tenantsOf !== undefined) continue;
    const compared = /\btenant_id\s*=\s*\$(\d+)/.exec(one.text);
    const values = Array.from({ length: 30 }, (_none, n) => `tenant ${n + 1}`);
    const turn = turnOf(one, values);
    if (compared === null) assert.equal(turn, null, one.name);
    else assert.deepEqual(turn?.tenantId, place.tenantsOf(values)[0], one.name);
  }
});

test('what reads figures is in the smaller share', () => {
  const figures = all.filter(({ placed }) => placed?.isFigures === true).map(({ name }) => name);
  assert.deepEqual(figures, [
    'group-request-errors',
    'read-bureau-figures',
    'read-figures-activity',
    'read-figures-texts',
    'read-later-live',
    'read-later-searches',
    'read-later-spent',
    'read-later-tests',
    'read-later-texts',
    'read-watched',
    'sum-figures',
    'sum-spent',
  ]);
});
