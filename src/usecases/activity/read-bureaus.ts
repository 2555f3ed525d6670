// How each bureau answered a tenant's live reports today, in 7 or in 30 days: how often, how fast, beside the week before, and what it cost. Test
// mode asks no bureau.
import {
  type BureauState,
  type BureauSums,
  type Counted,
  stateOf,
  sumsOf,
} from '../../domain/activity/bureau-figures.ts';
import { FIGURES_ZONE } from '../../domain/activity/figures.ts';
import { londonDateBefore, londonDayStart } from '../../domain/days/london-days.ts';
import { BUREAU_IDS, type BureauId } from '../../domain/reports/bureaus.ts';
import { type BureauCount, listBureauCounts } from '../../storage/activity/bureau-figures.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import type { Once } from './once.ts';

export const BUREAU_PERIODS = ['today', '7-days', '30-days'] as const;
type BureauPeriodName = (typeof BUREAU_PERIODS)[number];
const DAYS: Record<BureauPeriodName, number> = { today: 1, '7-days': 7, '30-days': 30 };
const USUAL_DAYS = 7;
const HALF_HOUR_MS = 30 * 60_000;
const DAY_MS = 48 * HALF_HOUR_MS;

type Step = Pick<BureauSums, 'asked' | 'unanswered' | 'p95Ms'> & { from: Date; state: BureauState };
type Reports = {
  complete: number;
  /** Every bureau that was asked has answered. */
  whole: number;
  /** Credits for each complete report; null without any. */
  costCredits: number | null;
};
export type Bureaus = {
  period: BureauPeriodName;
  timeZone: string;
  step: 'half-hour' | 'day';
  from: Date;
  to: Date;
  bureaus: (BureauSums & {
    id: BureauId;
    /** What was charged for its answers, and how many. */
    spend: { credits: number; count: number };
    usual: BureauSums;
    steps: Step[];
  })[];
  spend: { credits: number; bureauCredits: number; textCredits: number };
  reports: Reports;
  /** Texts that were paid for and led to no report. */
  lost: { credits: number; texts: number };
  /** The seven days before. */
  usual: Reports & { from: Date };
};
export type ReadBureaus = (tenantId: string, period: BureauPeriodName) => Promise<Bureaus>;

/** When the London day so many days before that of a time began. */
const dayBefore = (time: Date, days: number): Date =>
  londonDayStart(new Date(`${londonDateBefore(time, days)}T12:00:00Z`));

export function createReadBureaus(needs: {
  database: Queryable;
  nowMs: () => number;
  once: Once;
}): ReadBureaus {
  const { database, once } = needs;
  const read = async (tenantId: string, name: BureauPeriodName, now: Date): Promise<Bureaus> => {
    const from = dayBefore(now, DAYS[name] - 1);
    const usualFrom = dayBefore(from, USUAL_DAYS);
    const step = name === 'today' ? 'half-hour' : 'day';
    const period = { usualFrom, from, to: new Date(now.getTime() + DAY_MS), step } as const;
    const counts = await listBureauCounts(database, tenantId, period);
    const byStep = Map.groupBy(counts, ({ startsAt }) => startsAt?.getTime() ?? null);
    const before = byStep.get(null) ?? [];
    const usual = wordsIn(before);
    const own = counts.filter(({ startsAt }) => startsAt !== null);
    const words = wordsIn(own);
    const starts = startsOf(step, from, now);
    const inSteps = starts.map((start) => ({
      start,
      searched: wordsIn(byStep.get(start.getTime()) ?? []),
    }));
    const spent = spentOn(own);
    const textCredits = spentOn(own, 'sms-otp').credits;
    const lost = spentOn(own.filter(({ measure }) => measure.startsWith('lost:')));
    return {
      period: name,
      timeZone: FIGURES_ZONE,
      step,
      from,
      to: now,
      bureaus: BUREAU_IDS.map((id) => {
        const usually = sumsOf(id, usual);
        return {
          id,
          ...sumsOf(id, words),
          spend: spentOn(own, `credit-report-${id}`),
          usual: usually,
          steps: inSteps.map(({ start, searched }) => {
            const sums = sumsOf(id, searched);
            const { asked, unanswered, p95Ms } = sums;
            return { from: start, asked, unanswered, p95Ms, state: stateOf(sums, usually) };
          }),
        };
      }),
      spend: { credits: spent.credits, bureauCredits: spent.credits - textCredits, textCredits },
      reports: reportsOf(own),
      lost: { credits: lost.credits, texts: lost.count },
      usual: { from: usualFrom, ...reportsOf(before) },
    };
  };
  return (tenantId, period) =>
    once(['bureaus', tenantId, period], () => read(tenantId, period, new Date(needs.nowMs())));
}

const sumOf = (counts: readonly BureauCount[], what: 'count' | 'credits'): number =>
  counts.reduce((sum, one) => sum + one[what], 0);

/** All that was spent, or on one product; what led to no report too. */
function spentOn(counts: readonly BureauCount[], product = ''): { credits: number; count: number } {
  const spent = counts.filter(
    ({ measure }) => measure.startsWith(`spend:${product}`) || measure.startsWith(`lost:${product}`),
  );
  return { credits: sumOf(spent, 'credits'), count: sumOf(spent, 'count') };
}

function wordsIn(counts: readonly BureauCount[]): Counted {
  const words = new Map<string, number>();
  for (const { measure, count } of counts) words.set(measure, (words.get(measure) ?? 0) + count);
  return words;
}

function reportsOf(counts: readonly BureauCount[]): Reports {
  const of = (measure: string): number =>
    sumOf(
      counts.filter((one) => one.measure === measure),
      'count',
    );
  const whole = of('report:whole');
  const complete = whole + of('report:partial');
  const { credits } = spentOn(counts);
  return { complete, whole, costCredits: complete === 0 ? null : Math.round(credits / complete) };
}

/** The beginnings of all steps, those of today to its end: a day has 46, 48 or 50 half hours. */
function startsOf(step: Bureaus['step'], from: Date, now: Date): Date[] {
  const starts: Date[] = [];
  const end = dayBefore(now, -1);
  for (
    let at = from;
    at < end;
    at = step === 'day' ? dayBefore(at, -1) : new Date(at.getTime() + HALF_HOUR_MS)
  )
    starts.push(at);
  return starts;
}
