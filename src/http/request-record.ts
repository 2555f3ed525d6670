// What the request log keeps of a request: an allow list, as in logging.ts. Requests without a valid token belong to no tenant and are
// left out. So are the reads of people, or the console would fill the log by showing it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../domain/ids.ts';
import type { Problem } from '../domain/refusal.ts';
import type { NewRequest } from '../storage/activity/requests.ts';

/** A rate-limited caller is recorded once in this time, not for every retry. */
const LIMITED_MS = 1_000;
/** Of a validation error, which may name a hundred fields. */
const DETAILS_MAX = 20;
/** Longer than any path or message of ours: what is stored stays small whatever a schema allows. */
const TEXT_MAX = 200;
const LIMITED_MAX = 10_000;

export function createRequestRecorder(record: (request: NewRequest) => void) {
  const lastLimitedMs = new Map<string, number>();

  const wasJustRecorded = (who: string, nowMs: number): boolean => {
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
    if (status === 429 && wasJustRecorded(credentialId ?? identified.person.id, nowMs)) return;
    record({
      tenantId,
      id: request.id,
      // The clock is cut to whole milliseconds: round up, or a call could sort before one that had ended by then.
      atMs: nowMs + 1 - ms,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status,
      code: refusedAs,
      details: toDetails(request.refusedDetails),
      message: request.refusedMessage?.slice(0, TEXT_MAX) ?? null,
      ms,
      credentialId,
      personId: credentialId === null ? identified.person.id : null,
      ...aboutReport(request, reply),
    });
  };
}

function toDetails(details: Problem[] | null): Problem[] | null {
  if (details === null) return null;
  return details
    .slice(0, DETAILS_MAX)
    .map(({ path, message }) => ({ path: path.slice(0, TEXT_MAX), message: message.slice(0, TEXT_MAX) }));
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
  // A replayed answer names the first request's report; the id made for this one was not used.
  const isMade = reply.statusCode === 200 && !reply.hasHeader('idempotent-replayed');
  return { reportId: isMade ? request.resourceId : null, isTest };
}
