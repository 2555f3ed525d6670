// The cost of reading as history grows: first pages at 1,000,000 rows compared with 1,000. A cost of at most 1.1 is a rate of at least 0.91.
import { connect } from 'node:net';
import { setTimeout as passed } from 'node:timers/promises';
import type { Client } from '../test/support/house.ts';
import { percentileOf } from './arrivals.ts';
import type { Bench } from './bench.ts';
import { type Shot, toBytes } from './driver.ts';
import type { Line } from './lines.ts';
import { LONG_PAST, SHORT_PAST, tenantsWithPast } from './past.ts';

const CALLERS = 8;
/** The service's batch size. */
const CSV_PAGE_LINES = 1_000;
/** In which it may end its work on a page after the client has disconnected. */
const CSV_PAUSE_MS = 20;

const PAGES = [
  { name: 'list of reports', path: 'credit-reports' },
  { name: 'wallet statement', path: 'billing/transactions' },
];

export async function listLines(bench: Bench): Promise<Line[]> {
  const { short, long } = await tenantsWithPast(bench);
  const service = await bench.startServer(bench.serviceOrder('service'));
  const pairOf = (name: string, measureOn: (client: Client) => () => Promise<number>): Line[] => {
    const beside = `${name}, ${SHORT_PAST} rows`;
    return [
      { name: beside, measure: measureOn(short) },
      { name: `${name}, ${LONG_PAST} rows`, measure: measureOn(long), beside, aim: { atLeast: 0.91 } },
    ];
  };
  const pages = PAGES.flatMap(({ name, path }) =>
    pairOf(name, (client) => {
      const shot = getShot(client, path);
      return () => bench.shoot(service, () => shot, CALLERS);
    }),
  );
  const csvOn = (client: Client) => {
    const shot = getShot(client, 'billing/transactions', { accept: 'text/csv' });
    return () => firstPages(service, shot, bench.roundMs);
  };
  return [...pages, ...pairOf('statement as CSV, first page', csvOn)];
}

function getShot(client: Client, path: string, more: Record<string, string> = {}): Shot {
  const headers = { authorization: `Bearer ${client.token}`, ...more };
  return { method: 'GET', path: `/${client.tenant.tenantId}/v1/${path}`, headers };
}

/** One after another, each on a connection that is closed at the first page; the rate by the median time. */
async function firstPages(port: number, shot: Shot, durationMs: number): Promise<number> {
  const timesMs: number[] = [];
  const endsAt = performance.now() + durationMs;
  while (performance.now() < endsAt) {
    timesMs.push(await firstPageMs(port, shot));
    await passed(CSV_PAUSE_MS);
  }
  return 1000 / percentileOf(timesMs, 0.5);
}

function firstPageMs(port: number, shot: Shot): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let lines = 0;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(toBytes(shot)));
    socket.on('data', (chunk: Buffer) => {
      if (lines === 0 && chunk.toString('latin1', 9, 12) !== '200') reject(new Error('no statement came'));
      for (const byte of chunk) if (byte === 10) lines += 1;
      if (lines < CSV_PAGE_LINES) return;
      resolve(performance.now() - startedAt);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}
