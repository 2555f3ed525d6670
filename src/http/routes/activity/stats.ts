// Statistics of a tenant: the figures behind the overview, the requests and the wallet of the console. A bare object, without the envelope.
import type { FastifyInstance } from 'fastify';
import type { ReadStats } from '../../../usecases/activity/read-stats.ts';
import { StatsAnswer, StatsQuery } from '../../schemas/activity/stats.ts';
import { toLastTime, toTime } from '../../schemas/text.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

export type StatsNeeds = { readStats: (...asked: Parameters<ReadStats>) => ReturnType<ReadStats> };

export function statsRoutes(app: FastifyInstance, needs: StatsNeeds): void {
  tenantRoutes(app, 'Wallet').get(
    '/:tenantId/v1/stats',
    {
      config: { access: 'wallet:read', inTurn: true },
      operationId: 'readStats',
      summary: 'Reports, texts, calls, latency and spending, by hour, day or month',
      description:
        'In steps of equal length, in sum, and for the period before. Days are those of Europe/London.',
      query: StatsQuery,
      answer: StatsAnswer,
    },
    async ({ caller, query }) => {
      const { from, to, step = 'day', test } = query;
      return needs.readStats(caller.tenantId, {
        from: toTime(from),
        to: toLastTime(to),
        step,
        test: test === 'true',
      });
    },
  );
}
