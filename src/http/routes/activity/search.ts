// Search over a tenant's reports and calls, for the command box of the console. A bare object, without the envelope.
import type { FastifyInstance } from 'fastify';
import type { Search } from '../../../usecases/activity/search.ts';
import type { KeepLiveApart } from '../../edge/keep-live-apart.ts';
import { toFlagOrNull } from '../../request.ts';
import { SearchAnswer, SearchQuery } from '../../schemas/activity/search.ts';
import { tenantRoutes } from '../../tenant-routes.ts';
import { toReportItem } from '../reports/read-reports.ts';

export type SearchNeeds = { search: Search; keepLiveApart: KeepLiveApart };

export function searchRoutes(app: FastifyInstance, needs: SearchNeeds): void {
  tenantRoutes(app, 'Credit reports').get(
    '/:tenantId/v1/search',
    {
      config: { access: 'reports:read', inTurn: true },
      preValidation: needs.keepLiveApart,
      operationId: 'search',
      summary: 'Find reports and calls by the beginning of a reference or an id',
      query: SearchQuery,
      answer: SearchAnswer,
    },
    async ({ caller, query }) => {
      const { q: text, test } = query;
      const asked = { text, test: toFlagOrNull(test) ?? undefined };
      const { reports, requests } = await needs.search(caller, asked);
      return { reports: reports.map(toReportItem), requests };
    },
  );
}
