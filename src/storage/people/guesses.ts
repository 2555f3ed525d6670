// Throttling of guesses with exponential back-off. A guess is counted before it is checked, so parallel guesses all count. A key names
// what is guessed at; after the free guesses the wait doubles with each further one.
import { type Queryable, statement } from '../engine/connection/database.ts';

export type Patience = {
  /** Allowed without a wait. */
  freeGuesses: number;
  firstWaitSeconds: number;
  longestWaitSeconds: number;
};

/** After this many at one key, none is allowed before a day without guesses. */
const GUESSES_MAX = 100;

const TAKE_GUESS = statement(
  'take-guess',
  `insert into guesses as g (key_hash, count, blocked_until, last_at)
   values ($1, 1, case when $2 <= 1 then clock_timestamp() + make_interval(secs => $3) end, clock_timestamp())
   on conflict (key_hash) do update set
     count = case when g.last_at < clock_timestamp() - interval '1 day' then 1 else g.count + 1 end,
     blocked_until = case when g.last_at < clock_timestamp() - interval '1 day' or g.count + 1 < $2 then null
       else clock_timestamp() + make_interval(secs => least($4, $3 * power(2, least(g.count + 1 - $2, 20)))) end,
     last_at = clock_timestamp()
   where g.last_at < clock_timestamp() - interval '1 day'
     or (g.count < ${GUESSES_MAX} and (g.blocked_until is null or g.blocked_until <= clock_timestamp()))
   returning count`,
);

/** True when this guess may be checked; false while the key is blocked. */
export async function takeGuess(db: Queryable, keyHash: Buffer, patience: Patience): Promise<boolean> {
  const { freeGuesses, firstWaitSeconds, longestWaitSeconds } = patience;
  return (
    (await db.query(TAKE_GUESS, [keyHash, freeGuesses, firstWaitSeconds, longestWaitSeconds])).length === 1
  );
}

const GIVE_BACK_GUESS = statement(
  'give-back-guess',
  `update guesses set count = greatest(1, count - 1), blocked_until = null,
     last_at = case when count = 1 then '-infinity' else last_at end
   where key_hash = $1`,
);

/** Of a guess that could not be judged: it counts as never made. A row of none is as one from long ago. */
export async function giveBackGuess(db: Queryable, keyHash: Buffer): Promise<void> {
  await db.query(GIVE_BACK_GUESS, [keyHash]);
}

const FORGET_GUESSES = statement('forget-guesses', 'delete from guesses where key_hash = any($1::bytea[])');

/** After a right guess. */
export async function forgetGuesses(db: Queryable, keyHashes: Buffer[]): Promise<void> {
  await db.query(FORGET_GUESSES, [keyHashes]);
}

const PURGE_GUESSES = statement(
  'purge-guesses',
  `delete from guesses where last_at < clock_timestamp() - interval '1 day' returning 1 as one`,
);

export async function purgeGuesses(db: Queryable): Promise<number> {
  return (await db.query(PURGE_GUESSES, [])).length;
}
