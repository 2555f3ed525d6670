// The same figures asked twice are counted once: who asks while they are being counted gets the same answer, and so does who asks within the
// next moments. In this process; a failure is not kept.

/** Parts that say whose figures and which; all callers of one key get the same object, so nobody changes it. */
export type Once = <T>(key: readonly (string | Date | null)[], count: () => Promise<T>) => Promise<T>;

/** Far more than are asked for in a few seconds; then the oldest go. */
const KEPT_MAX = 10_000;

export function createOnce(keptMs: number, nowMs = (): number => performance.now()): Once {
  const kept = new Map<string, { answer: Promise<unknown>; untilMs: number }>();
  const forgetOld = (): void => {
    for (const [key, { untilMs }] of kept) {
      if (untilMs > nowMs() && kept.size <= KEPT_MAX) return;
      kept.delete(key);
    }
  };
  return <T>(parts: readonly (string | Date | null)[], count: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify(parts);
    const known = kept.get(key);
    if (known !== undefined && known.untilMs > nowMs()) return known.answer as Promise<T>;
    kept.delete(key);
    forgetOld();
    const entry = { answer: count(), untilMs: Number.POSITIVE_INFINITY };
    kept.set(key, entry);
    entry.answer.then(
      () => {
        entry.untilMs = nowMs() + keptMs;
      },
      () => {
        if (kept.get(key) === entry) kept.delete(key);
      },
    );
    return entry.answer;
  };
}
