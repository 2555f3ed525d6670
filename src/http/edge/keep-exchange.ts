// Keeps a generate request of test mode with its answer, so that it can be sent again. Of live mode nothing is kept: the body itself must
// say that it is a test.
import type { onSendHookHandler } from 'fastify';
import type { NewExchange } from '../../storage/activity/test-exchanges.ts';

export type KeepExchange = onSendHookHandler;

export function createKeepExchange(record: (exchange: NewExchange) => void): KeepExchange {
  return (request, reply, payload, done) => {
    const { caller, body } = request;
    const isTest = (body as { test?: unknown } | null | undefined)?.test === true;
    // A replayed answer belongs to the first request, which was kept.
    const isKept = isTest && caller !== null && !reply.hasHeader('idempotent-replayed');
    if (isKept && typeof payload === 'string') {
      record({
        tenantId: caller.tenantId,
        requestId: request.id,
        reportId: request.resourceId || null,
        path: request.url.split('?')[0] ?? '',
        status: reply.statusCode,
        body,
        answer: payload,
      });
    }
    done(null, payload);
  };
}
