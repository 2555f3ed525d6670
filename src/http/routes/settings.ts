// The settings of a tenant, read and changed by its owner. A bare object, without the envelope.
import type { FastifyInstance } from 'fastify';
import { toOrigin } from '../../domain/origins.ts';
import type { Settings } from '../../usecases/people/tenant-settings.ts';
import { callerOf, fromOf } from '../request.ts';
import { TenantParams } from '../schemas/common.ts';
import { callerProblems, WITH_BODY } from '../schemas/problems.ts';
import { SettingsAnswer, SettingsRequest } from '../schemas/settings.ts';

type Body = {
  name?: string;
  retentionDays?: number;
  allowedOrigins?: string[];
  returnOrigins?: string[];
  embedOrigins?: string[];
};

/** Three lists of twenty origins each. */
const BODY_LIMIT_BYTES = 48 * 1024;

export type SettingsNeeds = { settings: Settings };

export function settingsRoutes(app: FastifyInstance, needs: SettingsNeeds): void {
  const tags = ['Members'];

  app.get(
    '/:tenantId/v1/settings',
    {
      config: { access: 'members:manage' },
      schema: {
        tags,
        operationId: 'readSettings',
        summary: 'Name, retention and allowed pages of the tenant',
        params: TenantParams,
        response: { 200: SettingsAnswer, ...callerProblems() },
      },
    },
    async (request) => needs.settings.read(callerOf(request).tenantId),
  );

  app.patch<{ Body: Body }>(
    '/:tenantId/v1/settings',
    {
      config: { access: 'tenant:manage' },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        tags,
        operationId: 'changeSettings',
        summary: 'Change name, retention or allowed pages',
        description:
          'What is left out stays. Pages count within seconds; a shorter retention purges within minutes.',
        params: TenantParams,
        body: SettingsRequest,
        response: { 200: SettingsAnswer, ...callerProblems(...WITH_BODY) },
      },
    },
    async (request) => {
      const { allowedOrigins, name, retentionDays, returnOrigins, embedOrigins } = request.body;
      const wanted = {
        ...(name !== undefined && { name }),
        ...(retentionDays !== undefined && { retentionDays }),
        ...(returnOrigins !== undefined && { returnOrigins }),
        ...(embedOrigins !== undefined && { embedOrigins }),
        ...(allowedOrigins !== undefined && { allowedOrigins: toOrigins(allowedOrigins) }),
      };
      return needs.settings.change(callerOf(request), wanted, fromOf(request));
    },
  );
}

/** As they are stored, each once; the schema has refused what is no origin. */
export function toOrigins(texts: string[]): string[] {
  return [...new Set(texts.map((text) => toOrigin(text) ?? text))];
}
