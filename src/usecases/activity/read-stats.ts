// Statistics of a tenant: what happened in each step of a period, in all of it, and in the period before for comparison.
import {
  FIGURES_ZONE,
  type FigureStep,
  percentileOf,
  STEPS_MAX,
  type Steps,
  startBefore,
  stepsWithin,
} from '../../domain/activity/figures.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { ProductCode } from '../../domain/wallet/pricing.ts';
import {
  type Later,
  listBalances,
  listFigures,
  listSteps,
  readLaterActivity,
  readLaterTexts,
  type StepFigures,
  sumSpent,
} from '../../storage/activity/figures.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import type { Once } from './once.ts';

const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;

type Period = Steps & { first: Date; last: Date };
const hourOf = (time: Date): Date => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);

export type Figures = {
  reports: { total: number; complete: number; waiting: number; failed: number; blocked: number };
  challenges: { made: number; passed: number };
  texts: { sent: number; delivered: number; undelivered: number; refused: number };
  requests: { total: number; '2xx': number; '3xx': number; '4xx': number; '5xx': number };
  /** Of generate requests that were answered; null without any. */
  latency: { p50Ms: number; p95Ms: number } | null;
  spend: { credits: number; byProduct: { productCode: ProductCode; credits: number; count: number }[] };
};

export type Stats = {
  step: FigureStep;
  timeZone: string;
  test: boolean;
  from: Date;
  to: Date;
  /** At the end of a step, or now; null of test mode and of steps to come. */
  steps: (Figures & { from: Date; to: Date; balance: number | null })[];
  sum: Figures;
  previous: Figures & { from: Date; to: Date };
};

export type StatsQuery = { from: Date | null; to: Date | null; step: FigureStep; test: boolean };
/** Of the reports alone, and what they cost. */
type Outcomes = Pick<Figures, 'reports' | 'spend'> & { retries: number };

export type ReadStats = ((tenantId: string, query: StatsQuery) => Promise<Stats>) & {
  /** Of the steps that a page shows of today, without what else the statistics have. */
  outcomes(
    tenantId: string,
    query: Pick<StatsQuery, 'step' | 'test'>,
  ): Promise<{ timeZone: string; test: boolean; steps: (Outcomes & { from: Date })[]; sum: Outcomes }>;
  /** Credits, as the steps of the last seven days by the hour add up to. */
  spentLastWeek(tenantId: string): Promise<number>;
};

export function createReadStats(needs: { database: Queryable; nowMs: () => number; once: Once }): ReadStats {
  const { database, once } = needs;
  const now = (): Date => new Date(needs.nowMs());
  const activityOf = (tenantId: string, test: boolean): Promise<Later> =>
    once(['later', tenantId, `${test}`], () =>
      readLaterActivity(database, tenantId, test ? 'test' : 'live', now()),
    );
  const textsOf = (tenantId: string): Promise<Later> =>
    once(['later texts', tenantId], () => readLaterTexts(database, tenantId, now()));
  // Texts are live alone.
  const laterIn = (tenantId: string, test: boolean): Promise<Later[]> =>
    Promise.all([activityOf(tenantId, test), ...(test ? [] : [textsOf(tenantId)])]);

  const count = async (
    tenantId: string,
    { step, test }: Pick<StatsQuery, 'step' | 'test'>,
    { previousFrom, steps, first, last }: Period,
  ): Promise<Stats> => {
    const period = { previousFrom, steps, from: first, to: last, step, test, which: 'all' as const };
    const [figures, balances] = await Promise.all([
      listFigures(database, tenantId, period, await laterIn(tenantId, test)),
      test ? [] : listBalances(database, tenantId, steps),
    ]);
    const byStep = Map.groupBy(figures, ({ startsAt }) => startsAt?.getTime() ?? null);
    const previous = byStep.get(null) ?? [];
    const nowMs = needs.nowMs();
    return {
      step,
      timeZone: FIGURES_ZONE,
      test,
      from: first,
      to: last,
      steps: steps.map(({ startsAt, endsAt }, place) => ({
        from: startsAt,
        to: endsAt,
        balance: startsAt.getTime() > nowMs ? null : (balances[place] ?? null),
        ...toFigures(byStep.get(startsAt.getTime()) ?? []),
      })),
      sum: toFigures(figures.filter(({ startsAt }) => startsAt !== null)),
      previous: { from: previousFrom, to: first, ...toFigures(previous) },
    };
  };

  // By whole steps, which begin with an hour: who asks for the last thirty days again asks for the same.
  const periodOf = (step: FigureStep, from: Date, to: Date): Promise<Period> => {
    const [fromHour, toHour] = [hourOf(from), hourOf(to)];
    return once(['steps', step, fromHour, toHour], async () => {
      const { previousFrom, steps } = await listSteps(database, step, { from: fromHour, to: toHour });
      return { previousFrom, steps, first: steps[0]?.startsAt ?? from, last: steps.at(-1)?.endsAt ?? to };
    });
  };

  const readStats = async (tenantId: string, { step, test, ...asked }: StatsQuery): Promise<Stats> => {
    const to = asked.to ?? new Date(needs.nowMs());
    const from = asked.from ?? startBefore(step, to);
    refusePeriod(step, from, to);
    const period = await periodOf(step, from, to);
    return once(['stats', tenantId, step, `${test}`, period.first, period.last], () =>
      count(tenantId, { step, test }, period),
    );
  };
  const outcomes: ReadStats['outcomes'] = async (tenantId, { step, test }) => {
    const to = new Date(needs.nowMs());
    const { first, last, ...period } = await periodOf(step, startBefore(step, to), to);
    return once(['outcomes', tenantId, step, `${test}`, first], async () => {
      const asked = { ...period, from: first, to: last, step, test, which: 'outcomes' as const };
      const later = [await activityOf(tenantId, test)];
      const all = await listFigures(database, tenantId, asked, later);
      const figures = all.filter(({ startsAt }) => startsAt !== null);
      const byStep = Map.groupBy(figures, ({ startsAt }) => startsAt?.getTime());
      const steps = period.steps.map(({ startsAt }) => ({
        from: startsAt,
        ...toOutcomes(byStep.get(startsAt.getTime()) ?? []),
      }));
      return { timeZone: FIGURES_ZONE, test, steps, sum: toOutcomes(figures) };
    });
  };
  return Object.assign(readStats, {
    outcomes,
    spentLastWeek: (tenantId: string) =>
      once(['spent', tenantId], () => sumSpent(database, tenantId, new Date(needs.nowMs() - WEEK_MS), now())),
  });
}

function refusePeriod(step: FigureStep, from: Date, to: Date): void {
  if (from > to) throw badPeriod('must not be after to', 'from');
  if (stepsWithin(step, from, to) > STEPS_MAX)
    throw badPeriod(`is too early: a period has at most ${STEPS_MAX} steps; choose a longer step`, 'from');
}

function badPeriod(message: string, field: string): Refusal {
  return new Refusal('validation-error', `The query is not acceptable: ${field} ${message}.`, {
    details: [{ path: `/${field}`, message }],
  });
}

/** What was counted by measure (`report:complete`, `ms:40`, `spend:sms-otp`), added up. */
function sumsOf(counted: StepFigures[]) {
  const sums = new Map<string, { count: number; credits: number }>();
  const sumOf = (measure: string) => {
    const sum = sums.get(measure) ?? { count: 0, credits: 0 };
    sums.set(measure, sum);
    return sum;
  };
  for (const { counts, credits } of counted) {
    for (const [measure, count] of Object.entries(counts)) sumOf(measure).count += count;
    for (const [measure, spent] of Object.entries(credits)) sumOf(measure).credits += spent;
  }
  const under = (prefix: string) =>
    [...sums]
      .filter(([measure]) => measure.startsWith(prefix))
      .map(([measure, sum]) => ({ key: measure.slice(prefix.length), ...sum }));
  return {
    n: (measure: string): number => sums.get(measure)?.count ?? 0,
    under,
    total: (prefix: string): number => under(prefix).reduce((sum, { count }) => sum + count, 0),
  };
}

type Sums = ReturnType<typeof sumsOf>;

function toOutcomes(counted: StepFigures[]): Outcomes {
  const sums = sumsOf(counted);
  return { ...outcomesIn(sums), retries: sums.n('retry') };
}

function outcomesIn({ n, under, total }: Sums): Omit<Outcomes, 'retries'> {
  const byProduct = under('spend:')
    .map(({ key, credits, count }) => ({ productCode: key as ProductCode, credits, count }))
    .sort((a, b) => (a.productCode < b.productCode ? -1 : 1));
  return {
    reports: {
      total: total('report:'),
      complete: n('report:complete'),
      waiting: n('report:waiting'),
      failed: n('report:failed'),
      blocked: n('report:blocked'),
    },
    spend: { credits: byProduct.reduce((sum, { credits }) => sum + credits, 0), byProduct },
  };
}

function toFigures(counted: StepFigures[]): Figures {
  const sums = sumsOf(counted);
  const { n, under, total } = sums;
  const { reports, spend } = outcomesIn(sums);
  return {
    reports,
    challenges: { made: n('challenge:made'), passed: n('challenge:passed') },
    texts: {
      sent: n('text:sent'),
      delivered: n('text:delivered'),
      undelivered: n('text:undelivered'),
      refused: n('text:refused'),
    },
    requests: {
      total: total('request:'),
      '2xx': n('request:2xx'),
      '3xx': n('request:3xx'),
      '4xx': n('request:4xx'),
      '5xx': n('request:5xx'),
    },
    latency: latencyOf(new Map(under('ms:').map(({ key, count }) => [Number(key), count]))),
    spend,
  };
}

function latencyOf(buckets: Map<number, number>): Figures['latency'] {
  const [p50Ms, p95Ms] = [percentileOf(buckets, 0.5), percentileOf(buckets, 0.95)];
  return p50Ms === null || p95Ms === null ? null : { p50Ms, p95Ms };
}
