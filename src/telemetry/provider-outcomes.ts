// Outcomes of the last hour by provider, of all workers of this service, for the operator's page: the same counts as the metrics, in buckets of
// a minute. Prometheus keeps the longer history.
import { BREAKER_STATES, type BreakerState } from '../outbound/breaker.ts';
import type { Metrics } from './metrics.ts';
import { createAlone, type Peers } from './peers.ts';

export type ProviderView = {
  kind: 'bureau' | 'risk' | 'sms' | 'mail';
  id: string;
  state: 'configured' | 'simulator' | 'built-in' | 'off';
  breaker: BreakerState | null;
  lastHour: { outcome: string; count: number }[];
  lastAskedAt: Date | null;
  /** The last hour in steps, the oldest first; empty if it was not asked in it. Times are taken of bureaus only. */
  history: { from: Date; calls: number; failures: number; p95Ms: number | null }[];
  settings: { name: string; help: string; isSecret: boolean; isSet: boolean; value: string | null }[];
};

const MINUTE_MS = 60_000;
const MINUTES = 60;
const STEP_MINUTES = 5;
/** All other outcomes are failures: of a bureau, of a text, of the risk assessment. */
const ANSWERED = ['ok', 'no-trace', 'ambiguous-address', 'accepted', 'allow', 'challenge', 'block'];

export type ProviderOutcomes = ReturnType<typeof createProviderOutcomes>;

type Known = Pick<ProviderView, 'breaker' | 'lastHour' | 'lastAskedAt' | 'history'>;
/** What one worker knows, as plain lists: it travels between processes. */
type Told = {
  provider: string;
  lastMs: number;
  minutes: { minute: number; counts: [string, number][]; times: [number, number][] }[];
};
type Answer = { known: Told[]; breakers: [string, BreakerState][] };

type Minute = { minute: number; counts: Map<string, number>; times: Map<number, number> };

export function createProviderOutcomes(needs: { nowMs: () => number; peers?: Peers }) {
  const peers = needs.peers ?? createAlone();
  const known = new Map<string, { minutes: Minute[]; lastMs: number }>();
  const breakers: Parameters<Metrics['watchBreakers']>[0][] = [];

  const count = (provider: string, outcome: string, seconds?: number): void => {
    const nowMs = needs.nowMs();
    const minute = Math.floor(nowMs / MINUTE_MS);
    const entry = known.get(provider) ?? { minutes: [], lastMs: 0 };
    known.set(provider, entry);
    entry.lastMs = nowMs;
    let last = entry.minutes.at(-1);
    if (last?.minute !== minute) {
      last = { minute, counts: new Map(), times: new Map() };
      entry.minutes.push(last);
      if (entry.minutes.length > MINUTES) entry.minutes.shift();
    }
    increase(last.counts, outcome, 1);
    if (seconds !== undefined) increase(last.times, toTwoDigits(seconds * 1_000), 1);
  };

  peers.onAsked(
    'providers',
    (): Answer => ({
      known: [...known].map(([provider, { minutes, lastMs }]) => ({
        provider,
        lastMs,
        minutes: minutes.map(({ minute, counts, times }) => ({
          minute,
          counts: [...counts],
          times: [...times],
        })),
      })),
      breakers: breakers.flatMap((read) => [...read()]).map(([service, state]) => [service, state]),
    }),
  );

  return {
    /** The same metrics; outcomes and breakers of providers are recorded here on the way. */
    heard(metrics: Metrics): Metrics {
      return {
        ...metrics,
        countBureau: (bureau, outcome, seconds) => {
          count(bureau, outcome, seconds);
          metrics.countBureau(bureau, outcome, seconds);
        },
        countSms: (gateway, outcome) => {
          count(gateway, outcome);
          metrics.countSms(gateway, outcome);
        },
        countRisk: (verdict) => {
          count('risk', verdict);
          metrics.countRisk(verdict);
        },
        watchBreakers: (read) => {
          breakers.push(read);
          metrics.watchBreakers(read);
        },
      };
    },

    /** As it is now, of all workers together; of several breakers the worst. */
    async read(): Promise<(provider: string) => Known> {
      const answers = (await peers.askAll('providers')).values as Answer[];
      const now = Math.floor(needs.nowMs() / MINUTE_MS);
      return (provider) => {
        const told = answers.flatMap((one) => one.known).filter((one) => one.provider === provider);
        const minutes = told.flatMap((one) => one.minutes).filter(({ minute }) => minute > now - MINUTES);
        const counts = new Map<string, number>();
        for (const one of minutes) for (const [outcome, more] of one.counts) increase(counts, outcome, more);
        const lastMs = Math.max(0, ...told.map((one) => one.lastMs));
        const states = answers.flatMap((one) => one.breakers).filter(([service]) => service === provider);
        return {
          breaker: BREAKER_STATES.findLast((state) => states.some(([, one]) => one === state)) ?? null,
          lastHour: [...counts].map(([outcome, total]) => ({ outcome, count: total })),
          lastAskedAt: lastMs === 0 ? null : new Date(lastMs),
          history: minutes.length === 0 ? [] : toSteps(minutes, now),
        };
      };
    },
  };
}

/** Steps end with the current minute. */
function toSteps(minutes: readonly Told['minutes'][number][], now: number): ProviderView['history'] {
  const first = now - MINUTES + 1;
  return Array.from({ length: MINUTES / STEP_MINUTES }, (_, place) => {
    const from = first + place * STEP_MINUTES;
    const within = minutes.filter(({ minute }) => minute >= from && minute < from + STEP_MINUTES);
    const step = { from: new Date(from * MINUTE_MS), calls: 0, failures: 0 };
    const times = new Map<number, number>();
    for (const one of within) {
      for (const [bucket, more] of one.times) increase(times, bucket, more);
      for (const [outcome, more] of one.counts) {
        step.calls += more;
        if (!ANSWERED.includes(outcome)) step.failures += more;
      }
    }
    return { ...step, p95Ms: p95Of(times) };
  });
}

/** So that a minute has a few hundred times at most, whatever its calls. */
const toTwoDigits = (ms: number): number => Number(Math.max(1, ms).toPrecision(2));

/** In milliseconds, by the nearest rank; null without any. */
function p95Of(times: ReadonlyMap<number, number>): number | null {
  const total = [...times.values()].reduce((sum, count) => sum + count, 0);
  let left = Math.ceil(total * 0.95);
  for (const [ms, count] of [...times].sort(([one], [other]) => one - other)) {
    left -= count;
    if (left <= 0) return Math.round(ms);
  }
  return null;
}

function increase<Key>(counts: Map<Key, number>, key: Key, more: number): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}
