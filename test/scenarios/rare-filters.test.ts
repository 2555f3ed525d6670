// Lists filtered by a rare value read few rows, however many others there are, with custom and with generic plans. The count is of rows that
// the server fetched, from its statistics.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addUpFigures } from '../../src/storage/activity/add-up-figures.ts';
import { groupErrors } from '../../src/storage/activity/request-errors.ts';
import { listRequests } from '../../src/storage/activity/requests.ts';
import { type Database, type Queryable, statement } from '../../src/storage/engine/connection/database.ts';
import { createKeyring } from '../../src/storage/keys/keyring.ts';
import { createVault } from '../../src/storage/keys/vault.ts';
import {
  type Cursor,
  createReportLists,
  type ReportFilters,
} from '../../src/storage/reports/report-lists.ts';
import { listFirstLines } from '../../src/storage/wallet/report-statements.ts';
import { listLines, listLinesForward, sumUsage } from '../../src/storage/wallet/statements.ts';
import { createTenant, type House, openHouse, sql, type Tenant } from '../support/house.ts';

const MANY = 4_000;
/** Of each rare kind. */
const FEW = 3;
const READ_MAX = 40;
/** Of refusals that are grouped. */
const NEWEST_MAX = 5_000;
const REFERENCE = createHash('sha256').update('one').digest();
const PAGE = { size: 20, after: null };
const NO_FILTERS = { reportId: null, from: null, to: null };

let house: House;
let tenant: Tenant;
/** A tenant that tries the service out. */
let sandbox: Tenant;
/** A tenant with a past. */
let customer: Tenant;
/** A tenant whose calls are refused. */
let refused: Tenant;
/** Of the n-th line. */
const REPORT_ID = `(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || lpad(to_hex(n), 16, '8'))::uuid`;
before(async () => {
  house = await openHouse();
  tenant = await createTenant(house);
  await plant(tenant, 'complete', MANY, {
    purged_at: 'now()',
    external_reference_hash: 'sha256(n::text::bytea)',
  });
  await plant(tenant, 'failed', FEW, { external_reference_hash: `sha256('one')` });
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
  // A line and a call every half an hour, of a report each; one call in a thousand is refused.
  customer = await createTenant(house);
  const times = `(select n, now() - (${MANY} - n) * interval '30 minutes' as at from generate_series(1, ${MANY}) n) planted`;
  await sql(
    house,
    `insert into ledger_entries (tenant_id, seq, transfer_key, kind, amount, from_account, to_account, hold_id, lines, report_id,
       available_after, held_after, created_at, hash)
     select $1, 10 + n, 'post:' || n, 'post', 1, 'held', 'spent', gen_random_uuid(), '{"sms-otp":1}', ${REPORT_ID}, 0, 0, at, sha256('')
     from ${times}`,
    [customer.tenantId],
  );
  await sql(
    house,
    `insert into requests (tenant_id, id, at, method, route, status, code, ms, report_id)
     select $1, ${REPORT_ID}, at, 'GET', '/', case when n % 1000 = 1 then 404 else 200 end, case when n % 1000 = 1 then 'not-found' end, 1,
       ${REPORT_ID} from ${times}`,
    [customer.tenantId],
  );
  refused = await createTenant(house);
  await sql(
    house,
    `insert into requests (tenant_id, id, at, method, route, status, code, ms, details)
     select $1, gen_random_uuid(), now(), 'POST', '/', 400, 'validation-error', 1, '[{"path":"/a/3/b","message":"is missing"}]'
     from generate_series(1, ${3 * MANY})`,
    [refused.tenantId],
  );
  await sql(house, 'analyze reports, ledger_entries, requests');
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

function listed(
  tx: Queryable,
  { tenantId }: Tenant,
  filters: ReportFilters,
  page: { size: number; after: Cursor | null; order?: 'newest' | 'oldest' } = PAGE,
) {
  const database: Database = { ...house.service.database, query: tx.query };
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  const vault = createVault({ database, keyring });
  const lists = createReportLists({ database, vault });
  return lists.listReports(tenantId, filters, page);
}

for (const plans of ['force_custom_plan', 'force_generic_plan']) {
  test(`reports by a rare status, by a reference, and test reports, are found by reading a few rows (${plans})`, async () => {
    const rows: [Tenant, ReportFilters, number][] = [
      [tenant, { status: 'failed' }, 2 * FEW],
      [tenant, { status: 'blocked' }, FEW],
      [tenant, { status: 'retry' }, FEW],
      [tenant, { status: 'authentication-required' }, FEW],
      [tenant, { test: true }, FEW],
      [tenant, { test: true, status: 'failed' }, FEW],
      [tenant, { test: true, status: 'complete' }, 0],
      [tenant, { externalReferenceHash: REFERENCE }, FEW],
      [tenant, { externalReferenceHash: REFERENCE, status: 'failed' }, FEW],
      [tenant, { externalReferenceHash: REFERENCE, status: 'complete' }, 0],
      [tenant, { externalReferenceHash: REFERENCE, status: 'retry' }, 0],
      [tenant, { externalReferenceHash: REFERENCE, test: true }, 0],
      [sandbox, { status: 'failed' }, FEW],
      [sandbox, { status: 'retry' }, 0],
    ];
    for (const [owner, filters, count] of rows) {
      const { answer, read } = await counted('reports', plans, (tx) => listed(tx, owner, filters));
      assert.equal(answer.items.length, count, JSON.stringify(filters));
      assert.ok(read <= READ_MAX, `${JSON.stringify(filters)} read ${read} rows`);
    }
  });

  test(`a page in the middle, and of a period, reads no rows but its own (${plans})`, async () => {
    const [middle] = await sql<Cursor & { at: Date }>(
      house,
      `select id, created_at as at, (extract(epoch from created_at) * 1000000)::bigint::text as "createdAtMicros" from reports
       where tenant_id = $1 order by created_at, id offset ${MANY / 2} limit 1`,
      [tenant.tenantId],
    );
    const period = { createdFrom: new Date(0), createdTo: new Date(86_400_000) };
    for (const order of ['newest', 'oldest'] as const) {
      const rows: [Cursor | null, ReportFilters, number][] = [
        [middle ?? null, {}, PAGE.size],
        [null, period, 0],
        [null, { ...period, status: 'failed' }, 0],
      ];
      for (const [cursor, filters, count] of rows) {
        const { answer, read } = await counted('reports', plans, (tx) =>
          listed(tx, tenant, filters, { ...PAGE, after: cursor, order }),
        );
        assert.equal(answer.items.length, count, `${order} ${JSON.stringify(filters)}`);
        assert.ok(read <= READ_MAX, `${order} ${JSON.stringify(filters)} read ${read} rows`);
      }
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

  test(`lines of a period, and of a report, are found by reading a few rows, newest and oldest first (${plans})`, async () => {
    const { tenantId } = customer;
    const [one] = await sql<{ id: string }>(
      house,
      'select report_id as id from ledger_entries where tenant_id = $1 and seq = 2000',
      [tenantId],
    );
    const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
    const period = { from: hoursAgo(1_005.1), to: hoursAgo(1_000.1) };
    const rows: [object, number][] = [
      [{ reportId: one?.id ?? null }, 1],
      [period, 10],
      [{ ...period, kind: 'hold' }, 0],
    ];
    for (const [asked, count] of rows) {
      const filters = { kind: null, ...NO_FILTERS, ...asked };
      const { answer, read } = await counted('ledger_entries', plans, async (tx) => [
        await listLines(tx, tenantId, filters, { beforeSeq: null, size: 20 }),
        await listLinesForward(tx, tenantId, filters, { afterSeq: 0, size: 20 }),
      ]);
      assert.deepEqual(
        answer.map((lines) => lines.length),
        [count, count],
        JSON.stringify(asked),
      );
      assert.ok(read <= READ_MAX, `${JSON.stringify(asked)} read ${read} rows`);
    }
    const { answer, read } = await counted('ledger_entries', plans, (tx) =>
      listFirstLines(tx, tenantId, period, { beforeSeq: null, size: 20 }),
    );
    assert.equal(answer.length, 10);
    assert.ok(read <= 2 * READ_MAX, `by report read ${read} rows`);
  });

  test(`calls by a code, by a status and about a report are found by reading a few rows (${plans})`, async () => {
    const { tenantId } = customer;
    const [one] = await sql<{ id: string }>(
      house,
      `select report_id as id from requests where tenant_id = $1 and status = 200 limit 1`,
      [tenantId],
    );
    const none = {
      statusClass: null,
      status: null,
      route: null,
      credentialId: null,
      code: null,
      reportId: null,
    };
    const rows: [object, number][] = [
      [{ code: 'not-found' }, 4],
      [{ code: 'gone' }, 0],
      [{ statusClass: 5 }, 0],
      [{ status: 404 }, 4],
      [{ reportId: one?.id ?? null }, 1],
    ];
    for (const [asked, count] of rows) {
      const filters = { ...none, test: null, isTestMode: null, from: null, to: null, ...asked };
      const { answer, read } = await counted('requests', plans, (tx) =>
        listRequests(tx, tenantId, filters, { beforeId: null, size: 20 }),
      );
      assert.equal(answer.rows.length, count, JSON.stringify(asked));
      assert.ok(read <= READ_MAX, `${JSON.stringify(asked)} read ${read} rows`);
    }
  });

  test(`refusals are grouped by reading the newest of a tenant, and no others (${plans})`, async () => {
    const from = new Date(Date.now() - 7 * 86_400_000);
    for (const { tenantId, count, readMax } of [
      { tenantId: customer.tenantId, count: 0, readMax: READ_MAX },
      { tenantId: refused.tenantId, count: NEWEST_MAX, readMax: NEWEST_MAX + READ_MAX },
    ]) {
      const { answer, read } = await counted('requests', plans, (tx) =>
        groupErrors(tx, tenantId, { from, to: null, isTestMode: null }),
      );
      assert.deepEqual(
        answer.map((group) => group.count),
        count === 0 ? [] : [count],
      );
      assert.ok(read <= readMax, `read ${read} rows`);
    }
  });

  test(`usage reads sums of the hours that are added up (${plans})`, async () => {
    const { tenantId } = customer;
    const day = (daysAgo: number): string =>
      new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    const usageOf = (tx: Queryable, timeZone: string) =>
      sumUsage(tx, tenantId, { dateFrom: day(70), dateTo: day(10), timeZone });
    const zones = ['Europe/London', 'America/New_York', 'Asia/Kathmandu'];
    const entries = await Promise.all(zones.map((zone) => usageOf(house.service.database, zone)));
    await addUpFigures(house.service.database);
    for (const [place, zone] of zones.entries())
      assert.deepEqual(await usageOf(house.service.database, zone), entries[place], zone);
    assert.ok(Math.abs((entries[0]?.[0]?.credits ?? 0) - 61 * 48) <= 2, 'a credit every half an hour');
    // What only the sums say, of days that begin with an hour; those of Kathmandu begin a quarter of an hour later.
    const without = await counted('ledger_entries', plans, async (tx) => {
      await tx.query(statement('past-the-rules', `set local session_replication_role = replica`), []);
      await tx.query(statement('forget-lines', 'delete from ledger_entries where tenant_id = $1'), [
        tenantId,
      ]);
      const found = [];
      for (const zone of zones) found.push((await usageOf(tx, zone))[0]?.credits ?? 0);
      await tx.query(statement('remember-lines', 'rollback and chain'), []);
      return found;
    });
    const [london, newYork, kathmandu] = entries.map((found) => found[0]?.credits ?? 0);
    assert.deepEqual(without.answer, [london, newYork, (kathmandu ?? 0) - 2]);
    await sql(house, 'delete from figures where tenant_id = $1', [tenantId]);
    await sql(house, 'delete from figure_marks where tenant_id = $1', [tenantId]);
  });
}

test('no statement is compiled by PostgreSQL: a plan that looks dear to it would take seconds', async () => {
  assert.deepEqual(await sql(house, `select current_setting('jit') as jit`), [{ jit: 'off' }]);
});
