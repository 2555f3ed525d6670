// The pages of the embedded development default: the outbox and the demo, behind the same checks as every other route. In production
// none of this is registered.
import type { FastifyInstance } from 'fastify';
import { refuseUnknownHost } from '../domain/known-host.ts';
import { readAssets, serveAssets } from './assets.ts';
import { type DemoNeeds, demoRoutes } from './demo/routes.ts';
import { type OutboxNeeds, outboxRoutes } from './outbox/routes.ts';
import { refuseForeignSites } from './same-site.ts';
import { takeForms } from './take-forms.ts';

export type { Example } from './demo/pages.ts';

export { OUTBOX_PATH } from './outbox/routes.ts';

export type PagesNeeds = OutboxNeeds & { demo: DemoNeeds };

export function registerPages(app: FastifyInstance, needs: PagesNeeds): void {
  app.register(async (scope) => {
    takeForms(scope);
    // After the rate limit by address, before the body is read.
    scope.addHook('onRequest', async ({ headers }) => refuseUnknownHost(headers.host, needs.publicUrl));
    scope.addHook('onRequest', refuseForeignSites);
    const { promise: closing, resolve: close } = Promise.withResolvers<null>();
    scope.addHook('preClose', async () => close(null));
    const names = ['baseCss', 'consumerCss', 'outboxCss', 'outboxJs', 'icon'] as const;
    const assets = serveAssets(scope, readAssets('/dev/assets', names));
    outboxRoutes(scope, assets, { ...needs, closing });
    demoRoutes(scope, assets, needs.demo);
  });
}
