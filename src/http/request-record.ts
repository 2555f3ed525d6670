// What the request log keeps of a request: an allow list, as in logging.ts. What a stranger sent belongs to no tenant and is not in it;
// neither is what a person merely read, or the console would fill the log by looking at it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../domain/ids.ts';
import type { NewRequest } from '../storage/activity/requests.ts';

/** Who is told to slow down is written down once in this time, and not for every try. */
const LIMITED_MS = 1_000;
/** Of a validation error; a body can be wrong in a hundred places. */
const DETAILS_MAX = 20;
const LIMITED_MAX = 10_000;

export function createRequestRecorder(record: (request: NewRequest) => void) {
  const lastLimitedMs = new Map<string, number>();

  const isOneOfMany = (who: string, nowMs: number): boolean => {
    if (nowMs - (lastLimitedMs.get(who) ?? 0) < LIMITED_MS) return true;
    if (lastLimitedMs.size >= LIMITED_MAX) lastLimitedMs.clear();
    lastLimitedMs.set(who, nowMs);
    return false;
  };

  return (request: FastifyRequest, reply: FastifyReply, ms: number): void => {
    const { caller, identified, refusedAs } = request;
    if (identified === null) return;
    const tenantId = caller?.tenantId ?? identified.boundTenantId;
    if (tenantId === null) return;
    const status = reply.statusCode;
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (identified.sessionId !== null && isReading && status < 400) return;
    const nowMs = Date.now();
    const { credentialId } = identified;
    if (status === 429 && isOneOfMany(credentialId ?? identified.person.id, nowMs)) return;
    record({
      tenantId,
      id: request.id,
      // The clock is cut to whole milliseconds: the one that has begun counts, or a call could stand before what was over by then.
      atMs: nowMs + 1 - ms,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status,
      code: refusedAs,
      details: request.refusedDetails?.slice(0, DETAILS_MAX) ?? null,
      ms,
      credentialId,
      personId: credentialId === null ? identified.person.id : null,
      ...aboutReport(request, reply),
    });
  };
}

function aboutReport(
  request: FastifyRequest,
  reply: FastifyReply,
): { reportId: string | null; isTest: boolean | null } {
  const { creditReportId } = (request.params ?? {}) as { creditReportId?: string };
  if (creditReportId !== undefined) {
    return { reportId: isUuid(creditReportId) ? creditReportId : null, isTest: null };
  }
  if (request.routeOptions.config.makesReport !== true) return { reportId: null, isTest: null };
  const body = request.body as { test?: unknown } | null | undefined;
  const isTest = typeof body === 'object' && body !== null ? body.test === true : null;
  // The answer to a repeat is the stored one, and the id that was made for this request is nobody's.
  const isMade = reply.statusCode === 200 && !reply.hasHeader('idempotent-replayed');
  return { reportId: isMade ? request.resourceId : null, isTest };
}
