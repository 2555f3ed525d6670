// Outcomes of the last hour by provider, in this process, for the operator's page: the same counts as the metrics, in buckets of a
// minute. Prometheus keeps the longer history.
import type { BreakerState } from '../outbound/breaker.ts';
import type { Metrics } from './metrics.ts';

export type ProviderView = {
  kind: 'bureau' | 'risk' | 'sms' | 'mail';
  id: string;
  state: 'configured' | 'simulator' | 'built-in' | 'off';
  breaker: BreakerState | null;
  lastHour: { outcome: string; count: number }[];
  lastAskedAt: Date | null;
  settings: { name: string; help: string; isSecret: boolean; isSet: boolean; value: string | null }[];
};

const MINUTE_MS = 60_000;
const MINUTES = 60;

export type ProviderOutcomes = {
  /** The same metrics; outcomes and breakers of providers are recorded here on the way. */
  heard(metrics: Metrics): Metrics;
  of(provider: string): Pick<ProviderView, 'breaker' | 'lastHour' | 'lastAskedAt'>;
};

type Minute = { minute: number; counts: Map<string, number> };

export function createProviderOutcomes(needs: { nowMs: () => number }): ProviderOutcomes {
  const known = new Map<string, { minutes: Minute[]; lastMs: number }>();
  const breakers: Parameters<Metrics['watchBreakers']>[0][] = [];

  const count = (provider: string, outcome: string): void => {
    const nowMs = needs.nowMs();
    const minute = Math.floor(nowMs / MINUTE_MS);
    const entry = known.get(provider) ?? { minutes: [], lastMs: 0 };
    known.set(provider, entry);
    entry.lastMs = nowMs;
    let last = entry.minutes.at(-1);
    if (last?.minute !== minute) {
      last = { minute, counts: new Map() };
      entry.minutes.push(last);
      if (entry.minutes.length > MINUTES) entry.minutes.shift();
    }
    last.counts.set(outcome, (last.counts.get(outcome) ?? 0) + 1);
  };

  const breakerOf = (provider: string): BreakerState | null =>
    breakers.flatMap((read) => [...read()]).find(([service]) => service === provider)?.[1] ?? null;

  return {
    heard(metrics) {
      return {
        ...metrics,
        countBureau: (bureau, outcome, seconds) => {
          count(bureau, outcome);
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

    of(provider) {
      const { minutes, lastMs } = known.get(provider) ?? { minutes: [], lastMs: 0 };
      const oldest = Math.floor(needs.nowMs() / MINUTE_MS) - MINUTES;
      const counts = new Map<string, number>();
      for (const one of minutes.filter(({ minute }) => minute > oldest)) {
        for (const [outcome, more] of one.counts) counts.set(outcome, (counts.get(outcome) ?? 0) + more);
      }
      return {
        breaker: breakerOf(provider),
        lastHour: [...counts].map(([outcome, total]) => ({ outcome, count: total })),
        lastAskedAt: lastMs === 0 ? null : new Date(lastMs),
      };
    },
  };
}
