// What readiness is made of: the database and, with several workers, all of them. Any worker reports readiness for all workers.
import type { Part } from '../http/routes/service/health.ts';
import type { Database } from '../storage/engine/connection/database.ts';
import { askDatabase } from '../storage/engine/connection/readiness.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Peers } from '../telemetry/peers.ts';

export function composeParts(given: { database: Database; peers: Peers; metrics: Metrics }): Part[] {
  const { database, peers, metrics } = given;
  const check = (): Promise<string> => askDatabase(database);
  if (peers.count === 1) return [{ name: 'database', check }];
  peers.onAsked('ready', async () => {
    const state = await check().catch(() => 'unreachable');
    metrics.setReady(state === 'ok');
    return state;
  });
  const checkAll = async (): Promise<string> => {
    const { values, missing } = await peers.askAll('ready');
    if (missing > 0) return 'no answer in time';
    return String(values.find((state) => state !== 'ok') ?? 'ok');
  };
  return [
    { name: 'database', check },
    { name: 'workers', check: checkAll },
  ];
}
