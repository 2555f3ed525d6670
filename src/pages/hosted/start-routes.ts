// The link: its page, which anybody may open as often as they like, and Start, the only way in.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FOR_GOOD } from '../../html/document.ts';
import type { Started } from '../../usecases/hosted/visit.ts';
import { OPEN } from '../assets.ts';
import { sendPage } from '../layout.ts';
import { formOf } from '../take-forms.ts';
import { type Ending, startPage } from './pages.ts';
import { usedUpPage } from './rights-page.ts';
import { addressOf, drawOf, go, nobodys, type Room, sendEnding } from './room.ts';
import { isFramed, sessionIdOf, setVisit, visitOf } from './visitor.ts';

export function startRoutes(app: FastifyInstance, room: Room): void {
  const { visits } = room.needs;

  app.get('/c/:id', OPEN, async (request, reply) => {
    const sessionId = sessionIdOf(request);
    const front = sessionId === null ? null : await visits.look(sessionId);
    if (sessionId === null || front === null) return sendEnding(reply, nobodys(room), 'unknown');
    const visit = visitOf(request);
    const view = visit === null ? null : await visits.read(visit);
    const page = startPage(drawOf(room, sessionId, view ?? front), { isOpen: view !== null });
    return sendPage(reply, page, { ancestors: front.embedOrigins });
  });

  app.post('/c/:id/start', OPEN, async (request, reply) => {
    const sessionId = sessionIdOf(request);
    const front = sessionId === null ? null : await visits.look(sessionId);
    if (sessionId === null || front === null) return sendEnding(reply, nobodys(room), 'unknown');
    const draw = drawOf(room, sessionId, front);
    const ancestors = front.embedOrigins;
    const form = formOf(request);
    const token = tokenIn(form.get('token') ?? '');
    if (token === null) {
      const problem = 'Enter the code from your link, or paste the whole link';
      return sendPage(reply, startPage(draw, { isOpen: false, problem }), { ancestors });
    }
    // Who sends none is nobody that was here before.
    const page = (form.get('page') || randomUUID()).slice(0, 100);
    const started = await visits.start(sessionId, token, page, visitOf(request)?.secret);
    switch (started.kind) {
      case 'started': {
        const visit = { sessionId, secret: started.secret };
        // The next page has the text on it.
        if (started.view.state === 'opened') await visits.showConsent(started.view);
        return enter(request, reply, visit, addressOf(started.view));
      }
      case 'used':
        return sendEnding(reply, draw, 'elsewhere', { ancestors });
      case 'over':
        if (started.state === 'complete' && !started.isWithdrawn)
          return sendPage(reply, usedUpPage(draw, token), { ancestors });
        return sendEnding(reply, draw, whyOver(started), { ancestors });
      case 'too-many':
        reply.header('retry-after', started.retryAfterSeconds);
        return sendEnding(reply, draw, 'too-many', { ancestors });
      case 'not-found':
        return sendEnding(reply, draw, 'unknown', { ancestors });
    }
  });

  app.get('/c/:id/logo/:hash', OPEN, async (request, reply) => {
    const sessionId = sessionIdOf(request);
    const logo = sessionId === null ? null : await visits.readLogo(sessionId);
    if (logo === null) return reply.code(404).send();
    return reply.type('image/png').header('cache-control', FOR_GOOD).send(logo);
  });
}

function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: { sessionId: string; secret: string },
  next: string,
) {
  // In a frame the page keeps the secret: a cookie would be another site's, which browsers block.
  if (isFramed(request)) return reply.send({ secret: visit.secret, next });
  setVisit(reply, visit);
  return go(reply, next);
}

function whyOver({ state, isWithdrawn }: Extract<Started, { kind: 'over' }>): Ending {
  if (isWithdrawn) return 'withdrawn-before';
  return state === 'expired' ? 'expired' : 'over';
}

/** People paste the whole link, or what is after #t=. Null where it cannot be one. */
export function tokenIn(typed: string): string | null {
  const token = /#(?:.*&)?t=([^&#]*)/.exec(typed)?.[1] ?? typed.trim();
  return /^[\w-]{20,128}$/.test(token) ? token : null;
}
