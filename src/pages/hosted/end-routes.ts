// Every way in which a session ends: the report, hidden after a while or when the consumer closes it; a stop; an end; the way back.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FailureReason } from '../../domain/reports/report.ts';
import { DISPUTE_REASONS, type DisputeReason } from '../../domain/shown/dispute-letter.ts';
import type { SessionView } from '../../usecases/hosted/visit.ts';
import { OPEN } from '../assets.ts';
import { formOf } from '../take-forms.ts';
import { type Ending, stoppedPage } from './pages.ts';
import { reportPage, SHOWN_MS } from './report-page.ts';
import { rightsPage } from './rights-page.ts';
import { addressOf, drawOf, go, inState, nobodys, type Room, sendEnding, withVisit } from './room.ts';
import { tokenIn } from './start-routes.ts';
import { endVisit, sessionIdOf, visitOf } from './visitor.ts';
import { STOPS, type WhyStopped } from './words.ts';
import { letterPage, wrongPage } from './wrong-pages.ts';

export function endRoutes(app: FastifyInstance, room: Room): void {
  const { visits, nowMs } = room.needs;

  app.get(
    '/c/:id/report',
    OPEN,
    inState(room, ['complete'], async ({ view, draw, send }, reply) => {
      const shown = { ancestors: view.embedOrigins, returnUrl: view.returnUrl };
      const opened = await visits.readReport(view);
      if (opened === null) return sendEnding(reply, draw, 'finished', shown);
      const leftMs = opened.madeAt.getTime() + SHOWN_MS - nowMs();
      if (leftMs <= 0) return sendEnding(reply, draw, 'hidden', shown);
      return send(
        reportPage(draw, {
          document: opened.document,
          cars: opened.cars,
          bureaus: opened.answer.bureaus,
          atMs: opened.madeAt.getTime(),
          secondsLeft: Math.ceil(leftMs / 1000),
          returns: returnOf(view),
        }),
      );
    }),
  );

  const shownStill = async (view: SessionView) => {
    const opened = await visits.readReport(view);
    if (opened === null || opened.madeAt.getTime() + SHOWN_MS <= nowMs()) return null;
    return { document: opened.document, cars: opened.cars, bureaus: opened.answer.bureaus };
  };

  app.get(
    '/c/:id/wrong',
    OPEN,
    inState(room, ['complete'], async ({ view, draw, send }, reply) => {
      const opened = await shownStill(view);
      return opened === null ? go(reply, addressOf(view)) : send(wrongPage(draw, opened));
    }),
  );
  app.get(
    '/c/:id/wrong/:place',
    OPEN,
    inState(room, ['complete'], async ({ view, draw, send }, reply, request) => {
      const opened = await shownStill(view);
      const { place } = request.params as { place: string };
      const { why = '' } = request.query as { why?: string };
      const page =
        opened === null || !/^\d{1,4}$/.test(place)
          ? null
          : letterPage(draw, opened, {
              place: Number(place),
              why: Object.hasOwn(DISPUTE_REASONS, why) ? (why as DisputeReason) : null,
              today: new Date(nowMs()).toISOString().slice(0, 10),
            });
      return page === null ? go(reply, addressOf(view)) : send(page);
    }),
  );

  app.get(
    '/c/:id/report.pdf',
    OPEN,
    inState(room, ['complete'], async ({ view }, reply) => {
      const printed = await visits.printReport(view);
      if (printed === null || printed.madeAt.getTime() + SHOWN_MS <= nowMs())
        return go(reply, addressOf(view));
      const { name, pdf } = printed;
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${name}.pdf"`)
        .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
    }),
  );

  // The browser forgets who it is, and so do we: the report cannot be opened again, with a copy of the cookie either.
  app.post('/c/:id/close', OPEN, async (request, reply) => {
    const sessionId = sessionIdOf(request);
    if (sessionId === null) return go(reply, '/c/unknown');
    const visit = visitOf(request);
    if (visit !== null) await visits.close(visit);
    endVisit(reply, sessionId);
    return go(reply, `/c/${sessionId}/closed`);
  });
  // As easy as agreeing: one page, one button.
  app.get(
    '/c/:id/rights',
    OPEN,
    inState(room, ['complete'], async ({ view, draw, send }) =>
      send(rightsPage(draw, (await shownStill(view)) !== null)),
    ),
  );
  app.post('/c/:id/withdraw', OPEN, async (request, reply) => {
    const sessionId = sessionIdOf(request);
    if (sessionId === null) return go(reply, '/c/unknown');
    const token = tokenIn(formOf(request).get('token') ?? '');
    const by = token === null ? visitOf(request) : { sessionId, token };
    const front = by === null ? null : await visits.look(sessionId);
    if (by === null || front === null || !(await visits.withdraw(by))) return go(reply, `/c/${sessionId}`);
    endVisit(reply, sessionId);
    return sendEnding(reply, drawOf(room, sessionId, front), 'withdrawn', { ancestors: front.embedOrigins });
  });

  app.get('/c/:id/closed', OPEN, async (request, reply) => {
    const sessionId = sessionIdOf(request);
    const front = sessionId === null ? null : await visits.look(sessionId);
    if (sessionId === null || front === null) return sendEnding(reply, nobodys(room), 'unknown');
    return sendEnding(reply, drawOf(room, sessionId, front), 'closed', { ancestors: front.embedOrigins });
  });

  app.get(
    '/c/:id/stopped',
    OPEN,
    inState(room, ['failed', 'blocked', 'consented', 'code'], ({ view, draw, send }, reply, request) => {
      // The bureaus know several places that match: only the consumer can say which.
      if (view.state === 'failed' && isAmbiguous(view))
        return go(reply, `${draw.scene.base}/check?refused=address`);
      const why = whyStopped(view, request);
      if (why === null) return go(reply, addressOf(view));
      return send(stoppedPage(draw, why, returnOf(view)));
    }),
  );

  app.get(
    '/c/:id/end',
    OPEN,
    inState(room, ['declined', 'expired', 'cancelled'], ({ view, draw }, reply) => {
      const endings: Partial<Record<SessionView['state'], Ending>> = {
        declined: view.agreedAt === null ? 'declined' : 'left',
        expired: 'expired',
      };
      const shown = { ancestors: view.embedOrigins, returnUrl: view.returnUrl };
      return sendEnding(reply, draw, endings[view.state] ?? 'over', shown);
    }),
  );

  app.get(
    '/c/:id/return',
    OPEN,
    withVisit(room, ({ view }, reply) => go(reply, view.returnUrl ?? addressOf(view))),
  );
}

const returnOf = (view: SessionView) =>
  view.returnUrl === null ? null : { href: `/c/${view.sessionId}/return` };

const WHY: Partial<Record<FailureReason, WhyStopped>> = {
  'attempts-exhausted': 'too-many-wrong-codes',
  'challenge-expired': 'too-late',
  'too-many-challenges': 'too-many-requests',
  'insufficient-funds': 'service-problem',
  'bureaus-refused': 'bureaus-failed',
  'no-bureau-answered': 'bureaus-failed',
};

function isAmbiguous({ report, generatesLeft }: SessionView): boolean {
  return generatesLeft > 0 && report?.status === 'failed' && report.reason.startsWith('address-ambiguous');
}

/** What a failed or blocked session came to; of one that goes on, why a step was refused, as the address says. */
function whyStopped(
  { state, report, generatesLeft }: SessionView,
  request: FastifyRequest,
): WhyStopped | null {
  if (state === 'blocked') return 'blocked';
  if (report?.status === 'failed' && state !== 'consented') {
    const why = WHY[report.reason] ?? 'failed';
    return generatesLeft > 0 ? why : 'no-tries-left';
  }
  const { why } = request.query as { why?: string };
  return why !== undefined && Object.hasOwn(STOPS, why) && why !== 'blocked' ? (why as WhyStopped) : null;
}
