// A limited number of places: who finds none waits a short while, and who finds no room to wait is told at once. So a slow
// bureau can hold so many of our sockets and no more.

export type Places = {
  /** The way to give the place back, or null when there was none to be had in time. */
  enter(): Promise<(() => void) | null>;
};

export function createPlaces(needs: { placesMax: number; waitingMax: number; waitMs: number }): Places {
  let taken = 0;
  const waiting = new Set<(leave: () => void) => void>();

  function leaveOnce(): () => void {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const [next] = waiting;
      if (next === undefined) taken--;
      else next(leaveOnce());
    };
  }

  return {
    async enter() {
      if (taken < needs.placesMax) {
        taken++;
        return leaveOnce();
      }
      if (waiting.size >= needs.waitingMax) return null;
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(called);
          resolve(null);
        }, needs.waitMs);
        const called = (leave: () => void) => {
          waiting.delete(called);
          clearTimeout(timer);
          resolve(leave);
        };
        waiting.add(called);
      });
    },
  };
}
