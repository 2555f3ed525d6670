// Search over a tenant's reports, calls and events, for the command box of the console. A bare object, without the envelope.
import type { FastifyInstance } from 'fastify';
import type { Search } from '../../../usecases/activity/search.ts';
import type { FindByPerson } from '../../../usecases/reports/find-by-person.ts';
import type { KeepLiveApart } from '../../edge/keep-live-apart.ts';
import { toFlagOrNull } from '../../request.ts';
import { FindAnswer, FindQuery, SearchAnswer, SearchQuery } from '../../schemas/activity/search.ts';
import { tenantRoutes } from '../../tenant-routes.ts';
import { toReportItem } from '../reports/read-reports.ts';

export type SearchNeeds = { search: Search; findByPerson: FindByPerson; keepLiveApart: KeepLiveApart };

export function searchRoutes(app: FastifyInstance, needs: SearchNeeds): void {
  const route = tenantRoutes(app, 'Credit reports');
  route.get(
    '/:tenantId/v1/search/people',
    {
      config: { access: 'reports:reveal' },
      preValidation: needs.keepLiveApart,
      operationId: 'findByPerson',
      summary: 'Find reports by the end of a phone number or by a surname',
      description: 'For people who may open documents; at most 10 a minute.',
      query: FindQuery,
      answer: FindAnswer,
      refuses: ['rate-limited'],
    },
    async ({ caller, query, from }) => {
      const asked = { who: query.who, test: toFlagOrNull(query.test) ?? false };
      return { items: (await needs.findByPerson(caller, asked, from)).map(toReportItem) };
    },
  );
  route.get(
    '/:tenantId/v1/search',
    {
      config: { access: 'reports:read', inTurn: true },
      preValidation: needs.keepLiveApart,
      operationId: 'search',
      summary: 'Find reports, calls and events by the beginning of a reference or an id',
      description: 'From four characters on, the newest first.',
      query: SearchQuery,
      answer: SearchAnswer,
    },
    async ({ caller, query }) => {
      const { q: text, test } = query;
      const asked = { text, test: toFlagOrNull(test) ?? undefined };
      const { reports, ...found } = await needs.search(caller, asked);
      return { reports: reports.map(toReportItem), ...found };
    },
  );
}
