// Figures of a tenant by step: reports, codes, calls, texts, spending. Hours that are over are added up by housekeeping (add-up-figures.ts);
// a reading adds what came later, row by row. So a year costs as little to read as a week, and no request has to keep a count.
import { FIGURES_ZONE, type FigureStep } from '../../domain/figures.ts';
import { type Queryable, statement } from '../connection/database.ts';
import { FIGURE_KINDS, type FigureKind, idsOf, RAW } from './raw-figures.ts';

type Mark = { kind: FigureKind; hoursUntil: Date; daysUntil: Date };
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

const LIST_MARKS = statement(
  'list-figure-marks',
  `select kind, hours_until as "hoursUntil", days_until as "daysUntil" from figure_marks where tenant_id = $1`,
);

const readFigures = (kind: FigureKind) =>
  statement(
    `read-figures-${kind}`,
    `with parts as (
       select f.starts_at as at, f.measure, f.count, f.credits from figures f
       where f.tenant_id = $1 and f.kind = '${kind}' and f.span = $7 and f.is_test = $8 and f.starts_at >= $9 and f.starts_at < $10
       union all
       select f.starts_at, f.measure, f.count, f.credits from figures f
       where f.tenant_id = $1 and f.kind = '${kind}' and f.span = 'hour' and f.is_test = $8 and f.starts_at >= $10 and f.starts_at < $2
       union all
       select raw.at, raw.measure, raw.count, raw.credits from (${RAW[kind]}) raw where raw.is_test = $8
     ), sums as (
       select case when at >= $11 then date_trunc($12, at, $13) end as starts_at, measure, sum(count)::bigint as count,
              sum(credits)::bigint as credits
       from parts group by 1, 2
     )
     select starts_at as "startsAt", json_object_agg(measure, json_build_array(count, credits)) as measures
     from sums group by starts_at`,
  );
const READ: Record<FigureKind, ReturnType<typeof readFigures>> = {
  activity: readFigures('activity'),
  texts: readFigures('texts'),
};

/** Steps without anything are absent. */
export async function listFigures(
  db: Queryable,
  tenantId: string,
  period: FigurePeriod,
  at: Date | null,
): Promise<StepFigures[]> {
  const { previousFrom, from, to, step, test } = period;
  const marks = await db.query<Mark>(LIST_MARKS, [tenantId]);
  const span = step === 'hour' ? 'hour' : 'day';
  const of = (kind: FigureKind): Promise<StepFigures[]> => {
    const mark = marks.find((one) => one.kind === kind);
    // Everything up to the first mark is read in the span of the steps, then hours, then rows.
    const coarse = clamp(
      previousFrom,
      (span === 'hour' ? mark?.hoursUntil : mark?.daysUntil) ?? previousFrom,
      to,
    );
    const fine = clamp(coarse, mark?.hoursUntil ?? previousFrom, to);
    const parts = [span, test, previousFrom, coarse, from, step, zoneOf(step)];
    return db.query<StepFigures>(READ[kind], [tenantId, fine, to, ...idsOf(fine, to), at, ...parts]);
  };
  return (await Promise.all(FIGURE_KINDS.map(of))).flat();
}

const clamp = (least: Date, time: Date, most: Date): Date =>
  new Date(Math.min(Math.max(time.getTime(), least.getTime()), most.getTime()));

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
