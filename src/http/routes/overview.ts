// The overview of a tenant, for the first page of the console, and what needs attention, for its bell. Bare objects, without the envelope.
import type { FastifyInstance } from 'fastify';
import type { ReadAttention } from '../../usecases/activity/read-attention.ts';
import type { ReadOverview } from '../../usecases/activity/read-overview.ts';
import { callerOf } from '../request.ts';
import { TenantParams } from '../schemas/common.ts';
import { AttentionAnswer, OverviewAnswer } from '../schemas/overview.ts';
import { callerProblems } from '../schemas/problems.ts';

export type OverviewNeeds = { readOverview: ReadOverview; readAttention: Pick<ReadAttention, 'read'> };

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
    async (request) => needs.readOverview(callerOf(request)),
  );

  app.get(
    '/:tenantId/v1/attention',
    {
      config: { access: 'wallet:read' },
      schema: {
        tags: ['Wallet'],
        operationId: 'readAttention',
        summary: 'What needs attention now',
        description: 'The same as in the overview, and cheaper to ask for often.',
        params: TenantParams,
        response: { 200: AttentionAnswer, ...callerProblems() },
      },
    },
    async (request) => ({ items: await needs.readAttention.read(callerOf(request)) }),
  );
}
