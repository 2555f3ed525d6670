// The alerts of a tenant. Bare objects, without the envelope: they cost nothing.
import type { FastifyInstance } from 'fastify';
import type { Alerts } from '../../../usecases/wallet/alerts.ts';
import { AlertsAnswer, AlertsRequest } from '../../schemas/wallet/alerts.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

export type AlertNeeds = { alerts: Alerts };

export function alertRoutes(app: FastifyInstance, { alerts }: AlertNeeds): void {
  const route = tenantRoutes(app, 'Wallet');

  route.get(
    '/:tenantId/v1/alerts',
    {
      config: { access: 'wallet:read' },
      operationId: 'listAlerts',
      summary: 'The alerts of the tenant, and which have fired',
      description: 'Each threshold, whether it has fired, and since when.',
      answer: AlertsAnswer,
    },
    async ({ caller }) => ({ items: await alerts.list(caller.tenantId) }),
  );

  route.put(
    '/:tenantId/v1/alerts',
    {
      config: { access: 'webhooks:write', isOfLive: true },
      operationId: 'setAlerts',
      summary: 'Set the alerts of the tenant',
      description:
        'Replaces all of them. Each is told by e-mail to owners, admins and finance, and as an event. Not for a credential of test mode.',
      body: AlertsRequest,
      answer: AlertsAnswer,
    },
    async ({ caller, body, from }) => ({ items: await alerts.set(caller, body, from) }),
  );
}
