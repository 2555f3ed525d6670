// A simulated Stripe: a real server on this machine in Stripe's public wire shape, with a page where a browser pays, and signed events. For
// development, demonstrations and tests. It answers under a key what it answered before, and refuses the key for another question.
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { MAGIC_CREDITS } from './magic.ts';
import { SIGNATURE_HEADER, signatureHeader } from './signature.ts';
import { type Books, createBooks, type Thing, type Typed } from './simulator-books.ts';
import { CHECKOUT_STYLE, checkoutPage, readCardForm } from './simulator-page.ts';

const LATER_MS = 20_000;
const DECLINED_WORDS = 'Your card was declined. Try another one.';

export type StripeSimulator = {
  url: string;
  secretKey: string;
  webhookSecret: string;
  books: Books;
  /** Every event that it has told, or would have. */
  events: Thing[];
  /** False: events are kept, and a test sends them. */
  isSending: boolean;
  /** Every question it was asked: method and path, the form, and the key. */
  asked: { path: string; form: URLSearchParams; key: string | undefined }[];
  /** How the next question fails; null: it does not. `drop`: it is done, and nobody hears of it. */
  fault: (path: string) => '500' | 'drop' | 'garbage' | null;
  /** The header of an event, signed now. */
  sign(body: string): Record<string, string>;
  close(): Promise<void>;
};

type Answer = { status: number; json: object };

export async function startStripeSimulator(needs: {
  eventsUrl: string;
  nowMs: () => number;
}): Promise<StripeSimulator> {
  const answeredBefore = new Map<string, { question: string; answer: Answer }>();
  const sends = new Set<Promise<unknown>>();
  const timers = new Set<NodeJS.Timeout>();
  const books = createBooks({
    nowMs: needs.nowMs,
    tell: (type, object, times) => {
      const event = books.eventOf(type, object);
      simulator.events.push(event);
      for (let time = 0; time < times && simulator.isSending; time++) send(event);
    },
  });

  function send(event: Thing): void {
    const body = JSON.stringify(event);
    const sent: Promise<unknown> = fetch(needs.eventsUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...simulator.sign(body) },
      body,
    }).then(
      () => sends.delete(sent),
      () => sends.delete(sent),
    );
    sends.add(sent);
  }

  async function answer(request: http.IncomingMessage, reply: http.ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const form = new URLSearchParams(await text(request));
    if (url.pathname === '/style.css')
      return void reply.writeHead(200, { 'content-type': 'text/css' }).end(CHECKOUT_STYLE);
    if (url.pathname.startsWith('/pay/')) return page(request.method ?? 'GET', url.pathname, form, reply);
    const fault = simulator.fault(url.pathname);
    const say = ({ status, json }: Answer): void =>
      void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    if (fault === '500') return say(wrong(500, 'api_error', 'It is down.'));
    if (fault === 'garbage') return void reply.writeHead(200).end('\u0000{"id": ');
    if (request.headers.authorization !== `Bearer ${simulator.secretKey}`)
      return say(wrong(401, 'invalid_request_error', 'Invalid API Key provided.'));
    const done = once(request, url, form);
    if (fault === 'drop') request.socket.destroy();
    else say(done);
  }

  function once(request: http.IncomingMessage, url: URL, form: URLSearchParams): Answer {
    const path = `${request.method} ${url.pathname}`;
    const key = request.headers['idempotency-key']?.toString();
    simulator.asked.push({ path, form, key });
    if (request.method === 'GET') return read(url);
    const question = `${path} ${form}`;
    const before = key === undefined ? undefined : answeredBefore.get(key);
    if (before !== undefined) {
      if (before.question === question) return before.answer;
      return wrong(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters.',
      );
    }
    const made = make(url.pathname, form);
    if (key !== undefined && made.status < 500) answeredBefore.set(key, { question, answer: made });
    return made;
  }

  function make(path: string, form: URLSearchParams): Answer {
    const get = (name: string): string => form.get(name) ?? '';
    const metadata = (name: string): Record<string, string> =>
      Object.fromEntries(
        [...form]
          .filter(([key]) => key.startsWith(`${name}[`))
          .map(([key, value]) => [key.slice(name.length + 1, -1), value]),
      );
    if (MAGIC_CREDITS[Number(metadata('metadata').credits)] === 'down')
      return wrong(500, 'api_error', 'It is down.');
    if (path === '/v1/customers')
      return ok(
        books.keep(books.newId('cus'), 'customer', { name: get('name'), metadata: metadata('metadata') }),
      );
    if (path === '/v1/checkout/sessions') return ok(sessionOf(form, metadata));
    if (path === '/v1/payment_intents') return charge(form, metadata('metadata'));
    if (path === '/v1/refunds') {
      if (!books.things.has(get('payment_intent'))) return missing('payment_intent');
      const refund = books.refund(get('payment_intent'), Number(get('amount')));
      return refund === null
        ? wrong(400, 'invalid_request_error', 'The refund is greater than the unrefunded amount.')
        : ok(refund);
    }
    const [, detached] = /^\/v1\/payment_methods\/(\w+)\/detach$/.exec(path) ?? [];
    const method = detached === undefined ? null : books.findMethod(detached);
    return method === null ? missing('resource') : ok(Object.assign(method, { customer: null }));
  }

  function sessionOf(form: URLSearchParams, metadata: (name: string) => Record<string, string>): Thing {
    const isSetup = form.get('mode') === 'setup';
    const id = `cs_test_sim${randomBytes(16).toString('hex')}`;
    const amount = Number(form.get('line_items[0][price_data][unit_amount]') ?? 0);
    const customer = form.get('customer');
    const intent = isSetup
      ? books.keep(books.newId('seti'), 'setup_intent', {
          customer,
          metadata: metadata('setup_intent_data[metadata]'),
          status: 'requires_payment_method',
          payment_method: null,
          usage: 'off_session',
        })
      : books.intentOf({ amount, customer, metadata: metadata('payment_intent_data[metadata]') });
    return books.keep(id, 'checkout.session', {
      mode: isSetup ? 'setup' : 'payment',
      status: 'open',
      payment_status: isSetup ? 'no_payment_required' : 'unpaid',
      url: `${simulator.url}/pay/${id}`,
      customer,
      client_reference_id: form.get('client_reference_id'),
      amount_total: isSetup ? null : amount,
      currency: isSetup ? null : 'gbp',
      metadata: metadata('metadata'),
      payment_intent: isSetup ? null : intent.id,
      setup_intent: isSetup ? intent.id : null,
      success_url: form.get('success_url'),
      cancel_url: form.get('cancel_url'),
      name: form.get('line_items[0][price_data][product_data][name]') ?? 'For automatic top-ups.',
    });
  }

  function charge(form: URLSearchParams, metadata: Record<string, string>): Answer {
    const card = books.findMethod(form.get('payment_method') ?? '');
    if (card === null) return missing('payment_method');
    const amount = Number(form.get('amount'));
    const intent = books.intentOf({ amount, customer: form.get('customer'), metadata });
    const fate = books.pay(intent, card, true);
    const expanded = expandedIn(form);
    const shown = books.shown(intent, expanded);
    if (fate === 'pays-later') later(intent.id);
    if (intent.status !== 'requires_payment_method') return ok(shown);
    const { code, decline_code } = intent.last_payment_error as { code: string; decline_code: string };
    const message = 'Your card was declined.';
    return {
      status: 402,
      json: { error: { type: 'card_error', code, decline_code, message, payment_intent: shown } },
    };
  }

  function read(url: URL): Answer {
    const expanded = expandedIn(url.searchParams);
    if (url.pathname === '/v1/disputes') {
      const of = url.searchParams.get('payment_intent');
      const data = [...books.things.values()].filter(
        (one) => one.object === 'dispute' && one.payment_intent === of,
      );
      return { status: 200, json: { object: 'list', data, has_more: false, url: '/v1/disputes' } };
    }
    const id = url.pathname.split('/').at(-1) ?? '';
    const found = id.startsWith('pm_') ? books.findMethod(id) : books.things.get(id);
    return found == null ? missing('resource') : ok(books.shown(found, expanded));
  }

  function later(intentId: string): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (simulator.isSending) books.finish(intentId, true);
    }, LATER_MS).unref();
    timers.add(timer);
  }

  function page(method: string, path: string, form: URLSearchParams, reply: http.ServerResponse): void {
    const session = books.things.get(path.slice('/pay/'.length));
    const show = (status: number, error: string | null): void =>
      void reply.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(
        checkoutPage({
          title: String(session?.name ?? 'This page is not there any more.'),
          amountPence: session?.mode === 'payment' ? Number(session.amount_total) : null,
          cancelUrl: String(session?.cancel_url ?? '/'),
          error,
        }),
      );
    const typed = method === 'POST' ? readCardForm(form) : null;
    if (session === undefined) show(404, 'Begin again in the console.');
    else if (session.status === 'complete' || (typed !== null && payOn(session, typed)))
      reply.writeHead(303, { location: String(session.success_url) }).end();
    else if (method !== 'POST') show(200, null);
    else if (typed === null) show(400, 'Enter the digits of a card, and its expiry date as month/year.');
    else show(402, DECLINED_WORDS);
  }

  /** False where the card was declined. */
  function payOn(session: Thing, typed: Typed): boolean {
    const card = books.cardOf(typed, session.customer);
    const intent = books.things.get(String(session.payment_intent ?? session.setup_intent));
    if (intent === undefined) return false;
    if (session.mode === 'setup') {
      Object.assign(intent, { status: 'succeeded', payment_method: card.id });
    } else {
      const fate = books.pay(intent, card, false);
      if (intent.status === 'requires_payment_method') return false;
      if (fate === 'pays-later') later(intent.id);
      Object.assign(session, { payment_status: fate === 'pays-later' ? 'unpaid' : 'paid' });
      if (fate === 'no-event') {
        Object.assign(session, { status: 'complete', url: null });
        return true;
      }
    }
    Object.assign(session, { status: 'complete', url: null });
    const event = books.eventOf('checkout.session.completed', session);
    simulator.events.push(event);
    if (simulator.isSending) send(event);
    return true;
  }

  const server = http.createServer((request, reply) => {
    void answer(request, reply).catch(() => reply.destroy());
  });
  await new Promise<void>((resolve) =>
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, resolve),
  );

  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`;
  const simulator: StripeSimulator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey: `sk_test_${randomBytes(24).toString('hex')}`,
    webhookSecret,
    books,
    events: [],
    isSending: true,
    asked: [],
    fault: () => null,
    sign: (body) => ({
      [SIGNATURE_HEADER]: signatureHeader(webhookSecret, body, Math.floor(needs.nowMs() / 1000)),
    }),
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(sends);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return simulator;
}

const ok = (json: object): Answer => ({ status: 200, json });
const wrong = (status: number, type: string, message: string): Answer => ({
  status,
  json: { error: { type, message } },
});
const missing = (what: string): Answer => wrong(404, 'invalid_request_error', `No such ${what}.`);
/** `expand[]` and `expand[0]` are the same. */
const expandedIn = (sent: URLSearchParams): string[] =>
  [...sent].filter(([key]) => key.startsWith('expand[')).map(([, value]) => value);
