// From the summary to the report: it is asked for, waited for, and shown.
import type { FastifyInstance } from 'fastify';
import type { Refusal } from '../../domain/refusal.ts';
import type { Moved, SessionView } from '../../usecases/hosted/visit.ts';
import { OPEN } from '../assets.ts';
import { formOf } from '../take-forms.ts';
import { consumerOf, QUESTION_IDS, type QuestionId, questionBehind } from './answers.ts';
import { deviceOf } from './device.ts';
import { answersIn, firstUnanswered, fixedIn } from './locked.ts';
import { checkPage, devicePage } from './pages.ts';
import { todayOf } from './question-routes.ts';
import { addressOf, answering, delay, go, type Room, withVisit } from './room.ts';
import { visitorOf } from './visitor.ts';
import { type Progress, progressList, waitPage } from './wait-page.ts';
import type { WhyStopped } from './words.ts';

/** How long a form waits for its answer before it shows the waiting page. A refusal comes within this time. */
const WAIT_MS = 1_500;
const LONG_WAIT_MS = 20_000;

export function requestRoutes(app: FastifyInstance, room: Room): void {
  const { visits, nowMs } = room.needs;

  app.get(
    '/c/:id/check',
    OPEN,
    answering(room, ({ view, draw, send }, reply, request) => {
      const answers = answersIn(view);
      const unanswered = firstUnanswered(answers, todayOf(room), view.locked);
      if (unanswered !== null) return go(reply, `${draw.scene.base}/${unanswered}`);
      return send(
        checkPage(draw, {
          answers,
          fixed: fixedIn(view),
          prefill: view.prefill,
          locked: view.locked,
          consent: view.consent,
          refused: refusedIn(request.query),
          hasCode: view.state === 'code',
          after: view.creditReportId ?? '',
        }),
      );
    }),
  );

  app.post(
    '/c/:id/check',
    OPEN,
    answering(room, async ({ view, draw, send }, reply, request) => {
      const { base } = draw.scene;
      // Back, and pressed again: the page is from before the report that is there.
      const after = formOf(request).get('after') ?? '';
      if (after !== (view.creditReportId ?? '')) return go(reply, addressOf(view));
      const answers = answersIn(view);
      const unanswered = firstUnanswered(answers, todayOf(room), view.locked);
      if (unanswered !== null) return go(reply, `${base}/${unanswered}`);
      const deviceSessionId = await deviceOf(room, request);
      if (deviceSessionId === null) return send(devicePage(draw, 'check'));
      const details = consumerOf(answers);
      const asked = visits.submit(view, { details, deviceSessionId, after }, visitorOf(request));
      return go(reply, await nextOf(base, asked));
    }),
  );

  app.get(
    '/c/:id/wait',
    OPEN,
    withVisit(room, ({ view, draw, send }, reply, request) => {
      const since = Number((request.query as { since?: string }).since ?? nowMs());
      if (view.state !== 'submitted') return go(reply, afterWaiting(view));
      return send(
        waitPage(draw, { ...progressOf(room, view), sinceMs: since, isLong: nowMs() - since > LONG_WAIT_MS }),
      );
    }),
  );

  // The waiting page's script asks once a second.
  app.get(
    '/c/:id/progress',
    OPEN,
    withVisit(room, ({ view }, reply) =>
      reply.send(
        view.state === 'submitted'
          ? { isWorking: true, html: progressList(progressOf(room, view)).text }
          : { isWorking: false, next: afterWaiting(view) },
      ),
    ),
  );

  app.get(
    '/c/:id/next',
    OPEN,
    withVisit(room, ({ view }, reply) => go(reply, addressOf(view))),
  );

  app.post(
    '/c/:id/again',
    OPEN,
    answering(room, ({ draw }, reply) => go(reply, `${draw.scene.base}/check`)),
  );
}

/** Where a move leads: what it came to if that is soon, else the waiting page. */
export async function nextOf(base: string, asked: Promise<Moved | null>): Promise<string> {
  const isLate = Symbol('late');
  // A fault after the page was answered is shown by the session's state, and logged where it happened.
  asked.catch(() => {});
  const moved = await Promise.race([asked, delay(WAIT_MS).then(() => isLate)]);
  if (moved === isLate) return `${base}/wait`;
  return afterMove(base, moved as Moved | null);
}

function afterMove(base: string, moved: Moved | null): string {
  if (moved === null) return base;
  if (moved.kind !== 'refused') return addressOf(moved.view);
  const { refusal } = moved;
  const refused = refusal.code === 'validation-error' ? questionsBehind(refusal) : [];
  if (refused.length > 0) return `${base}/check?refused=${refused.join('+')}`;
  return `${base}/stopped?why=${whyRefused(refusal)}`;
}

function questionsBehind({ details = [] }: Refusal): QuestionId[] {
  return [...new Set(details.map(({ path }) => questionBehind(path)))];
}

/** An empty wallet among them: the consumer never reads about the tenant's credits. */
function whyRefused({ code }: Refusal): WhyStopped {
  if (code === 'rate-limited') return 'too-many-requests';
  return code === 'challenge-expired' ? 'too-late' : 'service-problem';
}

function refusedIn(query: unknown): QuestionId[] {
  const named = String((query as { refused?: unknown }).refused ?? '').split(/[+ ]/);
  return QUESTION_IDS.filter((id) => named.includes(id));
}

/** A session that is where it was before the wait: the code was wrong, or the request was refused and nothing says why. */
function afterWaiting(view: SessionView): string {
  if (view.report?.status === 'retry') return `${addressOf(view)}?news=wrong`;
  return view.state === 'consented' ? `/c/${view.sessionId}/stopped?why=service-problem` : addressOf(view);
}

function progressOf({ needs }: Room, { report, bureaus, creditReportId }: SessionView): Progress {
  const searches = creditReportId === null ? null : needs.searchesOf(creditReportId);
  return {
    doing: report === null ? 'request' : 'code',
    bureaus: bureaus.map((id) => ({ id, state: searches?.get(id) ?? 'asking' })),
  };
}
