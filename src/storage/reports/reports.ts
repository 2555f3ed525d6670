// Reports with their challenge: one row each, so that a guess, a send or a completion is one statement on one row. Time is the
// database's (`EXACT_NOW`). The personal parts are sealed before they are stored and opened
// after they are read; SQL never sees them.
import type { SmsOutcome } from '../../domain/reports/challenge.ts';
import type { Consumer } from '../../domain/reports/consumer.ts';
import type { BureauId, CreditReportText } from '../../domain/reports/credit-report.ts';
import { maskNumber } from '../../domain/reports/masked-person.ts';
import type { BureauStatus, FailureReason, ReportCourse } from '../../domain/reports/report.ts';
import type { TestOptions } from '../../domain/reports/test-options.ts';
import type { PriceLines } from '../../domain/wallet/pricing.ts';
import { batchesOn, createBatch } from '../engine/connection/batch.ts';
import { type Database, statement, unnested } from '../engine/connection/database.ts';
import { packBytes, unpackedBytes } from '../engine/connection/packed-bytes.ts';
import type { TenantVault, Vault } from '../keys/vault.ts';
import { endReports } from './ended.ts';
import { INSERT_REPORTS } from './insert-reports.ts';
import { purgeReports } from './purge-reports.ts';
import { AVAILABLE, COURSE, nowOf, ONE_BY_ONE, type ReportRow, toChallenge } from './report-rows.ts';
import { type Search, toFacts } from './search-facts.ts';

export type ReportDetails = {
  consumer: Consumer;
  externalReference?: string;
  /** The price of each bureau when it was held: later price changes do not apply to this report. */
  prices?: PriceLines;
  testOptions?: TestOptions;
  /** Of the wallet that a test request asked to be answered of, after it. */
  testBalance?: number;
};
export type ReportBody = { creditReport: CreditReportText; bureaus: BureauStatus[] };

export type NewReport = {
  tenantId: string;
  id: string;
  isTest: boolean;
  bureaus: BureauId[];
  details: ReportDetails;
  externalReferenceHash: Buffer | null;
  /** Of its beginning; see reference-paths.ts. */
  referencePath: Buffer | null;
  /** See finders.ts. */
  finders: Buffer;
  status: ReportCourse['status'];
  failureReason?: FailureReason | null;
  body: ReportBody | null;
  searches?: readonly Search[];
  /** `isSpent`: its five minutes are over as it begins. */
  challenge: {
    id: string;
    smsId: string;
    sms: SmsOutcome;
    codeHash: Buffer;
    isDoomed?: true;
    isSpent?: true;
  } | null;
  /** A test clock that has not ended. */
  clockId?: string | null;
};

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

const COMPLETED = endReports('completed', {
  status: `case when g.failure_reason is null then 'complete' else 'failed' end`,
  failureReason: 'g.failure_reason',
  at: nowOf('r'),
  set: [`body = ${unpackedBytes('$3', 'g.body_start', 'g.body_length')}`],
  from: 'locked g',
  where: `g.status = 'pending' and g.challenge_state = 'passed' and r.tenant_id = g.tenant_id and r.id = g.id`,
  facts: `coalesce(g.facts::jsonb, '{}')`,
});

const COMPLETE_REPORTS = statement(
  'complete-report',
  `with given as (
     select * from ${unnested('$1::uuid[]', '$2::uuid[]', '$4::int[]', '$5::int[]', '$6::text[]', '$7::text[]')}
       as g (tenant_id, id, body_start, body_length, failure_reason, facts)
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
    const packed = packBytes([...sealed.map((one) => one.details), ...sealed.map((one) => one.body)]);
    const rows = await database.query<InsertedRow>(INSERT_REPORTS, [
      reports.map((report) => report.tenantId),
      reports.map((report) => report.id),
      reports.map((report) => report.isTest),
      reports.map((report) => report.bureaus.join(',')),
      reports.map((report) => report.externalReferenceHash),
      reports.map((report) => report.status),
      reports.map((report) => report.challenge?.id ?? null),
      reports.map((report) => report.challenge?.codeHash ?? null),
      packed.bytes,
      packed.starts.slice(0, reports.length),
      packed.lengths.slice(0, reports.length),
      packed.starts.slice(reports.length),
      packed.lengths.slice(reports.length),
      reports.map((report) => report.referencePath),
      reports.map((report) => report.failureReason ?? null),
      reports.map((report) => report.challenge?.isDoomed ?? false),
      reports.map((report) => report.challenge?.isSpent ?? false),
      reports.map((report) => report.clockId ?? null),
      reports.map((report) => report.challenge?.smsId ?? null),
      reports.map((report) => report.finders),
      reports.map((report) => report.challenge?.sms ?? null),
      reports.map(({ searches }) => toFacts(searches)),
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
      reports.map((report) => report.tenantId),
      reports.map((report) => report.id),
      bodies.bytes,
      bodies.starts,
      bodies.lengths,
      reports.map((report) => (report.body === null ? report.failureReason : null)),
      reports.map(({ searches }) => toFacts(searches)),
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

export function sealReport(
  vault: TenantVault,
  report: Pick<NewReport, 'id' | 'details' | 'body'>,
): { details: Buffer; body: Buffer | null } {
  return {
    details: vault.seal(detailsPlace(report.id), JSON.stringify(report.details)),
    body: report.body === null ? null : sealBody(vault, report.id, report.body),
  };
}

export function sealBody(
  vault: TenantVault,
  reportId: string,
  { creditReport, bureaus }: ReportBody,
): Buffer {
  const text = `{"creditReport":${creditReport.json},"bureaus":${JSON.stringify(bureaus)}}`;
  return vault.seal(bodyPlace(reportId), text);
}

/** As `sealBody` writes it. The list of bureaus holds no list, so a match always ends the document where it ends. */
const BODY = /^\{"creditReport":(?<document>.*),"bureaus":(?<bureaus>\[[^[\]]*\])\}$/s;

/** The document is not parsed, only cut out: parsing the largest takes a tenth of a second. */
export function readBody(text: string): ReportBody {
  const { document, bureaus } = BODY.exec(text)?.groups ?? {};
  if (document !== undefined && bureaus !== undefined)
    return { creditReport: { json: document }, bureaus: JSON.parse(bureaus) };
  // An earlier version may have written it in another order.
  const parsed = JSON.parse(text);
  return { creditReport: { json: JSON.stringify(parsed.creditReport) }, bureaus: parsed.bureaus ?? [] };
}

export function detailsPlace(reportId: string) {
  return { column: 'reports.details', rowId: reportId };
}

export function bodyPlace(reportId: string) {
  return { column: 'reports.body', rowId: reportId };
}
