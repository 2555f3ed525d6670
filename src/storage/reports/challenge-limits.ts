// Rate limits of challenges, shared by all processes and exact: one statement checks and increments all counters of a request, in
// the SQL function challenge_limits_take.
import { batchesOn, createBatch } from '../engine/connection/batch.ts';
import { type Database, statement, tenantsInJson } from '../engine/connection/database.ts';

/** Wrong codes of one mobile number are counted over a day: by the statement of a guess, and before a new challenge. */
export const WRONG_CODES_WINDOW_SECONDS = 86_400;

export type Counter = {
  /** A keyed hash, because the counted value is personal data. */
  key: Buffer;
  limit: number;
  /** The length of the sliding window; with an amount, of the fixed window after which the sum starts again. */
  seconds: number;
  /** Adds this to a sum; without it, counts one occurrence. */
  amount?: number;
  /** Checked, not incremented. */
  isOnlyAsked?: true;
};

/** The counters of one request of a tenant. */
type CountedChallenge = { tenantId: string; counters: readonly Counter[] };

/** Null when granted; else which counter of the request is full, and how long to wait. */
export type Fullness = { index: number; waitSeconds: number } | null;

/** As the function reads them. */
export const countersInJson = (counters: readonly Counter[]) =>
  counters.map(({ key, ...rest }) => ({ key: key.toString('hex'), ...rest }));

const TAKE = statement(
  'take-challenge-limits',
  'select o, full_one as index, wait_seconds as "waitSeconds" from challenge_limits_take($1::jsonb)',
  { tenantsOf: tenantsInJson },
);

// Of the window that runs now: what a former one summed up is forgotten anyway.
const GIVE_BACK = statement(
  'give-back-challenge-limit',
  `update challenge_limits set used = greatest(used - $2::bigint, 0)
   where tenant_id = $4 and key = $1 and since > clock_timestamp() - make_interval(secs => $3)`,
);

const PURGE = statement(
  'purge-challenge-limits',
  'delete from challenge_limits where forget_at < clock_timestamp() returning 1 as one',
);

export type ChallengeLimits = {
  /** Increments all of the counters, or none. */
  take(asked: CountedChallenge): Promise<Fullness>;
  /** Subtracts the amount of a counter from its sum. */
  giveBack(tenantId: string, counter: Counter): Promise<void>;
  purgeLimits(): Promise<number>;
};

export function createChallengeLimits(needs: { database: Database }): ChallengeLimits {
  const { database } = needs;
  return {
    take: createBatch<CountedChallenge, Fullness>({
      ...batchesOn(database),
      run: async (requests) => {
        const given = requests.map(({ tenantId, counters }, o) => ({
          o,
          tenantId,
          counters: countersInJson(counters),
        }));
        const rows = await database.query<{ o: number; index: number | null; waitSeconds: number | null }>(
          TAKE,
          [JSON.stringify(given)],
        );
        const answers = new Map(rows.map((row) => [row.o, row]));
        return requests.map((_request, o) => {
          const row = answers.get(o);
          if (row === undefined) throw new Error('every request for counters must be answered');
          return row.index === null ? null : { index: row.index, waitSeconds: row.waitSeconds ?? 1 };
        });
      },
    }),

    async giveBack(tenantId, { key, amount = 0, seconds }) {
      await database.query(GIVE_BACK, [key, amount, seconds, tenantId]);
    },

    async purgeLimits(): Promise<number> {
      return (await database.query(PURGE, [])).length;
    },
  };
}
