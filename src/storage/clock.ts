// The time that all processes share: the database's, as this process last heard it, carried on by a clock that never jumps. Tokens,
// codes of an authenticator, sealed cookies and receipts are judged by it, so that a machine whose clock is off, or was set, lets
// nobody in who should be out, and nobody out who should be in.
import { type Database, statement } from './connection/database.ts';

const READ_CLOCK = statement(
  'read-clock',
  'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms',
);

const REFRESH_MS = 2_000;
/** An answer that took longer says too little about now. */
const ROUND_TRIP_MS_MAX = 1_000;
const TRIES_MAX = 5;

export type Clock = { nowMs(): number; stop(): void };

export async function openClock(needs: { database: Database; steadyMs: () => number }): Promise<Clock> {
  const ask = async (): Promise<{ aheadMs: number; tookMs: number }> => {
    const askedMs = needs.steadyMs();
    const [row] = await needs.database.query<{ now_ms: number }>(READ_CLOCK, []);
    if (row === undefined) throw new Error('a clock always has an answer');
    const tookMs = needs.steadyMs() - askedMs;
    return { aheadMs: row.now_ms - askedMs - tookMs / 2, tookMs };
  };
  let { aheadMs, tookMs } = await ask();
  // The first answer waits for a connection, on a machine that is busy starting.
  for (let tries = 1; tookMs > ROUND_TRIP_MS_MAX && tries < TRIES_MAX; tries += 1) {
    const heard = await ask();
    if (heard.tookMs < tookMs) ({ aheadMs, tookMs } = heard);
  }

  // While the database is away, time goes on from where it was.
  const timer = setInterval(() => {
    ask().then(
      (heard) => {
        if (heard.tookMs <= ROUND_TRIP_MS_MAX) aheadMs = heard.aheadMs;
      },
      () => {},
    );
  }, REFRESH_MS);
  timer.unref();

  return { nowMs: () => aheadMs + needs.steadyMs(), stop: () => clearInterval(timer) };
}
