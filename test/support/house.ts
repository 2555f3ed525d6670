// The composed service for a test, on a real database: a tenant with a credential, and a client that calls with it. Builders are plain
// functions with overrides; a test names only what it is about.
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import pino from 'pino';
import { compose } from '../../src/compose/compose.ts';
import type { Live, LiveParts } from '../../src/compose/live-world.ts';
import type { OpenPayments } from '../../src/compose/payments.ts';
import type { Service } from '../../src/compose/service.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { PERMISSIONS, type Permission } from '../../src/domain/people/permissions.ts';
import type { PagesNeeds } from '../../src/pages/register-pages.ts';
import type { Sms } from '../../src/sms/index.ts';
import { createKeyring } from '../../src/storage/keys/keyring.ts';
import { newWrappedDataKey } from '../../src/storage/keys/vault.ts';
import { insertCredential } from '../../src/storage/people/credentials.ts';
import { insertPerson } from '../../src/storage/people/people.ts';
import { insertMembership, insertTenant } from '../../src/storage/people/tenants.ts';
import { applyMoves } from '../../src/storage/wallet/ledger.ts';
import type { HostDemo } from '../../src/usecases/operating/host-demo.ts';
import type { World } from '../../src/world/world.ts';
import type { Answer, AnswerOf, Charged } from './answers.ts';
import {
  createTestDatabase,
  createUnkeyedDatabase,
  giveKnownRoot,
  IS_SHARDED,
  type TestDatabase,
} from './database/postgres.ts';
import { generateBody } from './http/generate-body.ts';
import { NO_LIMITS } from './settings/no-limits.ts';
import { within } from './waiting.ts';
import { inPlaceOfLive } from './worlds/live-in-place.ts';

export type { Answer, Charged } from './answers.ts';
export { generateBody, ukAddress } from './http/generate-body.ts';

export const TEST_ORIGIN = 'http://trefoil.test';

export type Tenant = {
  tenantId: string;
  personId: string;
  clientId: string;
  clientSecret: string;
  credentialId: string;
};

export type House = {
  service: Service;
  database: TestDatabase;
  config: Config;
  /** Sets the clock of the challenges; null returns it to the database. */
  travelTo(at: Date | null): void;
  /** How long test requests were to take. No test waits for them, unless it says what they wait for. */
  pauses: number[];
  pauseFor: Promise<unknown> | null;
  /** Every line that was logged. */
  logLines: string[];
  close(): Promise<void>;
};

export function testConfig(database: TestDatabase, overrides: Record<string, string> = {}): Config {
  return readConfig({
    DATABASE_URL: database.url,
    DATABASE_SHARDED: String(IS_SHARDED),
    PUBLIC_URL: TEST_ORIGIN,
    DATABASE_POOL_SIZE: process.env.TEST_POOL_SIZE ?? '6',
    ...NO_LIMITS,
    ...overrides,
  });
}

export async function openHouse(
  settings: Record<string, string> = {},
  on?: TestDatabase,
  /** A world, or a function that makes one from the service's parts; without one live requests are refused. */
  live?: World | ((parts: LiveParts) => World | Promise<Live>),
  pages?: (parts: { sms: Sms; hostDemo: HostDemo }) => PagesNeeds | undefined,
  openPayments?: OpenPayments,
): Promise<House> {
  const hasOwnKey = settings.ENCRYPTION_KEY !== undefined;
  const database = on ?? (await (hasOwnKey ? createUnkeyedDatabase() : createTestDatabase()));
  if (on !== undefined && !hasOwnKey) await giveKnownRoot(on.url);
  const config = testConfig(database, settings);
  const logLines: string[] = [];
  let at: Date | null = null;
  const service = await compose({
    config,
    connection: { connectionString: database.url },
    logger: pino({ level: 'debug' }, { write: (line: string) => void logLines.push(line) }),
    writeLogLine: (line) => void logLines.push(line),
    at: () => at,
    pause: async (ms) => {
      house.pauses.push(ms);
      await house.pauseFor;
    },
    ...(live !== undefined && {
      openLive: async (parts: LiveParts) => {
        const opened = typeof live === 'function' ? await live(parts) : live;
        return 'world' in opened ? opened : inPlaceOfLive(opened, parts);
      },
    }),
    ...(pages !== undefined && { openPages: pages }),
    ...(openPayments !== undefined && { openPayments }),
  });
  const house: House = {
    service,
    database,
    config,
    logLines,
    pauses: [],
    pauseFor: null,
    travelTo: (to) => {
      at = to;
    },
    close: async () => {
      await service.close();
      if (on === undefined) await database.drop();
    },
  };
  return house;
}

export async function createTenant(
  house: House,
  overrides: { scopes?: readonly Permission[]; balanceCredits?: number; name?: string } = {},
): Promise<Tenant> {
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  const tenantId = randomUUIDv7();
  const personId = randomUUIDv7();
  await insertTenant(house.service.database, {
    id: tenantId,
    name: overrides.name ?? 'Northgate Claims',
    dataKey: newWrappedDataKey(keyring, tenantId),
  });
  const balanceCredits = overrides.balanceCredits ?? 5_000;
  if (balanceCredits > 0) await topUp(house, tenantId, balanceCredits);
  await insertPerson(house.service.database, {
    id: personId,
    email: `${personId}@example.com`,
    firstName: 'Olive',
    lastName: 'Tester',
    passwordHash: '',
  });
  await insertMembership(house.service.database, { tenantId, personId, role: 'owner' });
  const credential = await createCredential(house, { tenantId, personId }, overrides.scopes);
  return { tenantId, personId, ...credential };
}

export async function topUp(house: House, tenantId: string, amount: number): Promise<void> {
  const reference = randomBytes(6).toString('hex');
  const more = { personId: null, reference, reason: 'for a test' };
  await applyMoves(house.service.database, [
    { kind: 'top-up', tenantId, key: `top-up:${reference}`, amount, ...more },
  ]);
}

export async function createCredential(
  house: House,
  owner: { tenantId: string; personId: string },
  scopes: readonly Permission[] = PERMISSIONS,
): Promise<{ credentialId: string; clientId: string; clientSecret: string }> {
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  const credentialId = randomUUIDv7();
  const clientId = `client-${randomBytes(6).toString('hex')}`;
  const clientSecret = randomBytes(32).toString('base64url');
  await insertCredential(house.service.database, {
    tenantId: owner.tenantId,
    id: credentialId,
    ownerId: owner.personId,
    name: 'test credential',
    clientId,
    secretHash: keyring.mac('hash-client-secrets', clientSecret),
    scopes,
  });
  return { credentialId, clientId, clientSecret };
}

export async function send<Url extends string, Method extends string = 'GET'>(
  house: House,
  options: Omit<InjectOptions, 'method' | 'url'> & { method?: Method; url: Url },
): Promise<AnswerOf<Method, Url>> {
  const answer = await within(
    `${options.method ?? 'GET'} ${options.url} is answered`,
    inject(house, options as InjectOptions),
  );
  return toAnswer(answer.statusCode, answer.headers as Answer['headers'], answer.payload);
}

/**
 * A call in a turn of the event loop of its own, as one over a socket has. Calls that need no database would all be one turn otherwise, and
 * the service sheds load when turns are long.
 */
export async function inject(house: House, options: InjectOptions) {
  await nextTurn();
  return house.service.app.inject(options);
}

export function toAnswer<Body>(status: number, headers: Answer['headers'], text: string): Answer<Body> {
  // Whoever is told to come back is told when, wherever a test meets it.
  if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(String(headers['retry-after'])))
    throw new Error(`an answer with status ${status} must have a Retry-After`);
  const isJson = String(headers['content-type'] ?? '').includes('json');
  return { status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : undefined };
}

export async function requestToken(
  house: House,
  client: { clientId: string; clientSecret: string },
  form = 'grant_type=client_credentials',
): Promise<AnswerOf<'POST', '/v1/oauth/token'>> {
  const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
  return send(house, {
    method: 'POST',
    url: '/v1/oauth/token',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: form,
  });
}

export async function tokenOf(
  house: House,
  client: { clientId: string; clientSecret: string },
): Promise<string> {
  const answer = await requestToken(house, client);
  if (answer.status !== 200) throw new Error(`no token: ${answer.text}`);
  return answer.body.access_token;
}

/** Calls with one credential. */
export type Client = {
  tenant: Tenant;
  token: string;
  get<Url extends string>(url: Url, headers?: Record<string, string>): Promise<AnswerOf<'GET', Url>>;
  post<Url extends string>(
    url: Url,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<AnswerOf<'POST', Url>>;
  generate(overrides?: Record<string, unknown>, headers?: Record<string, string>): Promise<Charged>;
  submit(reportId: string, challengeId: string, code: unknown): Promise<Charged>;
  resend(reportId: string, challengeId: string): Promise<AnswerOf<'POST', '/credit-reports/id/resend-sms'>>;
};

export async function clientOf(house: House, tenant: Tenant): Promise<Client> {
  const token = await tokenOf(house, tenant);
  const authorization = `Bearer ${token}`;
  const base = `/${tenant.tenantId}/v1/credit-reports` as const;
  const get: Client['get'] = (url, headers = {}) =>
    send(house, { method: 'GET', url, headers: { authorization, ...headers } });
  const post: Client['post'] = (url, body, headers = {}) =>
    send(house, {
      method: 'POST',
      url,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return {
    tenant,
    token,
    get,
    post,
    generate: (overrides, headers) => post(base, generateBody(overrides), headers),
    submit: (reportId, challengeId, code) => post(`${base}/${reportId}/otp-challenge`, { challengeId, code }),
    resend: (reportId, challengeId) => post(`${base}/${reportId}/resend-sms`, { challengeId }),
  };
}

/** Reads or changes the database directly, without the service. */
export async function sql<Row extends Record<string, unknown>>(
  house: House,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const name = `test-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  // On a cluster Citus reads, over all shards, as for an operator. A change goes to the shards themselves, as the service's own do.
  const isChange = /^\s*(update|delete)\b/i.test(text);
  return house.service.database.query<Row>(
    { name, text, ...(!isChange && { placed: { isAtHome: true } }) },
    values,
  );
}

export async function countReports(house: House, tenantId: string): Promise<number> {
  const text = 'select count(*) as count from reports where tenant_id = $1';
  const [row] = await sql<{ count: number }>(house, text, [tenantId]);
  return row?.count ?? 0;
}

/** A report that waits for its code. */
export async function openChallenge(client: Client, overrides: Record<string, unknown> = {}) {
  const answer = await client.generate({ challengeOptions: { status: 'challenge' }, ...overrides });
  if (answer.status !== 200) throw new Error(`no challenge: ${answer.text}`);
  const { creditReportId, challenge } = answer.body.data;
  return { reportId: creditReportId as string, challengeId: challenge.challengeId as string };
}
