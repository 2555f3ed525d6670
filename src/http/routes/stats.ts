// Statistics of a tenant: the figures behind the overview, the requests and the wallet of the console. A bare object, without the envelope.
import type { FastifyInstance } from 'fastify';
import type { FigureStep } from '../../domain/figures.ts';
import type { ReadStats } from '../../usecases/activity/read-stats.ts';
import { callerOf } from '../request.ts';
import { TenantParams } from '../schemas/common.ts';
import { callerProblems } from '../schemas/problems.ts';
import { StatsAnswer, StatsQuery } from '../schemas/stats.ts';
import { toLastTime, toTime } from '../schemas/text.ts';

type Query = { from?: string; to?: string; step?: FigureStep; test?: string };

export type StatsNeeds = { readStats: (...asked: Parameters<ReadStats>) => ReturnType<ReadStats> };

export function statsRoutes(app: FastifyInstance, needs: StatsNeeds): void {
  app.get<{ Querystring: Query }>(
    '/:tenantId/v1/stats',
    {
      config: { access: 'wallet:read' },
      schema: {
        tags: ['Wallet'],
        operationId: 'readStats',
        summary: 'Reports, texts, calls, latency and spending, by hour, day or month',
        params: TenantParams,
        querystring: StatsQuery,
        response: { 200: StatsAnswer, ...callerProblems('validation-error') },
      },
    },
    async (request) => {
      const { from, to, step = 'day', test } = request.query;
      return needs.readStats(callerOf(request).tenantId, {
        from: from === undefined ? null : toTime(from),
        to: to === undefined ? null : toLastTime(to),
        step,
        test: test === 'true',
      });
    },
  );
}
