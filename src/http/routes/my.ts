// The account endpoints: the person behind the call, their tenants. Bare objects, without the envelope.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { jsonOf } from '../../domain/json-text.ts';
import type { Caller, Identified } from '../../usecases/identify-caller.ts';
import type { createListMyTenants, createSelectTenant } from '../../usecases/my-account.ts';
import { PageQuery, Profile, SelectAnswer, SelectRequest, TenantList } from '../schemas/my.ts';
import { callerProblems, WITH_BODY } from '../schemas/problems.ts';

const PAGE_SIZE_DEFAULT = 50;

export function myRoutes(
  app: FastifyInstance,
  needs: {
    listMyTenants: ReturnType<typeof createListMyTenants>;
    selectTenant: ReturnType<typeof createSelectTenant>;
  },
): void {
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
    // At once, and from one text for as long as the person is remembered: this is the most asked and the least that we do.
    (request, reply) => {
      reply.type('application/json; charset=utf-8').send(jsonOf(identifiedOf(request).person));
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
    async (request) => needs.selectTenant(identifiedOf(request), request.body.tenantId),
  );
}

export function pageOf(query: { pageSize?: string; pageToken?: string }): {
  size: number;
  token: string | null;
} {
  return { size: Number(query.pageSize ?? PAGE_SIZE_DEFAULT), token: query.pageToken ?? null };
}

export function identifiedOf(request: FastifyRequest): Identified {
  if (request.identified === null) throw new Error('a route that needs a caller was reached without one');
  return request.identified;
}

/** Of a route on a tenant. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('a route that needs a caller was reached without one');
  return request.caller;
}
