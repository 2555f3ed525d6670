// Every command that changes something adds one entry to an audit trail, the tenant's or the service's, by an operator on the command line;
// commands that only read add none. No secret, password or consumer is in an entry.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { COMMANDS } from '../../src/cli/commands.ts';
import { SERVICE_TRAIL } from '../../src/storage/activity/audit.ts';
import { createVerifyAudit } from '../../src/usecases/activity/read-audit.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { type House, openHouse, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { newClient } from '../support/money.ts';
import { endAll } from '../support/processes.ts';
import { type Commands, commandsOn } from '../support/services/commands.ts';

let database: TestDatabase;
let house: House;
let commands: Commands;
before(async () => {
  database = await createTestDatabase();
  house = await openHouse({}, database);
  commands = commandsOn({ DATABASE_URL: database.url });
});
after(async () => {
  await house?.close();
  await database?.drop();
  await endAll();
});

const entriesOf = (tenantId: string) =>
  sql<{ action: string; objectKind: string; before: string | null; after: string | null; actor: string }>(
    house,
    `select action, object_kind as "objectKind", before, after, concat_ws(' ', actor_kind, actor_id::text, address) as actor
     from audit_entries where tenant_id = $1 order by seq`,
    [tenantId],
  );
const READ_ONLY = [
  'tenants list',
  'wallet show',
  'prices list',
  'ledger verify',
  'audit verify',
  'consents verify',
  'reports risk',
  'devices show',
];

type NewCredential = { clientId: string; clientSecret: string };

test('each command that changes something is one entry, with what was before and after', async () => {
  const { id } = await commands.json<{ id: string }>('tenants', 'create', '--name', 'Northgate');
  const email = 'olive@example.com';
  const names = ['--email', email, '--first-name', 'Olive', '--last-name', 'Owner'];
  const added = ['people', 'add', '--tenant', id, ...names, '--role', 'admin'];
  const person = await commands.json<{ password: string }>(...added);
  const credential = [
    '--tenant',
    id,
    '--owner',
    email,
    '--name',
    'Website',
    '--scopes',
    'reports:read',
    '--test-only',
  ];
  const made = await commands.json<NewCredential>('credentials', 'create', ...credential);
  await commands.done('credentials', 'revoke', made.clientId);
  const funds = ['--amount', '500', '--reference', 'inv-1', '--reason', 'paid'];
  await commands.done('wallet', 'top-up', id, ...funds);
  await commands.done('wallet', 'top-up', id, ...funds);
  const correction = ['--amount=-20', '--reference', 'cor-1', '--reason', 'wrong'];
  await commands.done('wallet', 'adjust', id, ...correction);
  await commands.done('prices', 'set', id, '--product', 'sms-otp', '--credits', '45');
  await commands.done('tenants', 'origins', id, '--set', 'https://apply.example');
  await commands.done('tenants', 'origins', id);
  await commands.done('tenants', 'retention', id, '--days', '90');
  assert.match(await commands.done('tenants', 'retention', id), /kept for 90 days/);
  await commands.done('tenants', 'disable', id);
  await commands.done('tenants', 'enable', id);

  const set = `select t.retention_days, c.is_test_only from tenants t join credentials c on c.tenant_id = t.id where t.id = $1`;
  assert.deepEqual(await sql(house, set, [id]), [{ retention_days: 90, is_test_only: true }]);
  const entries = await entriesOf(id);
  assert.deepEqual(
    entries.map(({ action, before, after }) => [
      action,
      JSON.parse(before ?? 'null'),
      JSON.parse(after ?? 'null'),
    ]),
    [
      ['tenant-created', null, { name: 'Northgate' }],
      ['member-added', null, { role: 'admin' }],
      [
        'credential-created',
        null,
        {
          name: 'Website',
          clientId: made.clientId,
          scopes: ['reports:read'],
          isTestOnly: true,
          secret: made.clientSecret.slice(-4),
        },
      ],
      ['credential-revoked', { name: 'Website', clientId: made.clientId }, null],
      ['wallet-topped-up', null, { amount: 500, reference: 'inv-1' }],
      ['wallet-adjusted', null, { amount: -20, reference: 'cor-1' }],
      ['prices-changed', { 'sms-otp': 40 }, { 'sms-otp': 45 }],
      ['origins-changed', { allowedOrigins: [] }, { allowedOrigins: ['https://apply.example'] }],
      ['retention-changed', { retentionDays: 30 }, { retentionDays: 90 }],
      ['tenant-disabled', { isEnabled: true }, { isEnabled: false }],
      ['tenant-enabled', { isEnabled: false }, { isEnabled: true }],
    ],
  );
  for (const { actor } of entries) assert.equal(actor, 'operator command line');
  const said = JSON.stringify(entries);
  for (const secret of [person.password, made.clientSecret]) assert.ok(!said.includes(secret));
  await assertChainHolds(id);
});

test('erasing is an entry for each report, without anything about the consumer', async () => {
  const client = await newClient(house);
  const { tenantId } = client.tenant;
  for (let n = 0; n < 3; n += 1) await client.generate({ externalReference: 'person-1' });
  const byReference = ['reports', 'erase', tenantId, '--reference', 'person-1'];
  const [erased] = await commands.json<{ id: string }[]>(...byReference);
  await commands.done('reports', 'erase', tenantId, '--reference', 'person-1').catch(() => {});
  await commands.done('reports', 'erase', tenantId, '--report', erased?.id ?? '');
  const entries = await entriesOf(tenantId);
  assert.deepEqual(
    entries.map(({ action, objectKind, before, after }) => [action, objectKind, before, after]),
    [1, 2, 3].map(() => ['report-erased', 'report', null, null]),
  );
  await assertChainHolds(tenantId);
});

test('operators, signing keys and wrapped keys are in the trail of the service', async () => {
  await sql(
    house,
    `insert into people (id, email, first_name, last_name) values (gen_random_uuid(), 'otto@example.com', 'Otto', 'O')`,
  );
  await sql(
    house,
    `insert into person_identities (issuer, subject, person_id)
     select 'https://id.example.com', 'otto-1', id from people where email = 'otto@example.com'`,
  );
  await commands.done('people', 'make-operator', 'otto@example.com');
  await commands.done('people', 'unmake-operator', 'otto@example.com');
  await commands.done('people', 'unlink', 'otto@example.com');
  await commands.done('keys', 'rotate');
  await commands.done('keys', 'rotate-evidence');
  // Nothing is wrapped by another key: nothing changes, and no entry is made.
  await commands.done('keys', 'rewrap');
  assert.deepEqual(
    (await entriesOf(SERVICE_TRAIL)).slice(-5).map(({ action, objectKind }) => [action, objectKind]),
    [
      ['operator-made', 'person'],
      ['operator-unmade', 'person'],
      ['identities-unlinked', 'person'],
      ['signing-key-rotated', 'signing-key'],
      ['evidence-key-made', 'evidence-key'],
    ],
  );
  await assertChainHolds(SERVICE_TRAIL);
});

test('every command is tested above or only reads', () => {
  const tried = [
    'tenants create',
    'tenants disable',
    'tenants enable',
    'tenants origins',
    'tenants retention',
    'people add',
    'people make-operator',
    'people unmake-operator',
    'people unlink',
    'credentials create',
    'credentials revoke',
    'wallet top-up',
    'wallet adjust',
    'prices set',
    'reports erase',
    // The same, for each report of a list.
    'reports erase-again',
    'keys rotate',
    'keys rotate-evidence',
    'keys rewrap',
  ];
  assert.deepEqual(COMMANDS.map(({ name }) => name).sort(), [...tried, ...READ_ONLY].sort());
});

async function assertChainHolds(tenantId: string): Promise<void> {
  const verify = createVerifyAudit({ database: house.service.database });
  assert.deepEqual((await verify(tenantId)).problems, []);
}
