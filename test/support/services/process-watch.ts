// What a process holds, sampled from outside while it works: memory, open files, sockets, database connections and event loop lag. A
// sample a second; a line a minute, with the minimum of the memory, which is what garbage collection leaves.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as passed } from 'node:timers/promises';
import { call, type ServiceProcess } from '../processes.ts';

const METRICS_EVERY = 5;

export type Minute = {
  minute: number;
  /** The minimum of the minute. */
  rssMb: number;
  heapMb: number;
  /** The heap's reserved size, and buffers outside it. */
  reservedMb: number;
  /** The maximum of the minute. */
  fds: number;
  sockets: number;
  pool: number;
  lagP99Ms: number;
};

export async function watchProcess(
  service: ServiceProcess,
  minutes: number,
  onMinute: (minute: Minute) => Promise<void>,
): Promise<Minute[]> {
  const all: Minute[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const seen: Minute = {
      minute,
      rssMb: Infinity,
      heapMb: Infinity,
      reservedMb: Infinity,
      fds: 0,
      sockets: 0,
      pool: 0,
      lagP99Ms: 0,
    };
    const begunMs = performance.now();
    for (let second = 1; second <= 60; second += 1) {
      await passed(Math.max(0, begunMs + second * 1_000 - performance.now()));
      look(service.pid, seen);
      if (second % METRICS_EVERY === 0) await ask(service, seen);
    }
    all.push(seen);
    await onMinute(seen);
  }
  return all;
}

function look(pid: number, seen: Minute): void {
  const rssKb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  seen.rssMb = Math.min(seen.rssMb, rssKb / 1024);
  const links = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      // Closed between the two reads.
      return [];
    }
  });
  seen.fds = Math.max(seen.fds, links.length);
  seen.sockets = Math.max(seen.sockets, links.filter((link) => link.startsWith('socket:')).length);
}

/** The metric counts the lag since the last scrape. */
async function ask(service: ServiceProcess, seen: Minute): Promise<void> {
  const answer = await call(service.origin, { path: '/metrics' }).catch(() => null);
  // Callers report a process that does not answer for half a minute; skip this sample.
  if (answer === null) return;
  const { text } = answer;
  const figure = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  const connections = [...text.matchAll(/^trefoil_database_connections\{state="(in-use|idle)"\} (\d+)$/gm)];
  const pool = connections.reduce((sum, [, , count]) => sum + Number(count), 0);
  seen.heapMb = Math.min(seen.heapMb, figure('nodejs_heap_size_used_bytes') / 1024 ** 2);
  const reserved = figure('nodejs_heap_size_total_bytes') + figure('nodejs_external_memory_bytes');
  seen.reservedMb = Math.min(seen.reservedMb, reserved / 1024 ** 2);
  seen.pool = Math.max(seen.pool, pool);
  seen.lagP99Ms = Math.max(seen.lagP99Ms, figure('nodejs_eventloop_lag_p99_seconds') * 1_000);
}

/** The slope of the values, by least squares. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const upper = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  const lower = values.reduce((sum, _value, at) => sum + (at - middle) ** 2, 0);
  return upper / lower;
}
