// Composes what the console looks at and the service itself does not need: the request log, timelines, the overview. A part of
// compose.ts, which stays readable without it.
import type { Config } from './config.ts';
import type { Metrics } from './http/metrics.ts';
import type { Database } from './storage/database.ts';
import { createRequestLog } from './storage/requests.ts';
import { createReadRequests } from './usecases/request-log.ts';

export function composeConsole(given: {
  config: Config;
  database: Database;
  metrics: Metrics;
  nowMs: () => number;
}) {
  const { config, database, metrics, nowMs } = given;
  const requestLog = createRequestLog({ database, onDropped: metrics.countDropped });

  return {
    forApp: {
      recordRequest: config.REQUEST_LOG ? requestLog.record : null,
      readRequests: createReadRequests({ database, nowMs }),
    },
    flushed: async (): Promise<void> => {
      await requestLog.flushed();
    },
    /** What has had its time goes; safe to do twice. */
    keepHouse: async (): Promise<void> => {
      await requestLog.purgeRequests();
    },
  };
}
