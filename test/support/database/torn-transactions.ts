// Transactions of two statements with a pause between them, through the service's own pool, while connections break. Afterwards each
// pair must be complete, written by one transaction, or absent.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createDatabase,
  DatabaseUnavailable,
  statement,
} from '../../../src/storage/engine/connection/database.ts';
import { createRandom } from '../../../src/world/synthetic/random.ts';

const AT_ONCE = 3;
const MAKE = statement(
  'make-halves',
  'create table if not exists halves (pair int, half int, made_by xid8, unique (pair, half))',
);
const WRITE = statement('write-half', 'insert into halves values ($1, $2, pg_current_xact_id())');
const LOOK = statement(
  'look-at-halves',
  'select pair, count(*)::int as halves, count(distinct made_by)::int as makers from halves group by pair',
);

export type Pairs = {
  /** Ends it; answers how many pairs were acknowledged, and which stored pairs are torn. */
  stop(): Promise<{ done: number; torn: string[] }>;
};

export async function startPairs(url: string, seed: string): Promise<Pairs> {
  const database = createDatabase({
    connection: { connectionString: url },
    poolSize: AT_ONCE,
    namedStatements: true,
  });
  await database.query(MAKE, []);
  const acknowledged = new Set<number>();
  let [last, isOver] = [0, false];

  const writers = Array.from({ length: AT_ONCE }, async (_none, n) => {
    const random = createRandom(`${seed} pairs ${n}`);
    while (!isOver) {
      last += 1;
      const pair = last;
      try {
        await database.transaction(async (tx) => {
          await tx.query(WRITE, [pair, 1]);
          await sleep(random.int(0, 40));
          await tx.query(WRITE, [pair, 2]);
        });
        acknowledged.add(pair);
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        await sleep(20);
      }
    }
  });

  const judge = async (): Promise<{ done: number; torn: string[] }> => {
    isOver = true;
    await Promise.all(writers);
    const rows = await database.query<{ pair: number; halves: number; makers: number }>(LOOK, []);
    await database.close();
    const torn = rows
      .filter(({ halves, makers }) => halves !== 2 || makers !== 1)
      .map(({ pair, halves, makers }) => `pair ${pair} has ${halves} halves by ${makers} transactions`);
    const there = new Set(rows.map(({ pair }) => pair));
    const lost = [...acknowledged].filter((pair) => !there.has(pair)).map((pair) => `pair ${pair} is lost`);
    return { done: acknowledged.size, torn: [...torn, ...lost] };
  };
  let judged: ReturnType<typeof judge> | null = null;
  return {
    stop: () => {
      judged ??= judge();
      return judged;
    },
  };
}
