// What the overview says of a period: five figures, each beside the period before, and outcomes by step.
import type { Stats, StatsStep } from '../../api/shapes.ts';
import type { BarColumn } from '../../parts/charts/bars.tsx';
import type { Kpi } from '../../parts/charts/kpi-strip.tsx';
import { daysAgo, duration, number, shortDay } from '../../parts/words.ts';
import { completed, passed } from './overview-shares.ts';

export type PeriodName = '24h' | '7d' | '30d' | '90d';
type Period = { value: PeriodName; name: string; days: number };
export const PERIODS: [Period, Period, Period, Period] = [
  { value: '24h', name: '24 hours', days: 1 },
  { value: '7d', name: '7 days', days: 7 },
  { value: '30d', name: '30 days', days: 30 },
  { value: '90d', name: '90 days', days: 90 },
];
export const USUAL: PeriodName = '30d';

const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});
const HOUR = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
});

/** The service chooses the last 24 hours itself. */
export function queryOf({ value, days }: Period): Record<string, string> {
  if (value === '24h') return { step: 'hour' };
  return { step: 'day', from: daysAgo(days - 1) };
}

/** `17 Oct – 15 Nov`; its end is excluded. */
export function spanOf({ from, to }: { from: string; to: string }): string {
  return `${shortDay(from)} – ${shortDay(new Date(Date.parse(to) - 1))}`;
}

type Figures = Stats['sum'];
const slowest = ({ latency }: Figures): number | null => latency?.p95Ms ?? null;

const percent = (value: number): string => (value === 100 ? '100 %' : `${value.toFixed(1)} %`);

/** Of the four below. */
export const FIGURE_NAMES = ['Reports', 'Completed', 'Code entered right', 'Time to report, p95'] as const;
const [REPORTS, COMPLETED, CODE_RIGHT, TIME] = FIGURE_NAMES;

export function kpisOf({ step, steps, sum, previous }: Stats): Kpi[] {
  const labelOf = ({ from }: StatsStep): string =>
    step === 'hour' ? HOUR.format(new Date(from)) : shortDay(from);
  const figure = (
    name: string,
    pick: (figures: Figures) => number | null,
    format: (value: number) => string,
    more: { change: (by: number) => string; isMoreGood: boolean; colour?: 2 },
  ): Kpi => {
    const [now, before] = [pick(sum), pick(previous)];
    const by = now === null || before === null ? 0 : now - before;
    const text = more.change(Math.abs(by));
    const points = steps.flatMap((one) => {
      const value = pick(one);
      return value === null ? [] : [{ label: labelOf(one), value }];
    });
    return {
      name,
      value: now === null ? '–' : format(now),
      points,
      format,
      ...(more.colour && { colour: more.colour }),
      // A change that is rounded away is none.
      ...(/[1-9]/.test(text) && {
        change: { text: `${by > 0 ? '▲' : '▼'} ${text}`, isGood: by > 0 === more.isMoreGood },
      }),
    };
  };
  return [
    figure(REPORTS, ({ reports }) => reports.total, number, {
      change: (by) =>
        previous.reports.total === 0 ? '' : `${Math.round((by / previous.reports.total) * 100)} %`,
      isMoreGood: true,
    }),
    figure(COMPLETED, completed, percent, { change: (by) => by.toFixed(1), isMoreGood: true }),
    figure(CODE_RIGHT, passed, percent, { change: (by) => by.toFixed(1), isMoreGood: true }),
    figure(TIME, slowest, duration, { change: duration, isMoreGood: false, colour: 2 }),
  ];
}

export function columnsOf({ step, steps }: Stats): BarColumn[] {
  return steps.map(({ from, reports: { complete, waiting, failed, blocked } }) => {
    const at = new Date(from);
    const names =
      step === 'hour'
        ? { label: HOUR.format(at), title: `${DAY.format(at)}, ${HOUR.format(at)}` }
        : { label: shortDay(at), title: DAY.format(at) };
    return { key: from, ...names, values: [complete, waiting, failed, blocked] };
  });
}
