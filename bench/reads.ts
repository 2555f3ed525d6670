// What reads cost, at the largest size of a tenant's request log: every GET of a tenant in milliseconds of the database's CPU, and what another
// tenant notices of 16 callers of the dearest. The log is full at the rate that the limit per tenant allows, with refusals of several fields; the
// last hour is full of reports too. CPU is what the kernel says that the connections ran, waiting for a core not included; on connections that know
// their statements, as those of a service that runs. Fails above its limits.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { clientOf, createTenant, generateBody, openHouse } from '../test/support/house.ts';
import { SUM_CALLS } from '../test/support/past/call-minutes.ts';
import { QUERIES, type Reader } from '../test/support/past/figure-queries.ts';
import { newPast, pastOf, readerOf } from '../test/support/past/past-reader.ts';
import { plantPast, SEARCHES } from '../test/support/past/planted-past.ts';
import { arrive, percentileOf } from './arrivals.ts';
import { type Bench, shotOf, withClient } from './bench.ts';
import { createPool, type Shot } from './driver.ts';
import { say } from './lines.ts';

const PAST_REPORTS = Number(process.env.BENCH_READS_REPORTS ?? 100_000);
/** Of the newest hours, one for each request that the limit allows. */
const LOG_ROWS = Number(process.env.BENCH_LOG_ROWS ?? 1_000_000);
const PER_MINUTE = 1_200;
const HOUR_REPORTS = Number(process.env.BENCH_HOUR_REPORTS ?? 60 * PER_MINUTE);
/** Of a server's plans for a prepared statement the first five are made for their values alone; then it may keep one. */
const PLANS = 6;
const POOL = 2;
const ROUNDS = 9;
const CPU_MS_MAX = 20;
const CALLERS = 16;
const DEAREST = ['overview', 'attention', 'stats', 'stats?step=hour', 'requests/errors'];
const QUIET_PER_SECOND = 20;
/** Alone and beside by turns, so that a slow minute of the machine is in both: together 2,000 calls of each, of which a percentile can be told. */
const QUIET_MS = 20_000;
const TURNS = 5;
const WORSE_MAX = 2;

export async function readsTable(bench: Bench): Promise<string> {
  const { house } = bench;
  const past = await newPast(house, 'reads', PAST_REPORTS);
  await plantPast(house, past);
  await fillLog(house.database.url, past.tenantId, past.credentialIds[0]);
  await house.service.keepHouse();
  const reader = await readerOf(house, past);
  const rows = await costs(house.database.url);
  const beside = await besideTheLoud(bench, reader);
  const dear = rows.filter(([, ms]) => ms > CPU_MS_MAX);
  if (dear.length > 0) process.exitCode = 1;
  return [
    `${LOG_ROWS.toLocaleString('en')} calls at ${PER_MINUTE} a minute, half of them refused; ${HOUR_REPORTS.toLocaleString('en')} reports in the last hour.`,
    '',
    `CPU of the database for each of ${rows.length} reads, the median of ${ROUNDS}; ${dear.length} of them cost more than ${CPU_MS_MAX} ms. Load of the machine: ${loadavg()[0]?.toFixed(0)}.`,
    '',
    '| GET | ms | GET | ms |',
    '|---|---:|---|---:|',
    ...inTwo(rows.map(([what, ms]) => `| ${what} | ${ms.toFixed(1)} `)),
    '',
    ...beside,
  ].join('\n');
}

/** A quiet tenant's generates, alone and beside callers of the dearest reads of another, without limits on the number of calls, which would end it within seconds. */
async function besideTheLoud(bench: Bench, { browser, past }: Reader): Promise<string[]> {
  const { house } = bench;
  const port = await bench.startServer(bench.serviceOrder('service'));
  const quiet = shotOf(await clientOf(house, await createTenant(house)), generateBody());
  const pool = createPool(port);
  const statuses = new Map<number, number>();
  const latencies = (): Promise<number[]> =>
    arrive({
      ...{ perSecond: QUIET_PER_SECOND, durationMs: QUIET_MS },
      ask: async () => {
        const { status } = await pool.fire(quiet);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      },
    });
  const loud = createPool(port);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const shots: Shot[] = DEAREST.map((path) => ({
    ...{ method: 'GET', path: `/${past.tenantId}/v1/${path}`, headers: { cookie } },
  }));
  // Plans are made once for each connection.
  for (let turn = 0; turn < 4 * shots.length; turn += 1) await loud.fire(shots[turn % shots.length] as Shot);
  await latencies();
  const heard = new Map<number, number>();
  const besideCallers = async (): Promise<number[]> => {
    let isOver = false;
    const caller = async (n: number): Promise<void> => {
      for (let turn = n; !isOver; turn += 1) {
        const { status } = await loud.fire(shots[turn % shots.length] as Shot);
        heard.set(status, (heard.get(status) ?? 0) + 1);
      }
    };
    const callers = Array.from({ length: CALLERS }, (_none, n) => caller(n));
    const took = await latencies();
    isOver = true;
    await Promise.all(callers);
    return took;
  };
  const took: { alone: number[]; beside: number[] } = { alone: [], beside: [] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    took.alone.push(...(await latencies()));
    took.beside.push(...(await besideCallers()));
  }
  const [alone, beside] = [percentileOf(took.alone, 0.99), percentileOf(took.beside, 0.99)];
  if (beside > WORSE_MAX * alone || [...statuses.keys()].some((status) => status !== 200))
    process.exitCode = 1;
  const told = (counts: Map<number, number>): string =>
    [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
  return [
    `| another tenant, ${QUIET_PER_SECOND} generates a second, ${took.alone.length} calls of each | p50 | p99 | aim |`,
    '|---|---:|---:|---:|',
    `| alone | ${percentileOf(took.alone, 0.5).toFixed(1)} ms | ${alone.toFixed(1)} ms | |`,
    `| beside ${CALLERS} callers of ${DEAREST.join(', ')} | ${percentileOf(took.beside, 0.5).toFixed(1)} ms | ${beside.toFixed(1)} ms | ≤ ${WORSE_MAX} times |`,
    '',
    `It was answered ${told(statuses)}; the callers ${told(heard)}.`,
  ];
}

async function read({ browser, past }: Reader, asked: string): Promise<void> {
  const url: string = `/${past.tenantId}/v1/${asked}`;
  const { status, text } = await browser.get(url);
  if (status !== 200) throw new Error(`${url}: ${status} ${text}`);
}

async function fillLog(databaseUrl: string, tenantId: string, credentialId: string): Promise<void> {
  const id = `(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7009' || lpad(to_hex(n), 16, '9'))::uuid`;
  const rows = (count: number): string =>
    `(select n, now() - n * interval '1 minute' / ${PER_MINUTE} as at from generate_series(1, ${count}) n) p`;
  const refused = `[{"path":"/addresses/0/ukAddress/postcode","message":"must be a postcode"},{"path":"/dateOfBirth","message":"must be a date"},{"path":"/bureaus","message":"is missing"}]`;
  // Those that wait for a code do so for five minutes, and are tests; the others are live.
  const waits = `n % 3 = 0 and n < 5 * ${PER_MINUTE}`;
  await withClient(databaseUrl, async (db) => {
    await db.query('set session_replication_role = replica; set synchronous_commit = off');
    await db.query(
      `insert into reports (tenant_id, id, is_test, bureaus, status, created_at, updated_at, purged_at, challenge_id, challenge_state,
         code_hash, attempts, sends, last_sent_at, searches)
       select $1, ${id}, ${waits}, '{equifax}', case when ${waits} then 'pending' else 'complete' end, at, at, at,
         case when ${waits} then ${id} end, case when ${waits} then 'open' end, case when ${waits} then sha256('') end,
         case when ${waits} then 1 end, case when ${waits} then 1 end, case when ${waits} then at end,
         case when not (${waits}) then ${SEARCHES} end from ${rows(HOUR_REPORTS)}`,
      [tenantId],
    );
    await db.query(
      `insert into requests (tenant_id, id, at, method, route, status, code, details, message, ms, credential_id, report_id, is_test)
       select $1, ${id}, at, 'POST', '/:tenantId/v1/credit-reports', case when n % 2 = 0 then 400 else 200 end,
         case when n % 2 = 0 then 'validation-error' end, case when n % 2 = 0 then '${refused}'::jsonb end, null, 1 + n % 300, $2,
         case when n <= ${HOUR_REPORTS} and n % 2 = 1 then ${id} end, case when n % 2 = 0 then true end from ${rows(LOG_ROWS)}`,
      [tenantId, credentialId],
    );
    for (const text of SUM_CALLS) await db.query(text, [tenantId]);
    await db.query('vacuum analyze');
  });
  say('the log is filled');
}

/** Of every read, dearest first: by a service of its own with few connections, so that each has planned what it is asked before it is measured. */
async function costs(databaseUrl: string): Promise<[what: string, ms: number][]> {
  const on = { url: databaseUrl, drop: async () => {} };
  const house = await openHouse({ DATABASE_POOL_SIZE: String(POOL) }, on);
  const past = await pastOf(house, 'reads', PAST_REPORTS);
  if (past === null) throw new Error('the past is not there');
  const reader = await readerOf(house, past);
  const rows: [string, number][] = [];
  for (const [what, query] of QUERIES) {
    const asked = typeof query === 'string' ? query : query(reader);
    rows.push([what, await cpuOf(databaseUrl, () => read(reader, asked))]);
  }
  await house.close();
  return rows.sort(([, a], [, b]) => b - a);
}

/** Of all connections of the services, in one call: the median of some, after as many as make plans and fill caches. */
async function cpuOf(databaseUrl: string, call: () => Promise<void>): Promise<number> {
  for (let turn = 0; turn < PLANS * POOL; turn += 1) await call();
  return withClient(databaseUrl, async (db) => {
    const { rows } = await db.query(
      `select pid from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    const cpuMs = (): number => rows.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const begunMs = cpuMs();
      await call();
      rounds.push(cpuMs() - begunMs);
    }
    return percentileOf(rounds, 0.5);
  });
}

/** Time on a core, in nanoseconds, by /proc; not a number where there is none. */
function cpuMsOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** Cells of a long table, in two columns. */
function inTwo(cells: string[]): string[] {
  const half = Math.ceil(cells.length / 2);
  return cells.slice(0, half).map((cell, place) => `${cell}${cells[half + place] ?? '| | '}|`);
}
