// Composes the activity that the console shows: the request log, timelines, messages, the overview. The writers come first;
// the readers after the live world, because they list its providers.
import type { Config } from '../config/config.ts';
import type { Sms } from '../sms/index.ts';
import { addUpFigures } from '../storage/activity/add-up-figures.ts';
import { purgeMinutes } from '../storage/activity/add-up-minutes.ts';
import { purgeReportEvents } from '../storage/activity/report-events.ts';
import { createRequestLog, type NewRequest } from '../storage/activity/request-log.ts';
import { createTestExchanges, type TestExchanges } from '../storage/activity/test-exchanges.ts';
import type { Database } from '../storage/engine/connection/database.ts';
import type { Vault } from '../storage/keys/vault.ts';
import type { ReportStore } from '../storage/reports/reports.ts';
import { purgeEvents } from '../storage/webhooks/event-feed.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createFigureTurns } from '../usecases/activity/figure-turns.ts';
import { createListMessages } from '../usecases/activity/list-messages.ts';
import { createOnce } from '../usecases/activity/once.ts';
import { createReadAttention } from '../usecases/activity/read-attention.ts';
import { createReadBureaus, type ReadBureaus } from '../usecases/activity/read-bureaus.ts';
import { createReadOverview } from '../usecases/activity/read-overview.ts';
import { createReadRequests, type ReadRequests } from '../usecases/activity/read-requests.ts';
import { createReadStats, type StatsQuery } from '../usecases/activity/read-stats.ts';
import { createReadTimeline } from '../usecases/activity/read-timeline.ts';
import type { Caller } from '../usecases/caller.ts';
import { createReadTenant } from '../usecases/operating/read-tenant.ts';
import type { Endpoints } from '../usecases/webhooks/endpoints.ts';

export type ActivityWriters = {
  /** Null while the request log is switched off. */
  recordRequest: ((request: NewRequest) => void) | null;
  recordExchange: TestExchanges['record'];
  exchanges: TestExchanges;
  /** Resolves when everything recorded so far is written. */
  flushed(): Promise<void>;
  /** Deletes rows past their retention and adds up figures. Safe to run twice. */
  keepHouse(): Promise<void>;
};

export function composeActivityWriters(given: {
  config: Config;
  database: Database;
  vault: Vault;
  metrics: Metrics;
}): ActivityWriters {
  const { config, database, vault, metrics } = given;
  const exchanges = createTestExchanges({ database, vault, onDropped: metrics.countDropped });
  const requestLog = createRequestLog({ database, onDropped: metrics.countDropped });

  return {
    recordRequest: config.REQUEST_LOG ? requestLog.record : null,
    recordExchange: config.REQUEST_LOG ? exchanges.record : () => {},
    exchanges,
    flushed: async () => {
      await Promise.all([requestLog.flushed(), exchanges.flushed()]);
    },
    keepHouse: async (): Promise<void> => {
      // Before the rows that they count are purged.
      await addUpFigures(database);
      await purgeMinutes(database);
      await requestLog.purgeRequests();
      await exchanges.purge();
      await purgeReportEvents(database);
      await purgeEvents(database);
    },
  };
}

export function composeActivityReaders(given: {
  config: Config;
  database: Database;
  vault: Vault;
  reports: ReportStore;
  endpoints: Endpoints;
  nowMs: () => number;
  listSimulators: () => string[];
  outbox: Sms['outbox'];
}) {
  const { database, reports, endpoints, nowMs, listSimulators, outbox } = given;
  const once = createOnce(given.config.FIGURES_KEPT_MS);
  const readStats = createReadStats({ database, nowMs, once });
  const readAttention = createReadAttention({ database, endpoints, nowMs, once, readStats, listSimulators });
  const turns = createFigureTurns();
  const readRequests = createReadRequests({ database, nowMs, once });
  const readOverview = createReadOverview({ database, once, readStats, readAttention });
  const readBureaus = createReadBureaus({ database, nowMs, once });
  const statsInTurn = (tenantId: string, query: StatsQuery) =>
    turns(tenantId, () => readStats(tenantId, query));
  return {
    readRequests: {
      ...readRequests,
      errors: (caller, period) => turns(caller.tenantId, () => readRequests.errors(caller, period)),
    } satisfies ReadRequests,
    readTimeline: createReadTimeline({ database, reports }),
    listMessages: createListMessages({
      database,
      vault: given.vault,
      listTexts: outbox === null ? null : () => outbox.list(),
    }),
    readStats: statsInTurn,
    readBureaus: (...[tenantId, period]: Parameters<ReadBureaus>) =>
      turns(tenantId, () => readBureaus(tenantId, period)),
    readTenant: createReadTenant({ database, readStats }),
    readAttention: { read: (caller: Caller) => turns(caller.tenantId, () => readAttention.read(caller)) },
    readOverview: (caller: Caller) => turns(caller.tenantId, () => readOverview(caller)),
  };
}
