// The account endpoints: the person behind the call, their tenants. Bare objects, without the envelope.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '../../domain/refusal.ts';
import type { Identified } from '../../usecases/caller.ts';
import type { EnterTenant } from '../../usecases/people/identify-caller.ts';
import type { ListMyTenants, SelectTenant } from '../../usecases/people/my-account.ts';
import { identifiedOf, pageOf, toId } from '../request.ts';
import { ConsoleAnswer, PageQuery, Profile, SelectAnswer, SelectRequest, TenantList } from '../schemas/my.ts';
import { callerProblems, WITH_BODY } from '../schemas/problems.ts';

const ConsoleQuery = Type.Object({
  tenant: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'The tenant that is about to be opened.' }),
  ),
});
/** As many as a menu can show. */
const CONSOLE_TENANTS = 100;

export type MyNeeds = { listMyTenants: ListMyTenants; selectTenant: SelectTenant; enterTenant: EnterTenant };

export function myRoutes(app: FastifyInstance, needs: MyNeeds): void {
  const tags = ['My account'];

  app.get(
    '/v1/my/profile',
    {
      config: { access: 'caller' },
      schema: {
        tags,
        operationId: 'readProfile',
        summary: 'The person behind the call',
        response: { 200: Profile, ...callerProblems() },
      },
    },
    (request, reply) => {
      reply.send(identifiedOf(request).person);
    },
  );

  app.get<{ Querystring: { tenant?: string } }>(
    '/v1/my/console',
    {
      config: { access: 'person' },
      schema: {
        tags,
        operationId: 'openConsole',
        summary: 'All that the console needs before its first page, in one call',
        querystring: ConsoleQuery,
        response: { 200: ConsoleAnswer, ...callerProblems('validation-error') },
      },
    },
    async (request) => {
      const caller = identifiedOf(request);
      const tenants = await needs.listMyTenants(caller, { size: CONSOLE_TENANTS, token: null });
      const { tenant } = request.query;
      const access = tenant === undefined ? null : await accessOn(needs.enterTenant, caller, toId(tenant));
      return { profile: caller.person, isOperator: caller.isOperator, tenants: tenants.items, access };
    },
  );

  app.get<{ Querystring: { pageSize?: string; pageToken?: string } }>(
    '/v1/my/tenants',
    {
      config: { access: 'caller' },
      schema: {
        tags,
        operationId: 'listMyTenants',
        summary: "The caller's tenants",
        querystring: Type.Object(PageQuery),
        response: { 200: TenantList, ...callerProblems('validation-error') },
      },
    },
    async (request) => needs.listMyTenants(identifiedOf(request), pageOf(request.query)),
  );

  app.post<{ Body: { tenantId: string } }>(
    '/v1/my/tenants/select',
    {
      config: { access: 'caller' },
      schema: {
        tags,
        operationId: 'selectTenant',
        summary: 'Select the tenant to work in',
        body: SelectRequest,
        response: { 200: SelectAnswer, ...callerProblems(...WITH_BODY) },
      },
    },
    async (request) => needs.selectTenant(identifiedOf(request), toId(request.body.tenantId)),
  );
}

/** Null where the person may not enter: the tenant's own routes say why. */
async function accessOn(enterTenant: EnterTenant, caller: Identified, tenantId: string) {
  try {
    const { role, permissions } = await enterTenant(caller, tenantId);
    return { role, permissions };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'forbidden') return null;
    throw error;
  }
}
