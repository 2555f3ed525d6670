// What operators see and do, over all tenants: tenants, prices, top-ups, providers. For people with the Operator role only; nothing
// here shows the contents of a report.
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../storage/activity/audit.ts';
import type { ProviderView } from '../../../telemetry/provider-outcomes.ts';
import type { From, Identified } from '../../../usecases/caller.ts';
import type { Operator } from '../../../usecases/operating/operate-tenants.ts';
import type { InviteOwner } from '../../../usecases/people/invite-owner.ts';
import { TenantParams } from '../../schemas/common.ts';
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
} from '../../schemas/operating/operator.ts';
import { InvitationAnswer } from '../../schemas/people/people.ts';
import { accountRoutes } from '../../tenant-routes.ts';

const config = { access: 'operator' as const };

export type OperatorNeeds = {
  operator: Operator;
  listProviders: () => Promise<ProviderView[]>;
  inviteOwner: InviteOwner;
};

export function operatorRoutes(app: FastifyInstance, needs: OperatorNeeds): void {
  const route = accountRoutes(app, 'Operator');
  const { operator } = needs;

  route.get(
    '/v1/operator/tenants',
    {
      config,
      operationId: 'listAllTenants',
      summary: 'Every tenant, with its balance',
      description: 'With balance and spending; never anything about a consumer.',
      answer: OperatorTenants,
    },
    async () => ({ items: await operator.listTenants() }),
  );

  route.post(
    '/v1/operator/tenants',
    {
      config,
      operationId: 'createTenant',
      summary: 'Create a tenant with an empty wallet',
      description: 'It has no members yet: invite its owner next.',
      body: TenantRequest,
      answer: OperatorTenant,
      status: 201,
    },
    async ({ body, ...by }) => operator.createTenant(actorOf(by), body.name),
  );

  switchRoutes(app, operator);
  moneyRoutes(app, operator);
  retentionRoute(app, operator);

  route.get(
    '/v1/operator/providers',
    {
      config,
      operationId: 'listProviders',
      summary: 'Bureaus, risk, SMS and mail: configured or simulated',
      description: 'With their settings (a secret as set or not), their last hour and their state.',
      answer: ProvidersAnswer,
    },
    async () => ({ items: await needs.listProviders() }),
  );

  route.post(
    '/v1/operator/tenants/:tenantId/owners',
    {
      config,
      params: TenantParams,
      operationId: 'inviteOwner',
      summary: 'Invite the first owner of a tenant by e-mail',
      description: 'While the tenant has no owner; never an operator. Owners invite everyone else.',
      body: OwnerInvitation,
      answer: InvitationAnswer,
      refuses: ['not-found', 'conflict'],
    },
    async ({ caller, params, body, from }) => needs.inviteOwner(caller, params.tenantId, body.email, from),
  );
}

function switchRoutes(app: FastifyInstance, operator: Operator): void {
  const route = accountRoutes(app, 'Operator');
  const switching = { config, params: TenantParams, answer: OperatorTenant, refuses: ['not-found'] as const };
  route.post(
    '/v1/operator/tenants/:tenantId/enable',
    {
      ...switching,
      operationId: 'enableTenant',
      summary: 'Take calls on a tenant again',
      description: 'Credentials and sessions work again.',
    },
    async ({ params, ...by }) => operator.setEnabled(actorOf(by), params.tenantId, true),
  );
  route.post(
    '/v1/operator/tenants/:tenantId/disable',
    {
      ...switching,
      operationId: 'disableTenant',
      summary: 'Refuse all calls on a tenant',
      description: 'They are answered 403 within seconds; nothing is deleted.',
    },
    async ({ params, ...by }) => operator.setEnabled(actorOf(by), params.tenantId, false),
  );
}

function retentionRoute(app: FastifyInstance, operator: Operator): void {
  const route = accountRoutes(app, 'Operator');
  route.put(
    '/v1/operator/tenants/:tenantId/retention',
    {
      config,
      params: TenantParams,
      operationId: 'setTenantRetention',
      summary: "Set for how long the personal parts of a tenant's reports are kept",
      description: 'A shorter one purges within minutes.',
      body: RetentionRequest,
      answer: OperatorTenant,
      refuses: ['not-found'],
    },
    async ({ params, body, ...by }) =>
      operator.setRetention(actorOf(by), params.tenantId, body.retentionDays),
  );
}

function moneyRoutes(app: FastifyInstance, operator: Operator): void {
  const route = accountRoutes(app, 'Operator');
  route.get(
    '/v1/operator/tenants/:tenantId/prices',
    {
      config,
      params: TenantParams,
      operationId: 'listTenantPrices',
      summary: 'What a tenant pays',
      description: 'Each product with its usual price and the price of this tenant.',
      answer: PricesAnswer,
      refuses: ['not-found'],
    },
    async ({ params }) => ({ items: await operator.listPrices(params.tenantId) }),
  );

  route.put(
    '/v1/operator/tenants/:tenantId/prices',
    {
      config,
      params: TenantParams,
      operationId: 'setTenantPrices',
      summary: 'Set what a tenant pays',
      description: 'In force within seconds, for later requests. A product that is left out keeps its price.',
      body: PricesRequest,
      answer: PricesAnswer,
      refuses: ['not-found'],
    },
    async ({ params, body, ...by }) => ({
      items: await operator.setPrices(actorOf(by), params.tenantId, body.prices),
    }),
  );

  route.post(
    '/v1/operator/tenants/:tenantId/top-ups',
    {
      config,
      params: TenantParams,
      operationId: 'topUpTenant',
      summary: 'Put credits into a wallet',
      description: 'Idempotent by the reference; another amount under the same reference is a conflict.',
      body: TopUpRequest,
      answer: TopUpAnswer,
      refuses: ['not-found', 'conflict'],
    },
    async ({ params, body, ...by }) => {
      const { amount, reference, reason } = body;
      const given = { kind: 'top-up' as const, amount, reference, reason };
      return operator.moveFunds(actorOf(by), params.tenantId, given);
    },
  );
}

export function actorOf({ caller, from }: { caller: Identified; from: From }): Actor {
  return { kind: 'operator', id: caller.person.id, address: from.address };
}
