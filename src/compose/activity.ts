// Composes the activity that the console shows: the request log, timelines, messages, the overview. The writers come before the live
// world, which records its steps with them; the readers after it, because they list its providers.
import { randomUUIDv7 } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { addUpFigures } from '../storage/activity/figures.ts';
import { createReportEvents } from '../storage/activity/report-events.ts';
import { createRequestLog, type NewRequest } from '../storage/activity/requests.ts';
import type { Database } from '../storage/connection/database.ts';
import type { ReportStore } from '../storage/reports/reports.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createListMessages } from '../usecases/activity/list-messages.ts';
import { createReadOverview } from '../usecases/activity/read-overview.ts';
import { createReadRequests } from '../usecases/activity/read-requests.ts';
import { createReadStats } from '../usecases/activity/read-stats.ts';
import { createReadTimeline } from '../usecases/activity/read-timeline.ts';
import { createReadTenant } from '../usecases/operating/read-tenant.ts';
import type { NoteStep } from '../usecases/reports/note-step.ts';
import type { Searched } from '../world/live.ts';

export type ActivityWriters = {
  /** Null while the request log is switched off. */
  recordRequest: ((request: NewRequest) => void) | null;
  noteStep: NoteStep;
  /** What a bureau answered, for the timeline of the report that is being worked on. */
  onSearched: (searched: Searched) => void;
  /** Wraps a use case: what the bureaus answer while it runs is recorded when it ends. */
  noting<Input extends { tenantId: string; reportId: string }, Answer>(
    work: (input: Input) => Promise<Answer>,
  ): (input: Input) => Promise<Answer>;
  /** Resolves when everything recorded so far is written. */
  flushed(): Promise<void>;
  /** Deletes rows past their retention and adds up figures. Safe to run twice. */
  keepHouse(): Promise<void>;
};

export function composeActivityWriters(given: {
  config: Config;
  database: Database;
  metrics: Metrics;
  nowMs: () => number;
}): ActivityWriters {
  const { config, database, metrics, nowMs } = given;
  const requestLog = createRequestLog({ database, onDropped: metrics.countDropped });
  const events = createReportEvents({ database, onDropped: metrics.countDropped });
  const noteStep: NoteStep = (step) => {
    if (config.REQUEST_LOG) events.record({ at: new Date(nowMs()), ...step });
  };

  return {
    recordRequest: config.REQUEST_LOG ? requestLog.record : null,
    noteStep,
    ...createSearchNotes(noteStep, nowMs),
    flushed: async (): Promise<void> => {
      await requestLog.flushed();
      await events.flushed();
    },
    keepHouse: async (): Promise<void> => {
      // Before the rows that they count are purged.
      await addUpFigures(database);
      await requestLog.purgeRequests();
      await events.purgeEvents();
    },
  };
}

export function composeActivityReaders(given: {
  database: Database;
  reports: ReportStore;
  nowMs: () => number;
  at: () => Date | null;
  listSimulators: () => string[];
}) {
  const { database, reports, nowMs, at, listSimulators } = given;
  const readStats = createReadStats({ database, nowMs, at });
  return {
    readRequests: createReadRequests({ database, nowMs }),
    readTimeline: createReadTimeline({ database, reports }),
    listMessages: createListMessages({ database }),
    readStats,
    readTenant: createReadTenant({ database, readStats }),
    readOverview: createReadOverview({ database, nowMs, at, readStats, listSimulators }),
  };
}

/** A bureau does not know the tenant: its answers, each with its time, are kept until the request that asked for them ends. */
function createSearchNotes(
  noteStep: NoteStep,
  nowMs: () => number,
): Pick<ActivityWriters, 'onSearched' | 'noting'> {
  const underway = new Map<string, (Searched & { at: Date })[]>();
  return {
    onSearched: (searched: Searched): void => {
      underway.get(searched.reportId)?.push({ ...searched, at: new Date(nowMs()) });
    },
    noting:
      <Input extends { tenantId: string; reportId: string }, Answer>(
        work: (input: Input) => Promise<Answer>,
      ) =>
      async (input: Input): Promise<Answer> => {
        const { tenantId, reportId } = input;
        const answers: (Searched & { at: Date })[] = [];
        underway.set(reportId, answers);
        try {
          return await work(input);
        } finally {
          underway.delete(reportId);
          for (const { id: bureau, status: outcome, tookMs, simulated = false, at } of answers) {
            const facts = { bureau, outcome, tookMs, simulated };
            noteStep({ tenantId, reportId, id: randomUUIDv7(), kind: 'bureau', at, facts });
          }
        }
      },
  };
}
