// A circuit breaker for one service outside: a service that keeps failing is not asked for a while, and then probed by one request.
//
//   closed ──▶ open        `failuresMax` of the last `windowOutcomes` outcomes (not older than `windowMs`) were failures
//   open ──▶ half-open     `openMs` later, by the next request, which is the probe
//   half-open ──▶ closed   the probe was answered
//              ──▶ open    the probe failed, and `openMs` begins again
//
// While the probe is under way every other request is rejected at once; none waits for it, since a report must not wait for a
// bureau that is down. An outcome of a request that was admitted before the last change of state counts for nothing.

// The defaults are those of a bureau.
export const WINDOW_OUTCOMES = 20;
export const FAILURES_MAX = 8;
export const WINDOW_MS = 30_000;
export const OPEN_MS = 4_000;

export const BREAKER_STATES = ['closed', 'half-open', 'open'] as const;
export type BreakerState = (typeof BREAKER_STATES)[number];

/** Permission for one request. Settle it exactly once, with the request's result. */
export type Pass = { isProbe: boolean; settle(result: 'answered' | 'failed'): void };

export type Breaker = ReturnType<typeof createBreaker>;

export type BreakerNeeds = {
  nowMs: () => number;
  onChange?: (state: BreakerState) => void;
  windowOutcomes?: number;
  failuresMax?: number;
  windowMs?: number;
  openMs?: number;
};

export function createBreaker(needs: BreakerNeeds) {
  const { nowMs, windowOutcomes = WINDOW_OUTCOMES, failuresMax = FAILURES_MAX } = needs;
  const { windowMs = WINDOW_MS, openMs = OPEN_MS } = needs;
  let state: BreakerState = 'closed';
  let openedMs = 0;
  let outcomes: { atMs: number; isFailure: boolean }[] = [];

  function become(next: BreakerState): void {
    if (next === 'open') openedMs = nowMs();
    if (next === 'closed') outcomes = [];
    state = next;
    needs.onChange?.(next);
  }

  function count(isFailure: boolean): void {
    const atMs = nowMs();
    outcomes = [...outcomes, { atMs, isFailure }]
      .slice(-windowOutcomes)
      .filter((one) => atMs - one.atMs <= windowMs);
    if (outcomes.filter((one) => one.isFailure).length >= failuresMax) become('open');
  }

  const isRejecting = () => state === 'half-open' || (state === 'open' && nowMs() - openedMs < openMs);

  return {
    state: () => state,
    /** Null: rejected. */
    admit(): Pass | null {
      if (isRejecting()) return null;
      if (state === 'closed') {
        const settle: Pass['settle'] = (result) => {
          if (state === 'closed') count(result === 'failed');
        };
        return { isProbe: false, settle };
      }
      become('half-open');
      // Only one probe is under way at a time, so the state is still half-open when it settles.
      return { isProbe: true, settle: (result) => become(result === 'answered' ? 'closed' : 'open') };
    },
  };
}
