// The account endpoints: the person behind the call, their tenants. Bare objects, without the envelope.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { ListMyTenants, SelectTenant } from '../../usecases/people/my-account.ts';
import { identifiedOf, pageOf, toId } from '../request.ts';
import { PageQuery, Profile, SelectAnswer, SelectRequest, TenantList } from '../schemas/my.ts';
import { callerProblems, WITH_BODY } from '../schemas/problems.ts';

export type MyNeeds = { listMyTenants: ListMyTenants; selectTenant: SelectTenant };

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
