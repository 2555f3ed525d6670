// The physical limit of a live report, in a process of its own: one commit, the three bureaus asked and their replies read by the adapters, a
// second commit, and nothing else. Its rows are as large as the service's. The parent sends a load to drive and is answered with the
// times of each request.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { createCall } from '../src/bureaus/asking/call.ts';
import type { Call } from '../src/bureaus/bureau.ts';
import { BUREAUS } from '../src/bureaus/index.ts';
import { readConfig } from '../src/config/config.ts';
import type { Consumer } from '../src/domain/reports/consumer.ts';
import { arrive } from './arrivals.ts';

export type LimitOrder = {
  env: Record<string, string>;
  databaseUrl: string;
  consumers: Consumer[];
  /** Bytes of a row. */
  details: number;
  body: number;
};
export type Load = { perSecond: number; durationMs: number };
/** `bureausMs`: until the last reply was there; `addedMs`: what commits and reading add to it. */
export type LimitTimes = { bureausMs: number; addedMs: number }[];

process.once('message', async (order: LimitOrder) => {
  const ask = await createAsk(order);
  process.on('message', async (load: Load) => {
    const bureausMs: number[] = [];
    const wholes = await arrive({
      ...load,
      ask: async (turn) => {
        bureausMs[turn] = await ask(order.consumers[turn % order.consumers.length] as Consumer);
      },
    });
    process.send?.(
      wholes.map((wholeMs, turn): LimitTimes[number] => {
        const own = bureausMs[turn] ?? Number.NaN;
        return { bureausMs: own, addedMs: wholeMs - own };
      }),
    );
  });
  process.send?.({});
});
process.on('disconnect', () => process.exit(0));

/** Answers how long the slowest bureau took. */
async function createAsk(order: LimitOrder): Promise<(consumer: Consumer) => Promise<number>> {
  const pool = new pg.Pool({ connectionString: order.databaseUrl, max: 10 });
  await pool.query('create table if not exists bench_limit (id uuid primary key, details bytea, body bytea)');
  const replied = new AsyncLocalStorage<{ lastMs: number }>();
  const { call } = createCall();
  const timed: Call = async (request) => {
    const reply = await call(request);
    const own = replied.getStore();
    if (own !== undefined) own.lastMs = performance.now();
    return reply;
  };
  const settings = readConfig(order.env);
  const adapters = BUREAUS.map((entry) =>
    entry.createAdapter({ call: timed, settings, nowMs: Date.now, onNotice: () => {} }),
  );
  const [details, body] = [randomBytes(order.details), randomBytes(order.body)];
  return async (consumer) => {
    const reportId = randomUUIDv7();
    await pool.query({
      name: 'open',
      text: 'insert into bench_limit (id, details) values ($1, $2)',
      values: [reportId, details],
    });
    const own = { lastMs: 0 };
    const begunMs = performance.now();
    const answers = await replied.run(own, () =>
      Promise.all(adapters.map((adapter) => adapter.search({ reportId, consumer }))),
    );
    if (answers.some(({ status }) => status !== 'ok')) throw new Error('a bureau did not answer');
    await pool.query({
      name: 'settle',
      text: 'update bench_limit set body = $2 where id = $1',
      values: [reportId, body],
    });
    return own.lastMs - begunMs;
  };
}
