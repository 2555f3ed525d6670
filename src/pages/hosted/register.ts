// The hosted pages of consumers, below /c/: assembled. A POST makes a move and redirects, so that Back, reload and links to a page work;
// only a form with errors is shown again without a redirect. A GET changes nothing.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from '../layout.ts';
import { refuseForeignSites } from '../same-site.ts';
import { takeForms } from '../take-forms.ts';
import { askRoutes } from './ask-routes.ts';
import { serveConsumerAssets } from './assets.ts';
import { codeRoutes } from './code-routes.ts';
import { endRoutes } from './end-routes.ts';
import { createFrame } from './frame.ts';
import { stoppedPage } from './pages.ts';
import { consentRoutes, questionRoutes } from './question-routes.ts';
import { requestRoutes } from './request-routes.ts';
import { type ConsumerNeeds, nobodys, type Room } from './room.ts';
import { startRoutes } from './start-routes.ts';

type ConsumerPagesNeeds = ConsumerNeeds & {
  /** Notes and logs what went wrong, and says which status it has. */
  explain(error: unknown, request: FastifyRequest, reply: FastifyReply): number;
};

export function registerConsumerPages(app: FastifyInstance, needs: ConsumerPagesNeeds): void {
  app.register(async (scope) => {
    takeForms(scope);
    scope.addHook('onRequest', refuseForeignSites);
    const room: Room = { needs, show: createFrame(serveConsumerAssets(scope)) };
    scope.setErrorHandler((error, request, reply) => {
      const status = needs.explain(error, request, reply);
      const why = status === 429 ? 'too-many-requests' : 'service-problem';
      return sendPage(reply, stoppedPage(nobodys(room), why, null), { status });
    });
    startRoutes(scope, room);
    consentRoutes(scope, room);
    questionRoutes(scope, room);
    requestRoutes(scope, room);
    codeRoutes(scope, room);
    endRoutes(scope, room);
    askRoutes(scope, room);
  });
}
