// Production mode refuses unsafe configuration, names it and exits with 1: settings before anything is opened, the database before anything
// is written to it. What cannot be unsafe here has no test: the identity provider stores its records in the database and has no development
// pages; signing keys are made for each database and encrypted under ENCRYPTION_KEY, so that a development machine's keys cannot be read;
// without SMTP_URL production sends no mail and has no outbox; tenants are separated by keys and statements (tenant-first.test.ts), not by
// row-level security; the embedded server runs with its durability settings on the command line, and a second process on its folder is
// refused (start.test.ts).
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe } from 'node:test';
import pg from 'pg';
import { BadConfig, readConfig } from '../../src/config/config.ts';
import { openStore, StartRefused } from '../../src/storage/engine/open.ts';
import { databaseUrl } from '../support/database/postgres.ts';
import { after, before, test } from '../support/long.ts';
import {
  call,
  endAll,
  endingOf,
  refusedStart,
  type Settings,
  startService,
  untilReady,
} from '../support/processes.ts';
import { makeOwnFolder, type OwnFolder, type OwnPostgres } from '../support/services/own-folder.ts';
import { assertRefused } from '../support/settings/refusals.ts';
import { gatewaySettings } from '../support/worlds/sms-world.ts';

const keyOf = (text: string): string => createHash('sha256').update(text).digest('base64');
const PRODUCTION: Settings = {
  NODE_ENV: 'production',
  ENCRYPTION_KEY: keyOf('ours'),
  PUBLIC_URL: 'https://credit.example.com',
  METRICS_TOKEN: 'a-token-for-the-metrics',
  SIMULATED_BUREAUS_IN_PRODUCTION: 'true',
  DATABASE_POOL_SIZE: '2',
  ...gatewaySettings({ twilio: 'https://twilio.invalid' }),
};
const DEVELOPMENT_KEY =
  'ENCRYPTION_KEY is the development key, which everybody knows. Make one: openssl rand -base64 32';
const PUBLIC_ADDRESS = 'PUBLIC_URL must be an https:// address in production.';
const TOKEN = 'METRICS_TOKEN must be set in production: /metrics is not for strangers.';
const SIMULATED = (bureau: string): string =>
  `${bureau.toUpperCase()}_URL must be set in production, or ${bureau} left out of BUREAUS: ` +
  'a simulator would answer with invented people (SIMULATED_BUREAUS_IN_PRODUCTION allows it).';

const GUESSABLE =
  'DATABASE_URL has no password, or one that anybody would try first. Set another: openssl rand -hex 24';
const WEAK_KEY = 'ENCRYPTION_KEY can be guessed: it is not random. Make one: openssl rand -base64 32';
const EMBEDDED =
  'DATABASE_URL must be set in production: the embedded database has no password, no standby and old libraries ' +
  '(EMBEDDED_DATABASE_IN_PRODUCTION allows it).';
const CLEAR =
  'DATABASE_URL names a database on another machine without TLS. Add sslmode=verify-full, and sslrootcert=<file> ' +
  'for an authority of your own (PLAINTEXT_IN_PRODUCTION=database allows it).';
const CLEAR_MAIL =
  'SMTP_URL must begin with smtps:// in production, or end in ?requireTLS=true, and check the certificate: ' +
  'its mails hold links that admit people (PLAINTEXT_IN_PRODUCTION=mail allows it).';
const EVERYBODY =
  'TRUST_PROXY believes every address: callers would choose their own. Name the proxies alone.';

/** Never connected to: the settings are refused first. */
const NOWHERE = 'postgres://someone:a-long-and-random-one@127.0.0.1:1/trefoil';
const UNSAFE: Record<string, [Settings, ...string[]]> = {
  'the development key': [{ ENCRYPTION_KEY: '' }, DEVELOPMENT_KEY],
  'a public address without TLS, and with it the issuer': [
    { PUBLIC_URL: 'http://credit.example.com' },
    PUBLIC_ADDRESS,
  ],
  'metrics that anyone may read': [{ METRICS_TOKEN: '' }, TOKEN],
  'the embedded database': [{ DATABASE_URL: '' }, EMBEDDED],
  ...Object.fromEntries(
    [
      '@db.example.net/trefoil',
      '@db.example.net/trefoil?sslmode=disable',
      '@db.example.net/trefoil?sslmode=prefer',
      '@db.example.net/trefoil?sslmode=require&sslmode=disable',
      '@db.example.net/trefoil?ssl=false',
      '@localhost,db.example.net/trefoil',
      '@localhost/trefoil?host=db.example.net',
      '@%64b.example.net/trefoil',
      '@[2001:db8::1]/trefoil',
    ].map((rest) => [
      `no TLS to ${rest}`,
      [{ DATABASE_URL: `postgres://trefoil:a-long-and-random-one${rest}` }, CLEAR],
    ]),
  ),
  'no TLS to a database whose host the address leaves to others': [
    { DATABASE_URL: 'postgres:///trefoil?user=trefoil&password=a-long-and-random-one' },
    CLEAR,
  ],
  'a database password that is tried first': [
    { DATABASE_URL: 'postgres://trefoil:Postgres@127.0.0.1:1/trefoil' },
    GUESSABLE,
  ],
  ...Object.fromEntries(
    [
      'postgres://trefoil@127.0.0.1:1/trefoil',
      'postgres://trefoil:@127.0.0.1:1/trefoil',
      'postgres://127.0.0.1:1/trefoil?user=postgres&password=postgres',
      'postgres://trefoil:p%61ssword@127.0.0.1:1/trefoil',
      'postgres://trefoil:a-long-and-random-one@127.0.0.1:1/trefoil?password=changeme',
      'postgres://trefoil@127.0.0.1:1/trefoil?password=a-long-and-random-one&password=changeme',
      'postgres://trefoil:short@127.0.0.1:1/trefoil',
      'postgres://credit_app:Credit_App@127.0.0.1:1/trefoil',
    ].map((url) => [`the password of ${url}`, [{ DATABASE_URL: url }, GUESSABLE]]),
  ),
  'a database with both faults': [
    { DATABASE_URL: 'postgres://app:credit_reports@10.0.0.1:1,10.0.0.2:1/credit_reports' },
    GUESSABLE,
    CLEAR,
  ],
  ...Object.fromEntries(
    Object.entries({
      'of zero bytes': Buffer.alloc(32),
      'of one byte': Buffer.alloc(32, 7),
      'of a pattern': Buffer.alloc(32, 'ab0'),
      'of 16 bytes twice': Buffer.from('00112233445566778899aabbccddeeff'.repeat(2), 'hex'),
      'that counts': Buffer.from(Array.from({ length: 32 }, (_none, n) => n)),
      'that counts down': Buffer.from(Array.from({ length: 32 }, (_none, n) => 250 - n)),
      'of words': Buffer.from('this-is-the-key-of-our-service-1'),
    }).map(([what, key]) => [`a key ${what}`, [{ ENCRYPTION_KEY: key.toString('base64') }, WEAK_KEY]]),
  ),
  ...Object.fromEntries(
    ['0.0.0.0/1,128.0.0.0/1', '::/0', '::ffff:0:0/96', '2000::/4,3000::/4', '10.0.0.0/8,64.0.0.0/2'].map(
      (networks) => [`proxies at ${networks}`, [{ TRUST_PROXY: networks }, EVERYBODY]],
    ),
  ),
  ...Object.fromEntries(
    [
      'smtp://user:password@relay.example.net',
      'smtp://relay.example.net?requireTLS=false',
      'SMTP://relay.example.net:587',
      'smtps://relay.example.net?tls.rejectUnauthorized=false',
      'smtp://relay.example.net?requireTLS=true&tls.rejectUnauthorized=0',
    ].map((url) => [`mail to ${url}`, [{ SMTP_URL: url }, CLEAR_MAIL]]),
  ),
  'traces in the clear': [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example.net:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an https:// address in production, or one of this machine ' +
      '(PLAINTEXT_IN_PRODUCTION=traces allows it).',
  ],
  'a proxy that could be anybody': [{ TRUST_PROXY: '10.0.0.0/8,0.0.0.0/0' }, EVERYBODY],
  'messages that stay in memory': [
    { SMS_GATEWAYS: 'outbox' },
    'SMS_GATEWAYS must not be outbox in production: no message would reach a phone.',
  ],
  'bureaus that are simulated': [
    { SIMULATED_BUREAUS_IN_PRODUCTION: '', BUREAUS: 'equifax,experian' },
    SIMULATED('equifax'),
    SIMULATED('experian'),
  ],
  'an OpenID provider without TLS': [
    {
      IDENTITY_ISSUER: 'http://id.example.com',
      IDENTITY_CLIENT_ID: 'trefoil',
      IDENTITY_CLIENT_SECRET: 'a-secret-of-a-provider',
    },
    'IDENTITY_ISSUER must be an https:// address in production.',
  ],
};

after(endAll);

for (const [what, [settings, ...sentences]] of Object.entries(UNSAFE)) {
  test(`production refuses ${what}`, () => {
    const env = { DATABASE_URL: NOWHERE, ...PRODUCTION, ...settings };
    assert.throws(
      () => readConfig(env),
      (error) => error instanceof BadConfig && assert.deepEqual(error.problems, sentences) === undefined,
    );
  });
}

const SAFE: Record<string, Settings> = {
  'a random key': { ENCRYPTION_KEY: randomBytes(32).toString('base64') },
  'a socket, where the system says who asks': {
    DATABASE_URL: 'postgres://trefoil@localhost/trefoil?host=%2Fvar%2Frun',
  },
  'a certificate in place of a password': {
    DATABASE_URL: 'postgres://trefoil@db.example.net/trefoil?sslmode=verify-full&sslcert=c&sslkey=k',
  },
  'the embedded database, where the operator asks for it': {
    DATABASE_URL: '',
    EMBEDDED_DATABASE_IN_PRODUCTION: 'true',
  },
  ...Object.fromEntries(
    [
      'sslmode=require',
      'sslmode=verify-ca',
      'sslmode=verify-full',
      'ssl=true',
      'ssl=false&sslmode=require',
    ].map((query) => [
      `a database elsewhere with ${query}`,
      {
        DATABASE_URL: `postgres://trefoil:a-long-and-random-one@a.example.net,b.example.net/trefoil?${query}`,
      },
    ]),
  ),
  'a database, mail and traces in the clear, where the operator says so': {
    PLAINTEXT_IN_PRODUCTION: 'database,mail,traces',
    DATABASE_URL: 'postgres://trefoil:a-long-and-random-one@primary:5432,standby:5432/trefoil',
    SMTP_URL: 'smtp://mail:1025',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  },
  'private networks, a provider’s and this machine as proxies': {
    TRUST_PROXY:
      '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7,104.16.0.0/13,2400:cb00::/32,127.0.0.1,::1',
  },
  'mail with TLS': { SMTP_URL: 'smtps://relay.example.net' },
  'mail with STARTTLS required': { SMTP_URL: 'smtp://relay.example.net:587?requireTLS=true' },
  'a relay on this machine': { SMTP_URL: 'smtp://127.0.0.1:25' },
  'a collector with TLS': { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.net' },
  'a collector on this machine': { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
};
for (const [what, settings] of Object.entries(SAFE)) {
  test(`production accepts ${what}`, () => {
    readConfig({ DATABASE_URL: NOWHERE, ...PRODUCTION, ...settings });
  });
}

test('a process with all of these settings names each of them and exits with 1', async () => {
  const all = Object.assign({}, ...Object.values(UNSAFE).map(([settings]) => settings));
  const { code, stderr } = await endingOf(await startService({ ...PRODUCTION, ...all }));
  // Of several keys and databases the last one counts.
  const sentences = Object.values(UNSAFE)
    .flatMap(([, ...those]) => those)
    .filter((one) => one !== DEVELOPMENT_KEY && one !== EMBEDDED);
  assert.equal(code, 1);
  assert.deepEqual(stderr.trimEnd().split('\n').sort(), [...new Set(sentences)].sort());
});

describe('production and its database', () => {
  const role = `app_${randomBytes(6).toString('hex')}`;
  let folder: OwnFolder;
  let server: OwnPostgres;
  let asAdmin: string;
  let url: string;
  before(async () => {
    // Its settings are PostgreSQL's own: safe. Those of the run's server are not.
    folder = await makeOwnFolder();
    server = await folder.start({});
    asAdmin = databaseUrl(server.url, 'postgres');
    const password = randomBytes(12).toString('hex');
    await asSuperuser(`create role ${role} login nosuperuser password '${password}'`);
    await asSuperuser(`create database ${role} owner ${role} template template0`);
    const own = new URL(asAdmin);
    own.username = role;
    own.password = password;
    own.pathname = `/${role}`;
    url = own.href;
  });
  after(async () => {
    await server?.stop();
    folder?.remove();
  });

  test('production refuses a superuser, who could bypass the rules of the ledger', async () => {
    assertRefused(
      await refusedStart({ ...PRODUCTION, DATABASE_URL: asAdmin }),
      'The user of DATABASE_URL is a superuser, for whom no rule of the ledger holds. ' +
        'Give Trefoil a role of its own: create role … nosuperuser, owner of its database.',
    );
  });

  test('production refuses a database without a standby, where one is required', async () => {
    const settings = { ...PRODUCTION, DATABASE_REQUIRE_SYNC_STANDBY: 'true', DATABASE_URL: url };
    assertRefused(
      await refusedStart(settings),
      'DATABASE_REQUIRE_SYNC_STANDBY is true, and the database names no synchronous standby. ' +
        'Set synchronous_standby_names there.',
    );
  });

  test('production refuses commits that do not wait for the disk', async () => {
    await asSuperuser(`alter role ${role} set synchronous_commit = off`);
    assertRefused(
      await refusedStart({ ...PRODUCTION, DATABASE_URL: url }),
      'The database has synchronous_commit off for our role: a crash loses what was acknowledged. Turn it on.',
    );
    await asSuperuser(`alter role ${role} reset synchronous_commit`);
  });

  for (const level of ['local', 'remote_write']) {
    test(`production refuses commits that are only ${level}, where a standby is required`, async () => {
      const own = new URL(url);
      own.searchParams.set('options', `-c synchronous_commit=${level}`);
      const settings = { DATABASE_URL: own.href, DATA_DIR: '', NODE_ENV: 'production' as const };
      const opened = openStore(
        { ...settings, DATABASE_SHARDED: false, DATABASE_REQUIRE_SYNC_STANDBY: true },
        () => {},
      );
      await assert.rejects(opened, (error: Error) => {
        assert.ok(error instanceof StartRefused);
        const sentence =
          `DATABASE_REQUIRE_SYNC_STANDBY is true, and synchronous_commit is ${level}: ` +
          "a commit does not wait for the standby's disk. Set it to on.";
        return assert.ok(error.message.split('\n').includes(sentence), error.message) === undefined;
      });
    });
  }

  test('a database that was refused was not written to; with an ordinary role and a safe server production starts', async () => {
    assert.deepEqual(await query(url, 'select 1 from pg_tables where schemaname = current_schema()'), []);
    const service = await startService({ ...PRODUCTION, DATABASE_URL: url });
    await untilReady(service);
    for (const path of ['/demo', '/dev/outbox', '/dev/mail']) {
      assert.equal((await call(service.origin, { path })).status, 404, path);
    }
    service.signal('SIGINT');
    assert.equal((await endingOf(service)).code, 0);
  });

  test('signing keys made under the development key cannot be decrypted in production', async () => {
    const other = keyOf('another');
    assertRefused(
      await refusedStart({ ...PRODUCTION, ENCRYPTION_KEY: other, DATABASE_URL: url }),
      'The database was sealed under another ENCRYPTION_KEY. Start with the key that it was made with.',
    );
  });

  test('production refuses fsync and full_page_writes off', async () => {
    await server.stop();
    server = await folder.start({ fsync: 'off', full_page_writes: 'off' });
    const sentence = (name: string): string =>
      `The database has ${name} off: a crash loses or breaks what was acknowledged. Turn it on.`;
    assertRefused(
      await refusedStart({ ...PRODUCTION, DATABASE_URL: url }),
      sentence('fsync'),
      sentence('full_page_writes'),
    );
  });

  function asSuperuser(text: string): Promise<unknown[]> {
    return query(asAdmin, text);
  }
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
