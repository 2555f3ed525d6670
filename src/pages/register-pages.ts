// The pages of the embedded development default: the outbox and the demo, behind the same checks as every other route. In production
// none of this is registered.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseUnknownHost } from '../domain/known-host.ts';
import { serveAssets } from './assets.ts';
import type { DemoNeeds } from './demo/room.ts';
import { demoRoutes } from './demo/routes.ts';
import { type OutboxNeeds, outboxRoutes } from './outbox/routes.ts';
import { refuseForeignSites } from './same-site.ts';

export type { Example } from './demo/pages.ts';

const FORM_LIMIT_BYTES = 16 * 1024;

export type PagesNeeds = OutboxNeeds & {
  /** Its visitors are in the memory of one process: it is closed where there are several. */
  demo: Omit<DemoNeeds, 'isSecure' | 'closing'> & { isOpen: boolean };
};

export function registerPages(app: FastifyInstance, needs: PagesNeeds): void {
  app.register(async (scope) => {
    // Of each route, not of the parser: an error then knows it.
    scope.addHook('onRoute', (route) => {
      route.bodyLimit ??= FORM_LIMIT_BYTES;
    });
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    );
    // After the rate limit by address, before the body is read.
    scope.addHook('onRequest', async ({ headers }) => refuseUnknownHost(headers.host, needs.publicUrl));
    scope.addHook('onRequest', refuseForeignSites);
    const { promise: closing, resolve: close } = Promise.withResolvers<null>();
    scope.addHook('preClose', async () => close(null));
    const assets = serveAssets(scope);
    outboxRoutes(scope, assets, { ...needs, closing });
    const isSecure = needs.publicUrl.startsWith('https://');
    if (needs.demo.isOpen) demoRoutes(scope, assets, { ...needs.demo, isSecure, closing });
  });
}
