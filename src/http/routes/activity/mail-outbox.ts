// The mail that would have been sent, for development. The route does not exist in production, nor where mail is really sent.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { refuseUnknownHost } from '../../../domain/known-host.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { MailOutbox } from '../../../mail/outbox.ts';

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
    async (request) => {
      // A reset link works for anyone who reads it: only this machine may.
      if (!LOOPBACK.has(request.ip)) throw new Refusal('not-found', 'There is nothing at this address.');
      refuseUnknownHost(request.headers.host, needs.publicUrl);
      return {
        items: (await outbox.list(request.query.to)).map(({ sentAtMs, ...mail }) => ({
          ...mail,
          sentAt: new Date(sentAtMs).toISOString(),
        })),
      };
    },
  );
}
