// The latency that the service adds to the slowest bureau. At half of its saturation rate, on an open loop, the service makes charged live
// reports (hold, ask, read, map, merge, settle). At the same time a bare driver sends the same three simulators the same bytes as the adapters
// and waits for the last reply: that is the slowest bureau's latency. At the same time, because simulators, database and drivers share the
// cores: how much the load slows the bureaus down is not the service's cost, and a baseline of another moment would count it as such. How
// much it slows the service and its database down is counted. The bureaus on an idle machine are shown for comparison.
import { randomUUIDv7 } from 'node:crypto';
import { createCall } from '../src/bureaus/asking/call.ts';
import type { Call } from '../src/bureaus/bureau.ts';
import { BUREAUS } from '../src/bureaus/index.ts';
import { inventedPopulation } from '../src/bureaus/open.ts';
import type { SimulatedPerson } from '../src/bureaus/simulation/population/simulated-file.ts';
import { readConfig } from '../src/config/config.ts';
import type { Consumer } from '../src/domain/consumer.ts';
import { generateBody } from '../test/support/house.ts';
import { arrive, percentileOf } from './arrivals.ts';
import { type Bench, shotOf } from './bench.ts';
import { createPool, drive, type Pool, type Reply, type Shot } from './driver.ts';
import { say } from './lines.ts';
import type { Spent } from './server.ts';
import type { SimulatorsAnswer, SimulatorsOrder } from './simulators.ts';

const LATENCY_MS = 150;
/** A process's default concurrency limit per bureau: more requests would only queue. */
const CALLERS = 64;
const PEOPLE_LOOKED_AT = 80;
/** Bare requests per request to the service: enough for a percentile, too few to change the load much. */
const BARE_SHARE = 0.25;
/** Longer than the other parts' rounds: a 99th percentile needs many requests. */
const ROUND_MS = 3_000;
const AIMS = [
  { name: 'p50', share: 0.5, aimMs: 5 },
  { name: 'p99', share: 0.99, aimMs: 25 },
];

type Round = {
  aloneMs: number[];
  bareMs: number[];
  serviceMs: number[];
  cpuMs: number;
  shortReports: number;
};

export async function bureausTable(bench: Bench, rounds: number): Promise<string> {
  const order: SimulatorsOrder = { latencyMs: LATENCY_MS };
  const { env } = (await bench.startProcess<SimulatorsAnswer>('simulators.ts', order)).answer;
  const people = await findPeople(env);
  const live = bench.serviceOrder('live', '', env);
  const { answer, ask } = await bench.startProcess<{ port: number }>('server.ts', live);
  const generates = people.map(({ consumer }) => {
    const { ipAddress: _ours, ...about } = consumer;
    return shotOf(bench.client, generateBody({ test: undefined, ...about }));
  });
  const service = createPool(answer.port);
  const pools = new Map<number, Pool>();
  const poolOf = (port: number): Pool =>
    pools.get(port) ?? (pools.set(port, createPool(port)).get(port) as Pool);

  const askService = (turn: number) => mustBeFine(service.fire(generates[turn % generates.length] as Shot));
  const askBureaus = async (turn: number): Promise<void> => {
    const searches = people[turn % people.length]?.searches ?? [];
    await Promise.all(searches.map(({ port, shot }) => mustBeFine(poolOf(port).fire(shot))));
  };

  const saturatedPerSecond = await saturate(answer.port, generates);
  say(`saturated at ${saturatedPerSecond.toFixed(0)} a second`);
  const load = { perSecond: saturatedPerSecond / 2, durationMs: ROUND_MS };
  const measured: Round[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const aloneMs = await arrive({ ...load, ask: askBureaus });
    const before = await ask<Spent>('spent');
    const [serviceMs, bareMs] = await Promise.all([
      arrive({ ...load, ask: askService }),
      arrive({ ...load, perSecond: load.perSecond * BARE_SHARE, ask: askBureaus }),
    ]);
    const after = await ask<Spent>('spent');
    const cpuMs = (after.cpuMs - before.cpuMs) / serviceMs.length;
    const shortReports = after.shortReports - before.shortReports;
    if (round > 0) measured.push({ aloneMs, bareMs, serviceMs, cpuMs, shortReports });
    for (const pool of [service, ...pools.values()]) pool.close();
    say(round === 0 ? 'warmed up' : `round ${round} of ${rounds} done`);
  }
  return toTable(measured, saturatedPerSecond);
}

async function mustBeFine(answered: Promise<Reply>): Promise<void> {
  const { status } = await answered;
  if (status !== 200) throw new Error(`an answer was ${status}, not 200`);
}

/** The first run warms up. */
async function saturate(port: number, shots: Shot[]): Promise<number> {
  let turn = 0;
  const next = () => shots[turn++ % shots.length] as Shot;
  const options = { port, connections: CALLERS, durationMs: ROUND_MS, next, expectStatus: 200 };
  await drive(options);
  const { perSecond, unexpected } = await drive(options);
  if (unexpected > 0) throw new Error(`${unexpected} answers were not 200`);
  return perSecond;
}

type Known = { consumer: Consumer; searches: { port: number; shot: Shot }[] };

/** People whom all three bureaus know, each with the requests that the adapters send for them. */
async function findPeople(env: Record<string, string>): Promise<Known[]> {
  const population = inventedPopulation();
  const sent: Parameters<Call>[0][] = [];
  const { call, close } = createCall();
  const settings = readConfig(env);
  const recording: Call = (request) => {
    sent.push(request);
    return call(request);
  };
  const adapters = BUREAUS.map((entry) =>
    entry.createAdapter({ call: recording, settings, nowMs: Date.now, onNotice: () => {} }),
  );
  const indices = Array.from({ length: PEOPLE_LOOKED_AT }, (_, index) => index).filter((index) =>
    BUREAUS.every(({ id }) => population.file(id, index) !== null),
  );
  const known = await Promise.all(
    indices.map(async (index): Promise<Known[]> => {
      const consumer = consumerOf(population.person(index));
      const reportId = randomUUIDv7();
      const answers = await Promise.all(adapters.map((adapter) => adapter.search({ reportId, consumer })));
      if (answers.some(({ status }) => status !== 'ok')) return [];
      // A token and the code tables are fetched once and are not part of a search.
      const searches = sent.filter((request) => JSON.stringify(request).includes(reportId)).map(toSearch);
      return [{ consumer, searches }];
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

function toSearch({ url, method, headers, body }: Parameters<Call>[0]): { port: number; shot: Shot } {
  const { port, pathname, search } = new URL(url);
  const shot = { method, path: pathname + search, headers, ...(body !== undefined && { body }) };
  return { port: Number(port), shot };
}

function toTable(rounds: Round[], saturatedPerSecond: number): string {
  const medianOf = (figure: (round: Round) => number) => percentileOf(rounds.map(figure), 0.5);
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const rows = AIMS.map(({ name, share, aimMs }) => {
    // Over all rounds: one round has too few bare requests for a 99th percentile.
    const of = (column: 'aloneMs' | 'bareMs' | 'serviceMs') =>
      percentileOf(
        rounds.flatMap((round) => round[column]),
        share,
      );
    const [aloneMs, bareMs, serviceMs] = [of('aloneMs'), of('bareMs'), of('serviceMs')];
    return `| ${name} | ${ms(aloneMs)} | ${ms(bareMs)} | ${ms(serviceMs)} | ${ms(serviceMs - bareMs)} | ≤ ${aimMs} ms |`;
  });
  const short = rounds.reduce((sum, { shortReports }) => sum + shortReports, 0);
  const half = (saturatedPerSecond / 2).toFixed(0);
  return [
    `Three bureaus that take ${LATENCY_MS} ms each, ${half} requests a second: half of the ${saturatedPerSecond.toFixed(0)} at which ${CALLERS} callers`,
    `saturate the service; rounds of ${ROUND_MS} ms. It spends ${ms(medianOf(({ cpuMs }) => cpuMs))} of CPU time on a request.`,
    // A bureau that timed out costs no merging, so that such a run proves nothing.
    ...(short > 0
      ? [`NOT A MEASUREMENT: ${short} reports lacked a bureau; the machine has other work.`]
      : []),
    '',
    '| figure | slowest bureau alone | beside the service | through the service | added | aim |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
}
