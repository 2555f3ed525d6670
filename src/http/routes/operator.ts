// What operators see and do, over all tenants: tenants, prices, top-ups, providers. For people with the Operator role only; nothing
// here shows the contents of a report.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../../storage/audit.ts';
import type { ProviderView } from '../../telemetry/provider-outcomes.ts';
import type { FundsRequest } from '../../usecases/operating/operate-in-tenant.ts';
import type { Operator, TenantPrice } from '../../usecases/operating/operate-tenants.ts';
import type { InviteOwner } from '../../usecases/people/invite-owner.ts';
import { fromOf, identifiedOf } from '../request.ts';
import { TenantParams } from '../schemas/common.ts';
import {
  OperatorTenant,
  OperatorTenants,
  OwnerInvitation,
  PricesAnswer,
  PricesRequest,
  ProvidersAnswer,
  RetentionRequest,
  TenantRequest,
  TopUpAnswer,
  TopUpRequest,
} from '../schemas/operator.ts';
import { InvitationAnswer } from '../schemas/people.ts';
import { callerProblems, WITH_BODY } from '../schemas/problems.ts';

type OfTenant = { Params: { tenantId: string } };

const tags = ['Operator'];
const config = { access: 'operator' as const };

export type OperatorNeeds = {
  operator: Operator;
  listProviders: () => Promise<ProviderView[]>;
  inviteOwner: InviteOwner;
};

export function operatorRoutes(app: FastifyInstance, needs: OperatorNeeds): void {
  const { operator } = needs;

  app.get(
    '/v1/operator/tenants',
    {
      config,
      schema: {
        tags,
        operationId: 'listAllTenants',
        summary: 'Every tenant, with its balance',
        response: { 200: OperatorTenants, ...callerProblems() },
      },
    },
    async () => ({ items: await operator.listTenants() }),
  );

  app.post<{ Body: { name: string } }>(
    '/v1/operator/tenants',
    {
      config,
      schema: {
        tags,
        operationId: 'createTenant',
        summary: 'Create a tenant with an empty wallet',
        body: TenantRequest,
        response: { 201: OperatorTenant, ...callerProblems(...WITH_BODY) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await operator.createTenant(actorOf(request), request.body.name)),
  );

  switchRoutes(app, operator);
  moneyRoutes(app, operator);
  retentionRoute(app, operator);

  app.get(
    '/v1/operator/providers',
    {
      config,
      schema: {
        tags,
        operationId: 'listProviders',
        summary: 'Bureaus, risk, SMS and mail: configured or simulated',
        response: { 200: ProvidersAnswer, ...callerProblems() },
      },
    },
    async () => ({ items: await needs.listProviders() }),
  );

  app.post<OfTenant & { Body: { email: string } }>(
    '/v1/operator/tenants/:tenantId/owners',
    {
      config,
      schema: {
        tags,
        operationId: 'inviteOwner',
        summary: 'Invite the first owner of a tenant by e-mail',
        description: 'While the tenant has no owner; never an operator. Owners invite everyone else.',
        params: TenantParams,
        body: OwnerInvitation,
        response: { 200: InvitationAnswer, ...callerProblems(...WITH_BODY, 'not-found', 'conflict') },
      },
    },
    async (request) => {
      const { params, body } = request;
      return needs.inviteOwner(identifiedOf(request), params.tenantId, body.email, fromOf(request));
    },
  );
}

function switchRoutes(app: FastifyInstance, operator: Operator): void {
  const schema = {
    tags,
    params: TenantParams,
    response: { 200: OperatorTenant, ...callerProblems('not-found') },
  };
  app.post<OfTenant>(
    '/v1/operator/tenants/:tenantId/enable',
    {
      config,
      schema: { ...schema, operationId: 'enableTenant', summary: 'Take calls on a tenant again' },
    },
    async (request) => operator.setEnabled(actorOf(request), request.params.tenantId, true),
  );
  app.post<OfTenant>(
    '/v1/operator/tenants/:tenantId/disable',
    {
      config,
      schema: { ...schema, operationId: 'disableTenant', summary: 'Refuse all calls on a tenant' },
    },
    async (request) => operator.setEnabled(actorOf(request), request.params.tenantId, false),
  );
}

function retentionRoute(app: FastifyInstance, operator: Operator): void {
  app.put<OfTenant & { Body: { retentionDays: number } }>(
    '/v1/operator/tenants/:tenantId/retention',
    {
      config,
      schema: {
        tags,
        operationId: 'setTenantRetention',
        summary: "Set for how long the personal parts of a tenant's reports are kept",
        params: TenantParams,
        body: RetentionRequest,
        response: { 200: OperatorTenant, ...callerProblems(...WITH_BODY, 'not-found') },
      },
    },
    async (request) =>
      operator.setRetention(actorOf(request), request.params.tenantId, request.body.retentionDays),
  );
}

function moneyRoutes(app: FastifyInstance, operator: Operator): void {
  app.get<OfTenant>(
    '/v1/operator/tenants/:tenantId/prices',
    {
      config,
      schema: {
        tags,
        operationId: 'listTenantPrices',
        summary: 'What a tenant pays',
        params: TenantParams,
        response: { 200: PricesAnswer, ...callerProblems('not-found') },
      },
    },
    async (request) => ({ items: await operator.listPrices(request.params.tenantId) }),
  );

  app.put<OfTenant & { Body: { prices: TenantPrice[] } }>(
    '/v1/operator/tenants/:tenantId/prices',
    {
      config,
      schema: {
        tags,
        operationId: 'setTenantPrices',
        summary: 'Set what a tenant pays',
        params: TenantParams,
        body: PricesRequest,
        response: { 200: PricesAnswer, ...callerProblems(...WITH_BODY, 'not-found') },
      },
    },
    async (request) => {
      const { params, body } = request;
      return { items: await operator.setPrices(actorOf(request), params.tenantId, body.prices) };
    },
  );

  app.post<OfTenant & { Body: Omit<FundsRequest, 'kind'> }>(
    '/v1/operator/tenants/:tenantId/top-ups',
    {
      config,
      schema: {
        tags,
        operationId: 'topUpTenant',
        summary: 'Put credits into a wallet',
        description: 'Idempotent by the reference; another amount under the same reference is a conflict.',
        params: TenantParams,
        body: TopUpRequest,
        response: { 200: TopUpAnswer, ...callerProblems(...WITH_BODY, 'not-found', 'conflict') },
      },
    },
    async (request) => {
      const { amount, reference, reason } = request.body;
      const given = { kind: 'top-up' as const, amount, reference, reason };
      return operator.moveFunds(actorOf(request), request.params.tenantId, given);
    },
  );
}

export function actorOf(request: FastifyRequest): Actor {
  return { kind: 'operator', id: identifiedOf(request).person.id, address: fromOf(request).address };
}
