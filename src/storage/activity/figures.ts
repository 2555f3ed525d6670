// Figures of a tenant by step: reports, codes, calls, texts, spending. Hours that are over are added up by housekeeping (add-up-figures.ts);
// a reading adds what came later, by the minute (minutes.ts) and, where there is no minute yet, row by row. So a year costs as little to read as
// a week, and an hour of many rows as little as one of few.
import { FIGURES_ZONE, type FigureStep, hourSteps, type Steps } from '../../domain/activity/figures.ts';
import { londonDayFrom, londonDayStart } from '../../domain/days/london-days.ts';
import { FIGURES, type Queryable, statement, timesHidden, unnested } from '../engine/connection/database.ts';
import { type FigureKind, idsOf, LATER, type Mode } from './raw-figures.ts';

/** `minutesUntil`: of tests; live reports are added up at least as far. */
type Mark = { hoursUntil: Date; daysUntil: Date; minutesUntil: Date | null; liveUntil: Date | null };
/** What is before `from`, from `previousFrom` on, is one sum. `outcomes`: of reports and spending alone, and nothing of the time before. */
type FigurePeriod = Steps & {
  from: Date;
  to: Date;
  step: FigureStep;
  test: boolean;
  which: 'all' | 'outcomes';
};
/** Counts and credits by measure, of a part of a step; without a time they are of the period before. */
export type StepFigures = {
  startsAt: Date | null;
  counts: Record<string, number>;
  credits: Record<string, number>;
};

// Days and months. Hours are the same everywhere, so those need no database.
const LIST_STEPS = statement(
  'list-figure-steps',
  `with ends as materialized (
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
): Promise<Steps> {
  if (step === 'hour') return hourSteps(period.from, period.to);
  const rows = await db.query<{ startsAt: Date; endsAt: Date; previousFrom: Date }>(LIST_STEPS, [
    step,
    period.from,
    period.to,
    FIGURES_ZONE,
  ]);
  const steps = rows.map(({ startsAt, endsAt }) => ({ startsAt, endsAt }));
  return { previousFrom: rows[0]?.previousFrom ?? period.from, steps };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const FIND_MARK = statement(
  'find-figure-mark',
  `select m.hours_until as "hoursUntil", m.days_until as "daysUntil", m.minutes_until as "minutesUntil",
     greatest(m.minutes_until, (select max(f.starts_at) + interval '1 minute' from figure_minutes f
       where f.tenant_id = $1 and f.kind = 'reports' and f.mode = 'live')) as "liveUntil"
   from figure_marks m where m.tenant_id = $1 and m.kind = $2`,
);

export async function findMark(db: Queryable, tenantId: string, kind: FigureKind): Promise<Mark | null> {
  const [mark = null] = await db.query<Mark>(FIND_MARK, [tenantId, kind]);
  return mark;
}

const READ_LATER = {
  live: statement('read-later-live', timesHidden(LATER.live, [2, 3, 4]), FIGURES),
  test: statement('read-later-tests', timesHidden(LATER.test, [2, 3, 4]), FIGURES),
  texts: statement('read-later-texts', LATER.texts, FIGURES),
};

type LaterRow = { mode: Mode | 'any'; at: Date; measure: string; count: number; credits: number };
/** What no hour has added up yet, and from when on: the part of every reading that costs something, and the same for all of a mode. */
export type Later = { kind: FigureKind; mark: Mark | null; rows: LaterRow[] };

/** From the end of the hours that are added up, by the minute, then row by row, to now. */
function timesOf(mark: Mark | null, mode: Mode, now: Date): { from: Date; minutesUntil: Date; to: Date } {
  const [from, to] = [mark?.hoursUntil ?? new Date(0), new Date(now.getTime() + DAY_MS)];
  const minutesUntil = mode === 'live' ? mark?.liveUntil : mark?.minutesUntil;
  return { from, minutesUntil: clamp(from, minutesUntil ?? from, to), to };
}

export async function readLaterActivity(
  db: Queryable,
  tenantId: string,
  mode: Mode,
  now: Date,
): Promise<Later> {
  const mark = await findMark(db, tenantId, 'activity');
  const { from, minutesUntil, to } = timesOf(mark, mode, now);
  return {
    kind: 'activity',
    mark,
    rows: await db.query(READ_LATER[mode], [tenantId, from, to, minutesUntil]),
  };
}

/** Live alone. */
export async function readLaterTexts(db: Queryable, tenantId: string, now: Date): Promise<Later> {
  const mark = await findMark(db, tenantId, 'texts');
  const { from, to } = timesOf(mark, 'live', now);
  return {
    kind: 'texts',
    mark,
    rows: await db.query(READ_LATER.texts, [tenantId, from, to, ...idsOf(from, to)]),
  };
}

// Three texts for a step: an hour has tens of measures, and to make two objects of each, or one text of all three columns, took as long as to
// read them. Few measures have credits.
const AS_TEXTS = `string_agg(f.measure, ' ') as measures, string_agg(f.count::text, ' ') as counts,
            string_agg(f.measure || ' ' || f.credits, ' ') filter (where f.credits <> 0) as spent`;
type TextRow = { startsAt: Date | null; measures: string; counts: string; spent: string | null };

function toStep({ startsAt, ...texts }: TextRow): StepFigures {
  const [measures, figures] = [texts.measures.split(' '), texts.counts.split(' ')];
  const [counts, credits]: [Record<string, number>, Record<string, number>] = [{}, {}];
  for (const [at, measure] of measures.entries()) counts[measure] = Number(figures[at]);
  const spent = texts.spent?.split(' ') ?? [];
  for (let at = 0; at < spent.length; at += 2) credits[spent[at] as string] = Number(spent[at + 1]);
  return { startsAt, counts, credits };
}

// As they are added up, out of the index in its order: a step of the period is one hour, or one day.
const readFigures = (kind: FigureKind) =>
  statement(
    `read-figures-${kind}`,
    `select f.starts_at as "startsAt", ${AS_TEXTS} from figures f
     where f.tenant_id = $1 and f.kind = '${kind}' and f.span = $2 and f.is_test = $3 and f.starts_at >= $4 and f.starts_at < $5
       and ($6::text[] is null or f.measure like any ($6))
     group by f.starts_at`,
    FIGURES,
  );
const READ = { activity: readFigures('activity'), texts: readFigures('texts') };

// Several parts of the time put together: few sums of many rows. Each part is read by itself: of figures that were never analysed a join reads all.
const SUM_FIGURES = statement(
  'sum-figures',
  `select f.starts_at as "startsAt", ${AS_TEXTS} from (
     select case when f.starts_at >= $6 then date_trunc($7, f.starts_at, $8) end as starts_at, f.measure, sum(f.count)::bigint as count,
            sum(f.credits)::bigint as credits
     from ${unnested('$2::text[]', '$3::text[]', '$4::timestamptz[]', '$5::timestamptz[]')} p (kind, span, from_at, to_at)
     cross join lateral (
       select f.starts_at, f.measure, f.count, f.credits from figures f
       where f.tenant_id = $1 and f.kind = p.kind and f.span = p.span and f.is_test = $9 and f.starts_at >= p.from_at and f.starts_at < p.to_at
         and ($10::text[] is null or f.measure like any ($10)) offset 0) f
     group by 1, 2) f
   group by 1`,
  FIGURES,
);

type Part = { kind: FigureKind; span: 'hour' | 'day'; from: Date; to: Date };
const MEASURES = { all: null, outcomes: ['report:%', 'spend:%'] };

/** Of the kinds of `later`. Steps without anything are absent; one may come in several parts. */
export async function listFigures(
  db: Queryable,
  tenantId: string,
  period: FigurePeriod,
  later: readonly Later[],
): Promise<StepFigures[]> {
  const { from, step, test } = period;
  const measures = MEASURES[period.which];
  const parts = later.flatMap(({ kind, mark }) => partsOf(kind, mark, period));
  const isStep = ({ span, ...part }: Part): boolean => span === step && part.from >= from;
  const summed = parts.filter((part) => !isStep(part));
  const read = await Promise.all([
    ...parts
      .filter(isStep)
      .map(({ kind, span, ...part }) =>
        db.query<TextRow>(READ[kind], [tenantId, span, test, part.from, part.to, measures]),
      ),
    ...(summed.length === 0
      ? []
      : [
          db.query<TextRow>(SUM_FIGURES, [
            tenantId,
            ...(['kind', 'span', 'from', 'to'] as const).map((column) => summed.map((part) => part[column])),
            from,
            step,
            step === 'hour' ? 'UTC' : FIGURES_ZONE,
            test,
            measures,
          ]),
        ]),
  ]);
  return [...read.flat().map(toStep), ...later.flatMap(({ rows }) => laterSteps(rows, period))];
}

/** The time up to the mark, in whole days where they are added up, in hours otherwise; what is before `from` apart. */
function partsOf(kind: FigureKind, mark: Mark | null, period: FigurePeriod): Part[] {
  if (mark === null) return [];
  const { previousFrom, from, to, step } = period;
  const hours = (start: Date, end: Date): Part => ({
    kind,
    span: 'hour',
    from: start,
    to: earlier(end, mark.hoursUntil),
  });
  const inDays = (start: Date, end: Date): Part[] => {
    const [firstDay, lastDay] = [londonDayFrom(start), earlier(londonDayStart(end), mark.daysUntil)];
    return firstDay < lastDay
      ? [hours(start, firstDay), { kind, span: 'day', from: firstDay, to: lastDay }, hours(lastDay, end)]
      : [hours(start, end)];
  };
  return [
    ...(period.which === 'all' ? inDays(previousFrom, from) : []),
    ...(step === 'hour' ? [hours(from, to)] : inDays(from, to)),
  ].filter((part) => part.from < part.to);
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

function laterSteps(rows: LaterRow[], { previousFrom, from, to, steps, test }: FigurePeriod): StepFigures[] {
  const stepOf = (at: Date): Date | null =>
    at < from ? null : (steps.findLast(({ startsAt }) => startsAt <= at)?.startsAt ?? null);
  return rows
    .filter(({ mode, at }) => mode !== (test ? 'live' : 'test') && at >= previousFrom && at < to)
    .map(({ at, measure, count, credits }) => ({
      startsAt: stepOf(at),
      counts: { [measure]: count },
      credits: { [measure]: credits },
    }));
}

const clamp = (least: Date, time: Date, most: Date): Date =>
  new Date(Math.min(Math.max(time.getTime(), least.getTime()), most.getTime()));

const SUM_SPENT = statement(
  'sum-spent',
  timesHidden(
    `select coalesce(sum(s.credits), 0)::bigint as credits from (
     select f.credits from figures f where f.tenant_id = $1 and f.kind = 'activity' and f.span = 'hour' and not f.is_test
       and f.starts_at >= $2 and f.starts_at < $3 and f.measure like 'spend:%'
     union all
     select m.credits from figure_minutes m where m.tenant_id = $1 and m.kind = 'reports' and m.mode = 'live'
       and m.starts_at >= greatest($2, $3) and m.starts_at < $4 and m.measure like 'spend:%'
     union all
     select l.value::bigint from ledger_entries e cross join lateral json_each_text(e.lines) l
     where e.tenant_id = $1 and e.kind = 'post' and e.lines is not null and e.created_at >= greatest($2, $4) and e.created_at < $5) s`,
    [2, 3, 4, 5],
  ),
  FIGURES,
);

/** Credits spent from the hour of a time on: the same as the statistics by the hour, without the rest of them. */
export async function sumSpent(db: Queryable, tenantId: string, since: Date, now: Date): Promise<number> {
  const mark = await findMark(db, tenantId, 'activity');
  const { from, minutesUntil, to } = timesOf(mark, 'live', now);
  const hour = new Date(Math.floor(since.getTime() / HOUR_MS) * HOUR_MS);
  const [sum] = await db.query<{ credits: number }>(SUM_SPENT, [tenantId, hour, from, minutesUntil, to]);
  return sum?.credits ?? 0;
}

/** Mostly something happened in them: of a page of its index the server reads all that is within the bounds, though one is needed. */
const BALANCE_NEAR_MINUTES = 5;
const balanceBefore = (bounds: string): string => `(
     select e.available_after from ledger_entries e where e.tenant_id = $1 and e.created_at < s.ends_at ${bounds}
     order by e.created_at desc, e.seq desc limit 1)`;
const LIST_BALANCES = statement(
  'list-balances',
  `select json_agg(coalesce(${balanceBefore(`and e.created_at >= s.ends_at - interval '${BALANCE_NEAR_MINUTES} minutes'`)}, ${balanceBefore('')}) order by s.place) as balances
   from unnest($2::timestamptz[]) with ordinality s (ends_at, place)`,
);

/** What the wallet had at the end of each step; 0 before its first line. */
export async function listBalances(
  db: Queryable,
  tenantId: string,
  steps: readonly { endsAt: Date }[],
): Promise<number[]> {
  const ends = steps.map(({ endsAt }) => endsAt);
  const [row] = await db.query<{ balances: (number | null)[] }>(LIST_BALANCES, [tenantId, ends]);
  return row?.balances.map((balance) => balance ?? 0) ?? [];
}
