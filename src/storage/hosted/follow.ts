// A session follows its report: to the code, to the end. After each step of the browser for its own session, and every two seconds for all
// that wait, because a report also ends by itself, or by another process. Sessions whose time is over end here too.

import { GENERATES_MAX, type SessionState } from '../../domain/hosted/consumer-session.ts';
import { EXACT_NOW, type Queryable, type Statement, statement } from '../engine/connection/database.ts';
import { CHALLENGE_LIFETIME, nowOf } from '../reports/report-rows.ts';
import { tellOfMoves } from './move.ts';
import { endsByTime } from './session-rows.ts';

/** A generate whose report is not there by now was left by a process that died. */
const LEFT_AFTER = `interval '90 seconds'`;

const IS_EXPIRED = `r.challenge_state = 'open' and ${nowOf('r')} > r.last_sent_at + ${CHALLENGE_LIFETIME}`;
// After the right code, while the bureaus are asked, it is `submitted` again.
const NEXT = `case when r.status <> 'pending' then r.status when ${IS_EXPIRED} then 'failed'
  when r.challenge_state = 'open' then 'code' else 'submitted' end`;

// Two statements, because a sharded database asks the shard of the one session, or all shards.
const follow = (name: string, which: string): Statement =>
  statement(
    `follow-${name}`,
    `with due as materialized (
     select w.tenant_id, w.id, w.next, w.reason, w.now_at from (
       select s.tenant_id, s.id, s.state, ${NEXT} as next, ${nowOf('r')} as now_at,
              case when r.status = 'failed' then r.failure_reason when r.status = 'pending' and ${IS_EXPIRED} then 'challenge-expired' end as reason
       from consumer_sessions s join reports r on r.tenant_id = s.tenant_id and r.id = s.report_id
       where s.state in ('submitted', 'code')${which}
     ) w where w.next <> w.state order by w.tenant_id, w.id limit $1
   ), locked as materialized (
     select d.*, s.generates from due d join consumer_sessions s on s.tenant_id = d.tenant_id and s.id = d.id
     where s.state in ('submitted', 'code') and s.state <> d.next
     order by d.tenant_id, d.id for update of s skip locked
   ), moved as (
     update consumer_sessions s set state = l.next, failure_reason = l.reason, updated_at = l.now_at,
       ended_at = case when l.next in ('code', 'submitted') then null else l.now_at end,
       prefill = case when l.next in ('code', 'submitted') or (l.next = 'failed' and l.generates < ${GENERATES_MAX}) then s.prefill end,
       answers = case when l.next in ('code', 'submitted') or (l.next = 'failed' and l.generates < ${GENERATES_MAX}) then s.answers end
     from locked l where s.tenant_id = l.tenant_id and s.id = l.id
     returning s.*
   ), ${tellOfMoves('moved')}
   select is_test as "isTest", state from moved`,
  );
const FOLLOW_DUE = follow('reports-of-sessions', '');
const FOLLOW_ONE = follow('report-of-session', ' and s.tenant_id = $2 and s.id = $3');

type MovedSession = { isTest: boolean; state: SessionState };

/** One session, or all that are due, at most `countMax`. */
export function followReports(
  db: Queryable,
  which: { tenantId: string; id: string } | null,
  countMax: number,
): Promise<MovedSession[]> {
  return which === null
    ? db.query<MovedSession>(FOLLOW_DUE, [countMax])
    : db.query<MovedSession>(FOLLOW_ONE, [countMax, which.tenantId, which.id]);
}

// The id stays, so that the next try makes the very report that this one was to make.
const LEAVE = statement(
  'leave-lost-generates',
  `update consumer_sessions s set state = 'consented', updated_at = s.updated_at
   where s.state = 'submitted' and s.submitted_at < ${nowOf('s')} - ${LEFT_AFTER}
     and not exists (select from reports r where r.tenant_id = s.tenant_id and r.id = s.report_id)
   returning s.id`,
);

const EXPIRE = statement(
  'expire-consumer-sessions',
  `with due as materialized (
     (select tenant_id, id from consumer_sessions s where ${endsByTime('s')}
        and s.clock_id is null and s.ends_at <= ${EXACT_NOW} order by s.ends_at limit $1)
     union all
     (select tenant_id, id from consumer_sessions s where ${endsByTime('s')}
        and s.clock_id is not null and s.ends_at <= ${nowOf('s')} limit $1)
   ), locked as materialized (
     select s.tenant_id, s.id from due d join consumer_sessions s on s.tenant_id = d.tenant_id and s.id = d.id
     where ${endsByTime('s')} order by s.tenant_id, s.id for update of s skip locked
   ), moved as (
     update consumer_sessions s set state = 'expired', ended_at = greatest(s.ends_at, s.ended_at), updated_at = ${nowOf('s')}, prefill = null, answers = null
     from locked l where s.tenant_id = l.tenant_id and s.id = l.id
     returning s.*
   ), ${tellOfMoves('moved')}
   select is_test as "isTest", state from moved`,
);

/** Safe to run in every process. */
export async function tendSessions(db: Queryable, countMax: number): Promise<MovedSession[]> {
  const followed = await followReports(db, null, countMax);
  await db.query(LEAVE, []);
  return [...followed, ...(await db.query<MovedSession>(EXPIRE, [countMax]))];
}
