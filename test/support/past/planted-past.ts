// The past of a tenant as rows: reports with their calls, texts, charges, references and events, over three months. Inserted, not made: a
// million reports take some minutes. Mixed as a tenant's are: one report in twenty is a test, two in five ask for a code, few calls are
// refused, one credential is hardly used.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { createKeyring } from '../../../src/storage/keys/keyring.ts';
import { createVault } from '../../../src/storage/keys/vault.ts';
import { createReferencePaths } from '../../../src/storage/reports/reference-paths.ts';
import { type ReportDetails, sealReport } from '../../../src/storage/reports/report-parts.ts';
import type { House } from '../house.ts';
import { SUM_CALLS } from './call-minutes.ts';

/** Texts are kept for ninety. */
export const DAYS = 89;
/** References begin in this many ways: case-0000 to case-0499. */
const BEGINNINGS = 500;
const CONSUMERS = 100_000;
const SEALED = 20_000;
const TABLES = ['reports', 'requests', 'sms_messages', 'ledger_entries', 'holds', 'events', 'deliveries'];

export type Past = {
  tenantId: string;
  personId: string;
  /** Makes the calls; the second makes one in a hundred thousand. */
  credentialIds: [often: string, seldom: string];
  endpointId: string;
  reports: number;
  deliveries: number;
};

export const referenceOf = (n: number): string => `case-${String(n % BEGINNINGS).padStart(4, '0')}-${n}`;
export const hashOfConsumer = (n: number): Buffer =>
  createHash('sha256')
    .update(String(n % CONSUMERS))
    .digest();

/** An id of the time of the row: the reports' own, calls, texts, events and deliveries each with their digit. */
const id = (digit: number): string =>
  `(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '700${digit}' || lpad(to_hex(n), 16, '8'))::uuid`;
const IS_TEST = 'n % 20 = 0';
const HAS_CODE = 'n % 5 in (1, 2)';
const STATUS = `case when n % 10 = 3 then 'failed' when n % 25 = 7 then 'blocked' when n % 40 = 0 then 'pending' else 'complete' end`;

/** As three bureaus answer: one in fifty without a file, one in two hundred not at all. */
export const SEARCHES = ['equifax', 'experian', 'transunion']
  .map((bureau, place) => {
    const answer = `case when (n + ${place}) % 200 = 9 then 'unanswered' when (n + ${place}) % 50 = 8 then 'no-trace' else 'ok' end`;
    return `'${bureau}:' || ${answer} || ':' || 18 + (n * ${7 + place}) % 16`;
  })
  .join(` || ' ' || `);

/** By a connection of its own, which has all the time that it needs. */
export async function plantPast(house: House, past: Past): Promise<void> {
  const db = new pg.Client({ connectionString: house.database.url });
  await db.connect();
  await db.query(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'`,
  );
  const { reports: count, tenantId } = past;
  await db.query(
    `create temporary table planted as select n, now() - (${count} - n + 1) * interval '${DAYS} days' / ${count} as at
     from generate_series(1, ${count}) n; analyze planted`,
  );
  // Indexes are built once at the end.
  const { rows } = await db.query(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as made from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any($1::regclass[]) and not i.indisunique`,
    [TABLES],
  );
  for (const { name } of rows) await db.query(`drop index ${name}`);
  await plantReports(house, db, past);
  await plantCalls(db, past);
  for (const text of SUM_CALLS) await db.query(text, [tenantId]);
  await plantMoney(db, past);
  await plantEvents(db, past);
  for (const { made } of rows) await db.query(made);
  await db.query('update tenants set retention_days = 365 where id = $1', [tenantId]);
  await db.query('analyze');
  await db.end();
}

/**
 * The newest have a reference and details that can be opened. The others, whose paths only begin like those of their references, would take
 * minutes more: no list opens that many.
 */
async function plantReports(house: House, db: pg.Client, { tenantId, reports: count }: Past): Promise<void> {
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  const pathOf = createReferencePaths(keyring);
  const vault = await createVault({ database: house.service.database, keyring }).forTenant(tenantId);
  const consumer = { firstName: 'Ada', lastName: 'Sample', dateOfBirth: '1985-04-12', addresses: [] };
  const { rows: newest } = await db.query(
    `select n, ${id(0)} as id from planted where n > ${count} - ${SEALED}`,
  );
  await db.query('create temporary table sealed (n int primary key, details bytea, path bytea)');
  await db.query('insert into sealed select * from unnest($1::int[], $2::bytea[], $3::bytea[])', [
    newest.map(({ n }) => n),
    newest.map(({ n, id: reportId }) => {
      const details = { consumer, externalReference: referenceOf(n) } as unknown as ReportDetails;
      return sealReport(vault, { id: reportId, details, body: null }).details;
    }),
    newest.map(({ n }) => pathOf(tenantId, referenceOf(n))),
  ]);
  await db.query(
    `insert into reports (tenant_id, id, is_test, bureaus, status, created_at, updated_at, details, body, reference_path,
       external_reference_hash, person_hash, challenge_id, challenge_state, code_hash, attempts, sends, last_sent_at, searches)
     select $1, r.id, ${IS_TEST}, '{equifax}', r.status, at, at + interval '2 seconds', s.details,
       case when r.status = 'complete' then '\\x00'::bytea end,
       coalesce(s.path, ($2::bytea[])[1 + n % ${BEGINNINGS}] || substr(sha256(n::text::bytea), 1, 14)), sha256(n::text::bytea),
       sha256((n % ${CONSUMERS})::text::bytea), case when r.has then r.id end,
       case when r.has then case r.status when 'complete' then 'passed' when 'pending' then 'open' else 'failed' end end,
       case when r.has then sha256('') end, case when r.has then 1 end, case when r.has then 1 end, case when r.has then at end,
       case when not (${IS_TEST}) and r.status = 'complete' then ${SEARCHES} end
     from planted left join sealed s using (n)
     cross join lateral (select ${id(0)} as id, ${STATUS} as status,
       ${HAS_CODE} and ${STATUS} <> 'blocked' or ${STATUS} = 'pending' as has) r order by n`,
    [
      tenantId,
      Array.from({ length: BEGINNINGS }, (_none, n) => pathOf(tenantId, referenceOf(n).slice(0, 9))),
    ],
  );
}

/** A call a report, one more for a code, and one in five that is about no report. */
async function plantCalls(db: pg.Client, { tenantId, personId, credentialIds }: Past): Promise<void> {
  const insert = (digit: number, call: string, which: string) =>
    db.query(
      `insert into requests (tenant_id, id, at, method, route, status, code, message, ms, credential_id, person_id, report_id, is_test)
       select $1, ${id(digit)}, at, ${call}, case when n % 1000 <> 5 then case when n % 100000 = 50000 then $3::uuid else $2::uuid end end,
         case when n % 1000 = 5 then $4::uuid end,
         ${digit === 3 ? 'null, null' : `${id(0)}, case when n % 3 > 0 then ${IS_TEST} end`} from planted where ${which}`,
      [tenantId, ...credentialIds, personId],
    );
  const refused = `case when n % 20 = 3 then 400 else 200 end, case when n % 20 = 3 then case when n % 20000 = 3 then 'insufficient-funds'
    else 'validation-error' end end, case when n % 20 = 3 then 'The request is not acceptable: 1 problem. See details.' end`;
  await insert(1, `'POST', '/:tenantId/v1/credit-reports', ${refused}, 1 + n % 3000`, 'true');
  await insert(
    2,
    `'POST', '/:tenantId/v1/credit-reports/:creditReportId/otp-challenge', 200, null, null, 40`,
    HAS_CODE,
  );
  await insert(
    3,
    `'GET', case when n % 50000 = 5 then '/:tenantId/v1/lenders' else '/:tenantId/v1' end, 200, null, null, 3`,
    'n % 5 = 0',
  );
}

/** Each live report and each text is held, then posted or given back; in the order of their time, with gaps in the numbers. */
async function plantMoney(db: pg.Client, { tenantId }: Past): Promise<void> {
  const live = `not (${IS_TEST})`;
  await db.query(
    `insert into sms_messages (tenant_id, id, gateway, handed_over_at, state)
     select $1, ${id(4)}, 'outbox', at, case when n % 50 = 1 then 'not-delivered' else 'delivered' end from planted where ${live} and ${HAS_CODE}`,
    [tenantId],
  );
  const hold = (digit: number, purpose: string, amount: number, state: string, which: string) =>
    db.query(
      `insert into holds (tenant_id, id, purpose, amount, posted, state, report_id, placed_at, ended_at)
       select $1, ${id(digit)}, '${purpose}', ${amount}, case ${state} when 'posted' then ${amount} else 0 end, ${state}, ${id(0)}, at, at
       from planted where ${live} and ${which}`,
      [tenantId],
    );
  const ended = `case when ${STATUS} = 'complete' then 'posted' else 'voided' end`;
  await hold(0, 'report', 100, ended, 'true');
  await hold(4, 'sms', 40, `'posted'`, HAS_CODE);
  const entry = (
    place: number,
    key: string,
    kind: string,
    amount: number,
    digit: number,
    lines: string,
    which: string,
  ) =>
    db.query(
      `insert into ledger_entries (tenant_id, seq, transfer_key, kind, amount, from_account, to_account, hold_id, lines, report_id, sms_id,
         available_after, held_after, created_at, hash)
       select $1, 10 + 4 * n + ${place}, '${key}:' || ${id(digit)}, kind, ${amount}, case kind when 'hold' then 'available' else 'held' end,
         case kind when 'hold' then 'held' when 'post' then 'spent' else 'available' end, ${id(digit)}, ${lines}, ${id(0)},
         ${digit === 4 ? id(4) : 'null'}, 1000000, 0, at + ${place} * interval '1 second', sha256('')
       from (select *, ${kind} as kind from planted) planted where ${live} and ${which} order by n`,
      [tenantId],
    );
  await entry(0, 'hold', `'hold'`, 100, 0, 'null', 'true');
  await entry(1, 'hold', `'hold'`, 40, 4, 'null', HAS_CODE);
  await entry(2, 'end', `'post'`, 40, 4, `'{"sms-otp":40}'`, HAS_CODE);
  await entry(
    3,
    'end',
    `case when ${STATUS} = 'complete' then 'post' else 'void' end`,
    100,
    0,
    `case when kind = 'post' then '{"credit-report-equifax":100}'::json end`,
    'true',
  );
  await db.query(
    'update wallets set last_seq = (select max(seq) from ledger_entries where tenant_id = $1) where tenant_id = $1',
    [tenantId],
  );
}

/** Of the days that events are kept: the end of a report and two of a code. One in a hundred thousand is of a rare type. */
async function plantEvents(db: pg.Client, past: Past): Promise<void> {
  const { tenantId, endpointId, deliveries } = past;
  // Written by as many transactions as there have been.
  const tx = `(3 + n::bigint * (pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 20) / ${past.reports})::text::xid8`;
  const insert = (digit: number, type: string, which: string) =>
    db.query(
      `insert into events (tenant_id, id, tx, at, type, is_test, subject_id, facts)
       select $1, ${id(digit)}, ${tx}, at, ${type}, ${IS_TEST}, ${id(0)}, '{"status":"complete"}'
       from planted where at > now() - interval '30 days' and ${which}`,
      [tenantId],
    );
  await insert(
    5,
    `case when n % 100000 = 0 then 'wallet.low' when n % 10 = 3 then 'report.failed' else 'report.completed' end`,
    'true',
  );
  await insert(6, `'challenge.sent'`, HAS_CODE);
  await insert(7, `'challenge.passed'`, HAS_CODE);
  await db.query(
    `insert into deliveries (tenant_id, id, endpoint_id, event_id, subject_id, tx, state, reason, attempts, due_at, created_at, ended_at, last_status)
     select $1, ${id(8)}, $2, ${id(5)}, ${id(0)}, '3', s.state, case s.state when 'failed' then 'exhausted' end, 1, at, at,
       at + interval '1 second', 200
     from (select * from planted where at > now() - interval '30 days' and not (${IS_TEST}) order by n desc limit $3) planted
     cross join lateral (select case when n % 10000 = 1 then 'failed' else 'delivered' end as state) s`,
    [tenantId, endpointId, deliveries],
  );
}
