// What is logged of a request: one line, made of an allow list. Never a body, a query, a header, a name or a code; of a
// fault its kind and where it happened, but not its message, which may quote what a caller sent.
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * One line a request, put together by hand: every part is a number, an id of ours or a word from a fixed list, so nothing
 * needs escaping, and it costs a tenth of a general logger. The route is the pattern, not the address that was asked for.
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
  return `{"level":${status >= 500 ? 50 : 30},"time":${Date.now()},"requestId":"${request.id}","method":"${request.method}","route":"${route}","status":${status},"ms":${ms.toFixed(1)}${refused}${who},"msg":"request"}\n`;
}

export function logFault(request: FastifyRequest, fault: unknown): void {
  request.log.error(
    { requestId: request.id, route: request.routeOptions.url, fault: describeFault(fault) },
    'fault',
  );
}

type Description = { name: string; code?: string; constraint?: string; at?: string[]; cause?: Description };

export function describeFault(fault: unknown): Description {
  if (!(fault instanceof Error)) return { name: typeof fault };
  const { code, constraint } = fault as { code?: unknown; constraint?: unknown };
  return {
    name: isWord(fault.name) ? fault.name : 'Error',
    ...(isWord(code) && { code }),
    ...(isWord(constraint) && { constraint }),
    at: framesOf(fault),
    ...(fault.cause !== undefined && { cause: describeFault(fault.cause) }),
  };
}

/** Names and codes are one word in every library; anything else may be somebody's text. */
function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,63}$/.test(value);
}

/** A stack begins with the message, whose own lines may look like frames: without it, or not at all. */
function framesOf({ stack = '', message }: Error): string[] {
  const at = stack.indexOf(message);
  if (at === -1) return [];
  const frames = stack
    .slice(at + message.length)
    .split('\n')
    .filter((line) => line.startsWith('    at '));
  return frames.slice(0, 8).map((frame) => frame.trim());
}
