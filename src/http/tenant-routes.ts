// A route is one call: its address, who may call it, its schemas, what it refuses, and its handler. The handler is given what was sent, and
// must return what is answered, in the types of these schemas. Not for pages and forms: they have no schema of an answer.
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify';
import { IsNull, type Static, type TSchema, type TUnknown } from 'typebox';
import type { RefusalCode } from '../domain/refusal.ts';
import type { Caller, From, Identified } from '../usecases/caller.ts';
import type { Access } from './edge/checks.ts';
import { callerOf, fromOf, identifiedOf } from './request.ts';
import { KeyHeader, TenantParams } from './schemas/common.ts';
import { callerProblems, publicProblems, WITH_BODY, WITH_KEY } from './schemas/problems.ts';
import type { Answer, NothingElse } from './sent.ts';

type Hooks = Pick<RouteShorthandOptions, 'bodyLimit' | 'onRequest' | 'preValidation' | 'onSend'>;

/** What a route says of itself. */
export type Said<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema> = Hooks & {
  config: FastifyContextConfig & { access: Access };
  operationId: string;
  summary: string;
  description?: string;
  params?: P;
  query?: Q;
  body?: B;
  /** The schema of the answer; `Nothing` for one without a body. */
  answer: A;
  /** Of an answer with a body, where it is not 200. */
  status?: 201;
  /** The codes that every such route has, or that follow from its body and its idempotency, are not named. */
  refuses?: readonly RefusalCode[];
  produces?: string[];
  /** Empty where the OpenAPI document must say that no token is needed. */
  security?: [];
};

/** What a handler is given; `resourceId` is the id for what the request makes. */
export type Given<Who, P extends TSchema, Q extends TSchema, B extends TSchema> = {
  caller: Who;
  from: From;
  params: Static<P>;
  query: Static<Q>;
  body: Static<B>;
  resourceId: string;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** On a tenant: the caller is one who may enter it. */
export const tenantRoutes = (app: FastifyInstance, tag: string) =>
  routesOf<Caller, typeof TenantParams>(app, tag, callerOf, callerProblems, TenantParams);

/** With a token, and on no tenant: of a person, a credential or an operator. */
export const accountRoutes = (app: FastifyInstance, tag: string) =>
  routesOf<Identified>(app, tag, identifiedOf, callerProblems);

/** Without a token. */
export const publicRoutes = (app: FastifyInstance, tag: string) =>
  routesOf<null>(app, tag, () => null, publicProblems);

function routesOf<Who, Params extends TSchema = TUnknown>(
  app: FastifyInstance,
  tag: string,
  whoOf: (request: FastifyRequest) => Who,
  problems: (...codes: RefusalCode[]) => object,
  paramsOfAll?: Params,
) {
  const by =
    (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
    <
      A extends TSchema,
      P extends TSchema = Params,
      Q extends TSchema = TUnknown,
      B extends TSchema = TUnknown,
      R extends Answer<A> = Answer<A>,
    >(
      url: string,
      said: Said<P, Q, B, A>,
      handle: (given: Given<Who, P, Q, B>) => Promise<R & NothingElse<NoInfer<R>, A>>,
    ): void => {
      const { operationId, summary, description, produces, security, ...rest } = said;
      const { params = paramsOfAll, query, body, answer, status = 200, refuses = [], ...options } = rest;
      const isNothing = IsNull(answer);
      const codes = [
        ...(body === undefined ? [] : WITH_BODY),
        ...(options.config.isIdempotent ? WITH_KEY : []),
        ...refuses,
      ];
      const schema = stated({
        tags: [tag],
        operationId,
        summary,
        description,
        produces,
        security,
        params,
        querystring: query,
        body,
        headers: options.config.isIdempotent ? KeyHeader : undefined,
        response: { [isNothing ? 204 : status]: answer, ...problems(...codes) },
      });
      const handler: RouteHandlerMethod = async (request, reply) => {
        // These very schemas were validated before the handler runs.
        const sent = request as { params: Static<P>; query: Static<Q>; body: Static<B> };
        if (status !== 200) reply.code(status);
        const answered = await handle({
          caller: whoOf(request),
          from: fromOf(request),
          params: sent.params,
          query: sent.query,
          body: sent.body,
          resourceId: request.resourceId,
          request,
          reply,
        });
        return isNothing ? reply.code(204).send() : answered;
      };
      app.route({ ...options, method, url, schema, handler });
    };
  return { get: by('GET'), post: by('POST'), put: by('PUT'), patch: by('PATCH'), delete: by('DELETE') };
}

/** Fastify takes what is undefined for a schema that got lost. */
function stated(schema: { [name: string]: unknown }): FastifySchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
