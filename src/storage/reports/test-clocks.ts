// Test clocks: rows that say how far ahead of the database's clock the reports on them are. Every statement on a report asks for it
// (report-rows.ts, `nowOf`), so that moving a clock moves all of its reports at once.
import {
  TEST_CLOCK_DAYS_MAX,
  TEST_CLOCK_LIFETIME_DAYS,
  TEST_CLOCKS_MAX,
} from '../../domain/reports/test-clock.ts';
import { type Database, statement } from '../engine/connection/database.ts';
import { recordEvents } from '../webhooks/record-events.ts';
import { endReports } from './ended.ts';
import { PERSONAL_PARTS } from './purge-reports.ts';
import { CHALLENGE_LIFETIME, NOW, nowOf } from './report-rows.ts';

export type TestClock = { id: string; at: Date; aheadMs: number; createdAt: Date; endsAt: Date };

const COLUMNS = `c.id, ${NOW} + c.ahead as at, (extract(epoch from c.ahead) * 1000)::bigint as "aheadMs",
   c.created_at as "createdAt", c.ends_at as "endsAt"`;

// In seconds: days and months would be counted by the calendar of the session.
const SECONDS = (interval: string): string =>
  `make_interval(secs => round(extract(epoch from ${interval})::numeric, 3)::double precision)`;

const BEGINS_AHEAD = SECONDS(`coalesce($3::timestamptz - ${NOW}, interval '0')`);
const MOVED_AHEAD = SECONDS(`(${NOW} + c.ahead + $3::interval) - ${NOW}`);

// The count is not locked: two that are made at once may be one too many, which harms nobody.
const INSERT = statement(
  'insert-test-clock',
  `insert into test_clocks as c (tenant_id, id, ahead, created_at, ends_at)
   select $1, $2, ${BEGINS_AHEAD}, clock_timestamp(),
          clock_timestamp() + interval '${TEST_CLOCK_LIFETIME_DAYS} days'
   where (select count(*) from test_clocks o where o.tenant_id = $1 and o.ends_at > clock_timestamp()) < ${TEST_CLOCKS_MAX}
   returning ${COLUMNS}`,
);

const LIST = statement(
  'list-test-clocks',
  `select ${COLUMNS} from test_clocks c
   where c.tenant_id = $1 and ($2::uuid is null or c.id = $2) and c.ends_at > clock_timestamp() order by c.id desc`,
);

// What is told again after a failure goes by the clock too: a delivery is due as much sooner.
const ADVANCE = statement(
  'advance-test-clock',
  `with moved as (
     update test_clocks c set ahead = ${MOVED_AHEAD}
     from (select o.tenant_id, o.id, ${NOW} + o.ahead as was_at from test_clocks o where o.tenant_id = $1 and o.id = $2
           for update) was
     where c.tenant_id = was.tenant_id and c.id = was.id and c.ends_at > clock_timestamp()
       and ${NOW} + c.ahead + $3::interval <= clock_timestamp() + interval '${TEST_CLOCK_DAYS_MAX} days'
     returning c.*, was.was_at
   ), sooner as (
     update deliveries d set due_at = d.due_at - $3::interval
     from moved join reports r on r.tenant_id = moved.tenant_id and r.clock_id = moved.id
     where d.tenant_id = $1 and d.subject_id = r.id and d.state = 'due' and d.lease_token is null
   )
   select ${COLUMNS} from moved c`,
);

const EXPIRED = endReports('expired', {
  status: "'failed'",
  failureReason: "'challenge-expired'",
  at: nowOf('r'),
  from: 'due',
  where: 'r.tenant_id = due.tenant_id and r.id = due.id',
  returning: ['r.challenge_id'],
});
const expiredEvents = (name: string, from: string): string =>
  recordEvents(
    name,
    `select tenant_id, updated_at as at, 'challenge.expired' as type, is_test, id as subject_id,
            jsonb_build_object('status', status, 'challengeId', challenge_id) as facts
     from ${from}`,
  );

// Reads as expired before that already; this tells of it.
const EXPIRE_CHALLENGES = statement(
  'expire-on-test-clocks',
  `with due as materialized (
     select r.tenant_id, r.id from reports r
     where r.clock_id is not null and r.status = 'pending' and r.challenge_state = 'open'
       and ${nowOf('r')} > r.last_sent_at + ${CHALLENGE_LIFETIME}
     order by r.tenant_id, r.id limit $1 for update skip locked
   ), ${EXPIRED}, ${expiredEvents('told', 'expired')}
   select id from expired`,
);

// A clock takes the personal parts of its reports along: without it nothing says when their retention is over. What waits has failed.
const ENDED = endReports('ended', {
  when: 'due.is_waiting',
  status: "'failed'",
  failureReason: "'challenge-expired'",
  at: 'due.at',
  set: [...PERSONAL_PARTS, 'purged_at = coalesce(r.purged_at, due.at)'],
  from: 'due',
  where: 'r.tenant_id = due.tenant_id and r.id = due.id',
  returning: ['r.challenge_id'],
});
const END = statement(
  'end-test-clocks',
  `with gone as (
     delete from test_clocks c where c.tenant_id = coalesce($1, c.tenant_id) and c.id = coalesce($2, c.id)
       and ($1::uuid is not null or c.ends_at <= clock_timestamp())
     returning c.tenant_id, c.id, c.ahead
   ), due as materialized (
     select r.tenant_id, r.id, r.status = 'pending' as is_waiting, ${NOW} + gone.ahead as at
     from gone join reports r on r.tenant_id = gone.tenant_id and r.clock_id = gone.id
     order by r.tenant_id, r.id for update of r
   ), ${ENDED}, ${expiredEvents('told', 'ended where is_ended and challenge_id is not null')}
   select id from gone`,
);

export type TestClockStore = {
  /** Null when the tenant has as many as it may have. */
  insertClock(tenantId: string, clock: { id: string; at: Date | null }): Promise<TestClock | null>;
  /** Those that have not ended, newest first. */
  listClocks(tenantId: string): Promise<TestClock[]>;
  findClock(tenantId: string, id: string): Promise<TestClock | null>;
  /** Null when there is none, or it would go further than it may. */
  advanceClock(tenantId: string, id: string, by: string): Promise<TestClock | null>;
  /** Ends challenges that expired by their clock; answers how many, at most `countMax`. */
  expireChallenges(countMax: number): Promise<number>;
  /** False when there is none. */
  endClock(tenantId: string, id: string): Promise<boolean>;
  /** Those whose days are over. */
  endOldClocks(): Promise<number>;
};

export function createTestClockStore(needs: { database: Database }): TestClockStore {
  const { database } = needs;
  const list = (tenantId: string, id: string | null) => database.query<TestClock>(LIST, [tenantId, id]);
  const end = async (tenantId: string | null, id: string | null): Promise<number> =>
    (await database.query(END, [tenantId, id])).length;
  return {
    async insertClock(tenantId, clock) {
      const [row] = await database.query<TestClock>(INSERT, [tenantId, clock.id, clock.at]);
      return row ?? null;
    },
    listClocks: (tenantId) => list(tenantId, null),
    findClock: async (tenantId, id) => (await list(tenantId, id))[0] ?? null,
    async advanceClock(tenantId, id, by) {
      const [row] = await database.query<TestClock>(ADVANCE, [tenantId, id, by]);
      return row ?? null;
    },
    async expireChallenges(countMax) {
      return (await database.query(EXPIRE_CHALLENGES, [countMax])).length;
    },
    endClock: async (tenantId, id) => (await end(tenantId, id)) > 0,
    endOldClocks: () => end(null, null),
  };
}
