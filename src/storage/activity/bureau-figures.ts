// How bureaus answered a tenant's live reports: days and half hours as housekeeping added them up, then minutes, then rows, as figures.ts reads
// reports and spending. What is before the period is one sum.
import { londonDayStart } from '../../domain/days/london-days.ts';
import { FIGURES, type Queryable, statement, timesHidden } from '../engine/connection/database.ts';
import { findMark } from './figures.ts';
import { LATER_SEARCHES, LATER_SPENT } from './raw-figures.ts';

/** A count and its credits; `startsAt` is null of what is before the period. */
export type BureauCount = { startsAt: Date | null; measure: string; count: number; credits: number };
type BureauPeriod = { usualFrom: Date; from: Date; to: Date; step: 'half-hour' | 'day' };

const FIGURE = (
  span: string,
): string => `select f.starts_at as at, f.measure, f.count, f.credits from figures f
  where f.tenant_id = $1 and f.kind = 'bureaus' and f.span = '${span}' and not f.is_test`;

// Parts that meet, as they are kept: days up to $3, half hours up to $4, minutes up to $5.
const READ_ADDED = statement(
  'read-bureau-figures',
  `${FIGURE('day')} and f.starts_at >= $2 and f.starts_at < $3
   union all
   ${FIGURE('half-hour')} and f.starts_at >= greatest($2, $3) and f.starts_at < $4
   union all
   select date_bin('30 minutes', m.starts_at, 'epoch'), m.measure, sum(m.count)::bigint, sum(m.credits)::bigint from figure_minutes m
   where m.tenant_id = $1 and m.kind = 'bureaus' and m.starts_at >= greatest($2, $4) and m.starts_at < $5 group by 1, 2`,
  FIGURES,
);
const READ_SEARCHES = statement('read-later-searches', timesHidden(LATER_SEARCHES, [2, 3]), FIGURES);
const READ_SPENT = statement('read-later-spent', timesHidden(LATER_SPENT, [2, 3]), FIGURES);

export async function listBureauCounts(
  db: Queryable,
  tenantId: string,
  { usualFrom, from, to, step }: BureauPeriod,
): Promise<BureauCount[]> {
  const mark = await findMark(db, tenantId, 'activity');
  const [days, hours] = [mark?.daysUntil ?? usualFrom, mark?.hoursUntil ?? usualFrom];
  const minutes = new Date(Math.max(hours.getTime(), mark?.liveUntil?.getTime() ?? 0, usualFrom.getTime()));
  type Counted = Omit<BureauCount, 'startsAt'> & { at: Date };
  const [added, searches, spent] = await Promise.all([
    db.query<Counted>(READ_ADDED, [tenantId, usualFrom, days, hours, minutes]),
    db.query<{ at: Date; words: string }>(READ_SEARCHES, [tenantId, minutes, to]),
    db.query<Counted>(READ_SPENT, [tenantId, minutes, to]),
  ]);
  const counted = searches.flatMap(({ at, words }) =>
    [...countWords(words)].map(([measure, count]) => ({ at, measure, count, credits: 0 })),
  );
  const byTime = Map.groupBy([...added, ...counted, ...spent], ({ at }) => at.getTime());
  return [...byTime].flatMap(([atMs, counts]) => {
    const at = new Date(atMs);
    const startsAt = at < from ? null : step === 'day' ? londonDayStart(at) : at;
    return counts.map(({ measure, count, credits }) => ({ startsAt, measure, count, credits }));
  });
}

function countWords(words: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
