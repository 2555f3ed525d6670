// Reports with their challenge: one row each, so that a guess, a send or a completion is one statement on one row. Time is the
// database's; `at` is null except in tests that travel in time. The personal parts are sealed before they are stored and opened
// after they are read; SQL never sees them.
import { SENDS_MAX, smsOf } from '../../domain/challenge.ts';
import type { Consumer } from '../../domain/consumer.ts';
import type { BureauId, CreditReportText } from '../../domain/credit-report.ts';
import { maskNumber } from '../../domain/masked-number.ts';
import type { PriceLines } from '../../domain/pricing.ts';
import type { BureauStatus, ReportCourse } from '../../domain/report.ts';
import { batchesOn, createBatch } from '../connection/batch.ts';
import { type Database, statement, unnested } from '../connection/database.ts';
import { packBytes, unpackedBytes } from '../connection/packed-bytes.ts';
import { recordEvents } from '../events/record.ts';
import type { TenantVault, Vault } from '../keys/vault.ts';
import { endReports, insertReports } from './ended.ts';
import { AVAILABLE, COURSE, NOW, ONE_BY_ONE, type ReportRow, toChallenge } from './report-rows.ts';

export type ReportDetails = {
  consumer: Consumer;
  externalReference?: string;
  /** The price of each bureau when it was held: later price changes do not apply to this report. */
  prices?: PriceLines;
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
  status: ReportCourse['status'];
  body: ReportBody | null;
  challenge: { id: string; codeHash: Buffer } | null;
};

/** `atMs`: the time that it was inserted with. */
type Inserted = { balanceCredits: number; atMs: number };

type Completion = { tenantId: string; id: string; body: ReportBody };

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
  /** The tenant's available balance, read with the report. */
  balanceCredits: number;
  /** The time of the statement, by the database's clock. */
  atMs: number;
};

const BALANCE = `${AVAILABLE} as balance_credits`;

const STORED = insertReports(
  'stored',
  `insert into reports as r (tenant_id, id, is_test, bureaus, external_reference_hash, reference_path, status, details, body, created_at,
                               updated_at, challenge_id, challenge_state, code_hash, attempts, sends, last_sent_at)
     select tenant_id, id, is_test, string_to_array(bureaus, ','), reference_hash, reference_path, status,
            ${unpackedBytes('$9', 'details_start', 'details_length')}, ${unpackedBytes('$9', 'body_start', 'body_length')},
            ${NOW('$14')}, ${NOW('$14')}, challenge_id, case when challenge_id is not null then 'open' end, code_hash,
            case when challenge_id is not null then 0 end, case when challenge_id is not null then 1 end,
            case when challenge_id is not null then ${NOW('$14')} end
     from given
     on conflict (tenant_id, id) do nothing`,
  ['r.challenge_id'],
);

// In test mode nothing is sent; to its caller it looks as if a code was.
const SENT = recordEvents(
  'sent',
  `select tenant_id, updated_at as at, 'challenge.sent' as type, is_test, id as subject_id,
          jsonb_build_object('status', 'authentication-required', 'challengeId', challenge_id, 'sends', 1,
            'sendsLeft', ${SENDS_MAX - 1}) as facts
   from stored where challenge_id is not null`,
);

const INSERT_REPORTS = statement(
  'insert-reports',
  `with given as (
     select * from ${unnested('$1::uuid[]', '$2::uuid[]', '$3::boolean[]', '$4::text[]', '$5::bytea[]', '$6::text[]', '$7::uuid[]', '$8::bytea[]', '$10::int[]', '$11::int[]', '$12::int[]', '$13::int[]', '$15::bytea[]')}
       as g (tenant_id, id, is_test, bureaus, reference_hash, status, challenge_id, code_hash, details_start,
             details_length, body_start, body_length, reference_path)
   ), ${STORED}, ${SENT}
   select r.id, r.updated_at as at, ${BALANCE} from stored r`,
);

const FIND_REPORT = statement(
  'find-report',
  `select ${COURSE}, r.body, ${BALANCE}, ${NOW('$3')} as at from reports r where r.tenant_id = $1 and r.id = $2`,
);

const COMPLETED = endReports('completed', {
  status: "'complete'",
  failureReason: 'null',
  at: NOW('$6'),
  set: [`body = ${unpackedBytes('$3', 'g.body_start', 'g.body_length')}`],
  from: 'locked g',
  where: `g.status = 'pending' and g.challenge_state = 'passed' and r.tenant_id = g.tenant_id and r.id = g.id`,
});

const COMPLETE_REPORTS = statement(
  'complete-report',
  `with given as (
     select * from ${unnested('$1::uuid[]', '$2::uuid[]', '$4::int[]', '$5::int[]')} as g (tenant_id, id, body_start, body_length)
   ), locked as materialized (
     select g.*, r.* ${ONE_BY_ONE} (
       select r.status, r.challenge_state from reports r where r.tenant_id = g.tenant_id and r.id = g.id for update
     ) r
   ), ${COMPLETED}
   select id from completed`,
);

const PURGE_REPORTS = statement(
  'purge-reports',
  `update reports r set details = null, body = null, external_reference_hash = null, reference_path = null, number_key = null,
     person_hash = null, purged_at = clock_timestamp()
   from (
     select p.tenant_id, p.id from tenants t
     cross join lateral (
       select tenant_id, id from reports
       where tenant_id = t.id and purged_at is null
         and created_at < clock_timestamp() - make_interval(days => t.retention_days)
       order by created_at limit $1
     ) p
     limit $1
   ) due
   where r.tenant_id = due.tenant_id and r.id = due.id
   returning r.id`,
);

export type ReportStore = {
  /** Null when a report with this id exists: the caller reads it instead. */
  insertReport(report: NewReport): Promise<Inserted | null>;
  findReport(tenantId: string, reportId: string): Promise<Report | null>;
  /** False when another caller completed it first. */
  completeReport(completion: Completion): Promise<boolean>;
  /** Deletes the personal parts of reports past their tenant's retention; answers how many, at most `countMax`. */
  purgeReports(countMax: number): Promise<number>;
};

export function createReportStore(needs: {
  database: Database;
  vault: Vault;
  at: () => Date | null;
}): ReportStore {
  const { database, vault, at } = needs;
  const batches = batchesOn(database);

  const insertMany = async (reports: NewReport[]): Promise<(Inserted | null)[]> => {
    const vaults = await Promise.all(reports.map((report) => vault.forTenant(report.tenantId)));
    const sealed = reports.map((report, index) => sealReport(vaults[index] as TenantVault, report));
    const packed = packBytes([...sealed.map((one) => one.details), ...sealed.map((one) => one.body)]);
    const rows = await database.query<{ id: string; at: Date; balance_credits: number | null }>(
      INSERT_REPORTS,
      [
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
        at(),
        reports.map((report) => report.referencePath),
      ],
    );
    const stored = new Map(rows.map((row) => [row.id, row]));
    return reports.map(({ id }) => {
      const row = stored.get(id);
      // Of two with one id in the same batch the first was stored, so only the first caller gets an answer.
      stored.delete(id);
      return row === undefined ? null : { balanceCredits: row.balance_credits ?? 0, atMs: row.at.getTime() };
    });
  };

  const completeMany = async (reports: Completion[]): Promise<boolean[]> => {
    const vaults = await Promise.all(reports.map((report) => vault.forTenant(report.tenantId)));
    const bodies = packBytes(
      reports.map(({ id, body }, index) => sealBody(vaults[index] as TenantVault, id, body)),
    );
    const rows = await database.query<{ id: string }>(COMPLETE_REPORTS, [
      reports.map((report) => report.tenantId),
      reports.map((report) => report.id),
      bodies.bytes,
      bodies.starts,
      bodies.lengths,
      at(),
    ]);
    const completed = new Set(rows.map((row) => row.id));
    return reports.map(({ id }) => completed.has(id));
  };

  return {
    insertReport: createBatch<NewReport, Inserted | null>({ ...batches, run: insertMany }),

    async findReport(tenantId, reportId) {
      const [row] = await database.query<ReportRow>(FIND_REPORT, [tenantId, reportId, at()]);
      return row === undefined ? null : openReport(vault, row);
    },

    completeReport: createBatch<Completion, boolean>({
      ...batches,
      keyOf: ({ id }) => id,
      run: completeMany,
    }),

    async purgeReports(countMax) {
      return (await database.query(PURGE_REPORTS, [countMax])).length;
    },
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
    // Test mode only pretends to send, so what became of the text is known at any time.
    ...(row.is_test && challenge !== null && { sms: smsOf(challenge) ?? 'accepted' }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    purgedAt: row.purged_at,
    details,
    maskedNumber: maskedNumberOf(details?.consumer),
    spentCredits: row.spent_credits,
    body: row.body === null ? null : readBody(tenantVault.open(bodyPlace(row.id), row.body)),
    balanceCredits: row.balance_credits ?? 0,
    atMs: row.at.getTime(),
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
