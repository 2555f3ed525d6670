// How bureaus answered a tenant's live reports: days and half hours as housekeeping added them up, then minutes, then rows, as figures.ts reads
// reports and spending. What is before the period is one sum.
import { FIGURES_ZONE } from '../../domain/activity/figures.ts';
import { FIGURES, type Queryable, statement } from '../engine/connection/database.ts';
import { findMark } from './figures.ts';
import { LATER_OF_BUREAUS } from './raw-figures.ts';

/** A count and its credits; `startsAt` is null of what is before the period. */
export type BureauCount = { startsAt: Date | null; measure: string; count: number; credits: number };
export type BureauPeriod = { usualFrom: Date; from: Date; to: Date; step: 'half-hour' | 'day' };

const FIGURE = (
  span: string,
): string => `select f.starts_at as at, f.measure, f.count, f.credits from figures f
  where f.tenant_id = $1 and f.kind = 'bureaus' and f.span = '${span}' and not f.is_test`;

// Parts that meet: days up to $5, half hours up to $6, minutes up to $4, then rows.
const READ = statement(
  'read-bureau-figures',
  `select case when c.at >= $7 then case $8 when 'day' then date_trunc('day', c.at, '${FIGURES_ZONE}') else date_bin('30 minutes', c.at, 'epoch') end
     end as "startsAt", c.measure, sum(c.count)::bigint as count, sum(c.credits)::bigint as credits
   from (
     ${FIGURE('day')} and f.starts_at >= $2 and f.starts_at < $5
     union all
     ${FIGURE('half-hour')} and f.starts_at >= greatest($2, $5) and f.starts_at < $6
     union all
     select m.starts_at, m.measure, m.count, m.credits from figure_minutes m
     where m.tenant_id = $1 and m.kind = 'bureaus' and m.starts_at >= greatest($2, $6) and m.starts_at < $4
     union all
     select l.at, l.measure, l.count, l.credits from (${LATER_OF_BUREAUS}) l
   ) c group by 1, 2`,
  FIGURES,
);

export async function listBureauCounts(
  db: Queryable,
  tenantId: string,
  { usualFrom, from, to, step }: BureauPeriod,
): Promise<BureauCount[]> {
  const mark = await findMark(db, tenantId, 'activity');
  const [days, hours] = [mark?.daysUntil ?? usualFrom, mark?.hoursUntil ?? usualFrom];
  const latest = Math.max(hours.getTime(), mark?.minutesUntil?.getTime() ?? 0, usualFrom.getTime());
  return db.query<BureauCount>(READ, [tenantId, usualFrom, to, new Date(latest), days, hours, from, step]);
}
