// Over all tenants, for operators who signed in: list, make, switch off and on, prices, credits, the first owner.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isProductCode } from '../domain/pricing.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Actor } from '../storage/audit.ts';
import type { FundsRequest as Funds } from '../usecases/operate.ts';
import type { InviteOwner, OperateTenants } from '../usecases/operate-tenants.ts';
import { fromOf } from './auth.ts';
import { identifiedOf } from './my.ts';
import { ProductsAnswer } from './schemas/billing.ts';
import { TenantParams } from './schemas/common.ts';
import {
  AllTenants,
  FundsAnswer,
  FundsRequest,
  MadeTenant,
  NewTenant,
  OwnerInvitation,
  PriceChange,
  PriceParams,
  TenantState,
} from './schemas/operator.ts';
import { InvitationAnswer, Nothing } from './schemas/people.ts';
import { callerProblems, WITH_BODY } from './schemas/problems.ts';

const tags = ['Operator'];
const operator = { config: { access: 'operator' as const } };
type One = { tenantId: string };

export function operatorRoutes(
  app: FastifyInstance,
  needs: { operateTenants: OperateTenants; inviteOwner: InviteOwner },
): void {
  const { operateTenants } = needs;

  app.get(
    '/v1/operator/tenants',
    {
      ...operator,
      schema: {
        tags,
        operationId: 'listAllTenants',
        summary: 'Every tenant of the service',
        response: { 200: AllTenants, ...callerProblems() },
      },
    },
    async () => ({ items: await operateTenants.list() }),
  );

  app.post<{ Body: { name: string } }>(
    '/v1/operator/tenants',
    {
      ...operator,
      schema: {
        tags,
        operationId: 'createTenant',
        summary: 'Make a tenant',
        body: NewTenant,
        response: { 200: MadeTenant, ...callerProblems(...WITH_BODY) },
      },
    },
    async (request) => operateTenants.create(actorOf(request), request.body.name),
  );

  app.put<{ Params: One; Body: { isEnabled: boolean } }>(
    '/v1/operator/tenants/:tenantId/state',
    {
      ...operator,
      schema: {
        tags,
        operationId: 'setTenantState',
        summary: 'Switch a tenant off or on',
        params: TenantParams,
        body: TenantState,
        response: {
          204: Nothing('In force within 5 seconds.'),
          ...callerProblems(...WITH_BODY, 'not-found'),
        },
      },
    },
    async (request, reply) => {
      const { isEnabled } = request.body;
      await operateTenants.setEnabled(actorOf(request), request.params.tenantId, isEnabled);
      return reply.code(204).send();
    },
  );

  moneyRoutes(app, operateTenants);

  app.post<{ Params: One; Body: { email: string } }>(
    '/v1/operator/tenants/:tenantId/owners',
    {
      ...operator,
      schema: {
        tags,
        operationId: 'inviteOwner',
        summary: 'Invite an owner of a tenant by mail',
        params: TenantParams,
        body: OwnerInvitation,
        response: { 200: InvitationAnswer, ...callerProblems(...WITH_BODY, 'not-found', 'conflict') },
      },
    },
    async (request) => {
      const { email } = request.body;
      return needs.inviteOwner(identifiedOf(request), request.params.tenantId, email, fromOf(request));
    },
  );
}

function moneyRoutes(app: FastifyInstance, operateTenants: OperateTenants): void {
  app.get<{ Params: One }>(
    '/v1/operator/tenants/:tenantId/products',
    {
      ...operator,
      schema: {
        tags,
        operationId: 'listTenantProducts',
        summary: 'What a tenant pays',
        params: TenantParams,
        response: { 200: ProductsAnswer, ...callerProblems('not-found') },
      },
    },
    async (request) => ({ items: await operateTenants.listProducts(request.params.tenantId) }),
  );

  app.put<{ Params: One & { productCode: string }; Body: { credits: number } }>(
    '/v1/operator/tenants/:tenantId/prices/:productCode',
    {
      ...operator,
      schema: {
        tags,
        operationId: 'setTenantPrice',
        summary: "Set a tenant's own price",
        params: PriceParams,
        body: PriceChange,
        response: {
          204: Nothing('In force within 5 seconds.'),
          ...callerProblems(...WITH_BODY, 'not-found'),
        },
      },
    },
    async (request, reply) => {
      const { tenantId, productCode } = request.params;
      if (!isProductCode(productCode)) throw new Refusal('not-found', 'There is no product with this code.');
      const { credits } = request.body;
      await operateTenants.setPrice(actorOf(request), tenantId, productCode, credits);
      return reply.code(204).send();
    },
  );

  app.post<{ Params: One; Body: Funds }>(
    '/v1/operator/tenants/:tenantId/funds',
    {
      ...operator,
      schema: {
        tags,
        operationId: 'moveFunds',
        summary: 'Put credits into a wallet, or correct it',
        description: 'Idempotent by the reference: the same one again moves nothing.',
        params: TenantParams,
        body: FundsRequest,
        response: {
          200: FundsAnswer,
          ...callerProblems(...WITH_BODY, 'not-found', 'conflict', 'insufficient-funds'),
        },
      },
    },
    async (request) => {
      const { kind, amount, reference, reason } = request.body;
      const given = { kind, amount, reference, reason };
      return operateTenants.moveFunds(actorOf(request), request.params.tenantId, given);
    },
  );
}

function actorOf(request: FastifyRequest): Actor {
  return { kind: 'operator', id: identifiedOf(request).person.id, address: fromOf(request).address };
}
