// Bodies of forms, as the pages read them.
import type { FastifyInstance, FastifyRequest } from 'fastify';

const FORM_LIMIT_BYTES = 16 * 1024;

export function takeForms(scope: FastifyInstance): void {
  // Of each route, not of the parser: an error then knows it.
  scope.addHook('onRoute', (route) => {
    route.bodyLimit ??= FORM_LIMIT_BYTES;
  });
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
  );
}

export function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}
