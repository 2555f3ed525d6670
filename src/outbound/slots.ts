// A bulkhead: a limited number of slots, with a short queue. A request waits in the queue up to a timeout, and is rejected at once
// when the queue is full. So a slow bureau holds a limited number of our sockets.

export type Slots = {
  /** Resolves to the function that releases the slot; null when the queue was full or the wait timed out. */
  acquire(): Promise<(() => void) | null>;
};

export function createSlots(needs: { slotsMax: number; queuedMax: number; waitMs: number }): Slots {
  let taken = 0;
  // In order of arrival.
  const queue = new Set<(release: () => void) => void>();

  function releaseOnce(): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const [next] = queue;
      if (next === undefined) taken--;
      else next(releaseOnce());
    };
  }

  return {
    async acquire() {
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
