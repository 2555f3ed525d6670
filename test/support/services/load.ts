// More load than a service can carry: what it is asked, and how the answers came, by status.
import { percentileOf } from '../../../bench/arrivals.ts';
import { drive, type Pool, type Shot } from '../../../bench/driver.ts';
import { createTenant, generateBody, type House, tokenOf } from '../house.ts';
import { LIVE } from '../money.ts';
import type { ServiceProcess } from '../processes.ts';

const FUNDED = 1_000_000_000;
const CONNECTIONS = 32;
const ANSWERED_WITHIN_MS = 30_000;

/** A charged report: the request that costs the service most compared with its caller. */
export async function shotOf(house: House): Promise<Shot> {
  const tenant = await createTenant(house, { balanceCredits: FUNDED });
  return {
    method: 'POST',
    path: `/${tenant.tenantId}/v1/credit-reports`,
    headers: {
      authorization: `Bearer ${await tokenOf(house, tenant)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(generateBody(LIVE)),
  };
}

/** Answers per second of a closed loop that just keeps it busy. */
export async function capacityOf(
  service: ServiceProcess,
  shots: Shot[],
  durationMs: number,
): Promise<number> {
  let turn = 0;
  const { perSecond, unexpected } = await drive({
    port: service.port,
    connections: CONNECTIONS,
    durationMs,
    next: () => shots[turn++ % shots.length] as Shot,
    expectStatus: 200,
  });
  if (unexpected > 0) throw new Error(`${unexpected} answers were not 200`);
  return perSecond;
}

/** `why`: the code of a refusal, or what became of the connection where there was no answer. */
export type Answered = { status: number; why: string | null; path: string; tookMs: number; atMs: number };

/** An open loop: sends at a constant rate, whether or not the last requests were answered; times are from sending to answer. */
export async function flood(options: {
  pool: Pool;
  shots: Shot[];
  perSecond: number;
  durationMs: number;
}): Promise<Answered[]> {
  const { pool, shots, perSecond, durationMs } = options;
  const answered: Answered[] = [];
  const underway = new Set<Promise<void>>();
  const begunMs = performance.now();
  let sent = 0;
  for (let nowMs = begunMs; nowMs - begunMs < durationMs; nowMs = performance.now()) {
    const due = Math.floor(((nowMs - begunMs) * perSecond) / 1_000);
    for (; sent < due; sent += 1) {
      const sentMs = performance.now();
      const shot = shots[sent % shots.length] as Shot;
      const note = (status: number, why: string | null): void => {
        const atMs = performance.now();
        answered.push({ status, why, path: shot.path, tookMs: atMs - sentMs, atMs: atMs - begunMs });
      };
      const one = pool.fire(shot).then(
        ({ status, code }) => note(status, code),
        (error: Error) => note(0, error.message),
      );
      underway.add(one);
      void one.finally(() => underway.delete(one));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const late = new Promise<void>((resolve) => setTimeout(resolve, ANSWERED_WITHIN_MS).unref());
  await Promise.race([Promise.all(underway), late]);
  const silent = Array.from(underway, () => ({
    ...{ status: 0, why: 'no answer', path: '' },
    ...{ tookMs: ANSWERED_WITHIN_MS, atMs: durationMs },
  }));
  return [...answered, ...silent];
}

export function figuresOf(answered: Answered[]): { count: number; p50Ms: number; p99Ms: number } {
  const tookMs = answered.map((one) => one.tookMs);
  return { count: answered.length, p50Ms: percentileOf(tookMs, 0.5), p99Ms: percentileOf(tookMs, 0.99) };
}
