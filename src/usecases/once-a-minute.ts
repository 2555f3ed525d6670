// What is noted at most once a minute for each key, in this process: when a secret was last used, when a person was last active. No
// call may cost a write each.

const EVERY_MS = 60_000;
const REMEMBERED_MAX = 20_000;

/** Returns whether it is due for this key, and then counts it as done. */
export function createOnceAMinute(nowMs: () => number): (key: string) => boolean {
  const doneMs = new Map<string, number>();
  return (key) => {
    if (nowMs() - (doneMs.get(key) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return false;
    // Evict the oldest: a Map iterates in insertion order.
    if (doneMs.size >= REMEMBERED_MAX) doneMs.delete(doneMs.keys().next().value as string);
    doneMs.set(key, nowMs());
    return true;
  };
}
