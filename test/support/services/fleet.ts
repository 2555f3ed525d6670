// Processes of the service on one database, and a composed service in the test's own process on the same database, which creates tenants
// and tokens and reads the ledger. Processes come and go; the rest stays.
import { createTestDatabase, SHARDED_SETTING, type TestDatabase } from '../database/postgres.ts';
import { type House, openHouse, sql, TEST_ORIGIN } from '../house.ts';
import { endAll, type ServiceProcess, type Settings, startService, untilReady } from '../processes.ts';
import type { WorldName } from './service.ts';

export type Fleet = {
  house: House;
  databaseUrl: string;
  /** Of every process. */
  settings: Settings;
  /** Every process that was ready once, the dead ones included. */
  processes: ServiceProcess[];
  living(): ServiceProcess[];
  /** Ready when this resolves, after `readyMs`. */
  start(more?: Settings): Promise<ServiceProcess & { readyMs: number }>;
  close(): Promise<void>;
};

export type FleetOptions = {
  /** How many processes are ready when it opens. */
  count?: number;
  /** The live world of its processes; without one they are started as an operator starts them. */
  world?: WorldName;
  settings?: Settings;
  /** A database that outlives it; otherwise one of its own. */
  on?: TestDatabase;
};

export async function openFleet({ count = 0, world, settings: more, on }: FleetOptions): Promise<Fleet> {
  const database = on ?? (await createTestDatabase());
  const house = await openHouse({}, database);
  const settings = { DATABASE_URL: database.url, ...SHARDED_SETTING, PUBLIC_URL: TEST_ORIGIN, ...more };
  const processes: ServiceProcess[] = [];
  const fleet: Fleet = {
    house,
    databaseUrl: database.url,
    settings,
    processes,
    living: () => processes.filter((one) => !one.hasEnded()),
    start: async (overrides = {}) => {
      // A killed process never returns the rate-limit quota that it had taken for the minute.
      await sql(house, 'delete from rate_windows');
      const begunMs = performance.now();
      const one = await startService({ ...settings, ...overrides }, { world });
      await untilReady(one);
      const ready = { ...one, readyMs: performance.now() - begunMs };
      processes.push(ready);
      return ready;
    },
    close: async () => {
      await endAll();
      await house.close();
      if (on === undefined) await database.drop();
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
