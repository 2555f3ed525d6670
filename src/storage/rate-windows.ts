// Rate-limit windows of one minute, shared by all processes. A process does not query for each request: it leases a few at a time
// and returns the unused ones, so the limit is exact and costs a statement now and then.
import { type Database, statement } from './connection/database.ts';

const WINDOW_SECONDS = 60;

export type Grant = {
  granted: number;
  /** Left for all processes, after this grant. */
  remaining: number;
  windowEndsInMs: number;
  /** Identifies the window, so that requests given back go to the one they came from. */
  windowStart: Date;
};

// The counter may exceed the limit: the excess was asked for and not granted.
const TAKE = statement(
  'take-from-rate-window',
  `insert into rate_windows as w (key, window_start, used)
   values ($1, to_timestamp(floor(extract(epoch from clock_timestamp()) / $3) * $3), $2)
   on conflict (key) do update set
     used = case when w.window_start = excluded.window_start then w.used + excluded.used else excluded.used end,
     window_start = excluded.window_start
   returning used, window_start,
     (extract(epoch from window_start + make_interval(secs => $3) - clock_timestamp()) * 1000)::integer as ends_in_ms`,
);

const GIVE_BACK = statement(
  'give-back-to-rate-window',
  `update rate_windows set used = greatest(0, least(used, $3) - $2)
   where key = $1 and window_start = $4`,
);

const PURGE_WINDOWS = statement(
  'purge-rate-windows',
  `delete from rate_windows where window_start < clock_timestamp() - interval '10 minutes' returning key`,
);

export type RateWindows = {
  take(key: string, wanted: number, limit: number): Promise<Grant>;
  giveBack(key: string, windowStart: Date, unused: number, limit: number): Promise<void>;
  purgeWindows(): Promise<number>;
};

export function createRateWindows(needs: { database: Database }): RateWindows {
  const { database } = needs;
  return {
    async take(key, wanted, limit) {
      const [row] = await database.query<{ used: number; window_start: Date; ends_in_ms: number }>(TAKE, [
        key,
        wanted,
        WINDOW_SECONDS,
      ]);
      if (row === undefined) throw new Error('a rate window must answer');
      const usedBefore = row.used - wanted;
      return {
        granted: Math.max(0, Math.min(wanted, limit - usedBefore)),
        remaining: Math.max(0, limit - row.used),
        windowEndsInMs: Math.max(1, row.ends_in_ms),
        windowStart: row.window_start,
      };
    },

    async giveBack(key, windowStart, unused, limit) {
      await database.query(GIVE_BACK, [key, unused, limit, windowStart]);
    },

    async purgeWindows() {
      return (await database.query(PURGE_WINDOWS, [])).length;
    },
  };
}
