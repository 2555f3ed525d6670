// A wrong wall clock, for processes that tests start with `--import` of this file: Date, and ids with a timestamp, follow the file at
// TEST_CLOCK_FILE, read at each use: ahead by some milliseconds, or frozen. Durations (performance.now, timers) are unchanged, as when the
// clock of a real machine is set.
import crypto from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

export type ClockState = { aheadMs: number } | { frozenMs: number };

/** Atomically: a process may read it at any time. */
export function setClock(file: string, state: ClockState): void {
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}

const file = process.env.TEST_CLOCK_FILE;

if (file !== undefined) {
  const RealDate = Date;
  const oddNow = (): number => {
    const state = JSON.parse(readFileSync(file, 'utf8')) as ClockState;
    return 'frozenMs' in state ? state.frozenMs : RealDate.now() + state.aheadMs;
  };
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length === 0 ? [oddNow()] : given, made),
    apply: () => new RealDate(oddNow()).toString(),
    get: (target, name) => (name === 'now' ? oddNow : Reflect.get(target, name)),
  });

  const newId = crypto.randomUUIDv7;
  crypto.randomUUIDv7 = (options) => {
    const time = oddNow().toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8, 12)}${newId(options).slice(13)}` as ReturnType<typeof newId>;
  };
  syncBuiltinESMExports();
}
