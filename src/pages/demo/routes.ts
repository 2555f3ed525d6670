// The demo, assembled. A POST makes a move and redirects, so that Back, reload and links to a page work; only a form with errors is
// shown again without a redirect.

import type { FastifyInstance } from 'fastify';
import type { Assets } from '../assets.ts';
import { type ApiClient, type Credential, createApiClient } from './api-client.ts';
import { codeRoutes } from './code-routes.ts';
import { createFrame } from './frame.ts';
import { createJourney } from './journey.ts';
import { questionRoutes, startRoutes } from './question-routes.ts';
import { endRoutes, requestRoutes } from './request-routes.ts';
import type { DemoNeeds, Room } from './room.ts';
import { createSessions } from './sessions.ts';

export function demoRoutes(app: FastifyInstance, assets: Assets, needs: DemoNeeds): void {
  const { organisation, bureaus, nowMs } = needs;
  const room: Room = {
    needs,
    show: createFrame({ assets, organisation }),
    sessions: createSessions(needs),
    journey: createJourney({ client: lazily(needs), bureaus, nowMs }),
    today: () => new Date(nowMs()).toISOString().slice(0, 10),
  };
  startRoutes(app, room);
  questionRoutes(app, room);
  requestRoutes(app, room);
  codeRoutes(app, room);
  endRoutes(app, room);
}

function lazily(needs: DemoNeeds): () => ApiClient {
  let made: { credential: Credential; client: ApiClient } | null = null;
  return () => {
    const credential = needs.credential();
    if (credential === null) throw new Error('the demo has no credential');
    if (made?.credential !== credential) {
      made = { credential, client: createApiClient({ baseUrl: needs.baseUrl(), credential }) };
    }
    return made.client;
  };
}
