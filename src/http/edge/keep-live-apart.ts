// Keeps live reports from callers who may see test mode only: a person whose role lacks reports:live, and a credential made for test
// mode, make, list and read test reports. Runs after the permission check and before the body is validated.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type Caller, seesLive } from '../../usecases/caller.ts';
import { requirePermission } from './checks.ts';

type Done = (error?: Error) => void;
/** With a callback, so that callers who see live reports do not wait for a promise. */
export type KeepLiveApart = (request: FastifyRequest, reply: FastifyReply, done: Done) => void;

export function createKeepLiveApart(needs: {
  /** Null when the tenant has no such report. */
  isTestReport: (tenantId: string, reportId: string) => Promise<boolean | null>;
}): KeepLiveApart {
  const check = async (request: FastifyRequest, caller: Caller): Promise<void> => {
    const { creditReportId } = request.params as { creditReportId?: string };
    if (creditReportId !== undefined) {
      const isTest = isUuid(creditReportId)
        ? await needs.isTestReport(caller.tenantId, creditReportId)
        : null;
      if (isTest === false) requireLive(caller);
    } else if (request.method === 'GET' || request.method === 'HEAD') {
      const query = request.query as { test?: unknown };
      query.test ??= 'true';
      if (query.test === 'false') requireLive(caller);
    } else if ((request.body as { test?: unknown } | null)?.test !== true) {
      requireLive(caller);
    }
  };

  return (request, _reply, done) => {
    const { caller } = request;
    if (caller === null || seesLive(caller)) return done();
    check(request, caller).then(() => done(), done);
  };
}

function requireLive(caller: Caller): void {
  if (caller.role === null)
    throw new Refusal(
      'forbidden',
      'This credential is for test mode only. Set `test` to true, or use one that an owner or an admin made for live reports.',
    );
  requirePermission(caller, 'reports:live');
}
