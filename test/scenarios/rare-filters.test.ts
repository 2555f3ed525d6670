// Lists filtered by a rare value read few rows, however many others there are, with custom and with generic plans. The count is of rows that
// the server fetched, from its statistics.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, type Queryable, statement } from '../../src/storage/connection/database.ts';
import { createKeyring } from '../../src/storage/keys/keyring.ts';
import { createVault } from '../../src/storage/keys/vault.ts';
import { createReportLists, type ReportFilters } from '../../src/storage/reports/report-lists.ts';
import { listLines, listLinesForward } from '../../src/storage/wallet/statements.ts';
import { createTenant, type House, openHouse, sql, type Tenant } from '../support/house.ts';

const MANY = 4_000;
/** Of each rare kind. */
const FEW = 3;
const READ_MAX = 40;
const PAGE = { size: 20, after: null };
const NO_FILTERS = { reportId: null, from: null, to: null };

let house: House;
let tenant: Tenant;
/** A tenant that tries the service out. */
let sandbox: Tenant;
before(async () => {
  house = await openHouse();
  tenant = await createTenant(house);
  await plant(tenant, 'complete', MANY, { purged_at: 'now()' });
  await plant(tenant, 'failed', FEW);
  await plant(tenant, 'blocked', FEW);
  await plant(tenant, 'pending', FEW, { leased_until: `now() + interval '1 hour'` });
  await plant(tenant, 'pending', FEW, challenge('now()', 1));
  const expired = { ...challenge(`now() - interval '1 hour'`, 0), is_test: 'true' };
  await plant(tenant, 'pending', FEW, expired);
  sandbox = await createTenant(house);
  await plant(sandbox, 'complete', MANY, { purged_at: 'now()', is_test: 'true' });
  await plant(sandbox, 'pending', FEW, expired);
  await sql(
    house,
    `insert into ledger_entries (tenant_id, seq, transfer_key, kind, amount, from_account, to_account, hold_id, available_after,
       held_after, created_at, hash)
     select $1, 10 + n, 'hold:' || n, 'hold', 1, 'available', 'held', gen_random_uuid(), 0, 0, now(), sha256('')
     from generate_series(1, ${MANY}) n`,
    [tenant.tenantId],
  );
  await sql(house, 'analyze reports, ledger_entries');
});
after(() => house.close());

/** The rare rows are the oldest: a scan from the newest would read all others first. */
let daysAgo = 0;
async function plant(
  { tenantId }: Tenant,
  status: string,
  count: number,
  more: Record<string, string> = {},
): Promise<void> {
  daysAgo += 1;
  const columns = { is_test: 'false', ...more };
  await sql(
    house,
    `insert into reports (tenant_id, id, bureaus, status, created_at, ${Object.keys(columns)})
     select $1, gen_random_uuid(), '{equifax}', '${status}', now() - interval '${daysAgo} days', ${Object.values(columns)}
     from generate_series(1, ${count}) n`,
    [tenantId],
  );
}

function challenge(lastSentAt: string, attempts: number): Record<string, string> {
  return {
    challenge_id: 'gen_random_uuid()',
    challenge_state: `'open'`,
    code_hash: `sha256('')`,
    attempts: String(attempts),
    sends: '1',
    last_sent_at: lastSentAt,
  };
}

const COUNT_READ = statement(
  'count-rows-read',
  'select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = $1',
);

/** How many rows of a table the work fetched, and its answer. */
async function counted<T>(table: string, plans: string, work: (tx: Queryable) => Promise<T>) {
  return house.service.database.transaction(async (tx) => {
    await tx.query(statement('choose-plans', `select set_config('plan_cache_mode', $1, true)`), [plans]);
    // Statistics of this connection's earlier reads may not have been flushed yet.
    const readSoFar = async () => (await tx.query<{ read: number }>(COUNT_READ, [table]))[0]?.read ?? 0;
    const before = await readSoFar();
    const answer = await work(tx);
    return { answer, read: (await readSoFar()) - before };
  });
}

function listed(tx: Queryable, { tenantId }: Tenant, filters: ReportFilters) {
  const database: Database = { ...house.service.database, query: tx.query };
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  const vault = createVault({ database, keyring });
  const lists = createReportLists({ database, vault, at: () => null });
  return lists.listReports(tenantId, filters, PAGE);
}

for (const plans of ['force_custom_plan', 'force_generic_plan']) {
  test(`reports by a rare status, and test reports, are found by reading a few rows (${plans})`, async () => {
    const rows: [Tenant, ReportFilters, number][] = [
      [tenant, { status: 'failed' }, 2 * FEW],
      [tenant, { status: 'blocked' }, FEW],
      [tenant, { status: 'retry' }, FEW],
      [tenant, { status: 'authentication-required' }, FEW],
      [tenant, { test: true }, FEW],
      [tenant, { test: true, status: 'failed' }, FEW],
      [tenant, { test: true, status: 'complete' }, 0],
      [sandbox, { status: 'failed' }, FEW],
      [sandbox, { status: 'retry' }, 0],
    ];
    for (const [owner, filters, count] of rows) {
      const { answer, read } = await counted('reports', plans, (tx) => listed(tx, owner, filters));
      assert.equal(answer.items.length, count, JSON.stringify(filters));
      assert.ok(read <= READ_MAX, `${JSON.stringify(filters)} read ${read} rows`);
    }
  });

  test(`lines of a rare kind are found by reading a few rows, newest and oldest first (${plans})`, async () => {
    for (const kind of ['top-up', 'adjustment', 'void', 'expire']) {
      const filters = { kind, ...NO_FILTERS };
      const { answer, read } = await counted('ledger_entries', plans, async (tx) => [
        ...(await listLines(tx, tenant.tenantId, filters, { beforeSeq: null, size: 20 })),
        ...(await listLinesForward(tx, tenant.tenantId, filters, { afterSeq: 0, size: 20 })),
      ]);
      assert.equal(answer.length, kind === 'top-up' ? 2 : 0);
      assert.ok(read <= READ_MAX, `${kind} read ${read} rows`);
    }
  });
}
