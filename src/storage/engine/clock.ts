// The clock that all processes share: the database's time as last read, advanced by a monotonic clock. Tokens, authenticator codes,
// sealed cookies and receipts are checked against it, so that a machine whose clock is wrong or was changed neither accepts what has
// expired nor rejects what is valid.
import { type Database, statement } from './connection/database.ts';

const READ_CLOCK = statement(
  'read-clock',
  'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms',
);

const REFRESH_MS = 2_000;
/** A slower answer is too imprecise. */
const ROUND_TRIP_MS_MAX = 1_000;
const TRIES_MAX = 5;

export type Clock = { nowMs(): number; stop(): void };

export async function openClock(needs: { database: Database; steadyMs: () => number }): Promise<Clock> {
  const ask = async (): Promise<{ aheadMs: number; tookMs: number }> => {
    const askedMs = needs.steadyMs();
    const [row] = await needs.database.query<{ now_ms: number }>(READ_CLOCK, []);
    if (row === undefined) throw new Error('reading the clock must answer a row');
    const tookMs = needs.steadyMs() - askedMs;
    return { aheadMs: row.now_ms - askedMs - tookMs / 2, tookMs };
  };
  let { aheadMs, tookMs } = await ask();
  // The first answer includes opening a connection, on a machine that is busy starting.
  for (let tries = 1; tookMs > ROUND_TRIP_MS_MAX && tries < TRIES_MAX; tries += 1) {
    const reading = await ask();
    if (reading.tookMs < tookMs) ({ aheadMs, tookMs } = reading);
  }

  // While the database is unavailable, the monotonic clock carries on from the last reading.
  const timer = setInterval(() => {
    ask().then(
      (reading) => {
        if (reading.tookMs <= ROUND_TRIP_MS_MAX) aheadMs = reading.aheadMs;
      },
      () => {},
    );
  }, REFRESH_MS);
  timer.unref();

  return { nowMs: () => aheadMs + needs.steadyMs(), stop: () => clearInterval(timer) };
}
