// Counters that keep challenges from being abused, shared by every process and exact: one statement counts and decides, for all
// counters of an ask together, in the function challenge_limits_take of the migrations.
import { batchesOn, createBatch } from '../connection/batch.ts';
import { type Database, statement } from '../connection/database.ts';

/** Wrong codes of one mobile number are counted over a day: by the statement of a guess, and before a new challenge. */
export const WRONG_CODES_WINDOW_SECONDS = 86_400;

export type Counter = {
  /** A keyed hash: what is counted is personal data. */
  key: Buffer;
  limit: number;
  /** Of the time that is looked back on; with an amount, of the window that the sum starts anew with. */
  seconds: number;
  /** Adds to a sum; without it, one more time is counted. */
  amount?: number;
  /** It must have room, and is left as it is. */
  isOnlyAsked?: true;
};

/** Null when granted; else which counter of the ask is full, and how long to wait. */
export type Fullness = { index: number; waitSeconds: number } | null;

const TAKE = statement(
  'take-challenge-limits',
  'select o, full_one as index, wait_seconds as "waitSeconds" from challenge_limits_take($1::jsonb)',
);

const PURGE = statement(
  'purge-challenge-limits',
  'delete from challenge_limits where forget_at < clock_timestamp() returning 1 as one',
);

export function createChallengeLimits(needs: { database: Database }) {
  const { database } = needs;
  return {
    /** All of the counters, or none. */
    take: createBatch<readonly Counter[], Fullness>({
      ...batchesOn(database),
      run: async (asks) => {
        const given = asks.map((counters, o) => ({
          o,
          counters: counters.map(({ key, ...rest }) => ({ key: key.toString('hex'), ...rest })),
        }));
        const rows = await database.query<{ o: number; index: number | null; waitSeconds: number | null }>(
          TAKE,
          [JSON.stringify(given)],
        );
        const answers = new Map(rows.map((row) => [row.o, row]));
        return asks.map((_ask, o) => {
          const row = answers.get(o);
          if (row === undefined) throw new Error('every ask must be answered');
          return row.index === null ? null : { index: row.index, waitSeconds: row.waitSeconds ?? 1 };
        });
      },
    }),

    async purgeLimits(): Promise<number> {
      return (await database.query(PURGE, [])).length;
    },
  };
}

export type ChallengeLimits = ReturnType<typeof createChallengeLimits>;
