// Webhook endpoints as their tenant manages them, and the public keys of those that sign with one. A secret is in the answer that made it,
// and nowhere else.
import type { FastifyInstance } from 'fastify';
import { ALL_TYPES } from '../../../domain/webhooks/events.ts';
import { RATE_DEFAULT } from '../../../domain/webhooks/webhooks.ts';
import type { Endpoints } from '../../../usecases/webhooks/endpoints.ts';
import { type PublicKeysOf, showEndpoint } from '../../../usecases/webhooks/show-endpoint.ts';
import { only, toId } from '../../request.ts';
import { Nothing } from '../../schemas/common.ts';
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
  WebhookSources,
} from '../../schemas/webhooks/webhooks.ts';
import { publicRoutes, tenantRoutes } from '../../tenant-routes.ts';

export type WebhookNeeds = {
  endpoints: Endpoints;
  publicKeysOf: PublicKeysOf;
  /** Published by the operator; empty where none are. */
  webhookSources: readonly string[];
};

export function webhookRoutes(app: FastifyInstance, needs: WebhookNeeds): void {
  const route = tenantRoutes(app, 'Webhooks');
  const { endpoints } = needs;
  const writing = { config: { access: 'webhooks:write' as const } };
  const making = { config: { access: 'webhooks:write' as const, isIdempotent: true } };

  route.get(
    '/:tenantId/v1/webhook-endpoints',
    {
      config: { access: 'webhooks:read' },
      operationId: 'listWebhookEndpoints',
      summary: 'The webhook endpoints of the tenant',
      description: 'Each with how it is doing; secrets by their last letters only.',
      answer: EndpointList,
    },
    async ({ caller }) => ({ items: (await endpoints.list(caller)).map(showEndpoint) }),
  );

  route.post(
    '/:tenantId/v1/webhook-endpoints',
    {
      ...making,
      operationId: 'createWebhookEndpoint',
      summary: 'Register an endpoint',
      description: 'The secret is shown in this answer only. A tenant has at most 20 endpoints.',
      body: EndpointRequest,
      answer: NewEndpointAnswer,
      refuses: ['conflict'],
    },
    async ({ caller, body, from, resourceId }) => {
      const { url, mode, types, description, ordered, ratePerSecond, asymmetric } = body;
      const given = {
        url,
        isTest: mode === 'test',
        types: types ?? [ALL_TYPES],
        description: description ?? '',
        isOrdered: ordered ?? false,
        ratePerSecond: ratePerSecond ?? RATE_DEFAULT,
        signsV1a: asymmetric ?? false,
      };
      const { endpoint, secret } = await endpoints.create(caller, given, from, resourceId);
      return { endpoint: showEndpoint(endpoint), secret };
    },
  );

  route.get(
    '/:tenantId/v1/webhook-endpoints/:endpointId',
    {
      config: { access: 'webhooks:read' },
      operationId: 'readWebhookEndpoint',
      summary: 'One endpoint',
      description: 'With how it is doing and what it missed.',
      params: EndpointParams,
      answer: EndpointAnswer,
      refuses: ['not-found'],
    },
    async ({ caller, params }) => showEndpoint(await endpoints.find(caller, params.endpointId)),
  );

  route.patch(
    '/:tenantId/v1/webhook-endpoints/:endpointId',
    {
      ...writing,
      operationId: 'changeWebhookEndpoint',
      summary: 'Change an endpoint',
      description: 'What was queued before goes to the new address.',
      params: EndpointParams,
      body: EndpointChangeRequest,
      answer: EndpointAnswer,
      refuses: ['not-found'],
    },
    async ({ caller, params, body, from }) => {
      const { ordered } = body;
      const named = only(body, ['url', 'types', 'description', 'ratePerSecond']);
      const to = { ...named, ...(ordered !== undefined && { isOrdered: ordered }) };
      const { endpointId } = params;
      return showEndpoint(await endpoints.change(caller, endpointId, to, from));
    },
  );

  route.delete(
    '/:tenantId/v1/webhook-endpoints/:endpointId',
    {
      ...writing,
      operationId: 'deleteWebhookEndpoint',
      summary: 'Delete an endpoint',
      description: 'What was queued for it is dropped.',
      params: EndpointParams,
      answer: Nothing('Nothing more is sent to it.'),
      refuses: ['not-found'],
    },
    async ({ caller, params, from }) => endpoints.remove(caller, params.endpointId, from),
  );

  route.post(
    '/:tenantId/v1/webhook-endpoints/:endpointId/rotate',
    {
      ...making,
      operationId: 'rotateWebhookEndpoint',
      summary: 'Give an endpoint a new secret',
      description: 'Both sign for the overlap; one that was old before ends at once.',
      params: EndpointParams,
      body: EndpointOverlapRequest,
      answer: NewEndpointAnswer,
      refuses: ['not-found'],
    },
    async ({ caller, params, body, from, resourceId }) => {
      const made = await endpoints.rotate(caller, params.endpointId, body.overlap, from, resourceId);
      return { endpoint: showEndpoint(made.endpoint), secret: made.secret };
    },
  );

  route.put(
    '/:tenantId/v1/webhook-endpoints/:endpointId/overlap',
    {
      ...writing,
      operationId: 'setWebhookOverlap',
      summary: 'Let the old secret sign for longer, or end it now',
      description: 'Counted from now; `now` ends it at once.',
      params: EndpointParams,
      body: EndpointOverlapRequest,
      answer: Nothing('From the next request on.'),
      refuses: ['not-found', 'conflict'],
    },
    async ({ caller, params, body, from }) =>
      endpoints.setOverlap(caller, params.endpointId, body.overlap, from),
  );

  route.post(
    '/:tenantId/v1/webhook-endpoints/:endpointId/disable',
    {
      ...writing,
      operationId: 'disableWebhookEndpoint',
      summary: 'Send nothing to an endpoint until it is enabled',
      description: 'Events go on being kept, so that they can be sent when it is enabled again.',
      params: EndpointParams,
      answer: EndpointAnswer,
      refuses: ['not-found'],
    },
    async ({ caller, params, from }) =>
      showEndpoint(await endpoints.disable(caller, params.endpointId, from)),
  );

  route.post(
    '/:tenantId/v1/webhook-endpoints/:endpointId/enable',
    {
      ...making,
      operationId: 'enableWebhookEndpoint',
      summary: 'Enable an endpoint again, and say what becomes of what it missed',
      description: '`send` queues what happened meanwhile, `skip` leaves it out.',
      params: EndpointParams,
      body: EnableRequest,
      answer: EndpointAnswer,
      refuses: ['not-found', 'conflict'],
    },
    async ({ caller, params, body, from, resourceId }) => {
      const sendsMissed = body.missed === 'send';
      return showEndpoint(await endpoints.enable(caller, params.endpointId, sendsMissed, from, resourceId));
    },
  );

  publicRoutes(app, 'Webhooks').get(
    '/.well-known/webhook-sources.json',
    {
      config: { access: 'public' },
      operationId: 'readWebhookSources',
      summary: 'The addresses that webhooks come from',
      description: 'As the operator of the service publishes them, for the firewall of a receiver.',
      security: [],
      answer: WebhookSources,
    },
    async () => ({ addresses: [...needs.webhookSources] }),
  );

  publicRoutes(app, 'Webhooks').get(
    '/.well-known/webhook-keys.json',
    {
      config: { access: 'public' },
      operationId: 'readWebhookKeys',
      summary: 'The public keys of an endpoint that signs with v1a',
      description: 'Anyone may read them: they verify signatures and make none.',
      security: [],
      query: WebhookKeysQuery,
      answer: WebhookKeys,
      refuses: ['not-found'],
    },
    async ({ query }) => needs.publicKeysOf(toId(query.endpointId)),
  );
}
