// The code: entering it, asking for a new one, going back to another number.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SessionView } from '../../usecases/hosted/visit.ts';
import { OPEN } from '../assets.ts';
import { formOf } from '../take-forms.ts';
import { type CodeAsked, codePage, NEWS, notReceivedPage } from './code-pages.ts';
import { nextOf } from './request-routes.ts';
import { addressOf, go, inState, type Room } from './room.ts';
import { visitorOf } from './visitor.ts';
import { CODE_PROBLEMS } from './words.ts';

export function codeRoutes(app: FastifyInstance, room: Room): void {
  const { visits, nowMs } = room.needs;

  app.get(
    '/c/:id/code',
    OPEN,
    inState(room, ['code'], ({ view, draw, send }, reply, request) => {
      const code = codeIn(view, newsIn(request));
      if (code === null) return go(reply, `${draw.scene.base}/stopped`);
      return send(codePage(draw, { ...code, nowMs: nowMs() }));
    }),
  );
  app.post(
    '/c/:id/code',
    OPEN,
    inState(room, ['code'], async ({ view, draw, send }, reply, request) => {
      const { value, problem } = readCode(formOf(request).get('code') ?? '');
      const code = codeIn(view, 'sent');
      if (code === null) return go(reply, `${draw.scene.base}/stopped`);
      // Not sent when it cannot be a code: it would count as an attempt.
      if (problem !== undefined) return send(codePage(draw, { ...code, nowMs: nowMs(), problem }));
      const next = await nextOf(draw.scene.base, visits.enterCode(view, value));
      return go(reply, next.endsWith('/code') ? `${next}?news=wrong` : next);
    }),
  );

  app.get(
    '/c/:id/not-received',
    OPEN,
    inState(room, ['code'], ({ view, draw, send }, reply) => {
      const code = codeIn(view, 'sent');
      return code === null ? go(reply, `${draw.scene.base}/stopped`) : send(notReceivedPage(draw, code));
    }),
  );
  app.post(
    '/c/:id/not-received',
    OPEN,
    inState(room, ['code'], async ({ view, draw }, reply, request) => {
      const { base } = draw.scene;
      const moved = await visits.resend(view, visitorOf(request));
      if (moved === null) return go(reply, base);
      if (moved.view.state !== 'code') return go(reply, addressOf(moved.view));
      if (moved.kind === 'done') return go(reply, `${base}/code?news=sent-again`);
      const isOut = moved.kind === 'refused' && moved.refusal.code === 'no-sends-left';
      // Rate limited, say: the code that was sent before may still work.
      return go(reply, isOut ? `${base}/not-received` : `${base}/code?news=not-sent`);
    }),
  );

  app.post(
    '/c/:id/other-number',
    OPEN,
    inState(room, ['code'], ({ draw }, reply) => go(reply, `${draw.scene.base}/mobile`)),
  );
}

/** What the page needs of the challenge; null when it is over. */
function codeIn({ report, locked }: SessionView, news: CodeAsked['news']): CodeAsked | null {
  if (report === null || !('challenge' in report)) return null;
  const { challenge } = report;
  const hasText = challenge.sms !== 'refused';
  return {
    expiresAtMs: Date.parse(challenge.expiresAt),
    triesLeft: challenge.attemptsRemaining,
    textsLeft: challenge.remainingSmsCount,
    ending: (challenge.mobileNumber ?? '').slice(-3),
    hasText,
    isLocked: locked.includes('mobileNumber'),
    news,
  };
}

function newsIn(request: FastifyRequest): CodeAsked['news'] {
  const { news } = request.query as { news?: unknown };
  return NEWS.find((one) => one === news) ?? 'sent';
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
