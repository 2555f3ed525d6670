// Rate-limit windows of one minute, shared by all processes. A process does not query for each request: it leases a few at a time
// and returns the unused ones, so the limit is exact and costs a statement now and then.
import { batchesOn, createBatch } from '../engine/connection/batch.ts';
import { type Database, statement } from '../engine/connection/database.ts';

const WINDOW_SECONDS = 60;

export type Grant = {
  granted: number;
  /** Left for all processes, after this grant. */
  remaining: number;
  windowEndsInMs: number;
  /** Identifies the window, so that requests given back go to the one they came from. */
  windowStart: Date;
};

// The counter may exceed the limit: the excess was asked for and not granted. Rows are locked in the order of their keys, so that two
// processes never wait for each other.
const TAKE = statement(
  'take-from-rate-window',
  `insert into rate_windows as w (key, window_start, used)
   select key, to_timestamp(floor(extract(epoch from clock_timestamp()) / $3) * $3), wanted
   from unnest($1::text[], $2::integer[]) as asked (key, wanted)
   order by key
   on conflict (key) do update set
     used = case when w.window_start = excluded.window_start then w.used + excluded.used else excluded.used end,
     window_start = excluded.window_start
   returning key, used, window_start,
     (extract(epoch from window_start + make_interval(secs => $3) - clock_timestamp()) * 1000)::integer as ends_in_ms`,
);

const GIVE_BACK = statement(
  'give-back-to-rate-window',
  `with own as (
     select w.key, unused, at_most
     from unnest($1::text[], $2::timestamptz[], $3::integer[], $4::integer[]) as given (key, window_start, unused, at_most)
       join rate_windows w using (key, window_start)
     order by w.key
     for update of w
   )
   update rate_windows w set used = greatest(0, least(w.used, own.at_most) - own.unused)
   from own where w.key = own.key`,
);

const PURGE_WINDOWS = statement(
  'purge-rate-windows',
  `delete from rate_windows where window_start < clock_timestamp() - interval '10 minutes' returning key`,
);

export type RateWindows = ReturnType<typeof createRateWindows>;

type WantedRate = { key: string; wanted: number };
type Taken = { key: string; used: number; window_start: Date; ends_in_ms: number };
type Unused = { key: string; windowStart: Date; unused: number; limit: number };

/** A crowd of new callers shares one statement. */
export function createRateWindows(needs: { database: Database }) {
  const { database } = needs;
  const batches = { ...batchesOn(database), keyOf: ({ key }: { key: string }) => key };
  const takeAll = createBatch<WantedRate, Taken>({
    ...batches,
    async run(asked) {
      const columns = [asked.map(({ key }) => key), asked.map(({ wanted }) => wanted)];
      const rows = await database.query<Taken>(TAKE, [...columns, WINDOW_SECONDS]);
      const byKey = new Map(rows.map((row) => [row.key, row]));
      return asked.map(({ key }) => {
        const row = byKey.get(key);
        if (row === undefined) throw new Error('a rate window must answer');
        return row;
      });
    },
  });
  const giveAllBack = createBatch<Unused, void>({
    ...batches,
    async run(given) {
      await database.query(GIVE_BACK, [
        given.map(({ key }) => key),
        given.map(({ windowStart }) => windowStart),
        given.map(({ unused }) => unused),
        given.map(({ limit }) => limit),
      ]);
      return given.map(() => undefined);
    },
  });
  return {
    async take(key: string, wanted: number, limit: number): Promise<Grant> {
      const row = await takeAll({ key, wanted });
      const usedBefore = row.used - wanted;
      return {
        granted: Math.max(0, Math.min(wanted, limit - usedBefore)),
        remaining: Math.max(0, limit - row.used),
        windowEndsInMs: Math.max(1, row.ends_in_ms),
        windowStart: row.window_start,
      };
    },

    giveBack: (key: string, windowStart: Date, unused: number, limit: number) =>
      giveAllBack({ key, windowStart, unused, limit }),

    async purgeWindows(): Promise<number> {
      return (await database.query(PURGE_WINDOWS, [])).length;
    },
  };
}
