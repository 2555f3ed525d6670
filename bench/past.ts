// Tenants with a history of reports and transfers, long ended. The history is inserted as rows, in one statement a table; the newest rows are
// made by the service itself, so that a first page has what a caller would see.
import { type Client, clientOf, createTenant, generateBody } from '../test/support/house.ts';
import { type Bench, RICH, shotOf, withClient } from './bench.ts';
import { drive } from './driver.ts';

export const SHORT_PAST = 1_000;
export const LONG_PAST = Number(process.env.BENCH_LONG_PAST ?? 1_000_000);

/** Live, and allowed without a challenge. */
export const LIVE = { test: undefined, mobileNumber: '+447700900123' };
/** More than a page. */
const RECENT = 120;

export type Pasts = { short: Client; long: Client };

const made = new WeakMap<Bench, Promise<Pasts>>();

/** Made once for all parts of the benchmark. */
export function tenantsWithPast(bench: Bench): Promise<Pasts> {
  let pasts = made.get(bench);
  if (pasts === undefined) {
    pasts = makeTenants(bench);
    made.set(bench, pasts);
  }
  return pasts;
}

async function makeTenants(bench: Bench): Promise<Pasts> {
  const makeOne = async (count: number): Promise<Client> => {
    const client = await clientOf(bench.house, await createTenant(bench.house, { balanceCredits: RICH }));
    await givePast(bench.house.database.url, client.tenant.tenantId, count);
    return client;
  };
  const pasts = { short: await makeOne(SHORT_PAST), long: await makeOne(LONG_PAST) };
  await withClient(bench.house.database.url, (db) =>
    db.query('vacuum analyze ledger_entries, holds, reports'),
  );
  const port = await bench.startServer(bench.serviceOrder('service'));
  for (const client of [pasts.short, pasts.long]) {
    const shots = Array.from({ length: RECENT }, () => shotOf(client, generateBody(LIVE)));
    const next = () => shots.pop() ?? null;
    await drive({ port, connections: 8, durationMs: 60_000, next, expectStatus: 200 });
  }
  return pasts;
}

/**
 * Reports whose retention is over, half as many holds, each with the transfer that placed it and the one that released it. Their hash chain is
 * not valid: nothing here verifies it, and computing a million links would take a minute.
 */
async function givePast(databaseUrl: string, tenantId: string, count: number): Promise<void> {
  await withClient(databaseUrl, async (db) => {
    await db.query(
      `insert into reports (tenant_id, id, is_test, bureaus, status, created_at, updated_at, purged_at)
       select $1, gen_random_uuid(), false, '{equifax,experian,transunion}', 'complete', past.at, past.at, now()
       from (select now() - interval '1 day' - n * interval '1 minute' as at from generate_series(1, $2::int) n) past`,
      [tenantId, count],
    );
    await db.query(
      `with past as materialized (
         select n, gen_random_uuid() as id, now() - interval '1 day' - ($2 / 2 - n) * interval '2 minutes' as at
         from generate_series(1, $2::int / 2) n
       ), placed as (
         insert into holds (tenant_id, id, purpose, amount, state, report_id, placed_at, ended_at)
         select $1, id, 'report', 300, 'voided', id, at, at from past
       ), moves (kind, from_account, to_account, name, place) as (
         values ('hold', 'available', 'held', 'hold:', 1), ('void', 'held', 'available', 'back:', 2)
       ), entered as (
         insert into ledger_entries (tenant_id, seq, transfer_key, kind, amount, from_account, to_account, hold_id, report_id,
           available_after, held_after, created_at, hash)
         select $1, w.last_seq + (past.n - 1) * 2 + m.place, m.name || past.id, m.kind, 300, m.from_account, m.to_account,
           past.id, past.id, case when m.kind = 'hold' then w.available - 300 else w.available end,
           case when m.kind = 'hold' then w.held + 300 else w.held end, past.at, decode(repeat('00', 32), 'hex')
         from past cross join moves m cross join wallets w where w.tenant_id = $1
       )
       update wallets set last_seq = last_seq + $2::int, last_hash = decode(repeat('00', 32), 'hex') where tenant_id = $1`,
      [tenantId, count],
    );
  });
}
