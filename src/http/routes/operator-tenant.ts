// One tenant as its operator sees it, and the pages that it allows. Nothing here shows the contents of a report.
import type { FastifyInstance } from 'fastify';
import type { Operator } from '../../usecases/operating/operate-tenants.ts';
import type { ReadTenant } from '../../usecases/operating/read-tenant.ts';
import { TenantParams } from '../schemas/common.ts';
import { TenantDetail } from '../schemas/operator-tenant.ts';
import { callerProblems, WITH_BODY } from '../schemas/problems.ts';
import { OriginsRequest } from '../schemas/settings.ts';
import { actorOf } from './operator.ts';
import { toOrigins } from './settings.ts';

type OfTenant = { Params: { tenantId: string } };

export type OperatorTenantNeeds = { operator: Operator; readTenant: ReadTenant };

export function operatorTenantRoutes(app: FastifyInstance, needs: OperatorTenantNeeds): void {
  const tags = ['Operator'];
  const config = { access: 'operator' as const };

  app.get<OfTenant>(
    '/v1/operator/tenants/:tenantId',
    {
      config,
      schema: {
        tags,
        operationId: 'readTenantDetail',
        summary: 'One tenant: wallet, settings, prices, members, spending',
        params: TenantParams,
        response: { 200: TenantDetail, ...callerProblems('not-found') },
      },
    },
    async (request) => needs.readTenant(request.params.tenantId),
  );

  app.put<OfTenant & { Body: { allowedOrigins: string[] } }>(
    '/v1/operator/tenants/:tenantId/origins',
    {
      config,
      schema: {
        tags,
        operationId: 'setTenantOrigins',
        summary: 'Set the pages whose device sessions count for a tenant',
        params: TenantParams,
        body: OriginsRequest,
        response: { 200: TenantDetail, ...callerProblems(...WITH_BODY, 'not-found') },
      },
    },
    async (request) => {
      const { tenantId } = request.params;
      await needs.operator.setOrigins(actorOf(request), tenantId, toOrigins(request.body.allowedOrigins));
      return needs.readTenant(tenantId);
    },
  );
}
