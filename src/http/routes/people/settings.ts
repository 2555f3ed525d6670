// The settings of a tenant, read and changed by its owner. A bare object, without the envelope.
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../../usecases/people/tenant-settings.ts';
import { SettingsAnswer, SettingsRequest } from '../../schemas/people/settings.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

/** Three lists of twenty origins each. */
const BODY_LIMIT_BYTES = 48 * 1024;

export type SettingsNeeds = { settings: Settings };

export function settingsRoutes(app: FastifyInstance, needs: SettingsNeeds): void {
  const route = tenantRoutes(app, 'Members');

  route.get(
    '/:tenantId/v1/settings',
    {
      config: { access: 'members:manage' },
      operationId: 'readSettings',
      summary: 'Name, retention and allowed pages of the tenant',
      description: 'Allowed pages are the origins whose device sessions count; without any, all do.',
      answer: SettingsAnswer,
    },
    async ({ caller }) => needs.settings.read(caller.tenantId),
  );

  route.patch(
    '/:tenantId/v1/settings',
    {
      config: { access: 'tenant:manage' },
      bodyLimit: BODY_LIMIT_BYTES,
      operationId: 'changeSettings',
      summary: 'Change name, retention or allowed pages',
      description:
        'What is left out stays. Pages count within seconds; a shorter retention purges within minutes.',
      body: SettingsRequest,
      answer: SettingsAnswer,
    },
    async ({ caller, body, from }) => needs.settings.change(caller, body, from),
  );
}
