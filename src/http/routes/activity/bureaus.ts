// How bureaus answered a tenant's live reports, for the page of the console. A bare object, without the envelope.
import type { FastifyInstance } from 'fastify';
import type { ReadBureaus } from '../../../usecases/activity/read-bureaus.ts';
import { BureausAnswer, BureausQuery } from '../../schemas/activity/bureaus.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

export type BureausNeeds = { readBureaus: ReadBureaus };

export function bureausRoutes(app: FastifyInstance, needs: BureausNeeds): void {
  tenantRoutes(app, 'Wallet').get(
    '/:tenantId/v1/bureaus',
    {
      config: { access: 'wallet:read', inTurn: true },
      operationId: 'readBureaus',
      summary: 'How each bureau answered, how fast, and what it cost',
      description:
        'Live mode only: test mode asks no bureau. The reports behind a figure: `GET /credit-reports` with `bureau`, `bureauAnswer` and `createdFrom`.',
      query: BureausQuery,
      answer: BureausAnswer,
    },
    async ({ caller, query }) => needs.readBureaus(caller.tenantId, query.period ?? 'today'),
  );
}
