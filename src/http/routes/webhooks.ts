// Webhook endpoints as their tenant manages them, and the public keys of those that sign with one. A secret is in the answer that made it,
// and nowhere else.
import type { FastifyInstance } from 'fastify';
import { EVENT_TYPE_NAMES, type EventType } from '../../domain/events.ts';
import { RATE_DEFAULT } from '../../domain/webhooks.ts';
import type { Overlap } from '../../usecases/people/credentials.ts';
import type { Endpoints } from '../../usecases/webhooks/endpoints.ts';
import { type PublicKeysOf, showEndpoint } from '../../usecases/webhooks/show-endpoint.ts';
import { callerOf, fromOf, toId } from '../request.ts';
import { KeyHeader, TenantParams } from '../schemas/common.ts';
import { Nothing } from '../schemas/people.ts';
import { callerProblems, publicProblems, WITH_BODY, WITH_KEY } from '../schemas/problems.ts';
import {
  EnableRequest,
  EndpointAnswer,
  EndpointChangeRequest,
  EndpointList,
  EndpointOverlapRequest,
  EndpointParams,
  EndpointRequest,
  NewEndpointAnswer,
  WebhookKeys,
  WebhookKeysQuery,
} from '../schemas/webhooks.ts';

type One = { endpointId: string };
type Wanted = {
  url: string;
  mode: 'live' | 'test';
  types?: EventType[];
  description?: string;
  ordered?: boolean;
  ratePerSecond?: number;
  asymmetric?: boolean;
};

export type WebhookNeeds = { endpoints: Endpoints; publicKeysOf: PublicKeysOf };

export function webhookRoutes(app: FastifyInstance, needs: WebhookNeeds): void {
  const tags = ['Webhooks'];
  const { endpoints } = needs;
  const writing = { config: { access: 'webhooks:write' as const } };
  const making = { config: { access: 'webhooks:write' as const, isIdempotent: true } };

  app.get(
    '/:tenantId/v1/webhook-endpoints',
    {
      config: { access: 'webhooks:read' },
      schema: {
        tags,
        operationId: 'listWebhookEndpoints',
        summary: 'The webhook endpoints of the tenant',
        params: TenantParams,
        response: { 200: EndpointList, ...callerProblems() },
      },
    },
    async (request) => ({ items: (await endpoints.list(callerOf(request))).map(showEndpoint) }),
  );

  app.post<{ Body: Wanted }>(
    '/:tenantId/v1/webhook-endpoints',
    {
      ...making,
      schema: {
        tags,
        operationId: 'createWebhookEndpoint',
        summary: 'Register an endpoint',
        params: TenantParams,
        headers: KeyHeader,
        body: EndpointRequest,
        response: { 200: NewEndpointAnswer, ...callerProblems(...WITH_BODY, ...WITH_KEY, 'conflict') },
      },
    },
    async (request) => {
      const { url, mode, types, description, ordered, ratePerSecond, asymmetric } = request.body;
      const given = {
        url,
        isTest: mode === 'test',
        types: types ?? [...EVENT_TYPE_NAMES],
        description: description ?? '',
        isOrdered: ordered ?? false,
        ratePerSecond: ratePerSecond ?? RATE_DEFAULT,
        signsV1a: asymmetric ?? false,
      };
      const { endpoint, secret } = await endpoints.create(
        callerOf(request),
        given,
        fromOf(request),
        request.resourceId,
      );
      return { endpoint: showEndpoint(endpoint), secret };
    },
  );

  app.get<{ Params: One }>(
    '/:tenantId/v1/webhook-endpoints/:endpointId',
    {
      config: { access: 'webhooks:read' },
      schema: {
        tags,
        operationId: 'readWebhookEndpoint',
        summary: 'One endpoint',
        params: EndpointParams,
        response: { 200: EndpointAnswer, ...callerProblems('not-found') },
      },
    },
    async (request) => showEndpoint(await endpoints.find(callerOf(request), request.params.endpointId)),
  );

  app.patch<{ Params: One; Body: Partial<Omit<Wanted, 'mode' | 'asymmetric'>> }>(
    '/:tenantId/v1/webhook-endpoints/:endpointId',
    {
      ...writing,
      schema: {
        tags,
        operationId: 'changeWebhookEndpoint',
        summary: 'Change an endpoint',
        description: 'What was queued before goes to the new address.',
        params: EndpointParams,
        body: EndpointChangeRequest,
        response: { 200: EndpointAnswer, ...callerProblems(...WITH_BODY, 'not-found') },
      },
    },
    async (request) => {
      const { ordered, ...rest } = request.body;
      const to = { ...rest, ...(ordered !== undefined && { isOrdered: ordered }) };
      const { endpointId } = request.params;
      return showEndpoint(await endpoints.change(callerOf(request), endpointId, to, fromOf(request)));
    },
  );

  app.delete<{ Params: One }>(
    '/:tenantId/v1/webhook-endpoints/:endpointId',
    {
      ...writing,
      schema: {
        tags,
        operationId: 'deleteWebhookEndpoint',
        summary: 'Delete an endpoint',
        params: EndpointParams,
        response: { 204: Nothing('Nothing more is sent to it.'), ...callerProblems('not-found') },
      },
    },
    async (request, reply) => {
      await endpoints.remove(callerOf(request), request.params.endpointId, fromOf(request));
      return reply.code(204).send();
    },
  );

  app.post<{ Params: One; Body: { overlap: Overlap } }>(
    '/:tenantId/v1/webhook-endpoints/:endpointId/rotate',
    {
      ...making,
      schema: {
        tags,
        operationId: 'rotateWebhookEndpoint',
        summary: 'Give an endpoint a new secret',
        description: 'Both sign for the overlap; one that was old before ends at once.',
        params: EndpointParams,
        headers: KeyHeader,
        body: EndpointOverlapRequest,
        response: { 200: NewEndpointAnswer, ...callerProblems(...WITH_BODY, ...WITH_KEY, 'not-found') },
      },
    },
    async (request) => {
      const { resourceId, params, body } = request;
      const from = fromOf(request);
      const made = await endpoints.rotate(
        callerOf(request),
        params.endpointId,
        body.overlap,
        from,
        resourceId,
      );
      return { endpoint: showEndpoint(made.endpoint), secret: made.secret };
    },
  );

  app.put<{ Params: One; Body: { overlap: Overlap } }>(
    '/:tenantId/v1/webhook-endpoints/:endpointId/overlap',
    {
      ...writing,
      schema: {
        tags,
        operationId: 'setWebhookOverlap',
        summary: 'Let the old secret sign for longer, or end it now',
        params: EndpointParams,
        body: EndpointOverlapRequest,
        response: {
          204: Nothing('From the next request on.'),
          ...callerProblems(...WITH_BODY, 'not-found', 'conflict'),
        },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      await endpoints.setOverlap(callerOf(request), params.endpointId, body.overlap, fromOf(request));
      return reply.code(204).send();
    },
  );

  app.post<{ Params: One }>(
    '/:tenantId/v1/webhook-endpoints/:endpointId/disable',
    {
      ...writing,
      schema: {
        tags,
        operationId: 'disableWebhookEndpoint',
        summary: 'Send nothing to an endpoint until it is enabled',
        params: EndpointParams,
        response: { 200: EndpointAnswer, ...callerProblems('not-found') },
      },
    },
    async (request) =>
      showEndpoint(await endpoints.disable(callerOf(request), request.params.endpointId, fromOf(request))),
  );

  app.post<{ Params: One; Body: { missed: 'send' | 'skip' } }>(
    '/:tenantId/v1/webhook-endpoints/:endpointId/enable',
    {
      ...making,
      schema: {
        tags,
        operationId: 'enableWebhookEndpoint',
        summary: 'Enable an endpoint again, and say what becomes of what it missed',
        params: EndpointParams,
        headers: KeyHeader,
        body: EnableRequest,
        response: {
          200: EndpointAnswer,
          ...callerProblems(...WITH_BODY, ...WITH_KEY, 'not-found', 'conflict'),
        },
      },
    },
    async (request) => {
      const { params, body, resourceId } = request;
      const sendsMissed = body.missed === 'send';
      const caller = callerOf(request);
      return showEndpoint(
        await endpoints.enable(caller, params.endpointId, sendsMissed, fromOf(request), resourceId),
      );
    },
  );

  app.get<{ Querystring: { endpointId: string } }>(
    '/.well-known/webhook-keys.json',
    {
      config: { access: 'public' },
      schema: {
        tags,
        operationId: 'readWebhookKeys',
        summary: 'The public keys of an endpoint that signs with v1a',
        security: [],
        querystring: WebhookKeysQuery,
        response: { 200: WebhookKeys, ...publicProblems('not-found') },
      },
    },
    async (request) => needs.publicKeysOf(toId(request.query.endpointId)),
  );
}
