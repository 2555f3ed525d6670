// What is logged of a request: one line, from an allow list. Never a body, a query, a header, a name or a code; of a fault its kind
// and where it happened, but not its message, which may quote what a caller sent.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeFault } from '../telemetry/fault.ts';
import { aboutReport } from './request-record.ts';

/**
 * Assembled by hand, at a tenth of the cost of a general logger: every part is a number, an id of ours or a word from a fixed list,
 * so nothing needs escaping. The route is the pattern, not the URL.
 */
export function requestLine(request: FastifyRequest, reply: FastifyReply, ms: number): string {
  const { caller, identified, refusedAs } = request;
  const status = reply.statusCode;
  const route = request.routeOptions.url ?? 'unknown';
  const refused = refusedAs === null ? '' : `,"code":"${refusedAs}"`;
  const tenant = caller?.tenantId ?? identified?.boundTenantId ?? null;
  const who =
    identified === null
      ? ''
      : `${tenant === null ? '' : `,"tenantId":"${tenant}"`}${identified.credentialId === null ? `,"personId":"${identified.person.id}"` : `,"credentialId":"${identified.credentialId}"`}`;
  const { reportId } = aboutReport(request, reply);
  const report = reportId === null ? '' : `,"reportId":"${reportId}"`;
  return `{"level":${status >= 500 ? 50 : 30},"time":${Date.now()},"requestId":"${request.id}","method":"${request.method}","route":"${route}","status":${status},"ms":${ms.toFixed(1)}${refused}${who}${report},"msg":"request"}\n`;
}

export function logFault(request: FastifyRequest, fault: unknown): void {
  request.log.error(
    { requestId: request.id, route: request.routeOptions.url, fault: describeFault(fault) },
    'fault',
  );
}
