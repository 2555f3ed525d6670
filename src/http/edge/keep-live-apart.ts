// Keeps live reports from callers who may see test mode only: a person whose role lacks reports:live, and a credential made for test
// mode, make, list and read test reports. Runs after the permission check and before the body is validated.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../domain/ids.ts';
import { type Caller, isKeptToTest, refuseTestOnly } from '../../usecases/caller.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its `mode` chooses, rather than `test`. */
    hasMode?: true;
  }
}

type Done = (error?: Error) => void;
/** With a callback, so that callers who see live reports do not wait for a promise. */
export type KeepLiveApart = (request: FastifyRequest, reply: FastifyReply, done: Done) => void;

export function createKeepLiveApart(needs: {
  /** Null when the tenant has no such report. */
  isTestReport: (tenantId: string, reportId: string) => Promise<boolean | null>;
}): KeepLiveApart {
  const check = async (request: FastifyRequest, caller: Caller): Promise<void> => {
    const { creditReportId } = request.params as { creditReportId?: string };
    const query = request.query as { test?: unknown; mode?: unknown; since?: unknown };
    if (creditReportId !== undefined) {
      // `since` names another report of the same consumer.
      for (const id of [creditReportId, query.since]) {
        if (typeof id !== 'string' || !isUuid(id)) continue;
        if ((await needs.isTestReport(caller.tenantId, id)) === false) refuseTestOnly(caller);
      }
    } else if (request.method === 'GET' || request.method === 'HEAD') {
      if (query.test === 'false' || query.mode === 'live') refuseTestOnly(caller);
      // The log of requests has calls that are about no report: they are of either mode.
      if (request.routeOptions.config.hasMode) query.mode = 'test';
      else query.test ??= 'true';
    } else if ((request.body as { test?: unknown } | null)?.test !== true) {
      refuseTestOnly(caller);
    }
  };

  return (request, _reply, done) => {
    const { caller } = request;
    if (caller === null || !isKeptToTest(caller)) return done();
    check(request, caller).then(() => done(), done);
  };
}
