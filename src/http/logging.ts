// What is logged of a request: one line, made of an allow list. Never a body, a query, a header, a name or a code; of a
// fault its kind and where it happened, but not its message, which may quote what a caller sent.
import type { FastifyReply, FastifyRequest } from 'fastify';

/** One line a request. The route is the pattern, not the address, so that nothing personal in an address is kept. */
export function logRequest(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const line = {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    status: reply.statusCode,
    ms: Math.round(ms * 10) / 10,
    ...(request.refusedAs !== null && { code: request.refusedAs }),
    ...(request.caller !== null && {
      tenantId: request.caller.tenantId,
      credentialId: request.caller.credentialId,
    }),
  };
  if (reply.statusCode >= 500) request.log.error(line, 'request');
  else request.log.info(line, 'request');
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
  const frames = fault.stack?.split('\n').filter((line) => line.startsWith('    at '));
  return {
    name: fault.name,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(frames !== undefined && { at: frames.slice(0, 8).map((frame) => frame.trim()) }),
    ...(fault.cause !== undefined && { cause: describeFault(fault.cause) }),
  };
}
