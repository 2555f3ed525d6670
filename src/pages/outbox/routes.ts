// The routes of the development outbox: the page and its buttons, a stream of change events, and two calls for scripts. They show
// codes, so they exist in the embedded development default only.
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';
import type { Outbox, OutboxMessage } from '../../sms/outbox/outbox.ts';
import type { Assets } from '../assets.ts';
import { OPEN } from '../assets.ts';
import { sendPage } from '../layout.ts';
import { outboxPage } from './view.ts';

const WAIT_SECONDS_MAX = 30;
const NUMBER_LENGTH_MAX = 20;
/** Proxies and our own server close a connection that is idle for a minute. */
const HEARTBEAT_MS = 20_000;

export type OutboxNeeds = {
  outbox: Outbox;
  publicUrl: string;
};
export const OUTBOX_PATH = '/dev/outbox';
/** Resolves when the service shuts down, which ends all waiting requests. */
type Closing = { closing: Promise<null> };

export function outboxRoutes(app: FastifyInstance, assets: Assets, needs: OutboxNeeds & Closing): void {
  const { outbox } = needs;

  app.get('/dev/outbox', OPEN, async (request, reply) => {
    // Before the list: what comes in between is fetched again, never missed.
    const revision = await outbox.revision();
    const [messages, failuresAhead] = await Promise.all([outbox.list(), outbox.failuresAhead()]);
    const view = { messages, failuresAhead, revision, baseUrl: needs.publicUrl, number: numberOf(request) };
    return sendPage(reply, outboxPage(assets, view));
  });

  app.post('/dev/outbox/mark', OPEN, async (request, reply) => {
    const form = request.body as URLSearchParams | undefined;
    const [smsId = '', as] = [form?.get('smsId') ?? '', form?.get('as')];
    if (as === 'delay') await outbox.delay(smsId);
    if (as === 'delivered' || as === 'not-delivered') await outbox.mark(smsId, as);
    return reply.redirect(`/dev/outbox#${encodeURIComponent(smsId)}`, 303);
  });

  app.post('/dev/outbox/next-fails', OPEN, async (request, reply) => {
    const form = request.body as URLSearchParams | undefined;
    if (form?.get('on') === 'yes') await outbox.failNext('refused');
    else await outbox.forgetFailures();
    return reply.redirect('/dev/outbox', 303);
  });

  app.post('/dev/outbox/clear', OPEN, async (_request, reply) => {
    await outbox.clear();
    return reply.redirect('/dev/outbox', 303);
  });

  app.delete('/dev/outbox', OPEN, async (request, reply) => {
    await outbox.clear(queryOf(request).to);
    return reply.code(204).send();
  });

  app.get('/dev/outbox/latest', OPEN, async (request, reply) => {
    const { to, wait } = queryOf(request);
    const waitMs = secondsOf(wait) * 1000;
    const latest = outbox.latest({ waitMs, ...(to !== undefined && { to }) });
    const message = await Promise.race([latest, needs.closing]);
    if (message !== null) return reply.send(toAnswer(message));
    throw new Refusal('not-found', 'No text was sent to this number, or none came while you waited.');
  });

  streamRoute(app, outbox, needs.closing);
}

/** Sends only which revision there is; a page that shows another one reloads the list, so that there is one way to render it. */
function streamRoute(app: FastifyInstance, outbox: Outbox, closing: Promise<null>): void {
  app.get('/dev/outbox/changes', OPEN, async (_request, reply) => {
    const stream = new PassThrough();
    const say = (line: string): void => void stream.write(`${line}\n\n`);
    const sayRevision = (): void =>
      void outbox.revision().then(
        (revision) => stream.writable && say(`event: changed\ndata: ${revision}`),
        () => {},
      );
    const endSubscription = outbox.subscribe(sayRevision);
    sayRevision();
    const heartbeat = setInterval(() => say(': still here'), HEARTBEAT_MS);
    heartbeat.unref();
    const close = (): void => {
      endSubscription();
      clearInterval(heartbeat);
      stream.end();
    };
    reply.raw.once('close', close);
    void closing.then(close);
    say('retry: 1000');
    return (
      reply
        .type('text/event-stream; charset=utf-8')
        // No keep-alive: a page that reconnects on it immediately would keep the process from ending.
        .header('connection', 'close')
        .send(stream)
    );
  });
}

function toAnswer({ to, text, code, smsId, state, sentAtMs }: OutboxMessage) {
  return { to, text, code, smsId, state, sentAt: new Date(sentAtMs).toISOString() };
}

function queryOf(request: FastifyRequest): { to?: string; wait?: string } {
  const { to, wait } = request.query as Record<string, unknown>;
  return {
    ...(typeof to === 'string' && to.trim() !== '' && { to }),
    ...(typeof wait === 'string' && { wait }),
  };
}

function numberOf(request: FastifyRequest): string {
  const { number } = request.query as Record<string, unknown>;
  return typeof number === 'string' ? number.trim().slice(0, NUMBER_LENGTH_MAX) : '';
}

function secondsOf(wait: string | undefined): number {
  const seconds = wait === undefined ? 0 : Number(wait);
  if (Number.isFinite(seconds) && seconds >= 0 && seconds <= WAIT_SECONDS_MAX) return seconds;
  const message = `must be a number of seconds, 0 to ${WAIT_SECONDS_MAX}`;
  throw new Refusal('validation-error', `wait ${message}.`, { details: [{ path: '/wait', message }] });
}
