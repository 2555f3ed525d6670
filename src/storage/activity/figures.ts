// Figures of a tenant by step: reports, codes, calls, texts, spending. Hours that are over are added up by housekeeping (add-up-figures.ts);
// a reading adds what came later, by the minute (minutes.ts) and, where there is no minute yet, row by row. So a year costs as little to read as
// a week, and an hour of many rows as little as one of few.
import { FIGURES_ZONE, type FigureStep } from '../../domain/figures.ts';
import { FIGURES, type Queryable, statement } from '../connection/database.ts';
import { FIGURE_KINDS, type FigureKind, idsOf, LATER } from './raw-figures.ts';

type Mark = { kind: FigureKind; hoursUntil: Date; daysUntil: Date; minutesUntil: Date | null };
/** `test` chooses the mode. Steps begin at `from`; what is before it, from `previousFrom` on, is one sum. */
export type FigurePeriod = { previousFrom: Date; from: Date; to: Date; step: FigureStep; test: boolean };
/** Counts and credits by measure; without a time they are those of the period before. */
export type StepFigures = {
  startsAt: Date | null;
  measures: Record<string, [count: number, credits: number]>;
};

// Hours are the same everywhere; counted in UTC, the one that comes twice in October stays two.
const zoneOf = (step: FigureStep): string => (step === 'hour' ? 'UTC' : FIGURES_ZONE);

const LIST_STEPS = statement(
  'list-figure-steps',
  `with ends as (
     select date_trunc($1, $2::timestamptz, $4) at time zone $4 as first, date_trunc($1, $3::timestamptz, $4) at time zone $4 as last,
            ('1 ' || $1)::interval as one
   ), steps as (
     select s as starts, s + e.one as ends, e.first, e.one from ends e cross join lateral generate_series(e.first, e.last, e.one) s
   )
   select starts at time zone $4 as "startsAt", ends at time zone $4 as "endsAt",
          (first - one * (count(*) over ())::integer) at time zone $4 as "previousFrom"
   from steps order by starts`,
);

/** Of whole steps that hold the two times; the period before has as many. */
export async function listSteps(
  db: Queryable,
  step: FigureStep,
  period: { from: Date; to: Date },
): Promise<{ previousFrom: Date; steps: { startsAt: Date; endsAt: Date }[] }> {
  const rows = await db.query<{ startsAt: Date; endsAt: Date; previousFrom: Date }>(LIST_STEPS, [
    step,
    period.from,
    period.to,
    zoneOf(step),
  ]);
  const steps = rows.map(({ startsAt, endsAt }) => ({ startsAt, endsAt }));
  return { previousFrom: rows[0]?.previousFrom ?? period.from, steps };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const LIST_MARKS = statement(
  'list-figure-marks',
  `select kind, hours_until as "hoursUntil", days_until as "daysUntil", minutes_until as "minutesUntil"
   from figure_marks where tenant_id = $1`,
);

// By the hour, in both modes.
const readLaterOf = (kind: FigureKind) =>
  statement(
    `read-later-${kind}`,
    `select l.is_test as "isTest", date_bin('1 hour', l.at, 'epoch') as at, l.measure, sum(l.count)::bigint as count, sum(l.credits)::bigint as credits
     from (${LATER[kind]}) l group by 1, 2, 3`,
    FIGURES,
  );
const READ_LATER = { activity: readLaterOf('activity'), texts: readLaterOf('texts') };

type LaterRow = { isTest: boolean; at: Date; measure: string; count: number; credits: number };
/** What no hour has added up yet, and from when on: the part of every reading that costs something, and the same for all of them. */
export type Later = Record<FigureKind, { mark: Mark | null; rows: LaterRow[] }>;

export async function readLater(
  db: Queryable,
  tenantId: string,
  clock: { now: Date; at: Date | null },
): Promise<Later> {
  const marks = await db.query<Mark>(LIST_MARKS, [tenantId]);
  const of = async (kind: FigureKind): Promise<Later[FigureKind]> => {
    const mark = marks.find((one) => one.kind === kind) ?? null;
    const [from, to] = [mark?.hoursUntil ?? new Date(0), new Date(clock.now.getTime() + DAY_MS)];
    const minutesUntil = clamp(from, mark?.minutesUntil ?? from, to);
    const parts = kind === 'texts' ? idsOf(from, to) : [minutesUntil, clock.at];
    return { mark, rows: await db.query(READ_LATER[kind], [tenantId, from, to, ...parts]) };
  };
  const [activity, texts] = await Promise.all([of('activity'), of('texts')]);
  return { activity, texts };
}

const readFigures = (kind: FigureKind) =>
  statement(
    `read-figures-${kind}`,
    `with parts as (
       select f.starts_at as at, f.measure, f.count, f.credits from figures f
       where f.tenant_id = $1 and f.kind = '${kind}' and f.span = $5 and f.is_test = $6 and f.starts_at >= $7 and f.starts_at < $8
       union all
       select f.starts_at, f.measure, f.count, f.credits from figures f
       where f.tenant_id = $1 and f.kind = '${kind}' and f.span = 'hour' and f.is_test = $6 and f.starts_at >= $8 and f.starts_at < $2
       union all
       select l.at, l.measure, l.count, l.credits
       from json_to_recordset($4::json) as l ("isTest" boolean, at timestamptz, measure text, count bigint, credits bigint)
       where l."isTest" = $6 and l.at >= $2 and l.at < $3
     ), sums as (
       select case when at >= $9 then date_trunc($10, at, $11) end as starts_at, measure, sum(count)::bigint as count,
              sum(credits)::bigint as credits
       from parts group by 1, 2
     )
     select starts_at as "startsAt", json_object_agg(measure, json_build_array(count, credits)) as measures
     from sums group by starts_at`,
    FIGURES,
  );
const READ = { activity: readFigures('activity'), texts: readFigures('texts') };

/** Steps without anything are absent. */
export async function listFigures(
  db: Queryable,
  tenantId: string,
  period: FigurePeriod,
  later: Later,
): Promise<StepFigures[]> {
  const { previousFrom, from, to, step, test } = period;
  const span = step === 'hour' ? 'hour' : 'day';
  const of = (kind: FigureKind): Promise<StepFigures[]> => {
    const { mark, rows } = later[kind];
    // Everything up to the first mark is read in the span of the steps, then hours, then what is later.
    const coarse = clamp(
      previousFrom,
      (span === 'hour' ? mark?.hoursUntil : mark?.daysUntil) ?? previousFrom,
      to,
    );
    const fine = clamp(coarse, mark?.hoursUntil ?? previousFrom, to);
    const parts = [span, test, previousFrom, coarse, from, step, zoneOf(step)];
    return db.query<StepFigures>(READ[kind], [tenantId, fine, to, JSON.stringify(rows), ...parts]);
  };
  return (await Promise.all(FIGURE_KINDS.map(of))).flat();
}

const clamp = (least: Date, time: Date, most: Date): Date =>
  new Date(Math.min(Math.max(time.getTime(), least.getTime()), most.getTime()));

const SUM_SPENT = statement(
  'sum-spent-by-hours',
  `select coalesce(sum(f.credits), 0)::bigint as credits from figures f where f.tenant_id = $1 and f.kind = 'activity' and f.span = 'hour'
     and not f.is_test and f.starts_at >= $2 and f.starts_at < $3 and f.measure like 'spend:%'`,
);

/** Credits spent from the hour of a time on: the same as the statistics by the hour, without the rest of them. */
export async function sumSpent(db: Queryable, tenantId: string, from: Date, later: Later): Promise<number> {
  const hour = new Date(Math.floor(from.getTime() / HOUR_MS) * HOUR_MS);
  const { mark, rows } = later.activity;
  const [added] =
    mark === null ? [] : await db.query<{ credits: number }>(SUM_SPENT, [tenantId, hour, mark.hoursUntil]);
  return rows
    .filter(({ isTest, at, measure }) => !isTest && at >= hour && measure.startsWith('spend:'))
    .reduce((sum, { credits }) => sum + credits, added?.credits ?? 0);
}

const LIST_BALANCES = statement(
  'list-balances',
  `select s.ends_at as "endsAt", (
     select e.available_after from ledger_entries e where e.tenant_id = $1 and e.created_at < s.ends_at
     order by e.created_at desc, e.seq desc limit 1) as balance
   from unnest($2::timestamptz[]) s (ends_at)`,
);

/** What the wallet had at the end of each step; 0 before its first line. */
export async function listBalances(
  db: Queryable,
  tenantId: string,
  steps: readonly { endsAt: Date }[],
): Promise<number[]> {
  const rows = await db.query<{ endsAt: Date; balance: number | null }>(LIST_BALANCES, [
    tenantId,
    steps.map(({ endsAt }) => endsAt),
  ]);
  const byTime = new Map(rows.map(({ endsAt, balance }) => [endsAt.getTime(), balance ?? 0]));
  return steps.map(({ endsAt }) => byTime.get(endsAt.getTime()) ?? 0);
}
