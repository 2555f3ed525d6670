// A queue of callers that wait for the database: for a pool connection, or for their turn in a shared statement. It sheds load when
// it stalls: if nothing left it for a second, every waiting caller is rejected, and so is each new one until it moves again.
// Otherwise a database that hangs, or one lock, would hold every request for as long as its slowest statement takes. While the queue
// moves, a caller waits for five or six seconds at most.
const STALLED_MS = 1_000;
/** How long a caller may wait in a queue that moves, as a multiple of the stall timeout. */
const WAIT_MAX_IN_STALLS = 5;

type Queue<Waiting> = {
  readonly length: number;
  /** Only for a caller that cannot be served now. */
  join(waiting: Waiting): void;
  /** Dequeues from the front; a caller that `mayGo` turns down keeps its place. */
  take(countMax: number, mayGo?: (waiting: Waiting) => boolean): Waiting[];
  /** Call it whenever a caller was served or a slot came free: the queue makes progress. */
  moved(): void;
  /** Time since the last progress. */
  stillMs(): number;
  /** Not empty, and making progress. */
  isMoving(): boolean;
};

export function createQueue<Waiting>(needs: {
  reject: (waiting: Waiting) => void;
  /** Callers that were dequeued wait in the next queue, which moves: then this one is not stalled. */
  isNextMoving?: () => boolean;
  stalledMs?: number;
  /** A monotonic clock. */
  nowMs?: () => number;
}): Queue<Waiting> {
  const {
    reject,
    isNextMoving = () => false,
    stalledMs = STALLED_MS,
    nowMs = () => performance.now(),
  } = needs;
  let queue: { waiting: Waiting; sinceMs: number }[] = [];
  let movedMs = nowMs();
  let isTimerSet = false;

  const take: Queue<Waiting>['take'] = (countMax, mayGo) => {
    if (mayGo === undefined) return queue.splice(0, countMax).map(({ waiting }) => waiting);
    const taken: Waiting[] = [];
    queue = queue.filter(({ waiting }) => {
      const stays = taken.length === countMax || !mayGo(waiting);
      if (!stays) taken.push(waiting);
      return stays;
    });
    return taken;
  };
  const setTimer = (): void => {
    if (isTimerSet) return;
    isTimerSet = true;
    // Replies that have already arrived are read first: the event loop may have been late, not the database.
    const check = () => void setImmediate(shed);
    setTimeout(check, Math.max(0, movedMs + stalledMs - nowMs())).unref();
  };
  const shed = (): void => {
    isTimerSet = false;
    const atMs = nowMs();
    if (isNextMoving()) movedMs = atMs;
    const isStalled = atMs - movedMs >= stalledMs;
    const firstInTime = queue.findIndex(({ sinceMs }) => atMs - sinceMs <= WAIT_MAX_IN_STALLS * stalledMs);
    const lateCount = isStalled || firstInTime === -1 ? queue.length : firstInTime;
    for (const waiting of take(lateCount)) reject(waiting);
    if (queue.length > 0) setTimer();
  };

  return {
    get length() {
      return queue.length;
    },
    join: (waiting) => {
      queue.push({ waiting, sinceMs: nowMs() });
      setTimer();
    },
    take,
    moved: () => {
      movedMs = nowMs();
    },
    stillMs: () => nowMs() - movedMs,
    isMoving: () => queue.length > 0 && nowMs() - movedMs < stalledMs,
  };
}
