// What the metrics count of an answer. A bad day that a test request asked for is no alarm of the operator's.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../telemetry/metrics.ts';

export function countRequest(metrics: Metrics, request: FastifyRequest, reply: FastifyReply): void {
  const { refusedAs, routeOptions, method } = request;
  if (reply.hasHeader('idempotent-replayed')) metrics.countReplay();
  if (request.isRehearsed) return;
  metrics.countRequest(routeOptions.url ?? 'unknown', method, reply.statusCode, reply.elapsedTime / 1000);
  if (refusedAs !== null) metrics.countRefusal(refusedAs);
  if (refusedAs === 'rate-limited' || refusedAs === 'no-sends-left')
    metrics.countRateLimited(request.limitedBy ?? 'challenge');
}
