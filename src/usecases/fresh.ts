// A cache of values that may be two seconds stale. Concurrent reads of a key share one.

const FRESH_MS = 2_000;
const CACHED_MAX = 20_000;

/** `forget` evicts a key: this process sees its own changes immediately. */
type FreshReader<Value> = ((key: string) => Promise<Value>) & { forget(key: string): void };

export function createFreshReader<Value>(needs: {
  read: (key: string) => Promise<Value>;
  /** A monotonic clock. */
  nowMs: () => number;
}): FreshReader<Value> {
  const cached = new Map<string, { readAtMs: number; value: Promise<Value> }>();
  const read = (key: string): Promise<Value> => {
    const nowMs = needs.nowMs();
    const entry = cached.get(key);
    if (entry !== undefined && nowMs - entry.readAtMs < FRESH_MS) return entry.value;
    const value = needs.read(key);
    // Evict the oldest: a Map iterates in insertion order.
    if (cached.size >= CACHED_MAX) cached.delete(cached.keys().next().value as string);
    cached.set(key, { readAtMs: nowMs, value });
    // A failed read is not cached: the next request reads again.
    value.catch(() => {
      if (cached.get(key)?.value === value) cached.delete(key);
    });
    return value;
  };
  return Object.assign(read, { forget: (key: string): void => void cached.delete(key) });
}
