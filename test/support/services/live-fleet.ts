// Real processes with a live world on one database, the stand-in provider that they ask, and a house on the same database
// that makes tenants, hands out tokens and looks into the books. Processes come and go; the rest stays.
import { join } from 'node:path';
import { createTestDatabase } from '../database/postgres.ts';
import { type House, openHouse, sql, TEST_ORIGIN } from '../house.ts';
import { endAll, type ServiceProcess, type Settings, startService, untilReady } from '../processes.ts';
import { type Provider, startProvider } from '../provider.ts';

const LIVE_SERVICE = join(import.meta.dirname, 'live-service.ts');
/** Compiled once for all: starting processes is most of what these tests do. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, '../../../.cache/compiled');

export type LiveFleet = {
  house: House;
  provider: Provider;
  /** Of every process. */
  settings: Settings;
  /** Every process that was ready once; the dead ones too. */
  processes: ServiceProcess[];
  living(): ServiceProcess[];
  /** Ready when this resolves, and in how many milliseconds it was. */
  start(settings?: Settings): Promise<ServiceProcess & { readyMs: number }>;
  close(): Promise<void>;
};

/** On a database of the run's server, or on another that the caller looks after. */
export async function openLiveFleet(count: number, on?: { url: string }): Promise<LiveFleet> {
  const database = on === undefined ? await createTestDatabase() : { ...on, drop: async () => {} };
  const house = await openHouse({}, database);
  const provider = await startProvider();
  const settings = {
    DATABASE_URL: database.url,
    PUBLIC_URL: TEST_ORIGIN,
    DATABASE_POOL_SIZE: '4',
    LOG_LEVEL: 'warn',
  };
  const processes: ServiceProcess[] = [];
  const fleet: LiveFleet = {
    house,
    provider,
    settings,
    processes,
    living: () => processes.filter((one) => !one.hasEnded()),
    start: async (more = {}) => {
      // Each process that is killed takes its share of the minute's requests with it.
      await sql(house, 'delete from rate_windows');
      const begunMs = performance.now();
      const one = await startLive(provider, { ...settings, ...more });
      await untilReady(one, 60_000);
      processes.push(one);
      return { ...one, readyMs: performance.now() - begunMs };
    },
    close: async () => {
      for (const one of processes) one.signal('SIGKILL');
      await provider.close();
      await house.close();
      await endAll();
      await database.drop();
    },
  };
  try {
    await Promise.all(Array.from({ length: count }, () => fleet.start()));
    return fleet;
  } catch (error) {
    await fleet.close();
    throw error;
  }
}

/** Starts a service that asks this provider, and does not wait for it. */
export function startLive(provider: Provider, settings: Settings): Promise<ServiceProcess> {
  return startService({ TEST_PROVIDER_URL: provider.url, NODE_COMPILE_CACHE, ...settings }, [LIVE_SERVICE]);
}

export type OpenHold = { id: string; purpose: 'report' | 'sms' };

export function openHolds(house: House, tenantId: string): Promise<OpenHold[]> {
  return sql<OpenHold>(house, "select id, purpose from holds where tenant_id = $1 and state = 'open'", [
    tenantId,
  ]);
}
