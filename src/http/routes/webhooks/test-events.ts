// Made-up events, for a handler to be tried with every type.
import type { FastifyInstance } from 'fastify';
import type { TriggerEvent } from '../../../usecases/webhooks/trigger-event.ts';
import { TriggerAnswer, TriggerRequest } from '../../schemas/webhooks/test-events.ts';
import { tenantRoutes } from '../../tenant-routes.ts';
import { toFacts } from '../../test-event-facts.ts';

export type TestEventNeeds = { triggerEvent: TriggerEvent };

export function testEventRoutes(app: FastifyInstance, needs: TestEventNeeds): void {
  tenantRoutes(app, 'Test mode').post(
    '/:tenantId/v1/test-events',
    {
      config: { access: 'webhooks:write', isIdempotent: true },
      operationId: 'triggerEvent',
      summary: 'Make up an event of any type',
      description:
        'It is in the feed, and sent to the endpoints of test mode, like any other. It is about an id that belongs to nothing, has `"test": true`, ' +
        'and the reference `case-1042` where its type has one; nobody is mailed, and nothing else changes.',
      body: TriggerRequest,
      answer: TriggerAnswer,
    },
    async ({ caller, body }) =>
      needs.triggerEvent(caller.tenantId, { type: body.type, facts: toFacts(body.type, body.data) }),
  );
}
