// The demo, assembled. A POST makes a move and redirects, so that Back, reload and links to a page work; only a form with errors is
// shown again without a redirect.

import { Trefoil } from '@trefoil/sdk';
import type { FastifyInstance } from 'fastify';
import type { Assets } from '../assets.ts';
import { codeRoutes } from './code-routes.ts';
import { createFrame } from './frame.ts';
import { createJourney } from './journey.ts';
import { questionRoutes, startRoutes } from './question-routes.ts';
import { endRoutes, requestRoutes } from './request-routes.ts';
import type { Credential, DemoNeeds, Room } from './room.ts';
import { createSessions } from './sessions.ts';

/** Bureaus may take seconds, and a code is waited for: longer than the SDK's default. */
const ANSWER_MS_MAX = 60_000;

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

function lazily(needs: DemoNeeds): () => Trefoil {
  let made: { credential: Credential; client: Trefoil } | null = null;
  return () => {
    const credential = needs.credential();
    if (credential === null) throw new Error('the demo has no credential');
    if (made?.credential !== credential) {
      const client = new Trefoil({ ...credential, baseUrl: needs.baseUrl(), timeoutMs: ANSWER_MS_MAX });
      made = { credential, client };
    }
    return made.client;
  };
}
