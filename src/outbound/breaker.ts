// The circuit breaker of one bureau: a bureau that fails is left alone for a while, and then asked by one search at a time.
//
//   closed ──▶ open        8 of the last 20 outcomes (of the last 30 seconds) were failures
//   open ──▶ half-open     4 seconds later, by the next search, which is the probe
//   half-open ──▶ closed   the probe was answered
//              ──▶ open    it was not, and another 4 seconds begin
//
// Written by hand, since the library at hand (cockatiel) lets everybody wait for the probe, and a report must not wait for a
// bureau that is down. What was begun before a change says nothing after it.

export const WINDOW_OUTCOMES = 20;
export const FAILURES_MAX = 8;
export const WINDOW_MS = 30_000;
export const OPEN_MS = 4_000;

export const BREAKER_STATES = ['closed', 'half-open', 'open'] as const;
export type BreakerState = (typeof BREAKER_STATES)[number];

/** Leave to ask. It must be given back with what became of it, exactly once. */
export type Pass = { isProbe: boolean; settle(result: 'answered' | 'failed'): void };

export type Breaker = {
  state(): BreakerState;
  admit(): Pass | null;
};

export function createBreaker(needs: {
  nowMs: () => number;
  onChange: (state: BreakerState) => void;
}): Breaker {
  let state: BreakerState = 'closed';
  let openedMs = 0;
  let outcomes: { atMs: number; isFailure: boolean }[] = [];

  function become(next: BreakerState): void {
    if (next === 'open') openedMs = needs.nowMs();
    if (next === 'closed') outcomes = [];
    state = next;
    needs.onChange(next);
  }

  function count(isFailure: boolean): void {
    const atMs = needs.nowMs();
    outcomes = [...outcomes, { atMs, isFailure }]
      .slice(-WINDOW_OUTCOMES)
      .filter((one) => atMs - one.atMs <= WINDOW_MS);
    if (outcomes.filter((one) => one.isFailure).length >= FAILURES_MAX) become('open');
  }

  const isRefusing = () => state === 'half-open' || (state === 'open' && needs.nowMs() - openedMs < OPEN_MS);

  return {
    state: () => state,
    admit() {
      if (isRefusing()) return null;
      if (state === 'closed') {
        const settle: Pass['settle'] = (result) => {
          if (state === 'closed') count(result === 'failed');
        };
        return { isProbe: false, settle };
      }
      become('half-open');
      // Only one probe is under way at a time, so that the state it finds is the one that it left.
      return { isProbe: true, settle: (result) => become(result === 'answered' ? 'closed' : 'open') };
    },
  };
}
