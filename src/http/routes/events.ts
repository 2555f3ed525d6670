// The feed of events. A bare object, without the envelope: it costs nothing.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { EventType } from '../../domain/events.ts';
import type { ReadEvents } from '../../usecases/events/read-events.ts';
import type { KeepLiveApart } from '../edge/keep-live-apart.ts';
import { callerOf, pageOf } from '../request.ts';
import { TenantParams } from '../schemas/common.ts';
import { EventsAnswer, EventsQuery, WAIT_SECONDS_MAX } from '../schemas/events.ts';
import { callerProblems } from '../schemas/problems.ts';

type Query = Partial<Record<'after' | 'wait' | 'types' | 'test' | 'pageSize', string>>;

export type EventNeeds = { readEvents: ReadEvents; keepLiveApart: KeepLiveApart };

export function eventRoutes(app: FastifyInstance, needs: EventNeeds): void {
  app.get<{ Querystring: Query }>(
    '/:tenantId/v1/events',
    {
      config: { access: 'webhooks:read' },
      preValidation: needs.keepLiveApart,
      schema: {
        tags: ['Events'],
        operationId: 'listEvents',
        summary: 'What happened, from a position on',
        description: `Read it once, then go on with \`after\` and the \`next\` of each answer: nothing is missed and nothing comes twice. With \`wait\` (up to ${WAIT_SECONDS_MAX} seconds) the answer comes as soon as there is an event.`,
        params: TenantParams,
        querystring: EventsQuery,
        response: { 200: EventsAnswer, ...callerProblems('validation-error') },
      },
    },
    async (request, reply) => {
      const { after = null, wait = '0', test } = request.query;
      const query = {
        after,
        types: toTypes(request.query.types),
        isTest: test === undefined ? null : test === 'true',
        size: pageOf(request.query).size,
        waitMs: Number(wait) * 1_000,
      };
      const away = <T>(waiting: Promise<T>) => request.away(waiting);
      return needs.readEvents(callerOf(request).tenantId, query, { gone: goneOf(reply), away });
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
