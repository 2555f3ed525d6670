// A live report of three bureaus (hold, ask, read, map, merge, settle): its CPU time in the service and in the database, at a constant rate
// over a minute after a minute of warm-up, and the latency that the service adds to the slowest bureau, at a quarter of its saturation rate
// on an open loop. Beside it, at the same time and under the same load, runs the physical limit (limit.ts): the same two commits and the
// reading of the same three replies. At the same time, because simulators, database and drivers share the cores: how much the load slows the
// bureaus down is not the service's cost, and a baseline of another moment would count it as such.
import { randomUUIDv7 } from 'node:crypto';
import { createCall } from '../src/bureaus/asking/call.ts';
import { BUREAUS } from '../src/bureaus/index.ts';
import { inventedPopulation } from '../src/bureaus/open.ts';
import type { SimulatedPerson } from '../src/bureaus/simulation/population/simulated-file.ts';
import { readConfig } from '../src/config/config.ts';
import type { Consumer } from '../src/domain/reports/consumer.ts';
import { generateBody } from '../test/support/house.ts';
import { arrive, percentileOf } from './arrivals.ts';
import { type Bench, rowSizes, shotOf } from './bench.ts';
import { databaseCpuMs } from './database-cpu.ts';
import { createPool, drive, type Reply, type Shot } from './driver.ts';
import type { LimitOrder, LimitTimes, Load } from './limit.ts';
import { say } from './lines.ts';
import type { Spent } from './server.ts';
import type { SimulatorsAnswer, SimulatorsOrder } from './simulators.ts';

const LATENCY_MS = 150;
/** A process's default concurrency limit per bureau: more requests would only queue. */
const CALLERS = 64;
const PEOPLE_LOOKED_AT = 80;
/** Requests of the limit per request to the service: enough for a percentile, too few to change the load much. */
const LIMIT_SHARE = 0.25;
const SATURATE_MS = 3_000;
/** Of the CPU time, and its share of saturation on a slow machine. */
const STEADY_PER_SECOND = 60;
const STEADY_SHARE_MAX = 0.6;
const MINUTE_MS = Number(process.env.BENCH_MINUTE_MS ?? 60_000);
const LATENCY_SHARE = 0.25;
const CPU_AIMS = { service: 4, database: 1.5 };
const LATENCY_AIMS = [
  { name: 'p50', share: 0.5, atMost: 1.5 },
  { name: 'p99', share: 0.99, atMost: 3 },
];

export async function bureausTable(bench: Bench): Promise<string> {
  const order: SimulatorsOrder = { latencyMs: LATENCY_MS };
  const { env } = (await bench.startProcess<SimulatorsAnswer>('simulators.ts', order)).answer;
  const consumers = await findPeople(env);
  const live = bench.serviceOrder('live', '', env);
  const { answer, ask } = await bench.startProcess<{ port: number }>('server.ts', live);
  const generates = consumers.map(({ ipAddress: _ours, ...about }) =>
    shotOf(bench.client, generateBody({ test: undefined, ...about })),
  );
  const service = createPool(answer.port);
  const askService = (turn: number) => mustBeFine(service.fire(generates[turn % generates.length] as Shot));

  const saturation = await saturate(answer.port, generates);
  say(`saturated at ${saturation.toFixed(0)} a second`);
  const steady = {
    perSecond: Math.min(STEADY_PER_SECOND, saturation * STEADY_SHARE_MAX),
    durationMs: MINUTE_MS,
  };
  await arrive({ ...steady, ask: askService });
  say('warmed up');
  const spent = async () => {
    const { cpuMs, mainMs, shortReports } = await ask<Spent>('spent');
    return { cpuMs, mainMs, shortReports, databaseMs: await databaseCpuMs(bench.house.database.url) };
  };
  const before = await spent();
  const count = (await arrive({ ...steady, ask: askService })).length;
  const after = await spent();
  const perReport = (of: keyof typeof after) => (after[of] - before[of]) / count;

  const limitOrder: LimitOrder = {
    ...{ env, databaseUrl: bench.house.database.url, consumers },
    ...(await rowSizes(bench.house.database.url)),
  };
  const limit = await bench.startProcess('limit.ts', limitOrder);
  const load: Load = { perSecond: saturation * LATENCY_SHARE, durationMs: MINUTE_MS };
  const limitLoad: Load = { ...load, perSecond: load.perSecond * LIMIT_SHARE };
  // Its own warm-up.
  await limit.ask<LimitTimes>({ ...limitLoad, durationMs: MINUTE_MS / 6 });
  const [serviceMs, limitTimes] = await Promise.all([
    arrive({ ...load, ask: askService }),
    limit.ask<LimitTimes>(limitLoad),
  ]);
  service.close();
  const { shortReports } = await ask<Spent>('spent');
  return [
    `Three bureaus that take ${LATENCY_MS} ms each; ${CALLERS} callers saturate the service at ${saturation.toFixed(0)} reports a second.`,
    // A bureau that timed out costs no merging, so that such a run proves nothing.
    ...(shortReports > 0
      ? [`NOT A MEASUREMENT: ${shortReports} reports lacked a bureau; the machine has other work.`]
      : []),
    '',
    `| CPU time of a report, ${steady.perSecond.toFixed(0)} a second for ${MINUTE_MS / 1000} s | measured | aim |`,
    '|---|---:|---:|',
    `| service, all threads | ${ms(perReport('cpuMs'))} | ≤ ${ms(CPU_AIMS.service)} |`,
    `| of it the main thread | ${ms(perReport('mainMs'))} | |`,
    `| database | ${ms(perReport('databaseMs'))} | ≤ ${ms(CPU_AIMS.database)} |`,
    '',
    `| ${load.perSecond.toFixed(0)} a second | slowest bureau | the limit adds | the service adds | of the limit | aim |`,
    '|---|---:|---:|---:|---:|---:|',
    ...LATENCY_AIMS.map(({ name, share, atMost }) => {
      const bureauMs = percentileOf(
        limitTimes.map(({ bureausMs }) => bureausMs),
        share,
      );
      const limitMs = percentileOf(
        limitTimes.map(({ addedMs }) => addedMs),
        share,
      );
      const addedMs = percentileOf(serviceMs, share) - bureauMs;
      return `| ${name} | ${ms(bureauMs)} | ${ms(limitMs)} | ${ms(addedMs)} | ${(addedMs / limitMs).toFixed(1)} | ≤ ${atMost} |`;
    }),
  ].join('\n');
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;

async function mustBeFine(answered: Promise<Reply>): Promise<void> {
  const { status } = await answered;
  if (status !== 200) throw new Error(`an answer was ${status}, not 200`);
}

/** The first run warms up. */
async function saturate(port: number, shots: Shot[]): Promise<number> {
  let turn = 0;
  const next = () => shots[turn++ % shots.length] as Shot;
  const options = { port, connections: CALLERS, durationMs: SATURATE_MS, next, expectStatus: 200 };
  await drive(options);
  const { perSecond, unexpected } = await drive(options);
  if (unexpected > 0) throw new Error(`${unexpected} answers were not 200`);
  return perSecond;
}

/** People whom all three bureaus know. */
export async function findPeople(env: Record<string, string>): Promise<Consumer[]> {
  const population = inventedPopulation();
  const { call, close } = createCall();
  const settings = readConfig(env);
  const adapters = BUREAUS.map((entry) =>
    entry.createAdapter({ call, settings, nowMs: Date.now, onNotice: () => {} }),
  );
  const indices = Array.from({ length: PEOPLE_LOOKED_AT }, (_, index) => index).filter((index) =>
    BUREAUS.every(({ id }) => population.file(id, index) !== null),
  );
  const known = await Promise.all(
    indices.map(async (index) => {
      const consumer = consumerOf(population.person(index));
      const reportId = randomUUIDv7();
      const answers = await Promise.all(adapters.map((adapter) => adapter.search({ reportId, consumer })));
      return answers.every(({ status }) => status === 'ok') ? [consumer] : [];
    }),
  );
  await close();
  return known.flat();
}

function consumerOf({ title, forename, surname, dateOfBirth, addresses }: SimulatedPerson): Consumer {
  return {
    ...(title !== undefined && { title }),
    firstName: forename,
    lastName: surname,
    dateOfBirth,
    ipAddress: '203.0.113.7',
    addresses: addresses.slice(0, 1).map(({ address }) => ({ type: 'current', ukAddress: address })),
  };
}
