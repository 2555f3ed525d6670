// The only reader of the environment: one schema, read once, frozen, every mistake reported at once. `.env.example` is generated
// from the same list, and a test keeps the two equal.
import { isIP } from 'node:net';
import { BUREAU_SETTINGS, bureauProblems } from '../bureaus/settings.ts';
import { IDENTITY_SETTINGS } from '../identity/settings.ts';
import { MAIL_SETTINGS } from '../mail/settings.ts';
import { PAYMENT_SETTINGS, paymentProblems } from '../payments/settings.ts';
import { FINDER_SETTINGS, finderProblems } from '../postcodes/settings.ts';
import { RISK_SETTINGS, riskProblems } from '../risk/settings.ts';
import {
  BadSetting,
  contact,
  key,
  listOf,
  longText,
  network,
  oneOf,
  optional,
  origin,
  postgresUrl,
  proxyAddress,
  type Setting,
  setting,
  text,
  type Values,
  wholeNumber,
  workers,
  yesOrNo,
} from '../settings/setting.ts';
import { SMS_SETTINGS, smsProblems } from '../sms/settings.ts';
import { TRACING_SETTINGS } from '../telemetry/settings.ts';
import { SCHEME_SETTINGS } from './motor-scheme-file.ts';
import { sandboxProblems } from './sandbox-settings.ts';
import { readText } from './setting-text.ts';
import { DEVELOPMENT_ENCRYPTION_KEY, unsafeForProduction } from './unsafe-settings.ts';

export const SETTINGS = {
  NODE_ENV: setting(
    'development or production; production refuses development keys and plain http.',
    'development',
    oneOf('development', 'production'),
  ),
  SANDBOX: setting(
    'true for a rehearsal that a team shares: simulated bureaus, texts that members read in the console, and a bar on every page that says so. Goes with production; refuses real bureaus and gateways.',
    'false',
    yesOrNo,
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
  WEB_CONCURRENCY: setting(
    'Workers: processes of this service on this machine, behind one port. A number, or auto: one for each core, with 300 MB of free memory and a connection to the database each. 1: no others, and no primary.',
    '1',
    workers,
  ),
  DATABASE_POOL_SIZE: setting(
    'Connections to the database of this service, divided among its workers. At least one each.',
    '8',
    wholeNumber(1, 200),
  ),
  DATABASE_NAMED_STATEMENTS: setting(
    'Prepared statements. Set to false behind a pooler in transaction mode that does not keep them.',
    'true',
    yesOrNo,
  ),
  DATABASE_SHARDED: setting(
    'True where DATABASE_URL is the coordinator of a Citus cluster and `trefoil database distribute --apply` was run: each tenant is served by the server that has its shard. See docs/deploy/growing.md.',
    'false',
    yesOrNo,
  ),
  DATABASE_REQUIRE_SYNC_STANDBY: setting(
    'Production only: true refuses to start on a database whose commits do not wait for a standby.',
    'false',
    yesOrNo,
  ),
  EMBEDDED_DATABASE_IN_PRODUCTION: setting(
    'Production only: true keeps the books in the embedded database when DATABASE_URL is not set. One process, no standby, old libraries.',
    'false',
    yesOrNo,
  ),
  PLAINTEXT_IN_PRODUCTION: setting(
    'Production only: what may be asked on another machine without TLS, in a network that nobody else can read: database, mail, traces.',
    '',
    listOf(oneOf('database', 'mail', 'traces')),
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
    'A file, kept apart from the backups of the database, in which an erasure is noted by its ids before it is made; `reports erase-again` reads it. The service does not start where it cannot be written.',
    text,
  ),
  ARCHIVE_AFTER_MONTHS: optional(
    'Months after which reports without their personal parts, moves of the ledger and ended holds go to the archive: see docs/operations.md. Not set: never.',
    wholeNumber(13, 120),
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
  FIGURES_KEPT_MS: setting(
    'How long figures of a tenant (statistics, what needs attention, grouped errors) are kept before they are counted again, in milliseconds. 0: not at all.',
    '2000',
    wholeNumber(0, 60_000),
  ),
  RATE_LIMIT_PER_TENANT: setting('Requests a minute on one tenant.', '1200', wholeNumber(1, 10_000_000)),
  RATE_LIMIT_TOKENS_PER_CLIENT: setting(
    'Token requests a minute by one client with its secret; as many with a wrong one from one address.',
    '60',
    wholeNumber(1, 10_000_000),
  ),
  RATE_LIMIT_DEVICE_SESSIONS_PER_ADDRESS: setting(
    'Device sessions a minute that the fingerprint script opens from one address.',
    '60',
    wholeNumber(1, 10_000_000),
  ),
  REQUESTS_IN_FLIGHT_MAX: setting(
    'Requests in flight in one process; more are shed with 503 and Retry-After.',
    '500',
    wholeNumber(1, 100_000),
  ),
  REQUESTS_IN_FLIGHT_PER_ADDRESS_MAX: setting(
    'Of these, from one address; more are answered 429. Less than REQUESTS_IN_FLIGHT_MAX, or one address can take them all.',
    '250',
    wholeNumber(1, 100_000),
  ),
  CONNECTIONS_MAX: setting(
    'Open connections of one process; beyond them the one that has waited longest for its client is closed.',
    '5000',
    wholeNumber(10, 1_000_000),
  ),
  CONNECTIONS_PER_ADDRESS_MAX: setting(
    'Connections of one address that wait for their client: idle, with half a request, or with an answer that is not read. The oldest is closed beyond them. A proxy in TRUST_PROXY is not counted, its clients are.',
    '250',
    wholeNumber(1, 1_000_000),
  ),
  REQUEST_DEADLINE_MS: setting(
    "Deadline of a request: then the caller gets 503 and Retry-After, while the work goes on. Set it below the load balancer's.",
    '24000',
    wholeNumber(1_000, 55_000),
  ),
  WEBHOOK_ALLOWED_NETWORKS: setting(
    'Networks of your own that webhooks may be sent to, such as 10.1.0.0/16, separated by commas. Without one, only public addresses are called; a laptop with the embedded database may also call itself.',
    '',
    listOf(network),
  ),
  WEBHOOK_SOURCE_ADDRESSES: setting(
    'Addresses or networks that webhooks come from, such as 198.51.100.7 or 198.51.100.0/28, separated by commas: of your gateway or your proxy, for receivers with a firewall. Published at /.well-known/webhook-sources.json.',
    '',
    listOf(network),
  ),
  WEBHOOK_PROXY_URL: optional(
    'A proxy that webhooks are sent through, such as http://user:password@egress.internal:3128. It looks up the names, so it must refuse private addresses itself.',
    proxyAddress,
    true,
  ),
  SECURITY_CONTACT: optional(
    'Where vulnerabilities are reported, for /.well-known/security.txt: mailto:security@example.com or an https address. Default: the page /docs/security.',
    contact,
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
    'Keep a row of each call on a tenant for 30 days, for the console (no body, no personal data), and requests of test mode, encrypted, for a day, to send them again.',
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
  ...PAYMENT_SETTINGS,
  ...FINDER_SETTINGS,
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
  const wrong: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    try {
      const given = readText(env, name, one);
      values[name] = given === null ? null : one.parse(given);
    } catch (error) {
      if (!(error instanceof BadSetting)) throw error;
      problems.push(`${name} ${error.message}`);
      wrong.push(name);
      // The default stands in for it, so that the other settings are checked as well.
      values[name] = one.fallback === null ? null : one.parse(one.fallback);
    }
  }
  const config = complete(values as Values<typeof SETTINGS>);
  const isAboutAWrongOne = (problem: string): boolean =>
    wrong.some((name) => new RegExp(`\\b${name}\\b`).test(problem));
  problems.push(...problemsTogether(config).filter((problem) => !isAboutAWrongOne(problem)));
  if (problems.length > 0) throw new BadConfig(problems);
  return Object.freeze(config);
}

/** Mistakes that no single setting shows, and what production refuses. */
function problemsTogether(config: Config): string[] {
  const isProduction = config.NODE_ENV === 'production';
  return [
    ...(isProduction ? unsafeForProduction(config) : []),
    ...tooManyWorkers(config),
    ...halfOfAProvider(config),
    ...riskProblems(config, isProduction),
    ...sandboxProblems(config),
    ...paymentProblems(config, isProduction && !config.SANDBOX),
    ...finderProblems(config, isProduction && !config.SANDBOX),
    // In a sandbox nothing leaves the house, so that what production asks of bureaus and gateways does not apply.
    ...smsProblems(config, isProduction && !config.SANDBOX),
    ...bureauProblems(config, isProduction && !config.SANDBOX),
  ];
}

function complete(values: Values<typeof SETTINGS>): Config {
  const host = isIP(values.HOST) === 6 ? `[${values.HOST}]` : values.HOST;
  return {
    ...values,
    publicUrl: values.PUBLIC_URL ?? `http://${host}:${values.PORT}`,
    isEmbedded: values.DATABASE_URL === null,
  };
}

function tooManyWorkers({ WEB_CONCURRENCY: workers, DATABASE_POOL_SIZE: connections }: Config): string[] {
  if (workers === 'auto' || workers <= connections) return [];
  return [
    `WEB_CONCURRENCY is ${workers}, and DATABASE_POOL_SIZE is ${connections}: each worker needs a connection. Set DATABASE_POOL_SIZE to ${workers} or more.`,
  ];
}

function halfOfAProvider(config: Config): string[] {
  const names = ['IDENTITY_ISSUER', 'IDENTITY_CLIENT_ID', 'IDENTITY_CLIENT_SECRET'] as const;
  const given = names.filter((name) => config[name] !== null);
  const missing = names.filter((name) => config[name] === null);
  if (given.length === 0 || missing.length === 0) return [];
  const verb = given.length === 1 ? 'needs' : 'need';
  return [`${given.join(' and ')} ${verb} ${missing.join(' and ')}: set all three, or none.`];
}
