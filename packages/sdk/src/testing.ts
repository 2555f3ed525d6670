// @trefoil/sdk/testing: a service in memory for unit tests. The client is the real one, with its types, keys, retries and errors; only
// what answers it is made up. It behaves as test mode does: `challengeOptions.status` selects the branch, 123456 is the right code,
// `testOptions` ask for bad days, and some test numbers are answered with an error. It knows reports, links, test clocks, the feed of events,
// the tenant and its alerts; of any other operation it says that it does not.
import { Trefoil } from './client.ts';
import type { FakeAnswer, FakeCall } from './fake-calls.ts';
import { createFakeReports, envelope } from './fake-reports.ts';
import { notKnown } from './fake-rules.ts';
import { createFakeSessions, type FakeSessions, type Visited } from './fake-sessions.ts';
import { createFakeWorld } from './fake-world.ts';
import {
  type AuthenticationRequired,
  type Blocked,
  type Complete,
  type Failed,
  ROUTES,
} from './generated.ts';
import type { OperationId } from './options.ts';

export type { FakeAnswer, FakeCall, Visited };

export type Fake = {
  trefoil: Trefoil;
  /** Every call so far, each retry too. */
  calls: FakeCall[];
  /** Answers the next call of an operation; several are used one after another. */
  next(operation: OperationId, ...answers: FakeAnswer[]): void;
  /** Ends a generate with this outcome: `next('generateReport', …)` in short. */
  nextOutcome(outcome: Complete | AuthenticationRequired | Blocked | Failed): void;
  /** Plays the consumer at the hosted page: takes a session that `consumerSessions.create` made to this status. */
  visit: FakeSessions['visit'];
};

export function fakeTrefoil(): Fake {
  const calls: FakeCall[] = [];
  const scripted = new Map<OperationId, FakeAnswer[]>();
  const answered = new Map<string, { answer: FakeAnswer; sent: string }>();
  let made = 0;
  const newId = (): string => `00000000-0000-7000-8000-${String(++made).padStart(12, '0')}`;

  const tenantId = newId();
  const world = createFakeWorld({ newId, tenantId, onAdvance: () => reports.expireChallenges() });
  const reports = createFakeReports({ newId, world });
  const sessions = createFakeSessions({ newId, keepReport: reports.keepReport, tell: world.tell });
  const answerOf = (call: FakeCall): FakeAnswer =>
    reports.answerOf(call) ?? sessions.answerOf(call) ?? world.answerOf(call) ?? notKnown(call.operation);

  const fakeFetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(String(url));
    if (pathname === '/v1/oauth/token')
      return respond({ answer: { access_token: 'fake', token_type: 'Bearer', expires_in: 900 } });
    const operation = operationAt(init.method ?? 'GET', pathname);
    const idempotencyKey = new Headers(init.headers).get('idempotency-key') ?? undefined;
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const query = Object.fromEntries(searchParams);
    const call = { operation, path: pathname, query, body, idempotencyKey } as FakeCall;
    calls.push(call);
    const planned = scripted.get(operation)?.shift();
    if (planned !== undefined) return respond(planned);
    // A key that was answered gets the same answer, and with another body none, as the service does it.
    const seen = answered.get(idempotencyKey ?? '');
    const sent = `${pathname} ${init.body ?? ''}`;
    if (seen !== undefined && seen.sent !== sent)
      return respond({ status: 422, code: 'idempotency-key-reused' });
    if (seen !== undefined) return respond(seen.answer, { 'idempotent-replayed': 'true' });
    let answer = answerOf(call);
    // As long as the caller waits, or until something happens.
    if (operation === 'listEvents' && searchParams.has('wait') && isNothing(answer)) {
      await Promise.race([world.told(), aborted(init.signal)]);
      answer = answerOf(call);
    }
    if (idempotencyKey !== undefined && 'answer' in (answer as object))
      answered.set(idempotencyKey, { answer: structuredClone(answer), sent });
    return respond(answer);
  };

  const next: Fake['next'] = (operation, ...answers) => {
    scripted.set(operation, [...(scripted.get(operation) ?? []), ...answers]);
  };
  return {
    trefoil: new Trefoil(
      {
        baseUrl: 'http://trefoil.fake',
        tenantId,
        clientId: 'fake',
        clientSecret: 'fake',
        fetch: fakeFetch,
      },
      { nowMs: () => performance.now(), random: () => 0, pause: async () => {} },
    ),
    calls,
    next,
    nextOutcome: (outcome) => next('generateReport', { answer: envelope(outcome) }),
    visit: sessions.visit,
  };
}

function operationAt(method: string, pathname: string): OperationId {
  const found = Object.entries(ROUTES).find(
    ([, route]) =>
      route.method === method && new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  if (found === undefined) throw new Error(`the fake has no ${method} ${pathname}`);
  return found[0] as OperationId;
}

function respond(given: FakeAnswer, more: Record<string, string> = {}): Response {
  if (given === 'no-answer') throw new TypeError('fetch failed');
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-request-id': 'fake-request',
    ...more,
  };
  if ('answer' in given) return new Response(JSON.stringify(given.answer), { headers });
  const { status, retryAfter, ...problem } = given;
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  return new Response(JSON.stringify({ message: 'Refused by the fake.', ...problem }), { status, headers });
}

function isNothing(given: FakeAnswer): boolean {
  return typeof given === 'object' && 'answer' in given && (given.answer as { items: [] }).items.length === 0;
}

async function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
}
