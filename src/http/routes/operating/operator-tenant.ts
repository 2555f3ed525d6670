// One tenant as its operator sees it, and the pages that it allows. Nothing here shows the contents of a report.
import type { FastifyInstance } from 'fastify';
import { toOrigins } from '../../../domain/reports/origins.ts';
import type { Operator } from '../../../usecases/operating/operate-tenants.ts';
import type { ReadTenant } from '../../../usecases/operating/read-tenant.ts';
import { TenantParams } from '../../schemas/common.ts';
import { TenantDetail } from '../../schemas/operating/operator-tenant.ts';
import { OriginsRequest } from '../../schemas/people/settings.ts';
import { accountRoutes } from '../../tenant-routes.ts';
import { actorOf } from './operator.ts';

export type OperatorTenantNeeds = { operator: Operator; readTenant: ReadTenant };

export function operatorTenantRoutes(app: FastifyInstance, needs: OperatorTenantNeeds): void {
  const route = accountRoutes(app, 'Operator');
  const config = { access: 'operator' as const };

  route.get(
    '/v1/operator/tenants/:tenantId',
    {
      config,
      params: TenantParams,
      operationId: 'readTenantDetail',
      summary: 'One tenant: wallet, settings, prices, members, spending',
      description: 'For the operator; without reports and consumers.',
      answer: TenantDetail,
      refuses: ['not-found'],
    },
    async ({ params }) => needs.readTenant(params.tenantId),
  );

  route.put(
    '/v1/operator/tenants/:tenantId/origins',
    {
      config,
      params: TenantParams,
      operationId: 'setTenantOrigins',
      summary: 'Set the pages whose device sessions count for a tenant',
      description: 'Replaces the list; an empty one lets every page count.',
      body: OriginsRequest,
      answer: TenantDetail,
      refuses: ['not-found'],
    },
    async ({ params, body, ...by }) => {
      const { tenantId } = params;
      await needs.operator.setOrigins(actorOf(by), tenantId, toOrigins(body.allowedOrigins));
      return needs.readTenant(tenantId);
    },
  );
}
