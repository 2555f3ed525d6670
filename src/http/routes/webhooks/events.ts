// The feed of events. A bare object, without the envelope: it costs nothing.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { EventType } from '../../../domain/webhooks/events.ts';
import type { ReadEvents } from '../../../usecases/webhooks/read-events.ts';
import type { KeepLiveApart } from '../../edge/keep-live-apart.ts';
import { pageOf, toFlagOrNull } from '../../request.ts';
import { EventsAnswer, EventsQuery, WAIT_SECONDS_MAX } from '../../schemas/webhooks/events.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

export type EventNeeds = { readEvents: ReadEvents; keepLiveApart: KeepLiveApart };

export function eventRoutes(app: FastifyInstance, needs: EventNeeds): void {
  tenantRoutes(app, 'Events').get(
    '/:tenantId/v1/events',
    {
      config: { access: 'webhooks:read' },
      preValidation: needs.keepLiveApart,
      operationId: 'listEvents',
      summary: 'What happened, from a position on',
      description: `Read it once, then go on with \`after\` and the \`next\` of each answer: nothing is missed and nothing comes twice. With \`wait\` (up to ${WAIT_SECONDS_MAX} seconds) the answer comes as soon as there is an event.`,
      query: EventsQuery,
      answer: EventsAnswer,
    },
    async ({ caller, query, request, reply }) => {
      const { after = null, wait = '0', test } = query;
      const asked = {
        after,
        types: toTypes(query.types),
        isTest: toFlagOrNull(test),
        size: pageOf(query).size,
        waitMs: Number(wait) * 1_000,
      };
      const away = <T>(waiting: Promise<T>) => request.away(waiting);
      return needs.readEvents(caller.tenantId, asked, { gone: goneOf(reply), away });
    },
  );
}

function goneOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

function toTypes(text: string | undefined): EventType[] | null {
  if (text === undefined) return null;
  return text.split(',').map((name) => name.trim() as EventType);
}
