// The alerts of a tenant. Bare objects, without the envelope: they cost nothing.
import type { FastifyInstance } from 'fastify';
import type { AlertSettings, Alerts } from '../../usecases/wallet/alerts.ts';
import { callerOf, fromOf } from '../request.ts';
import { AlertsAnswer, AlertsRequest } from '../schemas/alerts.ts';
import { TenantParams } from '../schemas/common.ts';
import { callerProblems, WITH_BODY } from '../schemas/problems.ts';

export type AlertNeeds = { alerts: Alerts };

export function alertRoutes(app: FastifyInstance, { alerts }: AlertNeeds): void {
  const tags = ['Wallet'];
  app.get(
    '/:tenantId/v1/alerts',
    {
      config: { access: 'wallet:read' },
      schema: {
        tags,
        operationId: 'listAlerts',
        summary: 'The alerts of the tenant, and which have fired',
        params: TenantParams,
        response: { 200: AlertsAnswer, ...callerProblems() },
      },
    },
    async (request) => ({ items: await alerts.list(callerOf(request).tenantId) }),
  );

  app.put<{ Body: AlertSettings }>(
    '/:tenantId/v1/alerts',
    {
      config: { access: 'webhooks:write', isOfLive: true },
      schema: {
        tags,
        operationId: 'setAlerts',
        summary: 'Set the alerts of the tenant',
        description:
          'Replaces all of them. Each is told by e-mail to owners, admins and finance, and as an event. Not for a credential of test mode.',
        params: TenantParams,
        body: AlertsRequest,
        response: { 200: AlertsAnswer, ...callerProblems(...WITH_BODY) },
      },
    },
    async (request) => ({ items: await alerts.set(callerOf(request), request.body, fromOf(request)) }),
  );
}
