// A known path with a wrong method answers 405 and says what it takes. The router knows only "not found", so the other
// methods of every path are registered as refusals once all routes are in.
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

export function refuseOtherMethods(app: FastifyInstance) {
  const taken = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = taken.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    taken.set(url, methods);
  });

  return {
    complete(scope: FastifyInstance): void {
      for (const [url, methods] of [...taken]) {
        const others = METHODS.filter((method) => !methods.has(method));
        if (others.length === 0) continue;
        const allow = [...methods].sort().join(', ');
        scope.route({
          url,
          method: others,
          config: { access: 'public' },
          schema: { hide: true },
          // Before the body is read, which does not matter here.
          onRequest: async (_request, reply) => {
            reply.header('allow', allow);
            throw new Refusal('method-not-allowed', `This address takes ${allow} only.`);
          },
          handler: async () => {},
        });
      }
    },
  };
}
