// The statements that read reports by the page, in either order: one for each kind of filter that has an index of its own.
import { plannedAnew, type Statement, statement } from '../connection/database.ts';
import { CHALLENGE_LIFETIME, NOW, nowOf, WAITS_MAX } from './report-rows.ts';

// The status of a pending report as domain/report.ts reads it, in SQL because filters need it; a test compares the two.
export const READ_STATUS = `case
    when r.status <> 'pending' then r.status
    when r.challenge_state = 'open' and now.at > r.last_sent_at + ${CHALLENGE_LIFETIME} then 'failed'
    when r.challenge_state = 'open' and r.attempts > 0 then 'retry'
    else 'authentication-required'
  end`;

export const COLUMNS = `r.tenant_id, r.id, r.is_test, r.bureaus, r.status, r.failure_reason, r.details, null::bytea as body,
  r.created_at, r.updated_at, r.purged_at, r.challenge_id, r.challenge_state, r.attempts, r.sends, r.last_sent_at, r.is_doomed,
  r.clock_id, 0::bigint as ahead_ms, 0::bigint as spent_credits,  null::bigint as balance_credits, now.at, ${READ_STATUS} as read_status,
  (extract(epoch from r.created_at) * 1000000)::bigint::text as created_at_micros`;
export const NOW_AT = `cross join lateral (select ${nowOf('r', '$2')} as at) now`;
const SEEN_AT = `'epoch'::timestamptz + $7::bigint * interval '1 microsecond'`;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const KEY = 'r.created_at, r.id, r.reference_path, r.is_test';

export type Order = 'newest' | 'oldest';

/** Reports that are looked through for a beginning before its index is asked. */
const NEAR_MAX = 2_000;

function listsIn(order: Order) {
  const [direction, name] = order === 'newest' ? ['desc', ''] : ['asc', '-oldest-first'];
  // Bounds that are always there: where one may be null, a generic plan would read all rows before the page and leave them out.
  const within = `r.created_at >= greatest($5::timestamptz, ${order === 'oldest' ? SEEN_AT : 'null'}, '-infinity')
    and r.created_at <= coalesce($6::timestamptz, 'infinity')`;
  const after =
    order === 'newest'
      ? `(r.created_at, r.id) < (coalesce(${SEEN_AT}, 'infinity'), coalesce($8::uuid, '${LAST_ID}'))`
      : `(r.created_at, r.id) > (coalesce(${SEEN_AT}, '-infinity'), coalesce($8::uuid, '${FIRST_ID}'))`;
  const filters = `r.tenant_id = $1 and ($3::boolean is null or r.is_test = $3)
    and ($4::bytea is null or r.external_reference_hash = $4) and ${within} and ${after}`;
  const inOrder = `order by r.created_at ${direction}, r.id ${direction}`;
  const page = `${inOrder} limit $10`;
  // Live reports in progress, which are few and found by clear-up's indexes.
  const underWay = (
    columns: string,
  ) => `select ${columns} from reports r ${NOW_AT} where ${filters} and r.status = 'pending' and not r.is_test
    and (r.challenge_state = 'open' or r.leased_until is not null)`;
  const ended = (columns: string, limit: string | number) => `select * from (
    (select ${columns} from reports r ${NOW_AT} where ${filters} and r.status in ('failed', 'blocked') and r.status = $9 ${inOrder} limit ${limit})
    union all
    (select ${columns} from reports r ${NOW_AT}
     where ${filters} and r.status = 'pending' and r.is_test and ${READ_STATUS} = $9 and $9 = 'failed' ${inOrder} limit ${limit})
    union all
    select * from (${underWay(columns)}) under_way where read_status = $9
  ) r ${inOrder} limit ${limit}`;

  // By the beginning of a reference. One that many reports share is found among the first of all that have the status; only where these do
  // not fill the page is the index of the beginnings read, all of it that matches: out of the index alone where no status is asked for.
  const isBegun = `r.reference_path >= $11 and r.reference_path < $12 and ($3::boolean is null or r.is_test = $3)`;
  const begun = (which: string, first: string, status: string): Statement =>
    plannedAnew(
      `list-reports-by-beginning${which}${name}`,
      `with first as materialized (
         select r.created_at, r.id from (${first}) r where ${isBegun} ${page}
       ), found as materialized (
         select created_at, id from first
         union
         (select r.created_at, r.id from reports r ${NOW_AT}
          where (select count(*) from first) < $10 and r.tenant_id = $1 and ${isBegun} and ${within} and ${after} and ${status} ${page})
         union
         (select r.created_at, r.id from reports r ${NOW_AT}
          where r.tenant_id = $1 and r.external_reference_hash = $13 and ($3::boolean is null or r.is_test = $3)
            and ${within} and ${after} and ${status} ${page})
       )
       select ${COLUMNS} from found cross join lateral (
         select * from reports one where one.tenant_id = $1 and one.id = found.id) r ${NOW_AT}
       where ($4::bytea is null or r.external_reference_hash = $4) ${page}`,
    );
  const all = (status: string) => `select ${KEY} from reports r where r.tenant_id = $1 and ${status}
    and ${within} and ${after} ${inOrder} limit ${NEAR_MAX}`;

  return {
    // Any status, or complete, which is stored as it reads.
    any: statement(
      `list-reports${name}`,
      `select ${COLUMNS} from reports r ${NOW_AT} where ${filters} and ($9::text is null or r.status = $9) ${page}`,
    ),
    // By a whole reference, which few reports share: all of them are in an index of their own, whatever their status.
    referred: statement(
      `list-reports-by-reference${name}`,
      `select ${COLUMNS} from reports r ${NOW_AT} where ${filters} and r.external_reference_hash = $4
         and ($9::text is null or ${READ_STATUS} = $9) ${page}`,
    ),
    // Rare rows have a partial index. A generic plan can use it only if the text repeats the index's condition.
    tests: statement(
      `list-test-reports${name}`,
      `select ${COLUMNS} from reports r ${NOW_AT} where ${filters} and ($9::text is null or r.status = $9) and r.is_test ${page}`,
    ),
    // Ended without a report, which a challenge has done that expired, whether it is stored yet or not.
    ended: statement(`list-ended-reports${name}`, ended(COLUMNS, '$10')),
    // Waiting for a code. Tests that expired stay as they are for good: older ones do not wait.
    waiting: statement(
      `list-waiting-reports${name}`,
      `with under_way as materialized (${underWay(COLUMNS)}), tests as materialized (
         select ${COLUMNS} from reports r ${NOW_AT} where ${filters} and r.status = 'pending' and r.is_test and r.clock_id is null
           and r.created_at >= (select ${NOW('$2')} - ${WAITS_MAX})
         union all
         select ${COLUMNS} from reports r ${NOW_AT} where ${filters} and r.status = 'pending' and r.is_test and r.clock_id is not null
       )
       select r.* from (select * from under_way union all select * from tests) r
       join reports one on one.tenant_id = r.tenant_id and one.id = r.id
       where r.read_status = $9 and ($11::bytea is null or one.reference_path >= $11 and one.reference_path < $12
         or one.external_reference_hash = $13) ${page}`,
    ),
    begun: begun('', all('$9::text is null'), '$9::text is null'),
    begunComplete: begun('-complete', all('r.status = $9'), 'r.status = $9'),
    begunEnded: begun(
      '-ended',
      ended(`${KEY}, ${READ_STATUS} as read_status`, NEAR_MAX),
      `${READ_STATUS} = $9`,
    ),
  };
}
export const LISTS: Record<Order, ReturnType<typeof listsIn>> = {
  newest: listsIn('newest'),
  oldest: listsIn('oldest'),
};
