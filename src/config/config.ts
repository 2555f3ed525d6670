// The only reader of the environment: one schema, read once, frozen, every mistake reported at once. `.env.example` is generated
// from the same list, and a test keeps the two equal.
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { BUREAU_SETTINGS, bureauProblems } from '../bureaus/settings.ts';
import { IDENTITY_SETTINGS } from '../identity/settings.ts';
import { MAIL_SETTINGS } from '../mail/settings.ts';
import { isOnThisMachine } from '../outbound/loopback.ts';
import { RISK_SETTINGS, riskProblems } from '../risk/settings.ts';
import {
  BadSetting,
  key,
  listOf,
  longText,
  network,
  oneOf,
  optional,
  origin,
  postgresUrl,
  type Setting,
  setting,
  text,
  type Values,
  wholeNumber,
  yesOrNo,
} from '../settings/setting.ts';
import { SMS_SETTINGS, smsProblems } from '../sms/settings.ts';
import { TRACING_SETTINGS } from '../telemetry/settings.ts';
import { SCHEME_SETTINGS } from './motor-scheme-file.ts';
import { hasGuessablePassword, isMailInTheClear, isWeakKey, trustsEverybody } from './weak-settings.ts';

/** For a developer's machine. It is public: refused in production. */
export const DEVELOPMENT_ENCRYPTION_KEY = 'ZGV2ZWxvcG1lbnQta2V5LW5vdC1mb3ItcHJvZHVjdGk=';

export const SETTINGS = {
  NODE_ENV: setting(
    'development or production; production refuses development keys and plain http.',
    'development',
    oneOf('development', 'production'),
  ),
  HOST: setting('Address to listen on.', '127.0.0.1', text),
  PORT: setting('Port to listen on.', '8080', wholeNumber(1, 65_535)),
  PUBLIC_URL: optional(
    'The address that callers see, without a path: issuer of tokens, audience, links. Default: http://HOST:PORT.',
    origin,
  ),
  DATA_DIR: setting('Folder of the embedded database and the demo secrets.', '.data', text),
  DATABASE_URL: optional(
    'A PostgreSQL 15 or later to use instead of the embedded one; a primary and its standbys as host,host.',
    postgresUrl,
    true,
  ),
  DATABASE_POOL_SIZE: setting('Connections to the database, per process.', '8', wholeNumber(1, 200)),
  DATABASE_NAMED_STATEMENTS: setting(
    'Prepared statements. Set to false behind a pooler in transaction mode that does not keep them.',
    'true',
    yesOrNo,
  ),
  DATABASE_REQUIRE_SYNC_STANDBY: setting(
    'Production only: true refuses to start on a database whose commits do not wait for a standby.',
    'false',
    yesOrNo,
  ),
  ENCRYPTION_KEY: setting(
    '32 random bytes in base64 (openssl rand -base64 32). All other keys are sealed under it: losing it loses the data.',
    DEVELOPMENT_ENCRYPTION_KEY,
    key,
    true,
  ),
  ENCRYPTION_KEY_PREVIOUS: optional(
    'The previous key, while ENCRYPTION_KEY is being rotated: see docs/operations.md. Remove it after keys rewrap.',
    key,
    true,
  ),
  ERASURE_JOURNAL: optional(
    'A file, kept apart from the backups of the database, that `reports erase` appends its ids to; `reports erase-again` reads it.',
    text,
  ),
  TRUST_PROXY: setting(
    'Addresses or networks of proxies whose X-Forwarded-For is trusted, separated by commas. Empty: none.',
    '',
    listOf(network),
  ),
  RATE_LIMIT_PER_ADDRESS: setting('Requests a minute from one address.', '1200', wholeNumber(1, 10_000_000)),
  RATE_LIMIT_PER_CALLER: setting(
    'Requests a minute by one credential or person.',
    '600',
    wholeNumber(1, 10_000_000),
  ),
  RATE_LIMIT_PER_TENANT: setting('Requests a minute on one tenant.', '1200', wholeNumber(1, 10_000_000)),
  RATE_LIMIT_TOKENS_PER_CLIENT: setting(
    'Token requests a minute by one client.',
    '60',
    wholeNumber(1, 10_000_000),
  ),
  REQUESTS_IN_FLIGHT_MAX: setting(
    'Requests in flight in one process; more are shed with 503 and Retry-After.',
    '500',
    wholeNumber(1, 100_000),
  ),
  REQUEST_DEADLINE_MS: setting(
    "Deadline of a request: then the caller gets 503 and Retry-After, while the work goes on. Set it below the load balancer's.",
    '24000',
    wholeNumber(1_000, 55_000),
  ),
  METRICS_TOKEN: optional(
    'Bearer token that GET /metrics requires. Must be set in production.',
    longText,
    true,
  ),
  LOG_LEVEL: setting(
    'Lowest level that is logged.',
    'info',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
  ),
  REQUEST_LOG: setting(
    'Keep a row of each call on a tenant for 30 days, for the console. No body, no personal data.',
    'true',
    yesOrNo,
  ),
  SHUTDOWN_DRAIN_MS: setting(
    'After SIGTERM: how long readiness is off before connections close, so that a load balancer notices.',
    '1500',
    wholeNumber(0, 8_000),
  ),
  ...RISK_SETTINGS,
  ...SMS_SETTINGS,
  ...BUREAU_SETTINGS,
  ...TRACING_SETTINGS,
  ...IDENTITY_SETTINGS,
  ...MAIL_SETTINGS,
  ...SCHEME_SETTINGS,
} as const;

export type Config = Values<typeof SETTINGS> & { readonly publicUrl: string; readonly isEmbedded: boolean };

/** All mistakes in the environment, a sentence each. */
export class BadConfig extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.name = 'BadConfig';
    this.problems = problems;
  }
}

export function readConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    try {
      const given = readText(env, name, one);
      values[name] = given === null ? null : one.parse(given);
    } catch (error) {
      if (!(error instanceof BadSetting)) throw error;
      problems.push(`${name} ${error.message}`);
    }
  }
  if (problems.length > 0) throw new BadConfig(problems);
  const config = complete(values as Values<typeof SETTINGS>);
  const isProduction = config.NODE_ENV === 'production';
  problems.push(
    ...(isProduction ? unsafeForProduction(config) : []),
    ...halfOfAProvider(config),
    ...riskProblems(config, isProduction),
    ...smsProblems(config, isProduction),
    ...bureauProblems(config, isProduction),
  );
  if (problems.length > 0) throw new BadConfig(problems);
  return Object.freeze(config);
}

function complete(values: Values<typeof SETTINGS>): Config {
  const host = isIP(values.HOST) === 6 ? `[${values.HOST}]` : values.HOST;
  return {
    ...values,
    publicUrl: values.PUBLIC_URL ?? `http://${host}:${values.PORT}`,
    isEmbedded: values.DATABASE_URL === null,
  };
}

function halfOfAProvider(config: Config): string[] {
  const { IDENTITY_ISSUER, IDENTITY_CLIENT_ID, IDENTITY_CLIENT_SECRET } = config;
  if (IDENTITY_ISSUER === null || (IDENTITY_CLIENT_ID !== null && IDENTITY_CLIENT_SECRET !== null)) return [];
  return ['IDENTITY_ISSUER needs IDENTITY_CLIENT_ID and IDENTITY_CLIENT_SECRET: set all three, or none.'];
}

function unsafeForProduction(config: Config): string[] {
  const problems: string[] = [];
  if (config.ENCRYPTION_KEY.equals(Buffer.from(DEVELOPMENT_ENCRYPTION_KEY, 'base64'))) {
    problems.push(
      'ENCRYPTION_KEY is the development key, which everybody knows. Make one: openssl rand -base64 32',
    );
  } else if (isWeakKey(config.ENCRYPTION_KEY)) {
    problems.push('ENCRYPTION_KEY can be guessed: it is not random. Make one: openssl rand -base64 32');
  }
  if (!config.PUBLIC_URL?.startsWith('https://')) {
    problems.push('PUBLIC_URL must be an https:// address in production.');
  }
  if (config.DATABASE_URL !== null && hasGuessablePassword(config.DATABASE_URL)) {
    problems.push(
      'DATABASE_URL has no password, or one that anybody would try first. Set another: openssl rand -hex 24',
    );
  }
  if (trustsEverybody(config.TRUST_PROXY)) {
    problems.push(
      'TRUST_PROXY believes every address: callers would choose their own. Name the proxies alone.',
    );
  }
  if (config.IDENTITY_ISSUER?.startsWith('http:')) {
    problems.push('IDENTITY_ISSUER must be an https:// address in production.');
  }
  if (config.SMTP_URL !== null && isMailInTheClear(config.SMTP_URL)) {
    problems.push(
      'SMTP_URL must begin with smtps:// in production, or end in ?requireTLS=true: its mails hold links that admit people.',
    );
  }
  const collector = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (collector?.startsWith('http:') && !isOnThisMachine(collector)) {
    problems.push(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an https:// address in production, or one of this machine.',
    );
  }
  if (config.METRICS_TOKEN === null) {
    problems.push('METRICS_TOKEN must be set in production: /metrics is not for strangers.');
  }
  return problems;
}

function readText(
  env: Record<string, string | undefined>,
  name: string,
  one: Setting<unknown>,
): string | null {
  const path = one.isSecret ? env[`${name}_FILE`] : undefined;
  if (path !== undefined && path !== '') {
    if (env[name]) throw new BadSetting(`and ${name}_FILE are both set. Keep one.`);
    try {
      return readFileSync(path, 'utf8').trim();
    } catch {
      throw new BadSetting(
        `cannot be read from the file that ${name}_FILE names. Check the path and its permissions.`,
      );
    }
  }
  const given = env[name];
  return given === undefined || given.trim() === '' ? one.fallback : given.trim();
}
