// The mail that would have been sent, for development. The route does not exist in production, nor where mail is really sent.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { refuseUnknownHost } from '../../../domain/known-host.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { html } from '../../../html/html.ts';
import { page } from '../../../identity/pages/layout.ts';
import type { MailOutbox, OutboxMail } from '../../../mail/outbox.ts';
import { sendPage } from '../../page-answers.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Null where mail is really sent. */
export type MailOutboxNeeds = { mailOutbox: MailOutbox | null; publicUrl: string };

export function mailOutboxRoutes(app: FastifyInstance, needs: MailOutboxNeeds): void {
  const outbox = needs.mailOutbox;
  if (outbox === null) return;
  app.get<{ Querystring: { to?: string } }>(
    '/dev/mail',
    {
      config: { access: 'public' },
      schema: {
        hide: true,
        querystring: Type.Object({ to: Type.Optional(Type.String({ maxLength: 320 })) }),
      },
    },
    async (request, reply) => {
      // A reset link works for anyone who reads it: only this machine may.
      if (!LOOPBACK.has(request.ip)) throw new Refusal('not-found', 'There is nothing at this address.');
      refuseUnknownHost(request.headers.host, needs.publicUrl);
      const mails = await outbox.list(request.query.to);
      reply.header('vary', 'accept');
      if (/\btext\/html\b/.test(request.headers.accept ?? '')) return sendPage(reply, mailPage(mails));
      return {
        items: mails.map(({ sentAtMs, ...mail }) => ({ ...mail, sentAt: new Date(sentAtMs).toISOString() })),
      };
    },
  );
}

/** For people; programs get JSON. */
function mailPage(mails: readonly OutboxMail[]): string {
  const item = ({ to, subject, text, sentAtMs }: OutboxMail) => html`<article>
<h2>${subject}</h2>
<p>To <bdi>${to}</bdi>, <time datetime="${new Date(sentAtMs).toISOString()}">${new Date(sentAtMs).toISOString().slice(11, 19)} UTC</time></p>
<p class="mail-text">${withLinks(text)}</p>
</article>`;
  return page({
    title: 'Mail – development',
    heading: html`Mail`,
    body: html`<p>Development only. These mails went to nobody.</p>
${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(item)}`,
  });
}

/** An address in it can be pressed. */
function withLinks(text: string) {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
}
