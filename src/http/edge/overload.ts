// Whether the next request is one too many. A queue that grows would make every caller wait, and most of them would have gone by the
// time they are served. Two things are watched:
//
//   requests at hand   so many at once, which is how a slow database or a slow bureau shows
//   turns of the loop  how long this thread works through what has arrived before it looks up again. A crowd may come at once and
//                      is served. After two seconds of long turns without a pause each turn takes in no more than a few
//                      milliseconds' worth and turns the rest away, so that a refusal does not wait either, until a second has
//                      passed in which nobody had to be turned away
//
// In CPU time, because a machine that is busy with others is no reason to refuse.
const LONG_TURN_MS = 50;
const WITHOUT_PAUSE_MS_MAX = 2_000;
const TAKEN_IN_MS_MAX = 10;
const CALM_AFTER_MS = 1_000;

export function createOverloadWatch(
  isFull: () => boolean,
  /** Of a clock that never jumps. */
  nowMs = (): number => performance.now(),
): () => boolean {
  let turnBeganMs: number | null = null;
  let withoutPauseMs = 0;
  /** While it is crowded; null when it is not. */
  let crowdedUntilMs: number | null = null;

  const endTurn = (): void => {
    const tookMs = cpuMs() - (turnBeganMs ?? 0);
    withoutPauseMs = tookMs > LONG_TURN_MS ? withoutPauseMs + tookMs : 0;
    turnBeganMs = null;
    if (withoutPauseMs > WITHOUT_PAUSE_MS_MAX) crowdedUntilMs = nowMs() + CALM_AFTER_MS;
    else if (crowdedUntilMs !== null && nowMs() > crowdedUntilMs) crowdedUntilMs = null;
  };

  return () => {
    if (turnBeganMs === null) {
      turnBeganMs = cpuMs();
      setImmediate(endTurn);
    }
    if (isFull()) return true;
    if (crowdedUntilMs === null || cpuMs() - turnBeganMs <= TAKEN_IN_MS_MAX) return false;
    crowdedUntilMs = nowMs() + CALM_AFTER_MS;
    return true;
  };
}

/** Of this thread. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
