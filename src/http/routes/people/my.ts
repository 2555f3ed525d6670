// The account endpoints: the person behind the call, their tenants. Bare objects, without the envelope.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '../../../domain/refusal.ts';
import type { Identified } from '../../../usecases/caller.ts';
import type { EnterTenant } from '../../../usecases/people/identify-caller.ts';
import type { ListMyTenants, SelectTenant } from '../../../usecases/people/my-account.ts';
import { pageOf, toId } from '../../request.ts';
import {
  ConsoleAnswer,
  PageQuery,
  Profile,
  SelectAnswer,
  SelectRequest,
  TenantList,
} from '../../schemas/people/my.ts';
import { accountRoutes } from '../../tenant-routes.ts';

const ConsoleQuery = Type.Object({
  tenant: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'The tenant that is about to be opened.' }),
  ),
});
/** As many as a menu can show. */
const CONSOLE_TENANTS = 100;

export type MyNeeds = { listMyTenants: ListMyTenants; selectTenant: SelectTenant; enterTenant: EnterTenant };

export function myRoutes(app: FastifyInstance, needs: MyNeeds): void {
  const route = accountRoutes(app, 'My account');

  route.get(
    '/v1/my/profile',
    {
      config: { access: 'caller' },
      operationId: 'readProfile',
      summary: 'The person behind the call',
      description: 'For a program: the person who made its credential.',
      answer: Profile,
    },
    async ({ caller }) => caller.person,
  );

  route.get(
    '/v1/my/console',
    {
      config: { access: 'person' },
      operationId: 'openConsole',
      summary: 'All that the console needs before its first page, in one call',
      description: 'The person, their tenants, and what they may do on the one that is named.',
      query: ConsoleQuery,
      answer: ConsoleAnswer,
    },
    async ({ caller, query }) => {
      const tenants = await needs.listMyTenants(caller, { size: CONSOLE_TENANTS, token: null });
      const { tenant } = query;
      const access = tenant === undefined ? null : await accessOn(needs.enterTenant, caller, toId(tenant));
      return { profile: caller.person, isOperator: caller.isOperator, tenants: tenants.items, access };
    },
  );

  route.get(
    '/v1/my/tenants',
    {
      config: { access: 'caller' },
      operationId: 'listMyTenants',
      summary: "The caller's tenants",
      description: 'For a program: its only tenant.',
      query: Type.Object(PageQuery),
      answer: TenantList,
    },
    async ({ caller, query }) => needs.listMyTenants(caller, pageOf(query)),
  );

  route.post(
    '/v1/my/tenants/select',
    {
      config: { access: 'caller' },
      operationId: 'selectTenant',
      summary: 'Select the tenant to work in',
      description:
        'Remembers the tenant as the one last worked in. Calls name their tenant in the path, whichever is selected.',
      body: SelectRequest,
      answer: SelectAnswer,
    },
    async ({ caller, body }) => needs.selectTenant(caller, toId(body.tenantId)),
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
