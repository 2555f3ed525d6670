// The overview of a tenant, for the first page of the console. A bare object, without the envelope.
import type { FastifyInstance } from 'fastify';
import type { ReadOverview } from '../../usecases/activity/read-overview.ts';
import { callerOf } from '../request.ts';
import { TenantParams } from '../schemas/common.ts';
import { OverviewAnswer } from '../schemas/overview.ts';
import { callerProblems } from '../schemas/problems.ts';

export type OverviewNeeds = { readOverview: ReadOverview };

export function overviewRoutes(app: FastifyInstance, needs: OverviewNeeds): void {
  app.get(
    '/:tenantId/v1/overview',
    {
      config: { access: 'wallet:read' },
      schema: {
        tags: ['Wallet'],
        operationId: 'readOverview',
        summary: 'Balance, spending, reports and what needs attention',
        params: TenantParams,
        response: { 200: OverviewAnswer, ...callerProblems() },
      },
    },
    async (request) => needs.readOverview(callerOf(request).tenantId),
  );
}
