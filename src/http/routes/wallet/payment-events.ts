// Where payment providers send their events. They have no token: an event is trusted for its signature alone, which is over the bytes as
// they came.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../../domain/refusal.ts';
import { EVENTS_PATH } from '../../../payments/index.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import type { TakePaymentEvent } from '../../../usecases/wallet/take-payment-event.ts';

const EVENT_LIMIT_BYTES = 256 * 1024;

export type PaymentEventNeeds = { takePaymentEvent: TakePaymentEvent; metrics: Metrics };

type EventRequest = { Params: { provider: string }; Body: string | undefined };

export function paymentEventRoutes(app: FastifyInstance, needs: PaymentEventNeeds): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: EVENT_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    const options = {
      // Not rate limited by address, as receipts of SMS: a provider sends from few addresses.
      config: { access: 'open' as const },
      bodyLimit: EVENT_LIMIT_BYTES,
      // For providers only; not part of the API.
      schema: { hide: true },
    };
    scope.post<EventRequest>(`${EVENTS_PATH}/:provider`, options, async (request) => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]);
      const callback = { headers: Object.fromEntries(headers), body: request.body ?? '' };
      const outcome = await needs.takePaymentEvent(request.params.provider, callback);
      needs.metrics.countPaymentEvent(outcome);
      return refuseBad(request, outcome);
    });
  });
}

function refuseBad(request: FastifyRequest<EventRequest>, outcome: string): object {
  if (outcome === 'forged') {
    request.log.warn({ requestId: request.id }, 'a payment event was not signed by its provider');
    throw new Refusal('forbidden', 'The signature of this event does not hold.');
  }
  if (outcome === 'unreadable')
    throw new Refusal('validation-error', 'This is not an event: it needs an id, a type and data.object.', {
      details: [],
    });
  return {};
}
