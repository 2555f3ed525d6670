// Figures of a tenant by step: reports, codes, calls, texts, spending. Hours that are over are added up by housekeeping, days from their
// hours; a reading adds what came later, row by row. So a year costs as little to read as a week, and no request has to keep a count.
import { FIGURES_ZONE, type FigureStep } from '../../domain/figures.ts';
import { type Database, type Queryable, statement } from '../connection/database.ts';
import { FIGURE_KINDS, type FigureKind, RAW, SETTLED_AFTER_HOURS } from './raw-figures.ts';
import { idAt } from './requests.ts';

type Mark = { kind: FigureKind; hoursUntil: Date; daysUntil: Date };
/** `test` chooses the mode. Steps begin at `from`; what is before it, from `previousFrom` on, is one sum. */
export type FigurePeriod = { previousFrom: Date; from: Date; to: Date; step: FigureStep; test: boolean };
/** Counts and credits by measure; without a time they are those of the period before. */
export type StepFigures = {
  startsAt: Date | null;
  measures: Record<string, [count: number, credits: number]>;
};

/** Rows are written, and their ids made, within this time of each other. */
const SLACK_MS = 60_000;
/** A statement has 15 seconds, and a tenant may have had millions of reports in a day. */
const HOURS_PER_ROUND = 6;
const HOUR_MS = 3_600_000;

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
const idsOf = (from: Date, to: Date): [string, string] => [
  idAt(from.getTime() - SLACK_MS),
  idAt(to.getTime() + SLACK_MS),
];

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

const LIST_TENANT_IDS = statement('list-tenant-ids', 'select id from tenants order by id');

// A tenant without a mark begins with the day of its first row.
const BEGIN = statement(
  'begin-figures',
  `insert into figure_marks (tenant_id, kind, hours_until, days_until)
   select $1, k.kind, first.at, first.at from unnest($2::text[]) k (kind) cross join (
     select date_trunc('day', least(clock_timestamp(),
       (select min(r.created_at) from reports r where r.tenant_id = $1 and r.clock_id is null),
       (select min(e.created_at) from ledger_entries e where e.tenant_id = $1),
       (select q.at from requests q where q.tenant_id = $1 order by q.id limit 1),
       (select s.handed_over_at from sms_messages s where s.tenant_id = $1 order by s.id limit 1)), $3) as at) first
   on conflict do nothing`,
);

// Of several processes one adds up; the others find the row locked and pass.
const LOCK_MARK = statement(
  'lock-figure-mark',
  `select kind, hours_until as "hoursUntil", days_until as "daysUntil",
          date_trunc('hour', clock_timestamp() - make_interval(hours => $3), 'UTC') as "settledUntil"
   from figure_marks where tenant_id = $1 and kind = $2 for update skip locked`,
);

const addHours = (kind: FigureKind) =>
  statement(
    `add-figures-${kind}`,
    `insert into figures (tenant_id, kind, span, is_test, starts_at, measure, count, credits)
     select $1, '${kind}', 'hour', raw.is_test, date_trunc('hour', raw.at, 'UTC'), raw.measure, sum(raw.count), sum(raw.credits)
     from (${RAW[kind]}) raw group by raw.is_test, date_trunc('hour', raw.at, 'UTC'), raw.measure
     on conflict (tenant_id, kind, span, is_test, starts_at, measure) do update set count = excluded.count, credits = excluded.credits`,
  );
const ADD: Record<FigureKind, ReturnType<typeof addHours>> = {
  activity: addHours('activity'),
  texts: addHours('texts'),
};

const MOVE_MARK = statement(
  'move-figure-mark',
  `with moved as (
     update figure_marks m set hours_until = $3, days_until = date_trunc('day', $3::timestamptz, $4)
     from figure_marks old where m.tenant_id = $1 and m.kind = $2 and old.tenant_id = m.tenant_id and old.kind = m.kind
     returning old.days_until as days_from, m.days_until
   )
   insert into figures (tenant_id, kind, span, is_test, starts_at, measure, count, credits)
   select $1, $2, 'day', f.is_test, date_trunc('day', f.starts_at, $4), f.measure, sum(f.count), sum(f.credits)
   from moved cross join (values (true), (false)) modes (is_test)
   join figures f on f.tenant_id = $1 and f.kind = $2 and f.span = 'hour' and f.is_test = modes.is_test
     and f.starts_at >= moved.days_from and f.starts_at < moved.days_until
   group by f.is_test, date_trunc('day', f.starts_at, $4), f.measure
   on conflict (tenant_id, kind, span, is_test, starts_at, measure) do update set count = excluded.count, credits = excluded.credits`,
);

/** One round of one tenant; false when there is nothing more to add up, or another process is at it. */
function addRound(database: Database, tenantId: string, kind: FigureKind): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [mark] = await tx.query<Mark & { settledUntil: Date }>(LOCK_MARK, [
      tenantId,
      kind,
      SETTLED_AFTER_HOURS[kind],
    ]);
    if (mark === undefined || mark.settledUntil <= mark.hoursUntil) return false;
    const from = mark.hoursUntil;
    const to = new Date(Math.min(mark.settledUntil.getTime(), from.getTime() + HOURS_PER_ROUND * HOUR_MS));
    await tx.query(ADD[kind], [tenantId, from, to, ...idsOf(from, to), null]);
    await tx.query(MOVE_MARK, [tenantId, kind, to, FIGURES_ZONE]);
    return true;
  });
}

/** Adds up every hour that is over, of every tenant. Safe to run twice, and in several processes. */
export async function addUpFigures(database: Database): Promise<void> {
  for (const { id } of await database.query<{ id: string }>(LIST_TENANT_IDS, [])) {
    await database.query(BEGIN, [id, FIGURE_KINDS, FIGURES_ZONE]);
    for (const kind of FIGURE_KINDS) while (await addRound(database, id, kind));
  }
}
