// The operators' commands on a real database. Tables for people, JSON for machines, errors that say how to fix them; and
// what a command made works in the service at once. Money is in cli-money.test.ts.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDataDir } from '../support/database/new-cluster.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { createTenant, type House, openHouse, requestToken, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { call, endAll, newPath, runToEnd, startService, untilReady } from '../support/processes.ts';
import { assertTold, type Commands, commandsOn, FAILED, USAGE } from '../support/services/commands.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/;

let database: TestDatabase;
let house: House;
let run: Commands['run'];
let done: Commands['done'];
let json: Commands['json'];
before(async () => {
  database = await createTestDatabase();
  house = await openHouse({}, database);
  ({ run, done, json } = commandsOn({ DATABASE_URL: database.url }));
});
after(async () => {
  await house.close();
  await database.drop();
  await endAll();
});

const newTenant = async (): Promise<string> => (await createTenant(house)).tenantId;

test('without a command, or with --help, it lists the commands', async () => {
  const [none, help, option, start] = await Promise.all([
    run(),
    run('help'),
    run('--help'),
    run('start', '--help'),
  ]);
  for (const { code, stdout, stderr } of [none, help, option, start]) {
    assert.deepEqual([code, stderr], [0, '']);
    for (const command of [
      'start',
      'tenants create --name',
      'people add',
      'credentials revoke <client-id>',
      'wallet top-up',
      'wallet adjust',
      'prices set',
      'ledger verify',
      'keys rotate',
    ])
      assert.ok(stdout.includes(`\n  ${command}`), command);
  }
});

test('an unknown command, half of one, and start with options are wrong usage, each told in a sentence', async () => {
  const [odd, wrong, half, start] = await Promise.all([
    run('burn', 'x'),
    run('tenants', 'burn'),
    run('tenants'),
    run('start', '--prot', '1'),
  ]);
  assertTold(odd, USAGE, /^There is no command "burn"\. All are listed by: npm run trefoil -- --help\n$/);
  assertTold(
    wrong,
    USAGE,
    /^There is no command "tenants burn"\. There are: tenants list, tenants create, .*\n$/,
  );
  assertTold(half, USAGE, /^There is no command "tenants"\. There are: tenants list, .*\n$/);
  assertTold(start, USAGE, /^start takes no options: .*\.env\. docs\/settings\.md lists them\.\n$/);
});

test('a tenant is made, listed in a table and in JSON, disabled and enabled', async () => {
  const said = await done('tenants', 'create', '--name', 'Ærø & Søn');
  assert.match(said, new RegExp(`^Made the tenant ${UUID.source}\\.\n$`));
  const [id = ''] = UUID.exec(said) ?? [];

  const table = await done('tenants', 'list');
  const [header = '', ...rows] = table.trimEnd().split('\n');
  assert.match(header, /^id +name +isEnabled +createdAt +balance +held +retentionDays$/);
  const row = rows.find((line) => line.startsWith(id)) ?? '';
  assert.match(row, / Ærø & Søn +true +\d{4}-\d\d-\d\dT[\d:.]+Z +0 +0 +30$/);
  assert.equal(row.indexOf('Ærø'), header.indexOf('name'), 'columns stand below each other');

  assert.equal(await done('tenants', 'disable', id), `The tenant ${id} is disabled.\n`);
  const listed = await json<{ id: string; isEnabled: boolean; balance: number }[]>('tenants', 'list');
  assert.deepEqual(
    listed.filter((one) => one.id === id).map(({ isEnabled, balance }) => [isEnabled, balance]),
    [[false, 0]],
  );
  assert.deepEqual(await json('tenants', 'enable', id), { id, isEnabled: true });
});

test('a person and a credential: secrets are shown once and work; revoked or on a disabled tenant they do not', async () => {
  const tenantId = await newTenant();
  const person = ['--first-name', 'Olive', '--last-name', 'Owner', '--email', 'olive@example.com'];
  const added = await done('people', 'add', '--tenant', tenantId, ...person);
  const [, password = ''] = /Password, shown once: (\S{16})\n/.exec(added) ?? [];
  assert.ok(password.length === 16, added);
  const viewer = ['people', 'add', '--tenant', await newTenant(), ...person, '--role', 'viewer'];
  const again = await json<{ password: null }>(...viewer);
  assert.equal(again.password, null, 'known already');

  const naming = ['--tenant', tenantId, '--owner', 'OLIVE@example.com', '--name', 'till'];
  const said = await done('credentials', 'create', ...naming);
  const [, clientId = '', clientSecret = ''] =
    /^client id {2}(\S+)\nsecret {5}(\S+) {3}\(shown once\)\n$/.exec(said) ?? [];
  const token = await requestToken(house, { clientId, clientSecret });
  assert.equal(token.status, 200, token.text);
  assert.equal(
    token.body.scope,
    'reports:write reports:read wallet:read webhooks:read webhooks:write requests:read lenders:write',
  );
  const stored = await sql(
    house,
    'select to_jsonb(c)::text as row from credentials c union all select to_jsonb(p)::text from people p',
  );
  for (const { row } of stored) {
    assert.ok(!String(row).includes(clientSecret) && !String(row).includes(password), 'kept as hashes only');
  }

  const less = ['credentials', 'create', ...naming, '--scopes', 'wallet:read'];
  const narrow = await json<{ clientId: string; clientSecret: string }>(...less);
  assert.equal((await requestToken(house, narrow)).body.scope, 'wallet:read');

  await done('tenants', 'disable', tenantId);
  assert.equal((await requestToken(house, narrow)).status, 401);
  await done('tenants', 'enable', tenantId);
  assert.equal((await requestToken(house, narrow)).status, 200);

  assert.equal(await done('credentials', 'revoke', clientId), `The credential ${clientId} is revoked.\n`);
  assert.equal((await requestToken(house, { clientId, clientSecret })).status, 401);
  assertTold(await run('credentials', 'revoke', clientId), USAGE, /no live credential with the client id/);
});

test('an invalid person or credential is refused with a message, and nothing is made', async () => {
  const tenantId = await newTenant();
  const person = ['--tenant', tenantId, '--first-name', 'A', '--last-name', 'B'];
  const credential = ['--tenant', tenantId, '--name', 'x'];
  const [elsewhere] = await sql(
    house,
    'select p.email from people p join memberships m on m.person_id = p.id where m.tenant_id <> $1',
    [tenantId],
  );
  const [email, role, scopes, owner, foreign, missing] = await Promise.all([
    run('people', 'add', ...person, '--email', 'nobody'),
    run('people', 'add', ...person, '--email', 'a@example.com', '--role', 'king'),
    run(
      'credentials',
      'create',
      ...credential,
      '--owner',
      'a@example.com',
      '--scopes',
      'wallet:read,wallet:burn',
    ),
    run('credentials', 'create', ...credential, '--owner', 'stranger@example.com'),
    run('credentials', 'create', ...credential, '--owner', String(elsewhere?.email)),
    run('people', 'add', '--tenant', tenantId),
  ]);
  assertTold(email, USAGE, /--email must be an e-mail address/);
  assertTold(role, USAGE, /--role must be one of owner, admin, developer, finance, viewer/);
  assertTold(scopes, USAGE, /--scopes must come from reports:write,reports:read,wallet:read/);
  assertTold(owner, FAILED, /no person with this e-mail address\. Add them first/);
  assertTold(foreign, FAILED, /not a member of the tenant\. Add them to it first/);
  assertTold(
    missing,
    USAGE,
    /Missing: --email \(e-mail address\), --first-name .*, --last-name .*\nUsage: .*people add/,
  );
  const [row] = await sql(
    house,
    `select (select count(*) from memberships where tenant_id = $1) as people,
            (select count(*) from credentials where tenant_id = $1) as credentials`,
    [tenantId],
  );
  assert.deepEqual(row, { people: 1, credentials: 1 }, 'those that were there');
});

test('a new signing key is made, and tokens go on working', async () => {
  const { kid, activeInSeconds } = await json<{ kid: string; activeInSeconds: number }>('keys', 'rotate');
  assert.ok(kid.length > 10 && activeInSeconds > 0);
  const [row] = await sql(house, 'select count(*) as count from signing_keys where kid = $1', [kid]);
  assert.equal(row?.count, 1);
});

test('an unknown tenant, too many or too few arguments and unknown options are wrong usage, with the fix', async () => {
  const [unknown, noUuid, none, many, option] = await Promise.all([
    run('wallet', 'show', randomUUIDv7()),
    run('tenants', 'disable', 'northgate'),
    run('prices', 'list'),
    run('tenants', 'list', 'all'),
    run('tenants', 'create', '--name', 'x', '--colour', 'red'),
  ]);
  for (const ending of [unknown, noUuid]) {
    assertTold(ending, USAGE, /There is no tenant with this id\. See: npm run trefoil -- tenants list/);
  }
  assertTold(
    none,
    USAGE,
    /This command needs <tenant-id>\.\nUsage: npm run trefoil -- prices list <tenant-id>\n/,
  );
  assertTold(many, USAGE, /This command takes options only/);
  assertTold(option, USAGE, /An option is not known/);
});

test('an unusable database and an invalid setting are reported in one sentence', async () => {
  const away = 'postgres://nobody@127.0.0.1:1/trefoil';
  const missing = database.url.replace(/\/t_[0-9a-f]+/, '/nowhere');
  const [unreachable, noDatabase, badKey] = await Promise.all([
    runToEnd(['tenants', 'list'], { DATABASE_URL: away }),
    commandsOn({ DATABASE_URL: missing }).run('tenants', 'list'),
    commandsOn({ DATABASE_URL: database.url, ENCRYPTION_KEY: 'short' }).run('tenants', 'list'),
  ]);
  assertTold(unreachable, FAILED, /does not answer\. Check the address, or start it\./);
  assertTold(noDatabase, FAILED, /does not exist\. Create it first\./);
  assertTold(badKey, FAILED, /^ENCRYPTION_KEY /);
});

test('in production a command needs the database alone; one that needs the key says so, and does nothing', async () => {
  const tenantId = await newTenant();
  const production = { NODE_ENV: 'production', DATABASE_URL: database.url };
  const without = commandsOn(production).run;
  const owner = ['--tenant', tenantId, '--owner', `${await emailOf(tenantId)}`, '--name', 'x'];
  const [listed, topped, verified, made, credential, rotated, erased] = await Promise.all([
    without('tenants', 'list', '--json'),
    without('wallet', 'top-up', tenantId, '--amount=7', '--reference=r', '--reason=y'),
    without('audit', 'verify', '--tenant', tenantId),
    without('tenants', 'create', '--name', 'Keyless'),
    without('credentials', 'create', ...owner),
    without('keys', 'rotate'),
    without('reports', 'erase', tenantId, '--reference', 'case-7'),
  ]);
  for (const { code, stderr } of [listed, topped, verified]) assert.deepEqual([code, stderr], [0, '']);
  assert.ok(JSON.parse(listed.stdout).some(({ id }: { id: string }) => id === tenantId));
  for (const ending of [made, credential, rotated, erased]) {
    assertTold(ending, FAILED, /needs ENCRYPTION_KEY \(or ENCRYPTION_KEY_FILE\), as the service has it\.\n$/);
  }
  const [row] = await sql(house, "select count(*) as count from tenants where name = 'Keyless'");
  assert.equal(row?.count, 0);
  const keyed = { ...production, ENCRYPTION_KEY: randomBytes(32).toString('base64') };
  assertTold(await commandsOn(keyed).run('tenants', 'list'), FAILED, /sealed under another ENCRYPTION_KEY/);
});

const emailOf = async (tenantId: string): Promise<unknown> => {
  const text = 'select p.email from people p join memberships m on m.person_id = p.id where m.tenant_id = $1';
  return (await sql(house, text, [tenantId]))[0]?.email;
};

test('commands work while an embedded service runs, and on its data when it has stopped', async () => {
  const DATA_DIR = newPath('embedded');
  await prepareDataDir(DATA_DIR);
  const service = await startService({ DATA_DIR, SHUTDOWN_DRAIN_MS: '0' });
  await untilReady(service, 60_000);
  const demo = JSON.parse(readFileSync(join(DATA_DIR, 'demo.json'), 'utf8'));
  const beside = (...args: string[]) => runToEnd(args, { DATA_DIR });
  const [listed, booked] = await Promise.all([
    beside('tenants', 'list', '--json'),
    beside('wallet', 'top-up', demo.tenantId, '--amount=11', '--reference=x', '--reason=y', '--json'),
  ]);
  assert.deepEqual([listed.code, JSON.parse(listed.stdout)[0].id], [0, demo.tenantId], listed.stderr);
  assert.deepEqual([booked.code, JSON.parse(booked.stdout).balance], [0, 100_011], booked.stderr);
  assert.equal(listed.used, `Using the embedded database in ${DATA_DIR}/postgres, beside its service.\n`);

  const basic = Buffer.from(`${demo.clientId}:${demo.clientSecret}`).toString('base64');
  const token = await call(service.origin, {
    ...{ method: 'POST', path: '/v1/oauth/token', body: 'grant_type=client_credentials' },
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
  });
  const tenant = await call(service.origin, {
    path: `/${demo.tenantId}/v1`,
    headers: { authorization: `Bearer ${token.body.access_token}` },
  });
  assert.equal(tenant.body.balance, 100_011, 'the service sees it at once');

  assert.equal((await service.stop()).code, 0);
  const alone = await beside('ledger', 'verify', '--json');
  assert.deepEqual(
    [alone.code, JSON.parse(alone.stdout)],
    [0, [{ tenant: demo.tenantId, entries: 2, problem: 'none' }]],
    alone.stderr,
  );
  assert.equal(alone.used, `Using the embedded database in ${DATA_DIR}/postgres.\n`);
  // Where it is one by mistake: production says that it means it.
  const NODE_ENV = 'production';
  assertTold(
    await commandsOn({ DATA_DIR, NODE_ENV }).run('ledger', 'verify'),
    FAILED,
    /no database to work on/,
  );
});
