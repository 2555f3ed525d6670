// The steps of a consumer session: each locks its row, decides, writes and tells of it in one statement. Those of the browser are found by
// its secret. Parallel requests of two tabs are decided one after another; the second finds that the step was taken.
import {
  ADDRESS_FINDS_MAX,
  GENERATES_MAX,
  OPENS_PER_HOUR_MAX,
  RESUMABLE_HOURS,
  type SessionState,
  type SessionStep,
  START_AGAIN_SECONDS,
  statesBefore,
} from '../../domain/hosted/consumer-session.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';
import { nowOf } from '../reports/report-rows.ts';
import { recordEvents } from '../webhooks/record-events.ts';
import { tellOfMoves } from './move.ts';
import { isOneOf, stateAt } from './session-rows.ts';

export type Which = { tenantId: string; id: string; secretHash: Buffer };

const HOUR = `interval '1 hour'`;

/** SQL: the browser that has it is let in no more. */
const hasEnded = (s: string, now: string): string =>
  `${s}.closed_at is not null or ${s}.opened_at + make_interval(hours => ${RESUMABLE_HOURS}) <= ${now}`;

// The row is updated once, whatever the outcome: a Start with the right token counts towards the opens of the hour.
const START = statement(
  'start-consumer-session',
  `with found as materialized (
     select s.*, n.at as now_at, coalesce(s.opens_since > n.at - ${HOUR}, false) as is_same_hour,
            s.secret_hash = $4 and s.opened_at > n.at - make_interval(secs => ${START_AGAIN_SECONDS}) as is_repeated,
            ${hasEnded('s', 'n.at')} as has_ended
     from consumer_sessions s cross join lateral (select ${nowOf('s')} as at) n
     where s.tenant_id = $1 and s.id = $2 and s.token_hash = $3 for update of s
   ), judged as (
     select f.*, case
       when f.is_same_hour and f.opens >= ${OPENS_PER_HOUR_MAX} then 'too-many'
       when ${isOneOf('f.state', statesBefore('start'))} and f.ends_at > f.now_at then 'started'
       when ${isOneOf('f.state', ['created', 'expired', 'cancelled', 'declined'])} or f.has_ended then 'over'
       when f.is_repeated then 'repeated'
       else 'used' end as result
     from found f
   ), counted as (
     update consumer_sessions s set
       opens = case when j.is_same_hour then least(j.opens + 1, 1000) else 1 end,
       opens_since = case when j.is_same_hour then j.opens_since else j.now_at end,
       state = case when j.result = 'started' then 'opened' else s.state end,
       secret_hash = case when j.result = 'started' then $4 else s.secret_hash end,
       opened_at = case when j.result = 'started' then j.now_at else s.opened_at end,
       ends_at = case when j.result = 'started' then j.now_at + make_interval(hours => ${RESUMABLE_HOURS}) else s.ends_at end,
       updated_at = case when j.result = 'started' then j.now_at else s.updated_at end
     from judged j where s.tenant_id = j.tenant_id and s.id = j.id
     returning s.*, j.result, j.now_at, ceil(extract(epoch from s.opens_since + ${HOUR} - j.now_at))::int as wait_seconds
   ), moved as (select * from counted where result = 'started'), ${tellOfMoves('moved')}
   select result, ${stateAt('counted', 'counted.now_at')} as state, withdrawn_at is not null as "isWithdrawn", wait_seconds as "waitSeconds" from counted`,
);

type StartResult = {
  result: 'started' | 'repeated' | 'used' | 'over' | 'too-many';
  state: SessionState;
  isWithdrawn: boolean;
  waitSeconds: number;
};

/** Null when there is no such session, or it has another token. */
export async function startSession(
  db: Queryable,
  given: Which & { tokenHash: Buffer },
): Promise<StartResult | null> {
  const { tenantId, id, tokenHash, secretHash } = given;
  const [row] = await db.query<StartResult>(START, [tenantId, id, tokenHash, secretHash]);
  return row ?? null;
}

/** SQL: the row of the browser, in a state that the step is taken from, before its time is over. */
const MINE = (step: SessionStep, now: string): string =>
  `s.tenant_id = $1 and s.id = $2 and s.secret_hash = $3 and ${isOneOf('s.state', statesBefore(step))} and s.ends_at > ${now}`;

const NOW = nowOf('s');

/** While the consumer may say who they are. */
const STATES_OF_ANSWERS: readonly SessionState[] = ['opened', 'consented', 'failed', 'code'];

const KEEP = statement(
  'keep-session-answers',
  `update consumer_sessions s set answers = $4
   where s.tenant_id = $1 and s.id = $2 and s.secret_hash = $3 and s.ends_at > ${NOW} and s.purged_at is null
     and ${isOneOf('s.state', STATES_OF_ANSWERS)}
   returning s.id`,
);

export async function keepAnswers(db: Queryable, which: Which, answers: Buffer): Promise<boolean> {
  const { tenantId, id, secretHash } = which;
  return (await db.query(KEEP, [tenantId, id, secretHash, answers])).length === 1;
}

const TAKE_FIND = statement(
  'take-address-find',
  `update consumer_sessions s set address_finds = s.address_finds + 1
   where s.tenant_id = $1 and s.id = $2 and s.secret_hash = $3 and s.ends_at > ${NOW} and s.purged_at is null
     and s.address_finds < ${ADDRESS_FINDS_MAX} and ${isOneOf('s.state', STATES_OF_ANSWERS)}
   returning s.id`,
);

/** Whether a link had one left: counted before it is asked, in one statement, however many ask at once. */
export async function takeAddressFind(db: Queryable, which: Which | null): Promise<boolean> {
  if (which === null) return false;
  const { tenantId, id, secretHash } = which;
  return (await db.query(TAKE_FIND, [tenantId, id, secretHash])).length === 1;
}

const SHOW = statement(
  'note-consent-shown',
  `update consumer_sessions s set consent_shown_at = ${NOW}
   where ${MINE('agree', NOW)} and s.tenant_id = $1 and s.consent_shown_at is null returning s.id`,
);

/** The first time only. */
export async function noteShown(db: Queryable, which: Which): Promise<void> {
  await db.query(SHOW, [which.tenantId, which.id, which.secretHash]);
}

const AGREE = statement(
  'agree-in-consumer-session',
  `with moved as (
     update consumer_sessions s set state = 'consented', consented_at = $4, updated_at = ${NOW}, consent = $5, consent_record_sha256 = $6
     where ${MINE('agree', NOW)} and s.tenant_id = $1 and s.consent_shown_at is not null and s.purged_at is null
     returning s.*
   ), ${tellOfMoves('moved')}
   select id from moved`,
);

export async function agreeInSession(
  db: Queryable,
  which: Which,
  given: { agreedAt: Date; consent: Buffer; recordSha256: Buffer },
): Promise<boolean> {
  const { tenantId, id, secretHash } = which;
  const { agreedAt, consent, recordSha256 } = given;
  const rows = await db.query(AGREE, [tenantId, id, secretHash, agreedAt, consent, recordSha256]);
  return rows.length === 1;
}

// A generate that was left without a report, because its process died, is made again under the same id: whatever that process still does,
// there is one report and one charge.
const CLAIM = statement(
  'claim-session-generate',
  `with found as materialized (
     select s.tenant_id, s.id, s.state = 'consented' and s.report_id is not null as is_left
     from consumer_sessions s where ${MINE('submit', NOW)} and s.tenant_id = $1 and s.purged_at is null
       and ($5::text is null or $5 = coalesce(s.report_id::text, '')) for update of s
   ), moved as (
     update consumer_sessions s set state = 'submitted', submitted_at = ${NOW}, updated_at = ${NOW}, ended_at = null,
       failure_reason = null, changed = $6, report_id = case when f.is_left then s.report_id else $4 end,
       generates = case when f.is_left then s.generates else s.generates + 1 end
     from found f where s.tenant_id = f.tenant_id and s.id = f.id and (f.is_left or s.generates < ${GENERATES_MAX})
     returning s.*
   ), listed as (
     insert into consumer_session_reports (tenant_id, report_id, session_id, changed)
     select tenant_id, report_id, id, changed from moved
     on conflict (tenant_id, report_id) do update set changed = excluded.changed
   ), ${tellOfMoves('moved')}
   select report_id as "reportId" from moved`,
);

/** `after`: the report that the consumer knew of, '' for none; null when it is not said. The id of the report to make; null when another request makes it, or none may be made. */
export async function claimGenerate(
  db: Queryable,
  which: Which,
  asked: { newReportId: string; after: string | null; changed: string[] },
): Promise<string | null> {
  const { tenantId, id, secretHash } = which;
  const { newReportId, after, changed } = asked;
  const [row] = await db.query<{ reportId: string }>(CLAIM, [
    ...[tenantId, id, secretHash, newReportId, after, changed],
  ]);
  return row?.reportId ?? null;
}

// No event: nothing came of it, and the next try is told of.
const RELEASE = statement(
  'release-session-generate',
  `with moved as (
     update consumer_sessions s set state = 'consented', generates = s.generates - 1, report_id = null, changed = '{}'
     where s.tenant_id = $1 and s.id = $2 and s.state = 'submitted' and s.report_id = $3
       and not exists (select from reports r where r.tenant_id = $1 and r.id = $3)
     returning s.tenant_id
   )
   delete from consumer_session_reports l using moved where l.tenant_id = moved.tenant_id and l.report_id = $3`,
);

/** A generate was refused before there was a report: it does not count. With a report, the report decides. */
export async function releaseGenerate(
  db: Queryable,
  which: { tenantId: string; id: string; reportId: string },
): Promise<void> {
  await db.query(RELEASE, [which.tenantId, which.id, which.reportId]);
}

const DECLINE = statement(
  'decline-consumer-session',
  `with moved as (
     update consumer_sessions s set state = 'declined', ended_at = ${NOW}, updated_at = ${NOW}, prefill = null, answers = null
     where ${MINE('decline', NOW)} and s.tenant_id = $1
     returning s.*
   ), ${tellOfMoves('moved')}
   select id from moved`,
);

export async function declineSession(db: Queryable, which: Which): Promise<boolean> {
  return (await db.query(DECLINE, [which.tenantId, which.id, which.secretHash])).length === 1;
}

const CLOSE = statement(
  'close-consumer-session',
  `update consumer_sessions s set closed_at = ${NOW}
   where s.tenant_id = $1 and s.id = $2 and s.secret_hash = $3 and s.state = 'complete' and s.closed_at is null`,
);

/** The report is not shown again, with whatever cookie. */
export async function closeSession(db: Queryable, which: Which): Promise<void> {
  await db.query(CLOSE, [which.tenantId, which.id, which.secretHash]);
}

const WITHDRAW = statement(
  'withdraw-consent',
  `with moved as (
     update consumer_sessions s set withdrawn_at = ${NOW}, closed_at = coalesce(s.closed_at, ${NOW}), updated_at = ${NOW}
     where s.tenant_id = $1 and s.id = $2 and s.state = 'complete' and s.withdrawn_at is null
       and (s.secret_hash = $3 or s.token_hash = $4 and (${hasEnded('s', NOW)}))
     returning s.*
   ), ${recordEvents(
     'withdrawal',
     `select m.tenant_id, m.updated_at as at, 'session.withdrawn' as type, m.is_test, m.id as subject_id,
             jsonb_build_object('status', m.state, 'creditReportId', m.report_id) as facts
      from moved m`,
   )}
   select id from moved`,
);

/** The consumer takes back what they agreed to: the report is shown no more, and the tenant is told. */
export async function withdrawConsent(
  db: Queryable,
  by: { tenantId: string; id: string; secretHash: Buffer | null; tokenHash: Buffer | null },
): Promise<boolean> {
  const { tenantId, id, secretHash, tokenHash } = by;
  return (await db.query(WITHDRAW, [tenantId, id, secretHash, tokenHash])).length === 1;
}
