// What the request log keeps of a request: an allow list, as in logging.ts. The reads of people are left out, or the console would fill the
// log by showing it. A request without a valid token is kept for the tenant that its path names, without a caller and only a few a minute:
// anybody can send one.
import { randomUUIDv7 } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../domain/ids.ts';
import type { Problem } from '../domain/refusal.ts';
import type { NewRequest } from '../storage/activity/request-log.ts';
import type { OnRefused } from '../usecases/hosted/ask-bureaus.ts';
import { STATUS_OF, toRefusal } from './problems.ts';

/** A rate-limited caller is recorded once in this time, not for every retry. */
const LIMITED_MS = 1_000;
/** Of a validation error, which may name a hundred fields. */
const DETAILS_MAX = 20;
/** Longer than any path or message of ours: what is stored stays small whatever a schema allows. */
const TEXT_MAX = 200;
const LIMITED_MAX = 10_000;
/** Requests without a valid token, in one process: more of a minute are not kept. One address fills neither a tenant's share nor the whole. */
const UNKNOWN_PER_ADDRESS_MINUTE = 5;
const UNKNOWN_PER_TENANT_MINUTE = 10;
const UNKNOWN_PER_MINUTE = 100;
const MINUTE_MS = 60_000;

export function createRequestRecorder(record: (request: NewRequest) => void) {
  const lastLimitedMs = new Map<string, number>();

  const wasJustRecorded = (who: string, nowMs: number): boolean => {
    if (nowMs - (lastLimitedMs.get(who) ?? 0) < LIMITED_MS) return true;
    if (lastLimitedMs.size >= LIMITED_MAX) lastLimitedMs.clear();
    lastLimitedMs.set(who, nowMs);
    return false;
  };

  const isUnknownKept = createUnknownLimit();
  const recordUnknown = (request: FastifyRequest, reply: FastifyReply, ms: number): void => {
    const { tenantId } = (request.params ?? {}) as { tenantId?: string };
    const nowMs = Date.now();
    if (reply.statusCode !== 401 || tenantId === undefined || !isUuid(tenantId)) return;
    if (!isUnknownKept(tenantId, request.household, nowMs)) return;
    const nobody = { credentialId: null, personId: null, reportId: null, isTest: null };
    record({ tenantId, ...answeredOf(request, reply, ms, nowMs), ...nobody });
  };

  return (request: FastifyRequest, reply: FastifyReply, ms: number): void => {
    const { caller, identified } = request;
    if (identified === null) {
      recordUnknown(request, reply, ms);
      return;
    }
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
      ...answeredOf(request, reply, ms, nowMs),
      credentialId,
      personId: credentialId === null ? identified.person.id : null,
      ...aboutReport(request, reply),
    });
  };
}

/** A step of the hosted page that was refused: its consumer reads that the service has a problem, the tenant why. */
export function createStepRecorder(record: (request: NewRequest) => void): OnRefused {
  return ({ session, page, reportId, ms }, error) => {
    const { code, details = null, message } = toRefusal(error).refusal;
    const { credentialId, personId } = session.who;
    record({
      tenantId: session.tenantId,
      id: randomUUIDv7(),
      atMs: Date.now() + 1 - ms,
      ms,
      method: 'POST',
      route: `/c/:id/${page}`,
      status: STATUS_OF[code],
      code,
      details: toDetails(details),
      message: message.slice(0, TEXT_MAX),
      credentialId,
      personId: credentialId === null ? personId : null,
      reportId,
      isTest: session.isTest,
    });
  };
}

/** At most a few a minute from one address, of one tenant, and of all that somebody may think of. */
function createUnknownLimit(): (tenantId: string, address: string, nowMs: number) => boolean {
  const kept = new Map<string, number>();
  let minute = 0;
  let inAll = 0;
  return (tenantId, address, nowMs) => {
    const current = Math.floor(nowMs / MINUTE_MS);
    if (current !== minute) {
      minute = current;
      inAll = 0;
      kept.clear();
    }
    const [ofTenant = 0, ofAddress = 0] = [kept.get(tenantId), kept.get(address)];
    if (ofAddress >= UNKNOWN_PER_ADDRESS_MINUTE || ofTenant >= UNKNOWN_PER_TENANT_MINUTE) return false;
    if (inAll >= UNKNOWN_PER_MINUTE) return false;
    kept.set(tenantId, ofTenant + 1).set(address, ofAddress + 1);
    inAll += 1;
    return true;
  };
}

function answeredOf(request: FastifyRequest, reply: FastifyReply, ms: number, nowMs: number) {
  return {
    id: request.id,
    // The clock is cut to whole milliseconds: round up, or a call could sort before one that had ended by then.
    atMs: nowMs + 1 - ms,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    status: reply.statusCode,
    code: request.refusedAs,
    details: toDetails(request.refusedDetails),
    message: request.refusedMessage?.slice(0, TEXT_MAX) ?? null,
    ms,
  };
}

function toDetails(details: Problem[] | null): Problem[] | null {
  if (details === null) return null;
  return details
    .slice(0, DETAILS_MAX)
    .map(({ path, message }) => ({ path: path.slice(0, TEXT_MAX), message: message.slice(0, TEXT_MAX) }));
}

/** Which report a request is about, by its path, or made. */
export function aboutReport(
  request: FastifyRequest,
  reply: FastifyReply,
): { reportId: string | null; isTest: boolean | null } {
  const { creditReportId } = (request.params ?? {}) as { creditReportId?: string };
  if (creditReportId !== undefined) {
    return { reportId: isUuid(creditReportId) ? creditReportId : null, isTest: null };
  }
  if (request.routeOptions.config?.makesReport !== true) return { reportId: null, isTest: null };
  const body = request.body as { test?: unknown } | null | undefined;
  const isTest = typeof body === 'object' && body !== null ? body.test === true : null;
  // A replayed answer names the first request's report; the id made for this one was not used.
  const isMade = reply.statusCode === 200 && !reply.hasHeader('idempotent-replayed');
  return { reportId: isMade ? request.resourceId : null, isTest };
}
