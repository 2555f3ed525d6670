// The overview of a tenant, for the first page of the console, and what needs attention, for its bell. Bare objects, without the envelope.
import type { FastifyInstance } from 'fastify';
import type { ReadAttention } from '../../../usecases/activity/read-attention.ts';
import type { ReadOverview } from '../../../usecases/activity/read-overview.ts';
import { AttentionAnswer, OverviewAnswer } from '../../schemas/activity/overview.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

export type OverviewNeeds = { readOverview: ReadOverview; readAttention: Pick<ReadAttention, 'read'> };

export function overviewRoutes(app: FastifyInstance, needs: OverviewNeeds): void {
  const route = tenantRoutes(app, 'Wallet');

  route.get(
    '/:tenantId/v1/overview',
    {
      config: { access: 'wallet:read', inTurn: true },
      operationId: 'readOverview',
      summary: 'Balance, spending, reports and what needs attention',
      description: 'What the first page of the console shows, in one call.',
      answer: OverviewAnswer,
    },
    async ({ caller }) => needs.readOverview(caller),
  );

  route.get(
    '/:tenantId/v1/attention',
    {
      config: { access: 'wallet:read', inTurn: true },
      operationId: 'readAttention',
      summary: 'What needs attention now',
      description: 'The same as in the overview, and cheaper to ask for often.',
      answer: AttentionAnswer,
    },
    async ({ caller }) => ({ items: await needs.readAttention.read(caller) }),
  );
}
