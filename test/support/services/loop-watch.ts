// How long one turn of the event loop blocks it, in CPU time of this thread: on a busy machine the wall clock also counts time in which
// other processes had the core.

export type LoopWatch = {
  /** Ends it; answers the longest turn, in milliseconds. */
  end(): number;
};

export function watchLoop(): LoopWatch {
  let longestMs = 0;
  let isOver = false;
  let before = cpuMs();
  const look = (): void => {
    const now = cpuMs();
    longestMs = Math.max(longestMs, now - before);
    before = now;
    // A test that fails before it ends this one must still end.
    if (!isOver) setImmediate(look).unref();
  };
  setImmediate(look);
  return {
    end() {
      isOver = true;
      return Math.max(longestMs, cpuMs() - before);
    },
  };
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
