// What a whole live journey costs: device session, generate with three bureaus, text, code, report, receipt, with the events of each. One after
// another, on a database that was never analysed and on one with a past; then so many at once that the service is saturated. It has a server
// of its own, without autovacuum, so that what was never analysed stays so. Beside it the limit: pgbench, which writes as many rows of the
// same sizes in as few commits as the promises need.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Ask, openJourneys } from '../test/support/consumers/journey.ts';
import { createDatabaseOn, startTestServer } from '../test/support/database/postgres.ts';
import { type Client, createTenant, openHouse } from '../test/support/house.ts';
import { copyPast } from '../test/support/past/copied-past.ts';
import { percentileOf } from './arrivals.ts';
import {
  type Ask as AskProcess,
  type Bench,
  LIMITS,
  RICH,
  rowSizes,
  sealedBytes,
  withClient,
} from './bench.ts';
import { findPeople } from './bureaus.ts';
import { databaseCpuMs } from './database-cpu.ts';
import { profileOf } from './journey-profile.ts';
import { say } from './lines.ts';
import type { Spent } from './server.ts';
import type { SimulatorsAnswer, SimulatorsOrder } from './simulators.ts';

const COUNT = Number(process.env.BENCH_JOURNEYS ?? 150);
const WARM_UP = 30;
const CALLERS = 16;
const LIMIT_COMMITS = 8;
/** Of the database that is never analysed. */
const NEVER_ANALYSED = [0, 300, 3_000];
const PASTS = (process.env.BENCH_JOURNEY_PASTS ?? '1000,100000').split(',').map(Number);

type Figures = {
  name: string;
  serviceMs: number;
  mainMs: number;
  databaseMs: number;
  commits: number;
  statements: number;
  rows: number;
  walBytes: number;
  p50Ms: number;
  perSecond: number;
};

export async function journeyTable(bench: Bench): Promise<string> {
  const order: SimulatorsOrder = { latencyMs: 0 };
  const { env } = (await bench.startProcess<SimulatorsAnswer>('simulators.ts', order)).answer;
  const people = (await findPeople(env)).map(({ ipAddress: _ours, ...about }) => about);
  const server = await startTestServer('durable', {
    autovacuum: 'off',
    shared_preload_libraries: 'pg_stat_statements',
    // Room for a million reports: else their copy waits for the disk, and the journeys after a checkpoint write whole pages.
    shared_buffers: '2GB',
    max_wal_size: '40GB',
    checkpoint_timeout: '1h',
  });
  const agent = new Agent({ keepAlive: true });
  let port = 0;
  const journeys = await openJourneys(async (simulator, message) => {
    const { url, headers, body } = simulator.callback(message, 'delivered');
    return (await post(agent, port, new URL(url).pathname, headers, body)).status;
  });
  try {
    const open = () => openStage(bench, server.url, { ...env, ...journeys.settings });
    const run = async (stage: Stage, name: string, callers = 1): Promise<Figures> => {
      port = stage.port;
      // A copy takes longer than a token lives.
      stage.token = await buyToken(agent, stage);
      const figures = await measured(stage, name, callers, async (turn) => {
        const { tenant, token } = stage;
        const ask: Ask = async (path, body) => {
          const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
          const { status, body: answer } = await post(agent, port, path, headers, JSON.stringify(body));
          return { status, body: JSON.parse(answer) };
        };
        await journeys.make(ask, tenant.tenantId, turn, people[turn % people.length]);
      });
      say(row(figures));
      return figures;
    };
    const rows: Figures[] = [];
    const fresh = await open();
    await run(fresh, 'warm-up');
    for (const size of NEVER_ANALYSED) {
      await grow(fresh, size);
      rows.push(await run(fresh, `never analysed, ${size} reports`));
    }
    const old = await open();
    await run(old, 'warm-up');
    for (const size of PASTS) {
      await grow(old, size);
      await withClient(old.url, (client) => client.query('vacuum analyze'));
      rows.push(await run(old, `analysed, ${size} reports`));
    }
    if (process.env.BENCH_PROFILE !== undefined)
      say(await profileOf(old.url, old.ask, COUNT + 1, () => run(old, 'the same, profiled')));
    rows.push(await run(old, `the same, ${CALLERS} callers`, CALLERS));
    const limit = await limitOf(bench, old);
    return [
      `${COUNT} journeys a line, with bureaus and a gateway that answer at once. No timers run, and no webhook endpoint is there.`,
      '',
      '| journeys | service | of it main thread | database | commits | statements | rows | WAL | p50 | a second |',
      '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
      ...rows.map(row),
      ...(limit === null ? [] : [row(limit)]),
      '',
      'Aims, one after another: service 12 ms, database 6 ms, 12 commits, 16 kB of WAL, and within 1.2 times of that at every size.',
    ].join('\n');
  } finally {
    agent.destroy();
    await journeys.close();
    await server.stop().catch(() => {});
  }
}

type Stage = {
  url: string;
  port: number;
  tenant: Client['tenant'];
  token: string;
  ask: AskProcess;
  turn: number;
};

async function openStage(bench: Bench, serverUrl: string, env: Record<string, string>): Promise<Stage> {
  const database = await createDatabaseOn({ url: serverUrl, stop: async () => {} }, []);
  await withClient(database.url, (client) => client.query('create extension pg_stat_statements'));
  const house = await openHouse({ ...LIMITS, ...env }, database);
  const tenant = await createTenant(house, { balanceCredits: RICH });
  await house.close();
  const order = bench.serviceOrder('journey', '', { ...env, DATABASE_URL: database.url });
  const { answer, ask } = await bench.startProcess<{ port: number }>('server.ts', order);
  return { url: database.url, port: answer.port, tenant, token: '', ask, turn: 0 };
}

async function buyToken(agent: Agent, { port, tenant }: Stage): Promise<string> {
  const basic = Buffer.from(`${tenant.clientId}:${tenant.clientSecret}`).toString('base64');
  const headers = {
    authorization: `Basic ${basic}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const { body } = await post(agent, port, '/v1/oauth/token', headers, 'grant_type=client_credentials');
  return JSON.parse(body).access_token;
}

async function grow({ url, tenant }: Stage, size: number): Promise<void> {
  await withClient(url, async (db) => {
    const { rows } = await db.query('select count(*)::int as count from reports');
    const copies = Math.ceil(size / rows[0].count) - 1;
    if (copies > 0) await copyPast(db, tenant.tenantId, copies);
  });
}

const TOTALS = `select (select xact_commit from pg_stat_database where datname = current_database())::float8 as commits,
  (select tup_inserted + tup_updated + tup_deleted from pg_stat_database where datname = current_database())::float8 as rows,
  (select coalesce(sum(calls), 0) from pg_stat_statements s join pg_database d on d.oid = s.dbid
   where d.datname = current_database() and s.toplevel)::float8 as statements,
  pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as "walBytes"`;

async function totalsOf({ url, ask }: Stage) {
  const { cpuMs, mainMs } = await ask<Spent>('spent');
  const databaseMs = await databaseCpuMs(url);
  const [totals] = await withClient(url, async (client) => (await client.query(TOTALS)).rows);
  return { serviceMs: cpuMs, mainMs, databaseMs, ...totals } as Omit<Figures, 'name' | 'p50Ms' | 'perSecond'>;
}

async function measured(
  stage: Stage,
  name: string,
  callers: number,
  make: (turn: number) => Promise<void>,
): Promise<Figures> {
  const times: number[] = [];
  const makeSome = async (count: number): Promise<void> => {
    let left = count;
    const goOn = async (): Promise<void> => {
      while (left-- > 0) {
        const startedAt = performance.now();
        await make(stage.turn++);
        times.push(performance.now() - startedAt);
      }
    };
    await Promise.all(Array.from({ length: callers }, goOn));
  };
  await makeSome(name === 'warm-up' ? WARM_UP : callers);
  times.length = 0;
  await settled();
  const earlier = await totalsOf(stage);
  const startedAt = performance.now();
  await makeSome(COUNT);
  const seconds = (performance.now() - startedAt) / 1000;
  await settled();
  const now = await totalsOf(stage);
  const each = (of: keyof typeof now): number => (now[of] - earlier[of]) / COUNT;
  return {
    name,
    ...{ serviceMs: each('serviceMs'), mainMs: each('mainMs'), databaseMs: each('databaseMs') },
    ...{ commits: each('commits'), statements: each('statements'), rows: each('rows') },
    ...{ walBytes: each('walBytes'), p50Ms: percentileOf(times, 0.5), perSecond: COUNT / seconds },
  };
}

/** What is written behind the answers is, and the server has counted it: an idle session reports after a second. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_500));

/** The rows of a journey by table, in eight commits: device, open, assess with its counters, challenge, hand-over, guess, end, receipt. */
async function limitOf(bench: Bench, stage: Stage): Promise<Figures | null> {
  if (bench.pgbench === null) return null;
  const { details, body } = await rowSizes(stage.url);
  await withClient(stage.url, (client) =>
    client.query('create table if not exists bench_rows (id uuid primary key, n int, facts bytea)'),
  );
  const insert = (bytes: number, count = 1): string =>
    `insert into bench_rows select gen_random_uuid(), 1, ${sealedBytes(bytes)} from generate_series(1, ${count});`;
  const script = [
    insert(300),
    `begin;${insert(details)}${insert(200, 3)}commit;`,
    insert(100, 14),
    `begin;${insert(details)}${insert(200, 4)}commit;`,
    insert(100),
    `begin;${insert(details)}${insert(200, 2)}commit;`,
    `begin;${insert(body)}${insert(200, 7)}commit;`,
    insert(200, 5),
  ].join('\n');
  const totals = async () => {
    await settled();
    const [row] = await withClient(stage.url, async (client) => (await client.query(TOTALS)).rows);
    return { ...row, databaseMs: await databaseCpuMs(stage.url) };
  };
  const earlier = await totals();
  const perSecond = await bench.pgbench(script, stage.url, 1);
  const now = await totals();
  const count = (now.commits - earlier.commits) / LIMIT_COMMITS;
  const each = (of: string): number => (now[of] - earlier[of]) / count;
  return {
    ...{
      name: 'the limit: pgbench, as many rows in eight commits',
      serviceMs: Number.NaN,
      mainMs: Number.NaN,
    },
    ...{ databaseMs: each('databaseMs'), commits: each('commits'), statements: each('statements') },
    ...{ rows: each('rows'), walBytes: each('walBytes'), p50Ms: 1000 / perSecond, perSecond },
  };
}

const one = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(1));

function row(of: Figures): string {
  const { name, serviceMs, mainMs, databaseMs, commits, statements, rows, walBytes, p50Ms, perSecond } = of;
  const cpu = [serviceMs, mainMs, databaseMs].map((value) => (Number.isNaN(value) ? '' : `${one(value)} ms`));
  const counts = [commits, statements, rows].map(one);
  const all = [name, ...cpu, ...counts, `${one(walBytes / 1000)} kB`, `${one(p50Ms)} ms`, one(perSecond)];
  return `| ${all.join(' | ')} |`;
}

type Posted = { status: number; body: string };
function post(
  agent: Agent,
  port: number,
  path: string,
  headers: Record<string, string>,
  body: string,
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const options = {
      agent,
      port,
      host: '127.0.0.1',
      path,
      method: 'POST',
      headers: { ...headers, ...length },
    };
    const sent = request(options, (answer) => {
      text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, body: read }), reject);
    });
    sent.once('error', reject).end(body);
  });
}
