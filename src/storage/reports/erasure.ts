// Erasing a consumer: the personal parts of their reports, the stored answers of their idempotency keys, texts that were shown instead of
// sent, the data of the risk assessment (counted requests, device sessions, known devices), the sessions of the hosted page that made
// them, and what was asked there. What stays says nothing about a person: the report's row, its status and times, and the ledger. A pending report is ended first, as
// clear-up would end it, so that the process at work on it can store nothing any more. test/security/kept-data.ts has every table.
import type { Consumer } from '../../domain/reports/consumer.ts';
import { type Actor, appendAudit } from '../activity/audit.ts';
import { answerPlace, type StoredAnswer } from '../activity/idempotency-keys.ts';
import { forgetSent } from '../activity/outbox.ts';
import { type Database, type Queryable, statement } from '../engine/connection/database.ts';
import { eraseRequests } from '../hosted/consumer-requests.ts';
import { eraseSessions, listSessionIds } from '../hosted/sessions.ts';
import type { TenantVault, Vault } from '../keys/vault.ts';
import { recordEvents } from '../webhooks/record-events.ts';
import { endReports } from './ended.ts';
import { PERSONAL_PARTS } from './purge-reports.ts';
import { detailsPlace, type ReportDetails } from './report-parts.ts';

export type Erased = { id: string; wasErasedBefore: boolean };
/** What is to be erased, by its ids: reports, and sessions of the hosted page. */
export type Erasable = { reportIds: string[]; sessionIds: string[] };

const FIND_REPORTS = statement(
  'find-erasable-reports',
  'select id from reports where tenant_id = $1 and (id = $2 or external_reference_hash = $3) order by id',
);

const ERASED = endReports('erased', {
  when: `c.status = 'pending'`,
  status: "'failed'",
  failureReason: `case when c.is_waiting then 'challenge-expired' else 'interrupted' end`,
  at: 'clock_timestamp()',
  set: [
    ...PERSONAL_PARTS,
    'purged_at = coalesce(r.purged_at, clock_timestamp())',
    // A code that was already sent is worth nothing any more.
    `challenge_state = case when c.status = 'pending' and c.is_waiting then 'failed' else r.challenge_state end`,
  ],
  from: 'chosen c left join moved m using (o)',
  where: 'r.tenant_id = $1 and r.id = c.id',
  returning: ['m.result'],
});

const TOLD = recordEvents(
  'told',
  `select e.tenant_id, e.updated_at as at, 'report.erased' as type, e.is_test, e.id as subject_id,
          jsonb_build_object('status', e.status) as facts
   from erased e join chosen c on c.id = e.id where not c.was_erased`,
);

// Locks: reports, then wallets, then holds (see the migration).
const ERASE_REPORTS = statement(
  'erase-reports',
  `with chosen as materialized (
     select row_number() over () as o, c.* from (
       select r.tenant_id, r.id, r.status, r.is_test, r.purged_at is not null as was_erased, r.counted, r.details,
              r.challenge_state = 'open' as is_waiting
       from reports r where r.tenant_id = $1 and r.id = any($2::uuid[])
       order by r.tenant_id, r.id for update) c
   ), moved as materialized (
     select * from ledger_apply((select coalesce(jsonb_agg(jsonb_build_object('o', o, 'tenantId', tenant_id,
       'kind', 'void', 'holdId', id)), '[]') from chosen where status = 'pending' and not is_test))
   ), ${ERASED}, ${TOLD}, forgotten as (
     -- The risk counters of this consumer: hashes, but personal data.
     delete from risk_events e using chosen c where e.tenant_id = $1 and e.report_id = c.id
     returning e.report_id, e.person_hash
   )
   select c.id, c.was_erased as "wasErasedBefore", c.counted, c.details, f.person_hash as "personHash"
   from chosen c join erased e using (id) left join forgotten f on f.report_id = c.id order by c.id`,
);

// The devices this consumer is known on. If they have another report, they are asked for a code again, which does no harm.
const FORGET_DEVICES = statement(
  'forget-known-devices',
  'delete from known_devices where tenant_id = $1 and person_hash = any($2::bytea[])',
);
const FORGET_SESSIONS = statement(
  'forget-device-sessions',
  `delete from device_sessions where id in (
     select d.id from device_sessions d where d.tenant_id = $1 and d.person_hash = any($2::bytea[]) order by d.id for update)`,
);

const FORGET_EXCHANGES = statement(
  'forget-test-exchanges',
  'delete from test_exchanges where tenant_id = $1 and report_id = any($2::uuid[])',
);

// A text is known by its hold or, where it cost nothing, by its event; what carried a link, by the link.
const LIST_TEXTS = statement(
  'list-texts-of-reports',
  `select e.sms_id as id from ledger_entries e where e.tenant_id = $1 and e.report_id = any($2::uuid[]) and e.sms_id is not null
   union
   select (v.facts ->> 'smsId')::uuid from events v
   where v.tenant_id = $1 and v.subject_id = any($2::uuid[]) and v.facts ? 'smsId'
   union
   select n.id from consumer_session_sends n where n.tenant_id = $1 and n.session_id = any($3::uuid[])`,
);

const LIST_KEYS = statement(
  'list-keys-of-requests',
  'select key_hash from idempotency_keys where tenant_id = $1 and resource_id = any($2::uuid[]) order by key_hash for update',
);

// The key stays, so that a repeated request is still recognised and buys nothing twice.
const REPLACE_ANSWERS = statement(
  'replace-idempotent-answers',
  `update idempotency_keys k set answer = g.answer, leased_until = clock_timestamp()
   from unnest($2::bytea[], $3::bytea[]) as g (key_hash, answer)
   where k.tenant_id = $1 and k.key_hash = g.key_hash`,
);

type ErasedRow = Erased & { counted: string[]; details: Buffer | null; personHash: Buffer | null };

export type Erasure = {
  findErasable(tenantId: string, which: { reportId: string } | { referenceHash: Buffer }): Promise<Erasable>;
  /**
   * In one transaction. Answers the reports that were found, and how many sessions; repeats of their requests are answered with
   * `answerFromNow`. Safe to repeat.
   */
  erase(
    actor: Actor,
    tenantId: string,
    which: Erasable,
    answerFromNow: StoredAnswer,
  ): Promise<{ reports: Erased[]; sessions: number }>;
};

export function createErasure(needs: {
  database: Database;
  vault: Vault;
  hashPerson: (tenantId: string, consumer: Consumer) => Buffer;
}): Erasure {
  const { database, vault, hashPerson } = needs;

  /** By the counted requests of their reports and, once those are purged, by the consumer in the reports. */
  const forgetDevices = async (tx: Queryable, tenantId: string, rows: ErasedRow[]): Promise<void> => {
    const tenantVault = await vault.forTenant(tenantId);
    const hashes = rows.flatMap(({ id, details, personHash }) => [
      ...(personHash === null ? [] : [personHash]),
      ...(details === null ? [] : [hashPerson(tenantId, consumerOf(tenantVault, id, details))]),
    ]);
    for (const sql of [FORGET_DEVICES, FORGET_SESSIONS]) await tx.query(sql, [tenantId, hashes]);
  };

  return {
    async findErasable(tenantId, which) {
      const reportId = 'reportId' in which ? which.reportId : null;
      const referenceHash = 'referenceHash' in which ? which.referenceHash : null;
      const reports = await database.query<{ id: string }>(FIND_REPORTS, [tenantId, reportId, referenceHash]);
      const reportIds = reports.map(({ id }) => id);
      const of = { referenceHash, reportIds: reportId === null ? reportIds : [reportId] };
      return { reportIds, sessionIds: await listSessionIds(database, tenantId, of) };
    },

    erase: (actor, tenantId, which, answerFromNow) =>
      database.transaction(async (tx) => {
        const found = await tx.query<ErasedRow>(ERASE_REPORTS, [tenantId, which.reportIds]);
        const reportIds = found.map(({ id }) => id);
        // Again, now that the reports are locked: a link may have been made anew for one since it was found.
        const ofReports = await listSessionIds(tx, tenantId, { referenceHash: null, reportIds });
        const linkIds = [...new Set([...which.sessionIds, ...ofReports])];
        const sessionIds = await eraseSessions(tx, tenantId, linkIds);
        await eraseRequests(tx, tenantId, linkIds);
        const texts = await tx.query<{ id: string }>(LIST_TEXTS, [tenantId, reportIds, sessionIds]);
        const sentIds = texts.map(({ id }) => id);
        // What sent a link was answered with the link's reference.
        const guessed = found.flatMap(({ counted }) => counted);
        const requestIds = [...reportIds, ...guessed, ...sessionIds, ...sentIds];
        await replaceAnswers(tx, vault, tenantId, requestIds, answerFromNow);
        await forgetDevices(tx, tenantId, found);
        await tx.query(FORGET_EXCHANGES, [tenantId, reportIds]);
        await forgetSent(tx, sentIds);
        for (const { id, wasErasedBefore } of found) {
          const object = { kind: 'report', id };
          if (!wasErasedBefore) await appendAudit(tx, { tenantId, actor, action: 'report-erased', object });
        }
        const reports = found.map(({ id, wasErasedBefore }) => ({ id, wasErasedBefore }));
        return { reports, sessions: sessionIds.length };
      }),
  };
}

function consumerOf(vault: TenantVault, id: string, details: Buffer): Consumer {
  return (JSON.parse(vault.open(detailsPlace(id), details)) as ReportDetails).consumer;
}

async function replaceAnswers(
  tx: Queryable,
  vault: Vault,
  tenantId: string,
  requestIds: string[],
  answer: StoredAnswer,
): Promise<void> {
  const keys = await tx.query<{ key_hash: Buffer }>(LIST_KEYS, [tenantId, requestIds]);
  if (keys.length === 0) return;
  const tenantVault = await vault.forTenant(tenantId);
  const sealed = keys.map(({ key_hash: keyHash }) =>
    tenantVault.seal(answerPlace(keyHash), JSON.stringify(answer)),
  );
  await tx.query(REPLACE_ANSWERS, [tenantId, keys.map((key) => key.key_hash), sealed]);
}
