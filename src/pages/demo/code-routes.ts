// The code: entering it, asking for a new one, going back to another number. A visitor at another stage is redirected to it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OPEN } from '../assets.ts';
import { sendPage } from '../layout.ts';
import { mobileOf } from './answers.ts';
import type { CodeStage } from './journey.ts';
import { addressOf, formOf, go, goOn, stageOf } from './moves.ts';
import { codePage, notReceivedPage } from './pages.ts';
import type { Room } from './room.ts';
import type { Session } from './sessions.ts';
import { CODE_PROBLEMS } from './words.ts';

type Answer = (
  found: { session: Session; stage: CodeStage },
  reply: FastifyReply,
  request: FastifyRequest,
) => unknown;

export function codeRoutes(app: FastifyInstance, { show, sessions, journey, needs }: Room): void {
  const withCode = (answer: Answer) => async (request: FastifyRequest, reply: FastifyReply) => {
    const session = sessions.find(request);
    const stage = stageOf(session);
    if (session === null || stage.kind !== 'code') return go(reply, addressOf(stage));
    return answer({ session, stage }, reply, request);
  };
  const page = (session: Session, stage: CodeStage, problem?: string) => {
    const mobile = mobileOf(session.answers);
    return codePage(show, { stage, mobile, nowMs: needs.nowMs(), ...(problem !== undefined && { problem }) });
  };

  app.get(
    '/demo/code',
    OPEN,
    withCode(({ session, stage }, reply) => sendPage(reply, page(session, stage))),
  );
  app.post(
    '/demo/code',
    OPEN,
    withCode(({ session, stage }, reply, request) => {
      const { value, problem } = readCode(formOf(request).get('code') ?? '');
      // Not sent when it cannot be a code: the API would count it as an attempt.
      if (problem !== undefined) return sendPage(reply, page(session, stage, problem));
      journey.submitCode(session, stage, value);
      return goOn(reply, session);
    }),
  );

  app.get(
    '/demo/not-received',
    OPEN,
    withCode(({ session, stage }, reply) =>
      sendPage(reply, notReceivedPage(show, stage, mobileOf(session.answers), needs.organisation)),
    ),
  );
  app.post(
    '/demo/not-received',
    OPEN,
    withCode(({ session, stage }, reply) => {
      if (stage.textsLeft === 0) return go(reply, '/demo/not-received');
      journey.resend(session, stage);
      return goOn(reply, session);
    }),
  );

  app.post(
    '/demo/other-number',
    OPEN,
    withCode(({ session }, reply) => {
      session.stage = { kind: 'asking' };
      return go(reply, '/demo/mobile');
    }),
  );
}

/** People type codes with spaces and dashes. */
export function readCode(typed: string): { value: string; problem?: string } {
  const value = typed.replace(/[\s.\u2010-\u2015-]/g, '');
  if (value === '') return { value, problem: CODE_PROBLEMS.missing };
  if (!/^\d+$/.test(value)) return { value, problem: CODE_PROBLEMS.letters };
  if (value.length < 6) return { value, problem: CODE_PROBLEMS.short };
  if (value.length > 6) return { value, problem: CODE_PROBLEMS.long };
  return { value };
}
