// What an endpoint was sent, and sending again: one event, a test event, all that was missed in a period.
import type { FastifyInstance } from 'fastify';
import type { EventType } from '../../domain/events.ts';
import type { DeliveryRow } from '../../storage/webhooks/delivery-log.ts';
import type { Deliveries } from '../../usecases/webhooks/deliveries.ts';
import { showRecovery } from '../../usecases/webhooks/show-endpoint.ts';
import { callerOf, fromOf, pageOf, toId } from '../request.ts';
import { KeyHeader } from '../schemas/common.ts';
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
} from '../schemas/deliveries.ts';
import { callerProblems, WITH_BODY, WITH_KEY } from '../schemas/problems.ts';
import { toLastTime, toTime } from '../schemas/text.ts';
import { EndpointParams } from '../schemas/webhooks.ts';

type One = { endpointId: string };
type RecoverBody = { since: string; until?: string; failedOnly?: boolean; preview?: boolean };
type ListQuery = {
  state?: DeliveryRow['state'];
  type?: EventType;
  dateFrom?: string;
  dateTo?: string;
  pageSize?: string;
  pageToken?: string;
};

const HOURS_DEFAULT = 24;

export type DeliveryNeeds = { deliveries: Deliveries };

export function deliveryRoutes(app: FastifyInstance, { deliveries }: DeliveryNeeds): void {
  const tags = ['Webhooks'];
  const base = '/:tenantId/v1/webhook-endpoints/:endpointId';
  const reading = { config: { access: 'webhooks:read' as const } };
  const writing = { config: { access: 'webhooks:write' as const, isIdempotent: true } };
  const problems = callerProblems(...WITH_BODY, ...WITH_KEY, 'not-found', 'conflict');

  app.get<{ Params: One; Querystring: ListQuery }>(
    `${base}/deliveries`,
    {
      ...reading,
      schema: {
        tags,
        operationId: 'listDeliveries',
        summary: 'What an endpoint was sent',
        params: EndpointParams,
        querystring: DeliveriesQuery,
        response: { 200: DeliveryList, ...callerProblems('validation-error', 'not-found') },
      },
    },
    async (request) => {
      const { state = null, type = null, dateFrom, dateTo } = request.query;
      const { endpointId } = request.params;
      const wanted = {
        state,
        type,
        from: dateFrom === undefined ? null : toTime(dateFrom),
        to: dateTo === undefined ? null : toLastTime(dateTo),
      };
      const page = await deliveries.list(callerOf(request), endpointId, wanted, pageOf(request.query));
      return { items: page.items.map(showDelivery), token: page.token };
    },
  );

  app.get<{ Params: One & { deliveryId: string } }>(
    `${base}/deliveries/:deliveryId`,
    {
      ...reading,
      schema: {
        tags,
        operationId: 'readDelivery',
        summary: 'One delivery with its body and its tries',
        params: DeliveryParams,
        response: { 200: DeliveryAnswer, ...callerProblems('not-found') },
      },
    },
    async (request) => {
      const { endpointId, deliveryId } = request.params;
      const { body, tries, ...delivery } = await deliveries.find(callerOf(request), endpointId, deliveryId);
      return { ...showDelivery(delivery), body, tries };
    },
  );

  app.get<{ Params: One; Querystring: { hours?: string } }>(
    `${base}/histogram`,
    {
      ...reading,
      schema: {
        tags,
        operationId: 'countDeliveries',
        summary: 'Deliveries by the hour',
        params: EndpointParams,
        querystring: HistogramQuery,
        response: { 200: HistogramAnswer, ...callerProblems('validation-error', 'not-found') },
      },
    },
    async (request) => {
      const hours = Number(request.query.hours ?? HOURS_DEFAULT);
      return { items: await deliveries.hours(callerOf(request), request.params.endpointId, hours) };
    },
  );

  app.post<{ Params: One; Body: { eventId: string } }>(
    `${base}/replay`,
    {
      ...writing,
      schema: {
        tags,
        operationId: 'replayEvent',
        summary: 'Send one event again',
        description:
          'Under the same webhook-id, with a new time and the secrets of now; whatever comes of it, the endpoint counts as before.',
        params: EndpointParams,
        headers: KeyHeader,
        body: ReplayRequest,
        response: { 200: QueuedAnswer, ...problems },
      },
    },
    async (request) => {
      const { endpointId } = request.params;
      const eventId = toId(request.body.eventId);
      return { deliveryId: await deliveries.replay(callerOf(request), endpointId, eventId, fromOf(request)) };
    },
  );

  app.post<{ Params: One }>(
    `${base}/test`,
    {
      ...writing,
      schema: {
        tags,
        operationId: 'sendTestEvent',
        summary: 'Send a test event',
        description: 'An event of type `ping`, to this endpoint alone. The delivery says what came of it.',
        params: EndpointParams,
        headers: KeyHeader,
        response: { 200: QueuedAnswer, ...callerProblems(...WITH_KEY, 'not-found', 'conflict') },
      },
    },
    async (request) => {
      const { endpointId } = request.params;
      return { deliveryId: await deliveries.ping(callerOf(request), endpointId, request.resourceId) };
    },
  );

  app.post<{ Params: One; Body: RecoverBody }>(
    `${base}/recover`,
    {
      ...writing,
      schema: {
        tags,
        operationId: 'recoverEvents',
        summary: 'Count, or send again, what an endpoint missed in a period',
        description: "Behind what is new, at the endpoint's own rate.",
        params: EndpointParams,
        headers: KeyHeader,
        body: RecoverRequest,
        response: { 200: RecoverAnswer, ...problems },
      },
    },
    async (request) => {
      const { since, until, failedOnly = true, preview: isPreview = false } = request.body;
      const wanted = {
        since: toTime(since) as Date,
        until: until === undefined ? null : toLastTime(until),
        failedOnly,
        isPreview,
      };
      const { params, resourceId } = request;
      const from = fromOf(request);
      const answer = await deliveries.recover(callerOf(request), params.endpointId, wanted, from, resourceId);
      return { count: answer.count, recovery: answer.recovery && showRecovery(answer.recovery) };
    },
  );

  app.get<{ Params: One & { recoveryId: string } }>(
    `${base}/recoveries/:recoveryId`,
    {
      ...reading,
      schema: {
        tags,
        operationId: 'readRecovery',
        summary: 'How far a recovery is',
        params: RecoveryParams,
        response: { 200: RecoveryAnswer, ...callerProblems('not-found') },
      },
    },
    async (request) => {
      const { endpointId, recoveryId } = request.params;
      return showRecovery(await deliveries.findRecovery(callerOf(request), endpointId, recoveryId));
    },
  );

  app.delete<{ Params: One & { recoveryId: string } }>(
    `${base}/recoveries/:recoveryId`,
    {
      config: { access: 'webhooks:write' },
      schema: {
        tags,
        operationId: 'cancelRecovery',
        summary: 'Cancel a recovery: what it has not sent yet is dropped',
        params: RecoveryParams,
        response: { 200: RecoveryAnswer, ...callerProblems('not-found') },
      },
    },
    async (request) => {
      const { endpointId, recoveryId } = request.params;
      return showRecovery(
        await deliveries.cancel(callerOf(request), endpointId, recoveryId, fromOf(request)),
      );
    },
  );
}

function showDelivery({ isReplay, ...delivery }: DeliveryRow) {
  return { ...delivery, replay: isReplay };
}
