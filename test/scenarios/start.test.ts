// The start of the service, as the terminal shows it: what it prints works as pasted, a second start keeps what the first one made, and every
// obstacle is reported in one plain sentence.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { startTwilioSimulator } from '../../src/sms/twilio/simulator.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { openHouse } from '../support/house.ts';
import { freePort } from '../support/http/ports.ts';
import { after, before, test } from '../support/long.ts';
import {
  call,
  endAll,
  endingOf,
  newPath,
  refusedStart,
  type ServiceProcess,
  startService,
  until,
  untilReady,
} from '../support/processes.ts';
import { assertRefused } from '../support/settings/refusals.ts';
import { gatewaySettings, TWILIO_ACCOUNT } from '../support/worlds/sms-world.ts';

const DEMO_KEYS = ['baseUrl', 'tenantId', 'clientId', 'clientSecret', 'email', 'password'];
const OTHER_KEY = Buffer.alloc(32, 7).toString('base64');
const databases: TestDatabase[] = [];
const servers: net.Server[] = [];

after(async () => {
  for (const server of servers) server.close();
  await endAll();
  for (const database of databases) await database.drop();
});

describe('the embedded default', () => {
  const dataDir = newPath('data');
  const compiled = newPath('compiled');
  let port: number;
  let first: ServiceProcess;
  let secrets: Record<string, string>;

  before(async () => {
    port = await freePort();
    first = await startEmbedded();
    secrets = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  });
  after(async () => {
    await first?.kill();
  });

  test('the first start prints its address, its reference and a first call', () => {
    const text = first.stdout();
    assert.match(text, new RegExp(`^ {2}Trefoil \\S+ · http://127\\.0\\.0\\.1:${port} `, 'm'));
    assert.match(text, new RegExp(`^ {2}Reference {2}http://127\\.0\\.0\\.1:${port}/reference$`, 'm'));
    assert.match(text, /development: known encryption key/);
    assert.equal(first.stderr(), '');
  });

  test('what it compiled is on the disk while it serves, for the next one that starts', async () => {
    const isFile = (name: string): boolean => statSync(join(compiled, name)).isFile();
    await until(
      'it is written',
      () => existsSync(compiled) && readdirSync(compiled, { encoding: 'utf8', recursive: true }).some(isFile),
    );
  });

  test('the reference that it prints is there', async () => {
    const address = /Reference\s+(\S+)/.exec(first.stdout())?.[1] as string;
    assert.equal((await fetch(address)).status, 200);
  });

  test('the demo page and the outbox that it prints are there', async () => {
    for (const [name, heading] of [
      ['Demo page', 'Get my report'],
      ['Outbox', 'No texts yet.'],
    ]) {
      const address = new RegExp(`${name}\\s+(\\S+)`).exec(first.stdout())?.[1] as string;
      const answer = await fetch(address);
      assert.equal(answer.status, 200);
      assert.ok((await answer.text()).includes(heading as string), name);
    }
  });

  test('the curl that it prints works as pasted', async () => {
    const answer = await runPrinted(first);
    assert.equal(answer.data.status, 'complete');
    assert.equal(answer.meta.wallet.cost, 0);
    assert.equal(answer.data.creditReport.person.firstName, 'Ada');
  });

  test('the demo secrets are readable by their owner only, these six and no more', () => {
    const file = join(dataDir, 'demo.json');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(Object.keys(secrets), DEMO_KEYS);
    assert.equal(secrets.baseUrl, `http://127.0.0.1:${port}`);
    for (const name of DEMO_KEYS) assert.ok(secrets[name], name);
    for (const name of DEMO_KEYS.slice(1)) assert.ok(first.stdout().includes(secrets[name] as string), name);
  });

  test('a second service on the same data folder is refused, and the first keeps working', async () => {
    const second = await startService({ DATA_DIR: dataDir });
    assertRefused(
      await endingOf(second),
      `Another Trefoil is already running on the data folder ${dataDir} (process ${first.pid}). ` +
        'Stop it, or set DATA_DIR to another folder.',
    );
    assert.equal((await runPrinted(first)).data.status, 'complete');
  });

  test('the next start keeps the secrets, is quick, and accepts the old token', async () => {
    const before = curlOf(first.stdout());
    first.signal('SIGINT');
    assert.equal((await endingOf(first)).code, 0);
    first = await startEmbedded();
    // The slow steps of a first start are not repeated; a time limit would measure how busy this machine is.
    assert.doesNotMatch(first.stdout(), /Preparing|Prepared|made now/);
    assert.match(first.stdout(), /embedded PostgreSQL in \S+, opened/);
    assert.deepEqual(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')), secrets);
    assert.equal((await runPrinted(first)).data.status, 'complete');
    assert.equal((await runShell(before)).data.status, 'complete');
  });

  test('the data folder holds no secret that others can read', () => {
    const open = readdirSync(dataDir).filter((name) => {
      const file = join(dataDir, name);
      return (statSync(file).mode & 0o077) !== 0 && Object.values(secrets).slice(2).some(isIn(file));
    });
    assert.deepEqual(open, []);
  });

  async function startEmbedded(): Promise<ServiceProcess> {
    const folders = { DATA_DIR: dataDir, NODE_COMPILE_CACHE: compiled };
    const service = await startService({ ...folders, PORT: String(port) });
    await untilReady(service);
    await until('the curl is printed', () => /^ {2}-d '.*'$/m.test(service.stdout()));
    return service;
  }
});

// Two at a time: the first test mostly waits. Two are processes of their own, which end with something open; the others share one.
describe('obstacles', { concurrency: 2 }, () => {
  let migrated: TestDatabase;
  before(async () => {
    migrated = await createTestDatabase();
    databases.push(migrated);
  });

  test('a database that accepts the connection and never answers times out', async () => {
    const url = `postgres://user:hush-hush@127.0.0.1:${await holdPort()}/trefoil`;
    const service = await startService({ DATABASE_URL: url });
    assertRefused(
      await endingOf(service),
      'The database at DATABASE_URL does not answer. Check the address, or start it.',
    );
  });

  test('a port that is in use is named', async () => {
    const port = await holdPort();
    const service = await startService({ DATABASE_URL: migrated.url, PORT: String(port) });
    assertRefused(
      await endingOf(service),
      `Port ${port} on 127.0.0.1 is taken. Stop what uses it, or set PORT to another one.`,
    );
  });

  test('an address that this machine does not have is named', async () => {
    assertRefused(
      await refusedStart({ DATABASE_URL: migrated.url, HOST: '203.0.113.1' }),
      'HOST 203.0.113.1 is not an address of this machine. Set HOST to 127.0.0.1 or 0.0.0.0.',
    );
  });

  test('a data folder that cannot be created is named', async () => {
    const file = newPath('a-file');
    writeFileSync(file, '');
    assertRefused(
      await refusedStart({ DATA_DIR: join(file, 'data') }),
      `The data folder ${join(file, 'data')} cannot be written: a file of that name is in the way. ` +
        'Let the user that runs Trefoil write there (chown or chmod), or set DATA_DIR to another folder.',
    );
  });

  test('a journal of erasures that cannot be written is named', async () => {
    const file = newPath('a-file');
    writeFileSync(file, '');
    const journal = join(file, 'journal');
    assertRefused(
      await refusedStart({ DATABASE_URL: migrated.url, ERASURE_JOURNAL: journal }),
      `ERASURE_JOURNAL is ${journal}, which cannot be written (ENOTDIR). Let it be a file in a folder that is there, that this user may ` +
        'write to and whose disk is not full. Nothing is erased before it is noted there.',
    );
  });

  test('a database of a newer version is left alone', async () => {
    const database = await createTestDatabase();
    databases.push(database);
    await query(database.url, "insert into schema_migrations (name) values ('9999-future.sql')");
    assertRefused(
      await refusedStart({ DATABASE_URL: database.url }),
      'The database was made by a newer version of Trefoil (it has the migration 9999-future.sql). ' +
        'Start that version or a later one, or use another database.',
    );
  });

  test('a database that was encrypted under another key is refused', async () => {
    const database = await createTestDatabase();
    databases.push(database);
    await (await openHouse({}, database)).close();
    assertRefused(
      await refusedStart({ DATABASE_URL: database.url, ENCRYPTION_KEY: OTHER_KEY }),
      'The database was sealed under another ENCRYPTION_KEY. Start with the key that it was made with.',
    );
  });

  test('misspelt settings and a gateway that does not let us in are named, and do not keep it from starting', async () => {
    const twilio = await startTwilioSimulator({ ...TWILIO_ACCOUNT, authToken: 'the-token-of-somebody-else' });
    try {
      const gateway = gatewaySettings({ twilio: twilio.url });
      const misspelt = { METRIC_TOKEN: 'hush-hush-hush-hush', TWILIO_SID: 'AC1' };
      const service = await startService({ DATABASE_URL: migrated.url, ...gateway, ...misspelt });
      await untilReady(service);
      await until('the gateway was tried', () => service.stdout().includes('twilio refuses our account'));
      const said = service.stdout();
      assert.match(
        said,
        /^METRIC_TOKEN is not a setting and changes nothing\. Did you mean METRICS_TOKEN\?$/m,
      );
      assert.match(said, /^TWILIO_SID is not a setting .* Did you mean TWILIO_ACCOUNT_SID\?$/m);
      assert.match(said, /Compare TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN with its dashboard/);
      assert.doesNotMatch(said, /hush|AC1"/);
      assert.equal(twilio.messages.length, 0);
      assert.equal((await service.stop()).code, 0);
    } finally {
      await twilio.close();
    }
  });

  test('an unreachable database is reported, without the password', async () => {
    const url = `postgres://user:hush-hush@127.0.0.1:${await freePort()}/trefoil`;
    assertRefused(
      await refusedStart({ DATABASE_URL: url }),
      'The database at DATABASE_URL does not answer. Check the address, or start it.',
    );
  });

  test('an unknown database user is reported', async () => {
    const url = new URL(migrated.url);
    url.username = 'somebody_else';
    assertRefused(
      await refusedStart({ DATABASE_URL: url.href }),
      'The database at DATABASE_URL refused the user or password. Check both.',
    );
  });

  test('a missing database is reported', async () => {
    const url = new URL(migrated.url);
    url.pathname = '/not_there';
    assertRefused(
      await refusedStart({ DATABASE_URL: url.href }),
      'The database that DATABASE_URL names does not exist. Create it first.',
    );
  });

  test('every invalid setting is reported at once, a sentence each', async () => {
    assertRefused(
      await refusedStart({
        NODE_ENV: 'staging',
        PUBLIC_URL: 'https://credit.example.com/path',
        DATABASE_URL: 'mysql://127.0.0.1/trefoil',
        DATABASE_POOL_SIZE: '0',
        ENCRYPTION_KEY: 'c2hvcnQ=',
        TRUST_PROXY: '10.0.0.0/33',
        METRICS_TOKEN: 'short',
        LOG_LEVEL: 'loud',
        SHUTDOWN_DRAIN_MS: '1.5',
      }),
      'NODE_ENV must be one of: development, production.',
      'PUBLIC_URL must be an address such as https://credit.example.com, without a path.',
      'DATABASE_URL must look like postgres://user:password@host:5432/database.',
      'DATABASE_POOL_SIZE must be a whole number from 1 to 200.',
      'ENCRYPTION_KEY must be 32 bytes in base64. Make one: openssl rand -base64 32',
      'TRUST_PROXY must be addresses or networks such as 10.0.0.0/8, separated by commas.',
      'METRICS_TOKEN must have at least 16 characters.',
      'LOG_LEVEL must be one of: debug, info, warn, error, silent.',
      'SHUTDOWN_DRAIN_MS must be a whole number from 0 to 8000.',
    );
  });
});

test('three processes that start concurrently on an empty database are all ready, and each table was made once', async () => {
  const database = await createEmptyDatabase();
  databases.push(database);
  const settings = { DATABASE_URL: database.url, PUBLIC_URL: 'http://trefoil.test', DATABASE_POOL_SIZE: '2' };
  const services = await Promise.all(Array.from({ length: 3 }, () => startService(settings)));
  // Each makes some of the tables and waits while another does: on a busy machine that is more than the start of one.
  await Promise.all(services.map((service) => untilReady(service, 60_000)));
  await until('all have printed it', () => services.every((one) => one.stdout().includes('ready in')));
  // They may divide the migrations among them.
  const steps = services.map((one) =>
    Number(/Prepared the tables \((\d+) step/.exec(one.stdout())?.[1] ?? 0),
  );
  const made = await query(database.url, 'select name from schema_migrations');
  assert.ok(made.length > 0);
  assert.equal(
    steps.reduce((sum, count) => sum + count),
    made.length,
  );
  const keySets = await Promise.all(
    services.map(async ({ origin }) => (await call(origin, { path: '/.well-known/jwks.json' })).text),
  );
  assert.equal(new Set(keySets).size, 1);
  assert.equal(JSON.parse(keySets[0] as string).keys.length, 1);
  // With DATABASE_URL nothing is seeded and no secret is shown.
  assert.deepEqual(await query(database.url, 'select 1 from tenants'), []);
  assert.ok(services.every((one) => !/secret|curl/.test(one.stdout())));
});

function curlOf(stdout: string): string {
  return /^curl [\s\S]*?^ {2}-d '.*'$/m.exec(stdout)?.[0] ?? assert.fail(`no curl in: ${stdout}`);
}

function runPrinted(service: ServiceProcess) {
  return runShell(curlOf(service.stdout()));
}

async function runShell(command: string) {
  if (spawnSync('curl', ['--version']).status === 0) {
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    return JSON.parse(stdout);
  }
  // Without curl: the same request, parsed from the printed command.
  const headers = [...command.matchAll(/-H '([^:]+): ([^']*)'/g)].map(([, name, value]) => [name, value]);
  const answer = await fetch(/^curl -s (\S+)/.exec(command)?.[1] as string, {
    method: 'POST',
    headers: headers as [string, string][],
    body: /-d '(.*)'$/m.exec(command)?.[1] as string,
  });
  return answer.json();
}

function isIn(file: string): (secret: string) => boolean {
  return (secret) =>
    existsSync(file) && statSync(file).isFile() && readFileSync(file, 'utf8').includes(secret);
}

/** A port with a listener that never answers. */
async function holdPort(): Promise<number> {
  const server = net.createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
