// From the summary to the report: the request is sent, waited for, and its result shown.
import type { FastifyInstance } from 'fastify';
import { OPEN } from '../assets.ts';
import { sendPage } from '../layout.ts';
import { firstUnanswered } from './answers.ts';
import { addressOf, delay, formOf, go, goOn, stageOf } from './moves.ts';
import { checkPage, closedPage, devicePage, stoppedPage, waitPage } from './pages.ts';
import { reportPage } from './report-page.ts';
import type { Room } from './room.ts';

const PROGRESS_MS_MAX = 10_000;
const LONG_WAIT_MS = 20_000;

export function requestRoutes(app: FastifyInstance, { show, sessions, journey, needs, today }: Room): void {
  app.get('/demo/check', OPEN, async (request, reply) => {
    const session = sessions.find(request);
    if (session === null) return go(reply, '/demo');
    const unanswered = firstUnanswered(session.answers, today());
    if (unanswered !== null) return go(reply, `/demo/${unanswered.id}`);
    session.hasSeenSummary = true;
    const refused = session.stage.kind === 'asking' ? (session.stage.refused ?? []) : [];
    const { answers, stage } = session;
    return sendPage(reply, checkPage(show, { answers, consent: needs.consent, refused, stage: stage.kind }));
  });

  app.post('/demo/check', OPEN, async (request, reply) => {
    const session = sessions.find(request);
    if (session === null) return go(reply, '/demo');
    if (firstUnanswered(session.answers, today()) !== null) return go(reply, '/demo/check');
    // A double click: one request is under way already.
    if (session.stage.kind === 'working') return go(reply, '/demo/wait');
    const form = formOf(request);
    const sessionId = form.get('sessionId') ?? '';
    if (sessionId === '')
      return sendPage(reply, devicePage(show, needs.organisation, form.get('script') === 'ran'));
    journey.generate(session, { sessionId, ipAddress: request.ip });
    return goOn(reply, session);
  });

  app.get('/demo/wait', OPEN, async (request, reply) => {
    const stage = stageOf(sessions.find(request));
    if (stage.kind !== 'working') return go(reply, addressOf(stage));
    const isLong = needs.nowMs() - stage.sinceMs > LONG_WAIT_MS;
    return sendPage(reply, waitPage(show, { isLong, doing: stage.doing }));
  });

  // Long poll of the waiting page's script: answered at a change of stage, or after a timeout.
  app.get('/demo/progress', OPEN, async (request, reply) => {
    const session = sessions.find(request);
    const stage = stageOf(session);
    if (stage.kind === 'working') await Promise.race([stage.ended, delay(PROGRESS_MS_MAX), needs.closing]);
    const next = stageOf(session);
    return reply.send({ isWorking: next.kind === 'working', next: addressOf(next) });
  });

  app.get('/demo/next', OPEN, async (request, reply) =>
    go(reply, addressOf(stageOf(sessions.find(request)))),
  );
}

export function endRoutes(app: FastifyInstance, { show, sessions, needs }: Room): void {
  app.get('/demo/stopped', OPEN, async (request, reply) => {
    const stage = stageOf(sessions.find(request));
    if (stage.kind !== 'stopped') return go(reply, addressOf(stage));
    return sendPage(reply, stoppedPage(show, stage.why, needs.organisation));
  });

  app.post('/demo/again', OPEN, async (request, reply) => {
    const session = sessions.find(request);
    if (session === null) return go(reply, '/demo');
    session.stage = { kind: 'asking' };
    return go(reply, '/demo/check');
  });

  app.get('/demo/report', OPEN, async (request, reply) => {
    const stage = stageOf(sessions.find(request));
    if (stage.kind !== 'report') return go(reply, addressOf(stage));
    return sendPage(reply, reportPage(show, stage));
  });

  app.post('/demo/close', OPEN, async (request, reply) => {
    sessions.end(request, reply);
    return go(reply, '/demo/closed');
  });
  app.get('/demo/closed', OPEN, async (_request, reply) => sendPage(reply, closedPage(show)));
}
