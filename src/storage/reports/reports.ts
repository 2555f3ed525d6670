// Reports with their challenge: one row each, so that a guess, a send or a completion is one statement on one row. Time is the
// database's (`EXACT_NOW`). The personal parts are sealed before they are stored and opened after they are read; SQL never sees them.
import type { Consumer } from '../../domain/reports/consumer.ts';
import type { BureauId } from '../../domain/reports/credit-report.ts';
import { maskNumber } from '../../domain/reports/masked-person.ts';
import type { FailureReason, ReportCourse } from '../../domain/reports/report.ts';
import { batchesOn, createBatch } from '../engine/connection/batch.ts';
import { type Database, statement } from '../engine/connection/database.ts';
import { type PackedPlace, packBytes, unpackedBytes } from '../engine/connection/packed-bytes.ts';
import { rowsOf } from '../engine/rows.ts';
import type { TenantVault, Vault } from '../keys/vault.ts';
import { endReports } from './ended.ts';
import { INSERT_REPORTS, REPORTS_GIVEN } from './insert-reports.ts';
import { purgeReports } from './purge-reports.ts';
import {
  bodyPlace,
  detailsPlace,
  type NewReport,
  type ReportBody,
  type ReportDetails,
  readBody,
  sealBody,
  sealReport,
} from './report-parts.ts';
import { AVAILABLE, COURSE, nowOf, ONE_BY_ONE, type ReportRow, toChallenge } from './report-rows.ts';
import { type Search, toFacts } from './search-facts.ts';

/** `atMs`: the time that it was inserted with. `sentAtMs`: of its first text. */
type Inserted = { balanceCredits: number; atMs: number; sentAtMs: number | null };

type InsertedRow = { id: string; at: Date; sent_at: Date | null; balance_credits: number | null };

/** Without a document it fails. */
type Completion = { tenantId: string; id: string; searches?: readonly Search[] } & (
  | { body: ReportBody }
  | { body: null; failureReason: FailureReason }
);

export type Report = ReportCourse & {
  tenantId: string;
  isTest: boolean;
  bureaus: BureauId[];
  createdAt: Date;
  updatedAt: Date;
  purgedAt: Date | null;
  /** Null once purged. */
  details: ReportDetails | null;
  body: ReportBody | null;
  /** The tenant's available balance, read with the report; or what a test request asked for in its place. */
  balanceCredits: number;
  /** The time of the statement, by the clock that the report goes by: the database's, or a test clock. */
  atMs: number;
  clockId: string | null;
  /** How far that clock is ahead of the database's. */
  aheadMs: number;
};

const BALANCE = `${AVAILABLE} as balance_credits`;

const FIND_REPORT = statement(
  'find-report',
  `select ${COURSE}, r.body, ${BALANCE}, ${nowOf('r')} as at from (
     select o.* from reports o where o.tenant_id = $1 and o.id = $2
     union all
     select x.* from report_archive a cross join lateral json_populate_recordset(null::reports, a.reports) x
     where a.tenant_id = $1 and a.last_id >= $2 and a.first_id <= $2 and x.id = $2
   ) r`,
);

const ENDINGS = rowsOf<Completion & PackedPlace>({
  tenant_id: ['uuid', (one) => one.tenantId],
  id: ['uuid', (one) => one.id],
  body_start: ['int', (one) => one.start],
  body_length: ['int', (one) => one.length],
  failure_reason: ['text', (one) => (one.body === null ? one.failureReason : null)],
  facts: ['text', ({ searches }) => toFacts(searches)],
});

const COMPLETED = endReports('completed', {
  status: `case when g.failure_reason is null then 'complete' else 'failed' end`,
  failureReason: 'g.failure_reason',
  at: nowOf('r'),
  set: [`body = ${unpackedBytes(ENDINGS.after(1), 'g.body_start', 'g.body_length')}`],
  from: 'locked g',
  where: `g.status = 'pending' and g.challenge_state = 'passed' and r.tenant_id = g.tenant_id and r.id = g.id`,
  facts: `coalesce(g.facts::jsonb, '{}')`,
});

const COMPLETE_REPORTS = statement(
  'complete-report',
  `with given as (
     select * from ${ENDINGS.sql}
   ), locked as materialized (
     select g.*, r.* ${ONE_BY_ONE} (
       select r.status, r.challenge_state from reports r where r.tenant_id = g.tenant_id and r.id = g.id for update
     ) r
   ), ${COMPLETED}
   select id from completed`,
);

export type ReportStore = {
  /** Null when a report with this id exists: the caller reads it instead. */
  insertReport(report: NewReport): Promise<Inserted | null>;
  findReport(tenantId: string, reportId: string): Promise<Report | null>;
  /** After a right code of test mode: it completes, or fails. False when another caller did it first. */
  completeReport(completion: Completion): Promise<boolean>;
  /** Deletes the personal parts of reports past their tenant's retention; answers how many, at most `countMax`. */
  purgeReports(countMax: number): Promise<number>;
};

export function createReportStore(needs: { database: Database; vault: Vault }): ReportStore {
  const { database, vault } = needs;
  const batches = batchesOn(database);

  const insertMany = async (reports: NewReport[]): Promise<(Inserted | null)[]> => {
    const vaults = await Promise.all(reports.map((report) => vault.forTenant(report.tenantId)));
    const sealed = reports.map((report, index) => sealReport(vaults[index] as TenantVault, report));
    const packed = packBytes(sealed.flatMap(({ details, body }) => [details, body]));
    const rows = await database.query<InsertedRow>(INSERT_REPORTS, [
      ...REPORTS_GIVEN.values(
        reports.map((one, index) => ({
          ...one,
          sealed: packed.placeOf(2 * index),
          sealedBody: packed.placeOf(2 * index + 1),
        })),
      ),
      packed.bytes,
    ]);
    const stored = new Map(rows.map((row) => [row.id, row]));
    return reports.map(({ id }) => {
      const row = stored.get(id);
      // Of two with one id in the same batch the first was stored, so only the first caller gets an answer.
      stored.delete(id);
      if (row === undefined) return null;
      const sentAtMs = row.sent_at?.getTime() ?? null;
      return { balanceCredits: row.balance_credits ?? 0, atMs: row.at.getTime(), sentAtMs };
    });
  };

  const completeMany = async (reports: Completion[]): Promise<boolean[]> => {
    const vaults = await Promise.all(reports.map((report) => vault.forTenant(report.tenantId)));
    const bodies = packBytes(
      reports.map(({ id, body }, index) =>
        body === null ? null : sealBody(vaults[index] as TenantVault, id, body),
      ),
    );
    const rows = await database.query<{ id: string }>(COMPLETE_REPORTS, [
      ...ENDINGS.values(reports.map((one, index) => ({ ...one, ...bodies.placeOf(index) }))),
      bodies.bytes,
    ]);
    const completed = new Set(rows.map((row) => row.id));
    return reports.map(({ id }) => completed.has(id));
  };

  return {
    insertReport: createBatch<NewReport, Inserted | null>({ ...batches, run: insertMany }),

    async findReport(tenantId, reportId) {
      const [row] = await database.query<ReportRow>(FIND_REPORT, [tenantId, reportId]);
      return row === undefined ? null : openReport(vault, row);
    },

    completeReport: createBatch<Completion, boolean>({
      ...batches,
      keyOf: ({ id }) => id,
      run: completeMany,
    }),

    purgeReports: (countMax) => purgeReports(database, countMax),
  };
}

export async function openReport(vault: Vault, row: ReportRow): Promise<Report> {
  const tenantVault = await vault.forTenant(row.tenant_id);
  const details: ReportDetails | null =
    row.details === null ? null : JSON.parse(tenantVault.open(detailsPlace(row.id), row.details));
  const challenge = toChallenge(row.challenge_state, row.attempts, row.sends, row.last_sent_at, row);
  return {
    tenantId: row.tenant_id,
    id: row.id,
    isTest: row.is_test,
    bureaus: row.bureaus,
    status: row.status,
    failureReason: row.failure_reason,
    challengeId: row.challenge_id,
    challenge,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    purgedAt: row.purged_at,
    details,
    maskedNumber: maskedNumberOf(details?.consumer),
    spentCredits: row.spent_credits,
    body: row.body === null ? null : readBody(tenantVault.open(bodyPlace(row.id), row.body)),
    balanceCredits: details?.testBalance ?? row.balance_credits ?? 0,
    atMs: row.at.getTime(),
    clockId: row.clock_id,
    aheadMs: row.ahead_ms,
  };
}

export function maskedNumberOf(consumer: Consumer | undefined): string | null {
  return consumer?.mobileNumber === undefined ? null : maskNumber(consumer.mobileNumber);
}
