// Values that may be two seconds old: read once, shared by everyone who asks meanwhile, then read again.
import type { AtOnce } from '../domain/at-once.ts';

const FRESH_MS = 2_000;
const REMEMBERED_MAX = 20_000;

/** `forget` makes the next one who asks read again: what this process itself changed is seen at once. */
export type FreshReader<Value> = ((key: string) => AtOnce<Value>) & { forget(key: string): void };

export function createFreshReader<Value>(needs: {
  read: (key: string) => Promise<Value>;
  /** A clock that never jumps. */
  nowMs: () => number;
}): FreshReader<Value> {
  const known = new Map<string, { readAtMs: number; value: AtOnce<Value> }>();
  const read = (key: string): AtOnce<Value> => {
    const nowMs = needs.nowMs();
    const entry = known.get(key);
    if (entry !== undefined && nowMs - entry.readAtMs < FRESH_MS) return entry.value;
    const value = needs.read(key);
    // Maps keep their order: the first is the oldest.
    if (known.size >= REMEMBERED_MAX) known.delete(known.keys().next().value as string);
    const reading = { readAtMs: nowMs, value: value as AtOnce<Value> };
    known.set(key, reading);
    value.then(
      (read) => {
        reading.value = read;
      },
      // A failure to read is not remembered: the next request asks again.
      () => known.delete(key),
    );
    return value;
  };
  return Object.assign(read, { forget: (key: string): void => void known.delete(key) });
}
