// Which database a command works on: the one of the service, named on stderr, or none. All commands are walked, so that a new one is asked the
// same: without a database, on one without our tables, on one of before the baseline, on one without a tenant. None makes a database, a table or a
// folder.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { CLIENT_COMMANDS } from '../../src/cli/client/commands.ts';
import { type Command, CommandFailed, CommandRefused } from '../../src/cli/command.ts';
import { readClientConfig } from '../../src/config/client-config.ts';
import { operatorCommands, type Runnable } from '../../src/start/operator-commands.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { after, before, test } from '../support/long.ts';
import { endAll, runToEnd, startService } from '../support/processes.ts';
import { assertTold, FAILED } from '../support/services/commands.ts';
import { assertRefused } from '../support/settings/refusals.ts';

/** On files, or at a bureau. All others are refused without a database. */
const WITHOUT_DATABASE = ['bureau check', 'evidence verify'];
/** Of an integrator: they list what is on this machine. */
const WITHOUT_SERVICE = ['contexts list', 'scenarios'];

let folder: string;
let empty: TestDatabase;
let fresh: TestDatabase;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trefoil-nothing-'));
  empty = await createEmptyDatabase();
  fresh = await createTestDatabase();
});
after(async () => {
  rmSync(folder, { recursive: true });
  await empty.drop();
  await fresh.drop();
  await endAll();
});

/** All that a command asks for, of no meaning. */
const given = ({ operands, options }: Command<never>) => ({
  operands: operands.map(() => '0190163d-8694-739b-aea5-966c26f8ad91'),
  options: Object.fromEntries(options.filter(({ isRequired }) => isRequired).map(({ name }) => [name, '1'])),
  isJson: false,
});
const onDatabase = (env: Record<string, string>, note: (line: string) => void = () => {}): Runnable[] => {
  const commands = operatorCommands(env, note);
  for (const name of WITHOUT_DATABASE)
    assert.ok(
      commands.some((one) => one.name === name),
      name,
    );
  return commands.filter(({ name }) => !WITHOUT_DATABASE.includes(name));
};
const refusalOf = async ({ command, run, errorInWords }: Runnable): Promise<string | null> => {
  const error: unknown = await run(given(command)).then(
    () => assert.fail(`${command.name} ends well`),
    (reason) => reason,
  );
  return error instanceof CommandFailed || error instanceof CommandRefused
    ? error.message
    : errorInWords(error);
};

test('without a database every command on one is refused, in words, and makes nothing', async () => {
  for (const command of onDatabase({ DATA_DIR: join(folder, 'data') })) {
    const words = await refusalOf(command);
    assert.match(
      words ?? '',
      /DATABASE_URL is not set.*start the service first\. Nothing was made\.$/,
      command.name,
    );
  }
  assert.deepEqual(readdirSync(folder), []);
});

test('in production a command says that an embedded database is there, and what would use it', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'trefoil-made-'));
  try {
    mkdirSync(join(DATA_DIR, 'postgres/global'), { recursive: true });
    writeFileSync(join(DATA_DIR, 'postgres/PG_VERSION'), '18\n');
    writeFileSync(join(DATA_DIR, 'postgres/global/pg_control'), Buffer.alloc(8_192));
    for (const command of onDatabase({ DATA_DIR, NODE_ENV: 'production' }))
      assert.match(
        (await refusalOf(command)) ?? '',
        /production uses the embedded database in .* only with EMBEDDED_DATABASE_IN_PRODUCTION=true/,
        command.command.name,
      );
  } finally {
    rmSync(DATA_DIR, { recursive: true });
  }
});

test('on a database without our tables every command is refused, and makes none', async () => {
  for (const command of onDatabase({ DATABASE_URL: empty.url }))
    assert.match(
      (await refusalOf(command)) ?? '',
      /no tables of Trefoil\. Name the one that the service uses/,
    );
  assert.deepEqual(
    await read(empty, "select 1 from pg_class where relnamespace = 'public'::regnamespace"),
    [],
  );
});

test('on tables of an earlier version every command is refused, and changes none', async () => {
  const [last] = await read<{ name: string }>(fresh, 'select max(name) as name from schema_migrations');
  await read(fresh, `delete from schema_migrations where name = '${last?.name}'`);
  for (const command of onDatabase({ DATABASE_URL: fresh.url }))
    assert.match((await refusalOf(command)) ?? '', /tables are of an earlier version/);
  await read(fresh, `insert into schema_migrations (name) values ('${last?.name}')`);
});

test('on a database of before the baseline the start and every command are refused, and nothing in it changes', async () => {
  const old = await createTestDatabase();
  try {
    await read(
      old,
      `delete from schema_migrations;
       insert into schema_migrations (name) select lpad(n::text, 4, '0') || '-as-it-was.sql' from generate_series(1, 34) n;
       insert into tenants (id, name, data_key) values (gen_random_uuid(), 'Initech', '')`,
    );
    const before = await wholeOf(old);
    const sentence =
      'The database was made by a development version of Trefoil (it has the migration 0034-as-it-was.sql), from which there is no upgrade: ' +
      'use a new database, or without DATABASE_URL a new DATA_DIR, or go back to the version that made this one.';
    const service = await startService({ DATABASE_URL: old.url });
    assertRefused(await service.ended, sentence);
    for (const command of onDatabase({ DATABASE_URL: old.url }))
      assert.equal(await refusalOf(command), sentence, command.name);
    const process = await runToEnd(['tenants', 'list'], { DATABASE_URL: old.url });
    assertTold(process, FAILED, /^The database was made by a development version/);
    assert.deepEqual(await wholeOf(old), before);
  } finally {
    await old.drop();
  }
});

test('a verification of no tenant fails, and every command on a database says which, without a password', async () => {
  const { host, port, database } = new pg.Client({ connectionString: fresh.url });
  const url = new URL(fresh.url);
  url.password = 'hush-hush';
  const said: string[] = [];
  const commands = onDatabase({ DATABASE_URL: url.href }, (line) => said.push(line));
  const verifying = commands.filter(({ name }) => / verify$/.test(name));
  assert.equal(verifying.length, 3);
  for (const command of verifying)
    assert.match(
      (await refusalOf(command)) ?? '',
      /^There is nothing to verify: this database has no tenant\./,
    );
  for (const { command, run } of commands) {
    said.length = 0;
    await run(given(command)).catch(() => {});
    assert.deepEqual(said, [`Using the database ${database} at ${host}, port ${port}.`], command.name);
  }
});

test('an integrator’s command without a service is refused in words, and leaves nothing behind', async () => {
  const config = readClientConfig({ XDG_CONFIG_HOME: join(folder, 'config') });
  const silent = () => {};
  const tools = {
    ...{ config, demo: async () => null, say: silent, note: silent, redraw: null, ask: null },
    ...{ readInput: async () => '', openPage: async () => false, ending: new AbortController().signal },
  };
  for (const command of CLIENT_COMMANDS) {
    const run = command.run(tools, given(command));
    if (WITHOUT_SERVICE.includes(command.name)) await run;
    else
      await assert.rejects(
        run,
        (error) => error instanceof CommandFailed || error instanceof CommandRefused,
        command.name,
      );
  }
  assert.deepEqual(readdirSync(folder), []);
});

test('as a process it exits with 1, and names its database on stderr', async () => {
  const [none, nothing] = await Promise.all([
    runToEnd(['ledger', 'verify'], { DATA_DIR: join(folder, 'data') }),
    runToEnd(['ledger', 'verify'], { DATABASE_URL: empty.url }),
  ]);
  assertTold(none, FAILED, /^There is no database to work on/);
  assertTold(nothing, FAILED, /^This database has no tables of Trefoil\./);
  assert.deepEqual([none.used, nothing.used !== ''], ['', true]);
});

/** All rows, and what the catalogue says of tables, indexes and functions. */
async function wholeOf(database: TestDatabase): Promise<unknown[]> {
  const tables = await read<{ name: string }>(
    database,
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const rows = tables.map(({ name }) => `select '${name}' as of, to_jsonb(t) as is from ${name} t`);
  return [
    ...(await read(database, `${rows.join(' union all ')} order by 1, 2`)),
    ...(await read(
      database,
      `select relname, oid, relfilenode, relnatts from pg_class where relnamespace <> 'pg_toast'::regnamespace order by 1`,
    )),
    ...(await read(
      database,
      `select oid::regprocedure::text, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
    )),
  ];
}

async function read<Row>({ url }: TestDatabase, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
