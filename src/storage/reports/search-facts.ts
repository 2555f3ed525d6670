// What each bureau answered, as the event of the report's end has it.
import type { BureauStatus } from '../../domain/reports/report.ts';
import type { SearchFacts } from '../../domain/webhooks/events.ts';

export type Search = BureauStatus & { tookMs: number; answeredMs: number };

export function toFacts(searches: readonly Search[] | undefined): string | null {
  if (searches === undefined) return null;
  const nowMs = performance.now();
  const bureaus: SearchFacts[] = searches.map(({ answeredMs, ...search }) => ({
    ...search,
    agoMs: Math.max(0, Math.round(nowMs - answeredMs)),
  }));
  return JSON.stringify({ bureaus });
}
