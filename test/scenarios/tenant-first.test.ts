// Every table of a tenant is keyed by the tenant first, and every statement on one names the tenant: so a database can be sharded by
// tenant, and one tenant's rows cannot be reached through another's. Exceptions are listed with their reason; one that is no longer
// needed fails too.
// Alone: it looks for statements among all objects of its process.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { collectStatements } from '../support/database/statements.ts';

/** Tables of the whole service: small, and the same on every shard. */
const TABLES_OF_ALL: Record<string, string> = {
  tenants: 'is the list of tenants; its id is the tenant',
  people: 'a person may belong to several tenants',
  products: 'the price list that all tenants start from',
  service_key: 'the key that the other keys of the service come from',
  signing_keys: 'one key signs the tokens of all tenants',
  evidence_keys: 'one key signs the evidence packs of all tenants',
  rate_windows: 'counts addresses as well as tenants, forgets after a minute',
  schema_migrations: 'the versions of the schema',
  guesses: 'counts guesses at a password or a code of a person, who may belong to several tenants',
  known_browsers: 'of a person, not of a tenant',
  openid_records: 'what the OpenID provider keeps of a sign-in, before a tenant is chosen',
  person_identities: 'of a person',
  recovery_codes: 'of a person',
  refresh_tokens: 'of a session of a person',
  reset_links: 'of a person',
  sessions: 'of a person, who may move between tenants in one',
  sign_in_steps: 'of a sign-in, before a tenant is chosen',
  device_sessions: 'opened by a page before any tenant is known; its first use names one',
  outbox_items:
    'texts and mails of development, gone after a day; mails go to people, and what a text says is sealed with its tenant',
  invoice_counters: 'invoice numbers have no gap over all tenants of a seller',
  shard_commits: 'transactions over the coordinator and a shard, named by a random id',
};

/** Unique indexes of a tenant's table that do not begin with the tenant. */
const UNIQUE_EXCEPTIONS: Record<string, string> = {
  credentials_client_id_key:
    'a token request brings a client id and no tenant: this is how the tenant is found. On shards, a lookup table',
  webhook_endpoints_id:
    'a receiver knows the endpoint and not the tenant: this is how its public keys are found',
  consumer_sessions_id:
    'the hosted page knows the session and not the tenant: this is how the tenant is found',
  invitations_token_hash_key: 'a link brings a token and no tenant: this is how the tenant is found',
};

/** Statements on a tenant's table that do not say which tenant. */
const STATEMENT_EXCEPTIONS: Record<string, string> = {
  'find-invitation': 'finds the tenant by the token of a link',
  'accept-invitation': 'likewise',
  'note-credential-use': 'by the client id, which is unique',
  'find-credential': 'finds the tenant by the client id of a token request',
  'revoke-credential': 'an operator names the client id, which is unique',
  'purge-idempotency-keys': 'housekeeping over all tenants',
  'purge-invitations': 'housekeeping over all tenants',
  'purge-known-devices': 'housekeeping over all tenants',
  'purge-sms-messages': 'housekeeping over all tenants',
  'purge-requests': 'housekeeping over all tenants',
  'purge-unknown-requests': 'housekeeping over all tenants',
  'purge-report-events': 'housekeeping over all tenants',
  'purge-deliveries': 'housekeeping over all tenants',
  'purge-delivery-attempts': 'housekeeping over all tenants',
  'purge-recoveries': 'housekeeping over all tenants',
  'purge-notices': 'housekeeping over all tenants',
  'find-endpoint-keys': 'a receiver knows the endpoint and not the tenant',
  'forget-session-answers': 'housekeeping over all tenants',
  'list-tenants': 'the tenants of a person, over all of them',
  'find-ending-secrets': 'a sweep over all tenants',
  'find-tenant-of-customer': 'an event of a payment provider knows its customer and not the tenant',
  'count-invoice-numbers': 'numbers have no gap over all tenants',
  'purge-payment-events': 'housekeeping over all tenants',
  'purge-challenge-limits': 'housekeeping over all tenants',
  'read-webhook-queue': 'figures for the operator over all tenants, none of them named',
  'clear-up-reports': 'a sweep over all tenants',
  'expire-consumer-sessions': 'a sweep over all tenants',
  'expire-sms-holds': 'a sweep over all tenants',
  'find-due-automatic-top-ups': 'a sweep over all tenants',
  'find-expiring-cards': 'a sweep over all tenants',
  'leave-lost-generates': 'a sweep over all tenants',
  'sweep-undelivered-alerts': 'a sweep over all tenants',
  'sweep-velocity-alerts': 'a sweep over all tenants',
  'take-due-payments': 'a sweep over all tenants',
  'take-due-refunds': 'a sweep over all tenants',
  'take-notices': 'a sweep over all tenants',
  'tell-of-failing-endpoints': 'a sweep over all tenants',
  'follow-reports-of-sessions': 'of one session, or a sweep over all tenants',
  'expire-on-test-clocks': 'a sweep over all tenants',
  'tell-test-receipts': 'a sweep over all tenants',
  'list-all-payment-signs': 'for the operator, over all tenants',
  'find-tenant-of-consumer-session': 'the hosted page knows the session and not the tenant',
  'find-visited-session': 'likewise, by its id and the secret of the browser',
  'purge-endpoints': 'housekeeping over all tenants',
  'purge-events': 'housekeeping over all tenants',
  'purge-figure-minutes': 'housekeeping over all tenants',
  'purge-risk-events': 'housekeeping over all tenants',
  'purge-webhook-health': 'housekeeping over all tenants',
  'read-backlog': 'figures for the operator over all tenants, none of them named',
};

/** Tables that this check must have found, or it has read nothing. */
const CERTAINLY_TENANTS = ['memberships', 'credentials', 'wallets', 'reports', 'ledger_entries', 'holds'];

let database: TestDatabase;
let client: pg.Client;

before(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
after(async () => {
  await client.end();
  await database.drop();
});

async function tenantTables(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => TABLES_OF_ALL[name] === undefined);
}

test('a table is one of the few for all tenants, or has a tenant id that is never null and begins its primary key', async () => {
  const { rows } = await client.query<{ name: string; first: string | null; required: boolean | null }>(
    `select c.relname as name,
            (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
             where i.indrelid = c.oid and i.indisprimary) as first,
            (select a.attnotnull from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as required
     from pg_class c where c.relname = any($1) and c.relkind in ('r', 'p') order by 1`,
    [await tenantTables()],
  );
  assert.deepEqual(
    rows.filter(({ first, required }) => first !== 'tenant_id' || required !== true),
    [],
  );
  for (const name of CERTAINLY_TENANTS)
    assert.ok(
      rows.some((row) => row.name === name),
      name,
    );
});

test('a unique index of a tenant table begins with the tenant, but for those listed', async () => {
  const { rows } = await client.query<{ index: string }>(
    `select x.relname as index from pg_index i join pg_class x on x.oid = i.indexrelid
     join pg_class c on c.oid = i.indrelid
     left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where i.indisunique and c.relname = any($1) and a.attname is distinct from 'tenant_id' order by 1`,
    [await tenantTables()],
  );
  assert.deepEqual(
    rows.map(({ index }) => index),
    Object.keys(UNIQUE_EXCEPTIONS).sort(),
  );
});

test('a tenant table refers to another tenant table by tenant and id together', async () => {
  const tables = await tenantTables();
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select f.conname as name, array(select a.attname::text from unnest(f.conkey) k
       join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k) as columns
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
     where f.contype = 'f' and c.relname = any($1) and t.relname = any($1)`,
    [tables],
  );
  assert.deepEqual(
    rows.filter(({ columns }) => !columns.includes('tenant_id')),
    [],
  );
});

// One that names a table and an alias; a word that may follow a table is none.
const WORDS =
  'where set order join left cross for limit group on using union returning inner natural having as'.split(
    ' ',
  );

/** Where a statement names tables of tenants, by alias, and how often it compares the tenant of each: once for each time is enough. */
function untenanted(text: string, tables: readonly string[]): string[] {
  const plain = text.replace(/--[^\n]*/g, ' ').replace(/\s+/g, ' ');
  const named = new RegExp(
    `\\b(?:from|join|update|using) (?:only )?(${tables.join('|')})\\b(?: (?:as )?(?!(?:${WORDS.join('|')})\\b)(\\w+))?`,
    'gi',
  );
  const joined = plain.match(/using \(tenant_id/gi)?.length ?? 0;
  const byAlias = Map.groupBy(plain.matchAll(named), ([, , alias = '']) => alias);
  return [...byAlias].flatMap(([alias, places]) => {
    const column = alias === '' ? '(?<![.\\w])tenant_id\\b' : `\\b${alias}\\.tenant_id\\b`;
    const compared = [`${column} ?(?:=|in\\b)`, `\\(${column}[^)]*\\) ?(?:=|in\\b|>)`];
    const count = plain.match(new RegExp(compared.join('|'), 'gi'))?.length ?? 0;
    return count + joined < places.length ? places.map(([place]) => place) : [];
  });
}

test('every time that a statement names a tenant table it says of which tenant, but for those listed', async () => {
  const tables = await tenantTables();
  const all = await collectStatements();
  const without = all.filter(({ text }) => untenanted(text, tables).length > 0).map(({ name }) => name);
  assert.deepEqual(without, Object.keys(STATEMENT_EXCEPTIONS).sort());
});

test('a tenant that is missing once is found: of one alias, of a second place, of a join', () => {
  const tables = ['reports', 'events'];
  const whole =
    'select 1 from reports r join events e on e.tenant_id = r.tenant_id where r.tenant_id = $1 and e.id = r.id';
  assert.deepEqual(untenanted(whole, tables), []);
  assert.deepEqual(untenanted(whole.replace('e.tenant_id = r.tenant_id', 'true'), tables), ['join events e']);
  assert.deepEqual(untenanted('delete from reports where id = $1', tables), ['from reports']);
  assert.deepEqual(untenanted(whole.replace('r.tenant_id = $1', 'true'), tables), ['from reports r']);
  const twice =
    'with a as (select 1 from reports r where r.tenant_id = $1) select 1 from reports r where r.id = $2';
  assert.deepEqual(untenanted(twice, tables), ['from reports r', 'from reports r']);
});
