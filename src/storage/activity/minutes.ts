// Sums of what no hour has added up yet: a reading of figures takes them in the place of rows, so it costs the same however many calls a tenant
// made. Calls are counted by the statement that logs them (request-log.ts), by the hour, in which every reading asks for them, and refusals by the
// minute: a row and its count are one commit. Reports and spending are added by housekeeping, by the minute (add-up-minutes.ts). Hours are counted
// from the rows, not from these sums.
import { BUCKET_MAX, BUCKETS_PER_DOUBLING } from '../../domain/activity/figures.ts';

/** The route whose time is the time that a caller waits for a report. */
const GENERATE = '/:tenantId/v1/credit-reports';

/** The bucket of a call's time; null of what is no report. */
export const BUCKET = `case when q.method = 'POST' and q.route = '${GENERATE}' and q.status = 200
  then least(${BUCKET_MAX}, floor(${BUCKETS_PER_DOUBLING} * ln(greatest(q.ms, 1)::float8) / ln(2::float8))) end`;

/** The mode of a call, by itself or by its report. */
export const IS_TEST = `coalesce(q.is_test, (select r.is_test from reports r where r.tenant_id = q.tenant_id and r.id = q.report_id))`;

/** The sums of the rows `q` of the request log; a refusal of a known caller is counted once more, for what needs attention. */
export const callMinutes = (
  rows: string,
): string => `insert into figure_minutes (tenant_id, kind, starts_at, mode, measure, count)
   select q.tenant_id, m.kind, date_bin(m.span, q.at, 'epoch'), case ${IS_TEST} when true then 'test' when false then 'live' else 'any' end,
     m.measure, count(*)
   from ${rows} q cross join lateral (values ('calls', interval '1 hour', 'request:' || q.status / 100 || 'xx'), ('calls', '1 hour', 'ms:' || ${BUCKET}),
     ('refused', '1 minute', case when q.status >= 400 and coalesce(q.credential_id, q.person_id) is not null then 'refused' end)) m (kind, span, measure)
   where m.measure is not null group by 1, 2, 3, 4, 5
   -- In the order of the key: two writers never wait for each other in a circle.
   order by 1, 2, 3, 4, 5
   on conflict (tenant_id, kind, starts_at, mode, measure) do update set count = figure_minutes.count + excluded.count`;
