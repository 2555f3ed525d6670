// A line of those who wait for the database: each is let in when there is a place. A line in which nobody was let in for a second is
// not one to wait in: all who stand in it are refused, and so is whoever comes, until it moves again. Otherwise a database that
// hangs, or one lock, would keep every request for as long as its slowest statement. In one that moves nobody waits for more than
// five or six seconds.
const STALLED_MS = 1_000;
/** In stalls. */
const PATIENCE = 5;

export type Line<Waiting> = {
  readonly length: number;
  /** To be called only by who cannot be let in now. */
  join(waiting: Waiting): void;
  /** From the front of the line; whoever may not go yet keeps their place. */
  take(countMax: number, mayGo?: (waiting: Waiting) => boolean): Waiting[];
  /** Somebody was let in, or a place came free: the line moves. */
  moved(): void;
  /** Since it last moved. */
  stillMs(): number;
  /** Some stand in it, and are let in. */
  isMoving(): boolean;
};

export function createLine<Waiting>(needs: {
  refuse: (waiting: Waiting) => void;
  /** Those who were let in stand in another line, which moves: they are on their way, and nobody hangs. */
  isHeldUp?: () => boolean;
  stalledMs?: number;
}): Line<Waiting> {
  const { refuse, isHeldUp = () => false, stalledMs = STALLED_MS } = needs;
  let line: { one: Waiting; sinceMs: number }[] = [];
  let movedMs = performance.now();
  let isWatched = false;

  const take: Line<Waiting>['take'] = (countMax, mayGo) => {
    if (mayGo === undefined) return line.splice(0, countMax).map(({ one }) => one);
    const taken: Waiting[] = [];
    line = line.filter(({ one }) => {
      const stays = taken.length === countMax || !mayGo(one);
      if (!stays) taken.push(one);
      return stays;
    });
    return taken;
  };
  const watch = (): void => {
    if (isWatched) return;
    isWatched = true;
    // What has arrived meanwhile is read first: it may be that this process, and not the database, was late.
    const look = () => void setImmediate(refuseTheLate);
    setTimeout(look, Math.max(0, movedMs + stalledMs - performance.now())).unref();
  };
  const refuseTheLate = (): void => {
    isWatched = false;
    const nowMs = performance.now();
    if (isHeldUp()) movedMs = nowMs;
    const isStalled = nowMs - movedMs >= stalledMs;
    const isLate = ({ sinceMs }: { sinceMs: number }): boolean => nowMs - sinceMs > PATIENCE * stalledMs;
    const firstInTime = line.findIndex((waiting) => !isLate(waiting));
    const late = isStalled || firstInTime === -1 ? line.length : firstInTime;
    for (const one of take(late)) refuse(one);
    if (line.length > 0) watch();
  };

  return {
    get length() {
      return line.length;
    },
    join: (one) => {
      line.push({ one, sinceMs: performance.now() });
      watch();
    },
    take,
    moved: () => {
      movedMs = performance.now();
    },
    stillMs: () => performance.now() - movedMs,
    isMoving: () => line.length > 0 && performance.now() - movedMs < stalledMs,
  };
}
