// A complaint to the firm, or a request to erase: for whoever has the link, in any state of it.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../domain/ids.ts';
import type { Html } from '../../html/html.ts';
import { OPEN } from '../assets.ts';
import { sendPage } from '../layout.ts';
import { formOf } from '../take-forms.ts';
import { askedPage, askPage, isKind, type Typed, tooManyPage, wrongIn } from './ask-pages.ts';
import type { Draw } from './pages.ts';
import { drawOf, nobodys, type Room, sendEnding } from './room.ts';
import { sessionIdOf, visitOf } from './visitor.ts';

/** The longest text, where each character takes nine bytes in a form. */
const BODY_LIMIT_BYTES = 48 * 1024;

export function askRoutes(app: FastifyInstance, room: Room): void {
  const { visits, requests } = room.needs;

  const atLink =
    (
      handle: (
        found: { sessionId: string; draw: Draw; send: (page: Html, status?: number) => unknown },
        request: FastifyRequest,
      ) => unknown,
    ) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const sessionId = sessionIdOf(request);
      const front = sessionId === null ? null : await visits.look(sessionId);
      if (sessionId === null || front === null) return sendEnding(reply, nobodys(room), 'unknown');
      const send = (page: Html, status = 200) =>
        sendPage(reply, page, { status, ancestors: front.embedOrigins });
      return handle({ sessionId, draw: drawOf(room, sessionId, front), send }, request);
    };

  app.get(
    '/c/:id/ask',
    OPEN,
    atLink(({ draw, send }, request) => {
      const { kind = '' } = request.query as { kind?: string };
      const typed = { kind: isKind(kind) ? kind : null, text: '', contact: '' };
      return send(askPage(draw, { typed, wrong: {}, page: randomUUID() }));
    }),
  );

  app.post(
    '/c/:id/ask',
    { ...OPEN, bodyLimit: BODY_LIMIT_BYTES },
    atLink(async ({ sessionId, draw, send }, request) => {
      const form = formOf(request);
      const sent = form.get('page') ?? '';
      const page = isUuid(sent) ? sent : randomUUID();
      const kind = form.get('kind') ?? '';
      const typed: Typed = {
        kind: isKind(kind) ? kind : null,
        text: (form.get('text') ?? '').trim(),
        contact: (form.get('contact') ?? '').trim(),
      };
      const wrong = wrongIn(typed);
      if (typed.kind === null || Object.keys(wrong).length > 0)
        return send(askPage(draw, { typed, wrong, page }));
      const { text, contact } = typed;
      const given = { kind: typed.kind, text, contact, page };
      const asked = await requests.take(sessionId, given, visitOf(request)?.secret ?? null);
      if (asked === null) return send(askPage(draw, { typed, wrong, page }), 404);
      return asked.kind === 'too-many'
        ? send(tooManyPage(draw), 409)
        : send(askedPage(draw, { ...asked, kind: typed.kind }));
    }),
  );
}
