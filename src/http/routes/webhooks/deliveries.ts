// What an endpoint was sent, and sending again: one event, a test event, all that was missed in a period.
import type { FastifyInstance } from 'fastify';
import type { Deliveries, ListedDelivery } from '../../../usecases/webhooks/deliveries.ts';
import { showRecovery } from '../../../usecases/webhooks/show-endpoint.ts';
import { pageOf, toId } from '../../request.ts';
import { toLastTime, toTime } from '../../schemas/text.ts';
import {
  DeliveriesQuery,
  DeliveryAnswer,
  DeliveryList,
  DeliveryParams,
  HistogramAnswer,
  HistogramQuery,
  QueuedAnswer,
  RecoverAnswer,
  RecoverRequest,
  RecoveryAnswer,
  RecoveryParams,
  ReplayRequest,
} from '../../schemas/webhooks/deliveries.ts';
import { EndpointParams } from '../../schemas/webhooks/webhooks.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

const HOURS_DEFAULT = 24;

export type DeliveryNeeds = { deliveries: Deliveries };

export function deliveryRoutes(app: FastifyInstance, { deliveries }: DeliveryNeeds): void {
  const route = tenantRoutes(app, 'Webhooks');
  const base = '/:tenantId/v1/webhook-endpoints/:endpointId';
  const reading = { config: { access: 'webhooks:read', inTurn: true } as const };
  const writing = { config: { access: 'webhooks:write' as const, isIdempotent: true } };

  route.get(
    `${base}/deliveries`,
    {
      ...reading,
      operationId: 'listDeliveries',
      summary: 'What an endpoint was sent',
      description: 'Newest first, each with its state and its last answer. Kept for 30 days.',
      params: EndpointParams,
      query: DeliveriesQuery,
      answer: DeliveryList,
      refuses: ['not-found'],
    },
    async ({ caller, params, query }) => {
      const { state = null, type = null, eventId, externalReference = null, dateFrom, dateTo } = query;
      const { endpointId } = params;
      const wanted = {
        state,
        type,
        eventId: eventId === undefined ? null : toId(eventId),
        externalReference,
        from: toTime(dateFrom),
        to: toLastTime(dateTo),
      };
      const page = await deliveries.list(caller, endpointId, wanted, pageOf(query));
      return { items: page.items.map(showDelivery), token: page.token };
    },
  );

  route.get(
    `${base}/deliveries/:deliveryId`,
    {
      ...reading,
      operationId: 'readDelivery',
      summary: 'One delivery with its body and its tries',
      description:
        'The body as it was sent, and for each try the time, the status and the first part of the answer.',
      params: DeliveryParams,
      answer: DeliveryAnswer,
      refuses: ['not-found'],
    },
    async ({ caller, params }) => {
      const { endpointId, deliveryId } = params;
      const { body, tries, ...delivery } = await deliveries.find(caller, endpointId, deliveryId);
      return { ...showDelivery(delivery), body, tries };
    },
  );

  route.get(
    `${base}/histogram`,
    {
      ...reading,
      operationId: 'countDeliveries',
      summary: 'Deliveries by the hour',
      description:
        'Delivered, failed and waiting, for each hour of the last 24, or of as many as `hours` says.',
      params: EndpointParams,
      query: HistogramQuery,
      answer: HistogramAnswer,
      refuses: ['not-found'],
    },
    async ({ caller, params, query }) => {
      const hours = Number(query.hours ?? HOURS_DEFAULT);
      return { items: await deliveries.hours(caller, params.endpointId, hours) };
    },
  );

  route.post(
    `${base}/replay`,
    {
      ...writing,
      operationId: 'replayEvent',
      summary: 'Send one event again',
      description:
        'Under the same webhook-id, with a new time and the secrets of now; whatever comes of it, the endpoint counts as before.',
      params: EndpointParams,
      body: ReplayRequest,
      answer: QueuedAnswer,
      refuses: ['not-found', 'conflict'],
    },
    async ({ caller, params, body, from }) => {
      const { endpointId } = params;
      const eventId = toId(body.eventId);
      return { deliveryId: await deliveries.replay(caller, endpointId, eventId, from) };
    },
  );

  route.post(
    `${base}/test`,
    {
      ...writing,
      operationId: 'sendTestEvent',
      summary: 'Send a test event',
      description: 'An event of type `ping`, to this endpoint alone. The delivery says what came of it.',
      params: EndpointParams,
      answer: QueuedAnswer,
      refuses: ['not-found', 'conflict'],
    },
    async ({ caller, params, resourceId }) => {
      const { endpointId } = params;
      return { deliveryId: await deliveries.ping(caller, endpointId, resourceId) };
    },
  );

  route.post(
    `${base}/recover`,
    {
      ...writing,
      operationId: 'recoverEvents',
      summary: 'Count, or send again, what an endpoint missed in a period',
      description: "Behind what is new, at the endpoint's own rate.",
      params: EndpointParams,
      body: RecoverRequest,
      answer: RecoverAnswer,
      refuses: ['not-found', 'conflict'],
    },
    async ({ caller, params, body, from, resourceId }) => {
      const { since, until, failedOnly = true, preview: isPreview = false } = body;
      const wanted = {
        since: toTime(since) as Date,
        until: toLastTime(until),
        failedOnly,
        isPreview,
      };
      const answer = await deliveries.recover(caller, params.endpointId, wanted, from, resourceId);
      return { count: answer.count, recovery: answer.recovery && showRecovery(answer.recovery) };
    },
  );

  route.get(
    `${base}/recoveries/:recoveryId`,
    {
      ...reading,
      operationId: 'readRecovery',
      summary: 'How far a recovery is',
      description: 'Counted when it is asked for.',
      params: RecoveryParams,
      answer: RecoveryAnswer,
      refuses: ['not-found'],
    },
    async ({ caller, params }) => {
      const { endpointId, recoveryId } = params;
      return showRecovery(await deliveries.findRecovery(caller, endpointId, recoveryId));
    },
  );

  route.delete(
    `${base}/recoveries/:recoveryId`,
    {
      config: { access: 'webhooks:write' },
      operationId: 'cancelRecovery',
      summary: 'Cancel a recovery: what it has not sent yet is dropped',
      description: 'What was sent stays sent.',
      params: RecoveryParams,
      answer: RecoveryAnswer,
      refuses: ['not-found'],
    },
    async ({ caller, params, from }) => {
      const { endpointId, recoveryId } = params;
      return showRecovery(await deliveries.cancel(caller, endpointId, recoveryId, from));
    },
  );
}

function showDelivery({ isReplay, subjectId: _inTheBody, ...delivery }: ListedDelivery) {
  return { ...delivery, replay: isReplay };
}
