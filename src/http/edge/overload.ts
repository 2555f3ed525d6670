// Whether to shed the next request. A queue that grows makes every caller wait, and most of them have disconnected by the time that
// they are served. Two things are watched:
//
//   requests in flight   a limit, which a slow database or a slow bureau reaches
//   event loop           how long this thread works through what has arrived before the loop turns again. A burst is served. After
//                        two seconds of long turns without a pause each turn admits a few milliseconds' worth of work and sheds the
//                        rest, so that refusals are fast too. Shedding ends after a second in which nothing was shed.
//
// Turns are measured in CPU time of this thread: other processes on the machine are not a reason to shed.
const LONG_TURN_MS = 50;
const BUSY_MS_MAX = 2_000;
const ADMITTED_MS_MAX = 10;
const CALM_AFTER_MS = 1_000;

export function createOverloadWatch(
  isFull: () => boolean,
  /** A monotonic clock. */
  nowMs = (): number => performance.now(),
): () => boolean {
  let turnBeganMs: number | null = null;
  /** Of long turns without a short one in between. */
  let busyMs = 0;
  /** Null while nothing is shed. */
  let shedsUntilMs: number | null = null;

  const endTurn = (): void => {
    const tookMs = cpuMs() - (turnBeganMs ?? 0);
    busyMs = tookMs > LONG_TURN_MS ? busyMs + tookMs : 0;
    turnBeganMs = null;
    if (busyMs > BUSY_MS_MAX) shedsUntilMs = nowMs() + CALM_AFTER_MS;
    else if (shedsUntilMs !== null && nowMs() > shedsUntilMs) shedsUntilMs = null;
  };

  return () => {
    if (turnBeganMs === null) {
      turnBeganMs = cpuMs();
      setImmediate(endTurn);
    }
    if (isFull()) return true;
    if (shedsUntilMs === null || cpuMs() - turnBeganMs <= ADMITTED_MS_MAX) return false;
    shedsUntilMs = nowMs() + CALM_AFTER_MS;
    return true;
  };
}

/** CPU time of this thread. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
