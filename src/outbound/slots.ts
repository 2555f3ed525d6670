// A bulkhead: a limited number of slots, with a short queue. A request waits in the queue up to a timeout, and is rejected at once
// when the queue is full. So a slow bureau holds a limited number of our sockets. Callers with priority have
// a queue of their own, which is served before the other: a full normal queue does not keep them out.

export type Slots = ReturnType<typeof createSlots>;

export function createSlots(needs: { slotsMax: number; queuedMax: number; waitMs: number }) {
  let taken = 0;
  // Each in order of arrival.
  const first = new Set<(release: () => void) => void>();
  const others: typeof first = new Set();

  function releaseOnce(): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const [next] = first.size > 0 ? first : others;
      if (next === undefined) taken--;
      else next(releaseOnce());
    };
  }

  return {
    /** Resolves to the function that releases the slot; null when the queue was full or the wait timed out. */
    async acquire(goesFirst: boolean = false): Promise<(() => void) | null> {
      const queue = goesFirst ? first : others;
      if (taken < needs.slotsMax) {
        taken++;
        return releaseOnce();
      }
      if (queue.size >= needs.queuedMax) return null;
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          queue.delete(admit);
          resolve(null);
        }, needs.waitMs);
        const admit = (release: () => void) => {
          queue.delete(admit);
          clearTimeout(timer);
          resolve(release);
        };
        queue.add(admit);
      });
    },
  };
}
