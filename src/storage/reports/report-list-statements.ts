// The statements that read reports by the page, in either order: one for each kind of filter that has an index of its own.
import { hidden, plannedAnew, type Statement, statement } from '../engine/connection/database.ts';
import { aheadOf, CHALLENGE_LIFETIME, NOW, WAITS_MAX } from './report-rows.ts';

// The status of a pending report as domain/reports/report.ts reads it, in SQL because filters need it; a test compares the two.
const readStatus = (at: string): string => `case
    when r.status <> 'pending' then r.status
    when r.challenge_state = 'open' and ${at} > r.last_sent_at + ${CHALLENGE_LIFETIME} then 'failed'
    when r.challenge_state = 'open' and r.attempts > 0 then 'retry'
    else 'authentication-required'
  end`;
export const READ_STATUS = readStatus('now.at');

// The time is asked for once, not for each row.
const AT = `(select ${NOW}) + ${aheadOf('r')}`;
const STATUS = readStatus(`(${AT})`);

export const COLUMNS = `r.tenant_id, r.id, r.is_test, r.bureaus, r.status, r.failure_reason, r.details, null::bytea as body,
  r.created_at, r.updated_at, r.purged_at, r.challenge_id, r.challenge_state, r.attempts, r.sends, r.last_sent_at, r.is_doomed,
  r.clock_id, 0::bigint as ahead_ms, 0::bigint as spent_credits,  null::bigint as balance_credits, now.at, ${READ_STATUS} as read_status,
  (extract(epoch from r.created_at) * 1000000)::bigint::text as created_at_micros`;
export const NOW_AT = `cross join lateral (select ${AT} as at) now`;
const SEEN_AT = `'epoch'::timestamptz + $6::bigint * interval '1 microsecond'`;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const KEY = 'r.created_at, r.id, r.reference_path, r.is_test';

export type Order = 'newest' | 'oldest';

/** Reports that are looked through for a beginning before its index is asked. */
const NEAR_MAX = 500;

/** `keys`: the same reports, with no more than is needed to count them. */
export type List = Statement & { keys: string };

function listsIn(order: Order) {
  const [direction, name] = order === 'newest' ? ['desc', ''] : ['asc', '-oldest-first'];
  // Bounds that are always there: where one may be null, a generic plan would read all rows before the page and leave them out. The one where the
  // list begins is that of the page before or of the period, whichever is further, in both conditions: the server may begin at either.
  const [from, to] =
    order === 'newest'
      ? [`coalesce($4::timestamptz, '-infinity')`, `least(${SEEN_AT}, $5::timestamptz, 'infinity')`]
      : [`greatest(${SEEN_AT}, $4::timestamptz, '-infinity')`, `coalesce($5::timestamptz, 'infinity')`];
  const within = `r.created_at >= ${from} and r.created_at <= ${to}`;
  const after =
    order === 'newest'
      ? `(r.created_at, r.id) < (${to}, case when $5 < coalesce(${SEEN_AT}, 'infinity') then '${LAST_ID}' else coalesce($7::uuid, '${LAST_ID}') end)`
      : `(r.created_at, r.id) > (${from}, case when $4 > coalesce(${SEEN_AT}, '-infinity') then '${FIRST_ID}' else coalesce($7::uuid, '${FIRST_ID}') end)`;
  const filters = `r.tenant_id = $1 and ($2::boolean is null or r.is_test = $2)
    and ($3::bytea is null or r.external_reference_hash = $3) and ${within} and ${after}`;
  const inOrder = `order by r.created_at ${direction}, r.id ${direction}`;
  const page = `${inOrder} limit $9`;
  // Live reports in progress, which are few and found by the index of what is in work: nothing else is asked before.
  const underWay = (columns: string, which: string) => `select ${columns}, ${STATUS} as read_status from (
      select * from reports r where r.tenant_id = $1 and r.status = 'pending' and not r.is_test
        and (r.challenge_state = 'open' or r.leased_until is not null) offset 0
    ) r where ${which}`;
  const stored = `r.status in ('failed', 'blocked') and r.status = $8`;
  const expired = `r.status = 'pending' and r.is_test and ${STATUS} = $8 and $8 = 'failed'`;
  const ended = (which: string) => `select r.created_at, r.id from (
    (select r.created_at, r.id from reports r where ${which} and ${stored} ${page})
    union all
    (select r.created_at, r.id from reports r where ${which} and ${expired} ${page})
    union all
    select r.created_at, r.id from (${underWay('r.created_at, r.id', which)}) r where read_status = $8
  ) r ${page}`;
  // In no order, and no further than the limit: each part is planned as if all of it were read, so by its index, and read as far as is asked.
  const countEnded = (
    which: string,
  ) => `with stored as materialized (select r.id from reports r where ${which} and ${stored}),
    expired as materialized (select r.id from reports r where ${which} and ${expired}),
    under_way as materialized (${underWay('r.id', which)})
    select id from stored union all select id from expired union all select id from under_way where read_status = $8 limit $9`;

  const direct = (which: string, where: string): List => ({
    ...statement(
      `list-${which}${name}`,
      `select ${COLUMNS} from reports r ${NOW_AT} where ${where} ${inOrder} limit ${hidden('$9', 'bigint')}`,
    ),
    keys: `select from reports r where ${where} ${page}`,
  });
  // What is found by its key alone is read whole for the page, each by itself.
  const shown = (which: string, keys: string): List => ({
    ...statement(
      `list-${which}${name}`,
      `select ${COLUMNS} from (${keys}) found cross join lateral (
       select * from reports one where one.tenant_id = $1 and one.id = found.id offset 0) r ${NOW_AT} ${inOrder}`,
    ),
    keys,
  });

  // By the beginning of a reference. One that many reports share is found among the first of all that have the status; only where these do
  // not fill the page is the index of the beginnings read, all of it that matches: out of the index alone where no status is asked for.
  const isBegun = `r.reference_path >= $10 and r.reference_path < $11 and ($2::boolean is null or r.is_test = $2)`;
  const isReferred = `($3::bytea is null or exists (
    select from reports one where one.tenant_id = $1 and one.id = found.id and one.external_reference_hash = $3))`;
  const ofWhole = (status: string) => `select r.created_at, r.id from reports r
    where r.tenant_id = $1 and r.external_reference_hash = $12 and ($2::boolean is null or r.is_test = $2)
      and ${within} and ${after} and ${status} ${page}`;
  const begun = (which: string, near: string, status: string, rest = ''): List => {
    const found = `with first as materialized (
         select r.created_at, r.id from (${near}) r ${page}
       ), found as materialized (
         select created_at, id from first
         ${rest}
         union
         (${ofWhole(status)})
       )
       select`;
    return {
      ...plannedAnew(
        `list-reports-by-beginning${which}${name}`,
        `${found} ${COLUMNS} from found cross join lateral (
           select * from reports one where one.tenant_id = $1 and one.id = found.id) r ${NOW_AT}
         where ($3::bytea is null or r.external_reference_hash = $3) ${page}`,
      ),
      keys: `${found} from found where ${isReferred} limit $9`,
    };
  };
  const nearOrAll = (which: string, status: string): List =>
    begun(
      which,
      `select * from (select ${KEY} from reports r where r.tenant_id = $1 and ${status} and ${within} and ${after}
         ${inOrder} limit ${NEAR_MAX}) r where ${isBegun}`,
      status,
      `union
         (select r.created_at, r.id from reports r
          where (select count(*) from first) < $9 and r.tenant_id = $1 and ${isBegun} and ${within} and ${after} and ${status} ${page})`,
    );

  const any = `${filters} and ($8::text is null or r.status = $8)`;
  return {
    // Any status, or complete, which is stored as it reads.
    any: direct('reports', any),
    // By a whole reference, which few reports share: all of them are in an index of their own, whatever their status.
    referred: direct(
      'reports-by-reference',
      `${filters} and r.external_reference_hash = $3 and ($8::text is null or ${STATUS} = $8)`,
    ),
    // Each mode has a partial index. A generic plan can use it only if the text repeats the index's condition.
    tests: direct('test-reports', `${any} and r.is_test`),
    lives: direct('live-reports', `${any} and not r.is_test`),
    // Ended without a report, which a challenge has done that expired, whether it is stored yet or not.
    ended: shown('ended-reports', ended(filters)),
    // Waiting for a code. Tests that expired stay as they are for good: older ones do not wait.
    waiting: shown(
      'waiting-reports',
      `with under_way as materialized (${underWay('r.created_at, r.id, r.reference_path, r.external_reference_hash', filters)}),
       tests as materialized (
         select r.created_at, r.id, r.reference_path, r.external_reference_hash, ${STATUS} as read_status
         from reports r where ${filters} and r.status = 'pending' and r.is_test and r.clock_id is null
           and r.created_at >= (select ${NOW} - ${WAITS_MAX})
         union all
         select r.created_at, r.id, r.reference_path, r.external_reference_hash, ${STATUS}
         from reports r where ${filters} and r.status = 'pending' and r.is_test and r.clock_id is not null
       )
       select r.created_at, r.id from (select * from under_way union all select * from tests) r
       where r.read_status = $8 and ($10::bytea is null or r.reference_path >= $10 and r.reference_path < $11
         or r.external_reference_hash = $12) ${page}`,
    ),
    // By what a bureau answered: $10 begins a word of `searches`. Most answers are files; those that are not have an index.
    searched: direct('searched-reports', `${any} and not r.is_test and strpos(r.searches, $10) > 0`),
    gaps: direct(
      'reports-with-gaps',
      `${any} and r.searches ~ ':(no-trace|unanswered):' and strpos(r.searches, $10) > 0`,
    ),
    begun: nearOrAll('', '$8::text is null'),
    begunComplete: nearOrAll('-complete', 'r.status = $8'),
    // The planner knows how common a beginning is, and reads those that ended or those that begin so.
    begunEnded: {
      ...begun('-ended', ended(`${filters} and ${isBegun}`), `${STATUS} = $8`),
      keys: `select from (select id from (${countEnded(`${filters} and ${isBegun}`)}) begun
        union select id from (${ofWhole(`${STATUS} = $8`)}) whole) found where ${isReferred} limit $9`,
    },
  };
}
export const LISTS: Record<Order, ReturnType<typeof listsIn>> = {
  newest: listsIn('newest'),
  oldest: listsIn('oldest'),
};
