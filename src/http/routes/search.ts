// Search over a tenant's reports and calls, for the command box of the console. A bare object, without the envelope.
import type { FastifyInstance } from 'fastify';
import type { Search } from '../../usecases/activity/search.ts';
import type { KeepLiveApart } from '../edge/keep-live-apart.ts';
import { callerOf } from '../request.ts';
import { TenantParams } from '../schemas/common.ts';
import { callerProblems } from '../schemas/problems.ts';
import { SearchAnswer, SearchQuery } from '../schemas/search.ts';
import { toReportItem } from './read-reports.ts';

export type SearchNeeds = { search: Search; keepLiveApart: KeepLiveApart };

export function searchRoutes(app: FastifyInstance, needs: SearchNeeds): void {
  app.get<{ Querystring: { q: string; test?: string } }>(
    '/:tenantId/v1/search',
    {
      config: { access: 'reports:read' },
      preValidation: needs.keepLiveApart,
      schema: {
        tags: ['Credit reports'],
        operationId: 'search',
        summary: 'Find reports and calls by the beginning of a reference or an id',
        params: TenantParams,
        querystring: SearchQuery,
        response: { 200: SearchAnswer, ...callerProblems('validation-error') },
      },
    },
    async (request) => {
      const { q: text, test } = request.query;
      const asked = { text, ...(test !== undefined && { test: test === 'true' }) };
      const { reports, requests } = await needs.search(callerOf(request), asked);
      return { reports: reports.map(toReportItem), requests };
    },
  );
}
