// Composes what the console looks at and the service itself does not need: the request log, timelines, messages, the overview. A part
// of compose.ts, which stays readable without it.
import { randomUUIDv7 } from 'node:crypto';
import type { Config } from './config.ts';
import type { Metrics } from './http/metrics.ts';
import type { Providers } from './providers.ts';
import type { Database } from './storage/connection/database.ts';
import { createReportEvents } from './storage/report-events.ts';
import type { ReportStore } from './storage/reports.ts';
import { createRequestLog } from './storage/requests.ts';
import { createListMessages } from './usecases/list-messages.ts';
import type { NoteStep } from './usecases/note-step.ts';
import { createOperator } from './usecases/operator.ts';
import { createReadOverview } from './usecases/read-overview.ts';
import { createReadTimeline } from './usecases/read-timeline.ts';
import { createReadRequests } from './usecases/request-log.ts';
import type { Searched } from './world/live.ts';

export function composeConsole(given: {
  config: Config;
  database: Database;
  metrics: Metrics;
  reports: ReportStore;
  nowMs: () => number;
  at: () => Date | null;
  newDataKey: (tenantId: string) => Buffer;
  /** Known once the live world is open. */
  providers: () => Providers;
}) {
  const { config, database, metrics, reports, nowMs } = given;
  const requestLog = createRequestLog({ database, onDropped: metrics.countDropped });
  const events = createReportEvents({ database, onDropped: metrics.countDropped });
  const noteStep: NoteStep = (step) => {
    if (config.REQUEST_LOG) events.record({ ...step, at: new Date(nowMs()) });
  };

  return {
    forApp: {
      recordRequest: config.REQUEST_LOG ? requestLog.record : null,
      readRequests: createReadRequests({ database, nowMs }),
      readTimeline: createReadTimeline({ database, reports }),
      listMessages: createListMessages({ database }),
      readOverview: createReadOverview({
        database,
        at: given.at,
        listSimulators: () => given.providers().simulators(),
      }),
      operator: createOperator({ database, newDataKey: given.newDataKey }),
      listProviders: () => given.providers().list(),
    },
    noteStep,
    ...createSearchNotes(noteStep),
    flushed: async (): Promise<void> => {
      await requestLog.flushed();
      await events.flushed();
    },
    /** What has had its time goes; safe to do twice. */
    keepHouse: async (): Promise<void> => {
      await requestLog.purgeRequests();
      await events.purgeEvents();
    },
  };
}

/** A bureau does not know for which tenant it is asked: its answers are kept until the request that asked is at its end. */
function createSearchNotes(noteStep: NoteStep) {
  const underway = new Map<string, Searched[]>();
  return {
    onSearched: (searched: Searched): void => {
      underway.get(searched.reportId)?.push(searched);
    },
    noting:
      <Input extends { tenantId: string; reportId: string }, Answer>(
        work: (input: Input) => Promise<Answer>,
      ) =>
      async (input: Input): Promise<Answer> => {
        const { tenantId, reportId } = input;
        const answers: Searched[] = [];
        underway.set(reportId, answers);
        try {
          return await work(input);
        } finally {
          underway.delete(reportId);
          for (const { id: bureau, status: outcome, tookMs, simulated = false } of answers) {
            const facts = { bureau, outcome, tookMs, simulated };
            noteStep({ tenantId, reportId, id: randomUUIDv7(), kind: 'bureau', facts });
          }
        }
      },
  };
}
