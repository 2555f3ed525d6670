// What a read costs the database, at the largest size of a tenant's request log: every GET of a tenant in milliseconds of the server's CPU.
// The log is full at the rate that the limit per tenant allows, with refusals of several fields; the last hour is full of reports too.
import { readFileSync } from 'node:fs';
import { SUM_CALLS } from '../test/support/call-minutes.ts';
import { QUERIES, type Reader } from '../test/support/figure-queries.ts';
import { newPast, readerOf } from '../test/support/past-reader.ts';
import { plantPast } from '../test/support/planted-past.ts';
import { type Bench, withClient } from './bench.ts';
import { say } from './lines.ts';

const PAST_REPORTS = Number(process.env.BENCH_READS_REPORTS ?? 100_000);
/** Of the newest hours, one for each request that the limit allows. */
const LOG_ROWS = Number(process.env.BENCH_LOG_ROWS ?? 1_000_000);
const PER_MINUTE = 1_200;
const HOUR_REPORTS = Number(process.env.BENCH_HOUR_REPORTS ?? 60 * PER_MINUTE);
const ROUNDS = 5;
const CPU_MS_MAX = 20;

export async function readsTable(bench: Bench): Promise<string> {
  const { house } = bench;
  const past = await newPast(house, 'reads', PAST_REPORTS);
  await plantPast(house, past);
  await fillLog(house.database.url, past.tenantId, past.credentialIds[0]);
  await house.service.keepHouse();
  const reader = await readerOf(house, past);
  const rows: [string, number][] = [];
  for (const [what, query] of QUERIES) {
    const asked = typeof query === 'string' ? query : query(reader);
    const ms = await cpuOf(house.database.url, () => read(reader, asked));
    say(`${ms.toFixed(1).padStart(8)} ${what}`);
    rows.push([what, ms]);
  }
  rows.sort(([, a], [, b]) => b - a);
  return rows.map(([what, ms]) => `| ${what} | ${ms.toFixed(1)} |`).join('\n');
}

async function read({ browser, past }: Reader, asked: string): Promise<void> {
  const url: string = `/${past.tenantId}/v1/${asked}`;
  const { status, text } = await browser.get(url);
  if (status !== 200) throw new Error(`${url}: ${status} ${text}`);
}

export async function fillLog(databaseUrl: string, tenantId: string, credentialId: string): Promise<void> {
  const id = (digit: number): string =>
    `(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '700${digit}' || lpad(to_hex(n), 16, '9'))::uuid`;
  const rows = (count: number): string =>
    `(select n, now() - n * interval '1 minute' / ${PER_MINUTE} as at from generate_series(1, ${count}) n) p`;
  const refused = `[{"path":"/addresses/0/ukAddress/postcode","message":"must be a postcode"},{"path":"/dateOfBirth","message":"must be a date"},{"path":"/bureaus","message":"is missing"}]`;
  await withClient(databaseUrl, async (db) => {
    await db.query('set session_replication_role = replica; set synchronous_commit = off');
    await db.query(
      `insert into reports (tenant_id, id, is_test, bureaus, status, created_at, updated_at, purged_at, challenge_id, challenge_state,
         code_hash, attempts, sends, last_sent_at)
       select $1, ${id(9)}, true, '{equifax}', case when n % 3 = 0 then 'pending' else 'complete' end, at, at, at,
         case when n % 3 = 0 then ${id(9)} end, case when n % 3 = 0 then 'open' end, case when n % 3 = 0 then sha256('') end,
         case when n % 3 = 0 then 1 end, case when n % 3 = 0 then 1 end, case when n % 3 = 0 then at end from ${rows(HOUR_REPORTS)}`,
      [tenantId],
    );
    await db.query(
      `insert into requests (tenant_id, id, at, method, route, status, code, details, message, ms, credential_id, report_id, is_test)
       select $1, ${id(9)}, at, 'POST', '/:tenantId/v1/credit-reports', case when n % 2 = 0 then 400 else 200 end,
         case when n % 2 = 0 then 'validation-error' end, case when n % 2 = 0 then '${refused}'::jsonb end, null, 1 + n % 300, $2,
         case when n <= ${HOUR_REPORTS} and n % 2 = 1 then ${id(9)} end, case when n % 2 = 0 then true end from ${rows(LOG_ROWS)}`,
      [tenantId, credentialId],
    );
    for (const text of SUM_CALLS) await db.query(text, [tenantId]);
    await db.query('analyze');
  });
}

/** Of all connections of the service, in one call, by the mean of some. The first makes plans and fills caches. */
async function cpuOf(databaseUrl: string, call: () => Promise<void>): Promise<number> {
  return withClient(databaseUrl, async (db) => {
    const cpuMs = async (): Promise<number> => {
      const { rows } = await db.query(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      return rows.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
    };
    await call();
    const begunMs = await cpuMs();
    for (let round = 0; round < ROUNDS; round += 1) await call();
    return ((await cpuMs()) - begunMs) / ROUNDS;
  });
}

/** In nanoseconds, by /proc; not a number where there is none. */
function cpuMsOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}
