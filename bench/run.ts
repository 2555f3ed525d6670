// npm run bench: what the service costs beside the limit, in one run, in interleaved rounds, as ratios. Absolute figures
// differ from machine to machine and from minute to minute; the ratios are what to compare.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import {
  type Client,
  clientOf,
  createTenant,
  generateBody,
  type House,
  openChallenge,
  openHouse,
} from '../test/support/house.ts';
import { createTestDatabase, startTestServer } from '../test/support/postgres.ts';
import { drive, type Figures, type Shot } from './driver.ts';
import { findPgbench, runPgbench } from './pgbench.ts';
import type { Order } from './server.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 3_000);
// The same for every process: they share their windows.
const LIMITS = {
  RATE_LIMIT_PER_ADDRESS: '10000000',
  RATE_LIMIT_PER_CALLER: '10000000',
  RATE_LIMIT_PER_TENANT: '10000000',
  RATE_LIMIT_TOKENS_PER_CLIENT: '10000000',
};
const CONNECTIONS = 32;
const CHALLENGES_A_ROUND = 6_000;

type Line = { name: string; measure: () => Promise<number>; beside?: string; aim?: number };

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const children: ChildProcess[] = [];
const server = await startTestServer();
process.env.TREFOIL_TEST_SERVER = server.url;
try {
  await main();
} finally {
  for (const child of children) child.disconnect();
  await server.stop();
}

async function main(): Promise<void> {
  const house = await openHouse(LIMITS);
  const client = await clientOf(house, await createTenant(house));
  const { tenantId } = client.tenant;
  const authorization = `Bearer ${client.token}`;
  const generateShot: Shot = {
    method: 'POST',
    path: `/${tenantId}/v1/credit-reports`,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(generateBody()),
  };
  const profileShot: Shot = { method: 'GET', path: '/v1/my/profile', headers: { authorization } };
  const generateAnswer = (await client.generate()).text;
  const profileAnswer = (await client.get('/v1/my/profile')).text;
  const env = serviceEnv(house);

  const bare = await startServer({ kind: 'bare', generateAnswer, otpAnswer: generateAnswer, profileAnswer });
  const token = await startServer({ kind: 'token', env, profileAnswer });
  const edge = await startServer({ kind: 'edge', env, profileAnswer });
  const service = await startServer({ kind: 'service', env, profileAnswer });

  const shoot = (port: number, shot: Shot) => async (): Promise<number> => {
    const options = {
      port,
      connections: CONNECTIONS,
      durationMs: ROUND_MS,
      next: () => shot,
      expectStatus: 200,
    };
    return checked(await drive(options)).perSecond;
  };
  const lines: Line[] = [
    {
      name: 'bare POST, same bytes in and out',
      measure: shoot(bare, { ...generateShot, path: '/generate' }),
    },
    {
      name: 'generate, edge without storage',
      measure: shoot(edge, generateShot),
      beside: 'bare POST, same bytes in and out',
      aim: 0.75,
    },
    { name: 'bare GET', measure: shoot(bare, { ...profileShot, path: '/profile' }) },
    {
      name: 'token check alone',
      measure: shoot(token, { ...profileShot, path: '/profile' }),
      beside: 'bare GET',
    },
    { name: 'my/profile', measure: shoot(service, profileShot), beside: 'bare GET', aim: 0.75 },
    {
      name: 'generate, stored and encrypted',
      measure: shoot(service, generateShot),
      beside: 'bare POST, same bytes in and out',
    },
    {
      name: 'OTP submit, right code',
      measure: () => submitCodes(client, service),
      beside: 'bare POST, same bytes in and out',
    },
  ];
  await addPgbenchLines(lines, house, tenantId);
  await report(lines);
  await house.close();
}

function serviceEnv(house: House): Record<string, string> {
  return {
    DATABASE_URL: house.database.url,
    PUBLIC_URL: house.config.publicUrl,
    ...LIMITS,
  };
}

/** pgbench with the same rows, on a database of its own, so that both start empty. */
async function addPgbenchLines(lines: Line[], house: House, tenantId: string): Promise<void> {
  const program = findPgbench();
  if (program === null) {
    say(
      'pgbench is not installed, so the lines beside it are LEFT OUT (Debian: apt-get install postgresql-client postgresql-contrib).',
    );
    return;
  }
  const copy = await createTestDatabase();
  await copyTenant(house, copy.url, tenantId);
  const sizes = await rowSizes(house);
  const insert = `insert into reports (tenant_id, id, is_test, bureaus, status, details, body, challenge_id)
    values ('${tenantId}', gen_random_uuid(), true, '{equifax,experian,transunion}', 'complete',
            decode(repeat('ab', ${sizes.details}), 'hex'), decode(repeat('ab', ${sizes.body}), 'hex'), null);`;
  const common = {
    program,
    databaseUrl: copy.url,
    clients: 16,
    seconds: Math.max(1, Math.round(ROUND_MS / 1000)),
  };
  lines.push({
    name: 'pgbench, inserting the same row',
    measure: () => runPgbench({ ...common, script: insert }),
  });
  const generate = lines.find((line) => line.name === 'generate, stored and encrypted');
  lines.push({
    name: 'pgbench, the two updates of a submit',
    measure: async () => {
      await fillChallenges(copy.url, tenantId, sizes.details);
      return runPgbench({ ...common, script: submitScript(tenantId, sizes.body) });
    },
  });
  const submit = lines.find((line) => line.name === 'OTP submit, right code');
  if (generate) Object.assign(generate, { beside: 'pgbench, inserting the same row', aim: 0.7 });
  if (submit) Object.assign(submit, { beside: 'pgbench, the two updates of a submit', aim: 0.7 });
}

/** A fresh batch of challenges, made by the service itself (a ciphertext only opens in its own row), then all passed. */
async function submitCodes(client: Client, port: number): Promise<number> {
  const { tenantId } = client.tenant;
  const challenges = await makeChallenges(client, CHALLENGES_A_ROUND);
  const next = (): Shot | null => {
    const challenge = challenges.pop();
    if (challenge === undefined) return null;
    return {
      method: 'POST',
      path: `/${tenantId}/v1/credit-reports/${challenge.reportId}/otp-challenge`,
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ challengeId: challenge.challengeId, code: '123456' }),
    };
  };
  const options = { port, connections: CONNECTIONS, durationMs: ROUND_MS * 2, next, expectStatus: 200 };
  return checked(await drive(options)).perSecond;
}

async function makeChallenges(client: Client, count: number) {
  const made: { reportId: string; challengeId: string }[] = [];
  const makeSome = async (): Promise<void> => {
    while (made.length < count) made.push(await openChallenge(client));
  };
  await Promise.all(Array.from({ length: 64 }, makeSome));
  return made;
}

async function copyTenant(house: House, databaseUrl: string, tenantId: string): Promise<void> {
  await withClient(house.database.url, async (from) => {
    const { rows } = await from.query('select id, name, data_key from tenants where id = $1', [tenantId]);
    await withClient(databaseUrl, async (to) => {
      await to.query('insert into tenants (id, name, data_key) values ($1, $2, $3)', Object.values(rows[0]));
      await to.query('insert into wallets (tenant_id) values ($1)', [tenantId]);
    });
  });
}

async function rowSizes(house: House): Promise<{ details: number; body: number }> {
  return withClient(house.database.url, async (client) => {
    const { rows } = await client.query(
      `select octet_length(details) as details, octet_length(body) as body from reports where body is not null limit 1`,
    );
    return rows[0];
  });
}

async function fillChallenges(databaseUrl: string, tenantId: string, detailsBytes: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('create sequence if not exists bench_next');
    await client.query(
      'create table if not exists bench_ids (n bigint primary key, id uuid, challenge_id uuid)',
    );
    await client.query('truncate bench_ids');
    await client.query(`select setval('bench_next', 1, false)`);
    await client.query(
      `with made as (
         insert into reports (tenant_id, id, is_test, bureaus, status, details, challenge_id, challenge_state, code_hash,
                              attempts, sends, last_sent_at)
         select $1, gen_random_uuid(), true, '{equifax,experian,transunion}', 'pending',
                decode(repeat('ab', $2), 'hex'), gen_random_uuid(), 'open', decode(repeat('cd', 32), 'hex'), 0, 1, now()
         from generate_series(1, 60000) returning id, challenge_id)
       insert into bench_ids select row_number() over (), id, challenge_id from made`,
      [tenantId, detailsBytes],
    );
  });
}

/** What a submit costs the database: find and judge the guess, then store the document. */
function submitScript(tenantId: string, bodyBytes: number): string {
  return `select id, challenge_id from bench_ids where n = (select nextval('bench_next')) \\gset
update reports set attempts = attempts + 1,
    challenge_state = case when code_hash = decode(repeat('cd', 32), 'hex') then 'passed' else 'open' end, updated_at = now()
  where tenant_id = '${tenantId}' and id = :id and challenge_id = :challenge_id and challenge_state = 'open'
    and attempts < 3 and now() <= last_sent_at + interval '5 minutes' returning details;
update reports set status = 'complete', body = decode(repeat('ab', ${bodyBytes}), 'hex'), updated_at = now()
  where tenant_id = '${tenantId}' and id = :id and status = 'pending' and challenge_state = 'passed';
`;
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function startServer(order: Order): Promise<number> {
  const child = fork(join(import.meta.dirname, 'server.ts'));
  children.push(child);
  child.send(order);
  return new Promise((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', (code) => reject(new Error(`a bench server ended with code ${code}`)));
  });
}

function checked(figures: Figures): Figures {
  if (figures.unexpected > 0)
    throw new Error(`${figures.unexpected} of ${figures.answers} answers were not 200`);
  return figures;
}

/** Rounds are interleaved, so that a slow minute of the machine falls on every line; the median of the rounds counts. */
async function report(lines: Line[]): Promise<void> {
  const measured = new Map<string, number[]>(lines.map((line) => [line.name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const line of lines) {
      const perSecond = await line.measure();
      // The first round warms up.
      if (round > 0) measured.get(line.name)?.push(perSecond);
    }
    if (round > 0) say(`round ${round} of ${ROUNDS} done`);
  }
  const median = (name: string): number => {
    const sorted = [...(measured.get(name) ?? [])].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  say('');
  say('| line | per second | beside | ratio | aim |');
  say('|---|---:|---|---:|---:|');
  for (const { name, beside, aim } of lines) {
    const ratio = beside === undefined ? '' : (median(name) / median(beside)).toFixed(2);
    say(`| ${name} | ${Math.round(median(name))} | ${beside ?? ''} | ${ratio} | ${aim ?? ''} |`);
  }
}
