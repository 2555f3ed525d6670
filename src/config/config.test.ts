import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Setting } from '../settings/setting.ts';
import { BadConfig, readConfig, SETTINGS } from './config.ts';
import { DEVELOPMENT_ENCRYPTION_KEY } from './unsafe-settings.ts';

const settings = Object.entries(SETTINGS) as [string, Setting<unknown>][];
const secrets = settings.filter(([, { isSecret }]) => isSecret).map(([name]) => name);
const OTHER_KEY = createHash('sha256').update('a key').digest('base64');
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://trefoil:a-long-and-random-one@127.0.0.1/trefoil',
  ENCRYPTION_KEY: OTHER_KEY,
  PUBLIC_URL: 'https://credit.example.com',
  METRICS_TOKEN: 'a-token-for-the-metrics',
  SMS_GATEWAYS: 'twilio',
  TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
  TWILIO_AUTH_TOKEN: 'a-token-of-the-gateway',
  SIMULATED_BUREAUS_IN_PRODUCTION: 'true',
};

const folder = mkdtempSync(join(tmpdir(), 'trefoil-config-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('.env.example lists every setting in order, each with its help and its default', () => {
  const listed = blocksOf(readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8'));
  assert.deepEqual(
    listed.map(({ name, value, help }) => ({ name, value, help: help[0] })),
    settings.map(([name, { fallback, help }]) => ({ name, value: fallback ?? '', help })),
  );
});

test('.env.example says of each secret, and of nothing else, that a file may hold it', () => {
  const listed = blocksOf(readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8'));
  const withFile = listed.filter(({ name, help }) => help.some((line) => line.includes(`${name}_FILE`)));
  assert.deepEqual(
    withFile.map(({ name }) => name),
    secrets,
  );
});

test('every setting has a help that is a sentence on one line', () => {
  for (const [name, { help }] of settings) assert.match(help, /^\S[^\n]*\.$/, name);
});

test('an empty environment gives the defaults, on the embedded database', () => {
  const config = readConfig({});
  for (const [name, { fallback, parse }] of settings) {
    const expected = fallback === null ? null : parse(fallback);
    assert.deepEqual(config[name as keyof typeof SETTINGS], expected, name);
  }
  assert.equal(config.publicUrl, 'http://127.0.0.1:8080');
  assert.equal(config.isEmbedded, true);
});

test('a setting that is empty or blank counts as not set', () => {
  const empty = Object.fromEntries(settings.map(([name], index) => [name, index % 2 === 0 ? '' : '  ']));
  assert.deepEqual(readConfig(empty), readConfig({}));
});

test('spaces around a value are not part of it', () => {
  assert.equal(readConfig({ PORT: ' 9000\n' }).PORT, 9000);
});

test('the public address follows the host and port unless it is set', () => {
  assert.equal(readConfig({ HOST: '0.0.0.0', PORT: '81' }).publicUrl, 'http://0.0.0.0:81');
  assert.equal(readConfig({ HOST: '::1', PORT: '81' }).publicUrl, 'http://[::1]:81');
  assert.equal(
    readConfig({ PUBLIC_URL: 'https://credit.example.com/' }).publicUrl,
    'https://credit.example.com',
  );
});

test('a database address means that nothing is embedded', () => {
  assert.equal(readConfig({ DATABASE_URL: 'postgres://u:p@db.example:5432/trefoil' }).isEmbedded, false);
});

test('the configuration cannot be changed', () => {
  const config = readConfig({});
  assert.ok(Object.isFrozen(config));
  assert.throws(() => Object.assign(config, { PORT: 1 }), TypeError);
});

const WRONG: Record<string, string[]> = {
  NODE_ENV: ['prod', 'Production'],
  PORT: ['0', '65536', '80.5', '-1', '8080x', '0x50', '1e3', 'eighty'],
  PUBLIC_URL: [
    'credit.example.com',
    'ftp://credit.example.com',
    'https://a.example/path',
    'https://a.example?x',
  ],
  DATABASE_URL: ['db.example', 'mysql://db.example/x'],
  WEB_CONCURRENCY: ['0', '65', 'all', '1.5', 'AUTO'],
  DATABASE_POOL_SIZE: ['0', '201'],
  DATABASE_NAMED_STATEMENTS: ['yes', '1', 'TRUE'],
  ENCRYPTION_KEY: [
    'short',
    Buffer.alloc(31).toString('base64'),
    Buffer.alloc(33).toString('base64'),
    'x'.repeat(44),
  ],
  TRUST_PROXY: ['proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', '::1/129'],
  RATE_LIMIT_PER_ADDRESS: ['0', '10000001'],
  RATE_LIMIT_PER_CALLER: ['0', 'many'],
  RATE_LIMIT_PER_TENANT: ['0', '-5'],
  REQUESTS_IN_FLIGHT_PER_ADDRESS_MAX: ['0', 'half'],
  CONNECTIONS_MAX: ['9', 'all'],
  CONNECTIONS_PER_ADDRESS_MAX: ['0', '1000001'],
  RATE_LIMIT_TOKENS_PER_CLIENT: ['0', '60/min'],
  RATE_LIMIT_DEVICE_SESSIONS_PER_ADDRESS: ['0', 'few'],
  METRICS_TOKEN: ['fifteen-letters'],
  SECURITY_CONTACT: ['security@example.com', 'mailto:nobody', 'http://example.com', 'https://a b'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    'collector:4318',
    'ftp://collector',
    'HTTP://collector',
    'ht\ttp://collector',
  ],
  OTEL_EXPORTER_OTLP_HEADERS: ['no-equals-sign', 'key='],
  OTEL_TRACES_SAMPLER_ARG: ['1.1', '-1', 'half'],
  LOG_LEVEL: ['verbose', 'INFO'],
  SHUTDOWN_DRAIN_MS: ['8001', '-1', '1.5s'],
  RISK_ASSESSOR: ['none', 'Built-in'],
  RISK_PEOPLE_PER_DEVICE_MAX: ['5', '10,5,30', '1,2,5001'],
  RISK_DEVICES_PER_PERSON_MAX: ['0,1,2'],
  RISK_PEOPLE_PER_NUMBER_MAX: ['a,b,c'],
  RISK_REQUESTS_PER_ADDRESS_MAX: ['1,2,3,4'],
  RISK_ALLOW_KNOWN: ['yes'],
  RISK_KNOWN_DAYS: ['0', '366'],
  RISK_ALLOW_SCORE_MAX: ['-1', '1001'],
  RISK_SHADOW: ['session-forged', 'automation,everything'],
  RISK_HTTP_URL: ['risk.example', 'ftp://risk.example'],
  RISK_HTTP_KEY: ['fifteen-letters'],
  BUREAUS: ['experian,equifacts'],
  BUREAU_CALLS_MAX: ['0', '10001'],
  EQUIFAX_URL: ['services.uk.equifax.example', 'https://user@equifax.example'],
  EQUIFAX_STYLE: ['xml'],
  EXPERIAN_URL: ['ftp://experian.example'],
  EXPERIAN_SEARCH_PATH: ['consumer/search', '/a b', '/a?b=c'],
  EXPERIAN_CLIENT_STYLE: ['header'],
  TRANSUNION_DATASETS: ['0', '512'],
  SMS_GATEWAYS: ['smoke', 'twilio,twilio', 'outbox,vonage', ','],
  SMS_SENDER: ['SMS', 'Northgate Claims', '12345', '+33612345678'],
  SMS_DOMAIN: ['https://a.example', 'A.example', 'a.example:8080', '-a.example'],
  SMS_COUNTRIES: ['UK', 'gb', 'GB FR'],
  SMS_DEADLINE_MS: ['9', '10001'],
  SMS_DAILY_CREDITS_MAX: ['-1', '1e9'],
  SMS_RESEND_PAUSE_SECONDS: ['301', '-1'],
  TWILIO_URL: ['api.twilio.com', 'ftp://api.twilio.com'],
  TWILIO_AUTH_TOKEN: ['seven_7'],
  VONAGE_API_SECRET: ['seven_7'],
  VONAGE_SIGNATURE_SECRET: ['seven_7'],
  VONAGE_SIGNATURE_METHOD: ['sha3', 'SHA256'],
  IDENTITY_ISSUER: ['id.example.com', 'https://user@id.example.com'],
  RATE_LIMIT_SIGN_INS_PER_ADDRESS: ['0', 'few'],
  RATE_LIMIT_SIGN_INS: ['0', 'few'],
  IDENTITY_CLIENT_SECRET: ['fifteen-letters'],
  SMTP_URL: ['relay.example.net', 'https://relay.example.net', 'smtp://?host=relay.example.net'],
  EMBEDDED_DATABASE_IN_PRODUCTION: ['yes'],
  PLAINTEXT_IN_PRODUCTION: ['everything', 'true'],
};

for (const [name, values] of Object.entries(WRONG)) {
  test(`a wrong ${name} is reported in one sentence that begins with its name`, () => {
    for (const value of values) {
      const [problem = '', ...more] = problemsOf({ [name]: value });
      assert.match(problem, new RegExp(`^${name} must [^\\n]+$`), value);
      assert.deepEqual(more, []);
    }
  });
}

test('the message about a wrong secret does not repeat it', () => {
  for (const name of secrets) {
    for (const value of WRONG[name] ?? []) {
      assert.ok(
        !problemsOf({ [name]: value })
          .join()
          .includes(value),
        name,
      );
    }
  }
});

test('both ends of every range are valid', () => {
  for (const [name, low, high] of [
    ['PORT', '1', '65535'],
    ['DATABASE_POOL_SIZE', '1', '200'],
    ['RATE_LIMIT_PER_CALLER', '1', '10000000'],
    ['SHUTDOWN_DRAIN_MS', '0', '8000'],
  ] as const) {
    for (const value of [low, high]) assert.equal(readConfig({ [name]: value })[name], Number(value));
  }
  assert.deepEqual(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1 ,fd00::/8,' }).TRUST_PROXY, [
    '10.0.0.0/8',
    '::1',
    'fd00::/8',
  ]);
});

test('every mistake is reported at once, in the order of the settings', () => {
  const all = Object.fromEntries(Object.entries(WRONG).map(([name, [value]]) => [name, value]));
  const names = problemsOf(all).map((problem) => problem.split(' ')[0]);
  assert.deepEqual(
    names,
    settings.map(([name]) => name).filter((name) => WRONG[name] !== undefined),
  );
});

test('one start names the values that do not parse, what is missing beside them and what production refuses', () => {
  const problems = problemsOf({
    ...PRODUCTION,
    PORT: 'eighty',
    ENCRYPTION_KEY: 'short',
    METRICS_TOKEN: undefined,
    BUREAUS: 'experian,equifacts',
    SIMULATED_BUREAUS_IN_PRODUCTION: undefined,
    IDENTITY_CLIENT_ID: 'trefoil',
    TWILIO_AUTH_TOKEN: undefined,
  });
  assert.deepEqual(
    problems.map((problem) => problem.split(' ')[0]),
    ['PORT', 'ENCRYPTION_KEY', 'BUREAUS', 'METRICS_TOKEN', 'IDENTITY_CLIENT_ID', 'TWILIO_AUTH_TOKEN'],
  );
});

test('a secret may be in a file, with a line end after it', () => {
  const values: Record<string, string> = {
    ...Object.fromEntries(secrets.map((name) => [name, `secret-of-a-provider-${name}`])),
    DATABASE_URL: 'postgres://u:p@db.example:5432/trefoil',
    ENCRYPTION_KEY: OTHER_KEY,
    ENCRYPTION_KEY_PREVIOUS: OTHER_KEY,
    METRICS_TOKEN: 'a-token-for-the-metrics',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic abc',
    RISK_HTTP_KEY: 'a-key-for-the-risk-service',
    IDENTITY_CLIENT_SECRET: 'a-secret-of-a-provider',
    SMTP_URL: 'smtps://user:password@mail.example.com',
    WEBHOOK_PROXY_URL: 'http://user:password@egress.example.com:3128',
  };
  assert.deepEqual(new Set(Object.keys(values)), new Set(secrets));
  const files = Object.fromEntries(secrets.map((name) => [`${name}_FILE`, write(name, `${values[name]}\n`)]));
  const rest = { IDENTITY_ISSUER: 'https://id.example.com', IDENTITY_CLIENT_ID: 'trefoil' };
  assert.deepEqual(readConfig({ ...files, ...rest }), readConfig({ ...values, ...rest }));
});

test('a secret that is set twice, or in a file that cannot be read, is a mistake', () => {
  for (const name of secrets) {
    const file = write('secret', 'from-the-file');
    assert.deepEqual(problemsOf({ [name]: 'here', [`${name}_FILE`]: file }), [
      `${name} and ${name}_FILE are both set. Keep one.`,
    ]);
    assert.deepEqual(problemsOf({ [`${name}_FILE`]: join(folder, 'not-there') }), [
      `${name} cannot be read from the file that ${name}_FILE names. Check the path and its permissions.`,
    ]);
  }
});

test('a file is not read for a setting that is not a secret', () => {
  assert.equal(readConfig({ PORT_FILE: write('port', '9000') }).PORT, 8080);
});

test('production requires a key of its own, https and a metrics token', () => {
  assert.equal(readConfig(PRODUCTION).NODE_ENV, 'production');
  const key =
    'ENCRYPTION_KEY is the development key, which everybody knows. Make one: openssl rand -base64 32';
  const address = 'PUBLIC_URL must be an https:// address in production.';
  const token = 'METRICS_TOKEN must be set in production: /metrics is not for strangers.';
  assert.deepEqual(problemsOf({ ...PRODUCTION, ENCRYPTION_KEY: DEVELOPMENT_ENCRYPTION_KEY }), [key]);
  assert.deepEqual(problemsOf({ ...PRODUCTION, ENCRYPTION_KEY: undefined }), [key]);
  assert.deepEqual(problemsOf({ ...PRODUCTION, PUBLIC_URL: 'http://credit.example.com' }), [address]);
  assert.deepEqual(problemsOf({ ...PRODUCTION, PUBLIC_URL: undefined }), [address]);
  assert.deepEqual(problemsOf({ ...PRODUCTION, METRICS_TOKEN: undefined }), [token]);
  assert.deepEqual(
    problemsOf({
      ...PRODUCTION,
      ENCRYPTION_KEY: undefined,
      PUBLIC_URL: undefined,
      METRICS_TOKEN: undefined,
    }),
    [key, address, token],
  );
});

/** `# NAME=default`, after the comment lines that explain it; blocks are separated by empty lines. */
function blocksOf(text: string): { name: string; value: string; help: string[] }[] {
  const blocks = text.split(/\n\s*\n/).map((block) => block.trim().split('\n'));
  return blocks.flatMap((lines) => {
    const [, name, value] = /^# ([A-Z][A-Z0-9_]*)=(.*)$/.exec(lines.at(-1) ?? '') ?? [];
    if (name === undefined || value === undefined) return [];
    return [{ name, value, help: lines.slice(0, -1).map((line) => line.replace(/^# /, '')) }];
  });
}

function problemsOf(env: Record<string, string | undefined>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof BadConfig) return error.problems;
    throw error;
  }
  return assert.fail('It was accepted.');
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('another OpenID provider needs its client id and secret, and https in production', () => {
  const issuer = { IDENTITY_ISSUER: 'https://id.example.com' };
  const half = 'IDENTITY_ISSUER needs IDENTITY_CLIENT_ID and IDENTITY_CLIENT_SECRET: set all three, or none.';
  const noSecret =
    'IDENTITY_ISSUER and IDENTITY_CLIENT_ID need IDENTITY_CLIENT_SECRET: set all three, or none.';
  const noIssuer =
    'IDENTITY_CLIENT_ID and IDENTITY_CLIENT_SECRET need IDENTITY_ISSUER: set all three, or none.';
  const whole = { IDENTITY_CLIENT_ID: 'trefoil', IDENTITY_CLIENT_SECRET: 'a-secret-of-a-provider' };
  assert.deepEqual(problemsOf(issuer), [half]);
  assert.deepEqual(problemsOf({ ...issuer, IDENTITY_CLIENT_ID: 'trefoil' }), [noSecret]);
  assert.deepEqual(problemsOf(whole), [noIssuer]);
  assert.equal(readConfig({ ...issuer, ...whole }).IDENTITY_ISSUER, 'https://id.example.com');
  assert.deepEqual(problemsOf({ ...PRODUCTION, ...whole, IDENTITY_ISSUER: 'http://id.example.com' }), [
    'IDENTITY_ISSUER must be an https:// address in production.',
  ]);
});

test('a sandbox is production with a made-up world: no real bureau, no real gateway', () => {
  const { SMS_GATEWAYS: _real, SIMULATED_BUREAUS_IN_PRODUCTION: _none, ...production } = PRODUCTION;
  const sandbox = { ...production, SANDBOX: 'true' };
  assert.equal(readConfig({ ...sandbox, SMS_GATEWAYS: 'outbox' }).SANDBOX, true);
  assert.throws(
    () => readConfig({ ...sandbox, SMS_GATEWAYS: 'twilio' }),
    /SMS_GATEWAYS must be outbox where SANDBOX is true/,
  );
  assert.throws(
    () => readConfig({ ...sandbox, EQUIFAX_URL: 'https://bureau.example.com' }),
    /EQUIFAX_URL must not be set where SANDBOX is true/,
  );
  // What keeps strangers out applies all the same.
  assert.throws(() => readConfig({ ...sandbox, METRICS_TOKEN: '' }), /METRICS_TOKEN must be set/);
  assert.throws(
    () => readConfig({ ...production, SMS_GATEWAYS: 'outbox' }),
    /must not be outbox in production/,
  );
});
