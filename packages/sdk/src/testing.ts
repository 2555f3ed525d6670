// @trefoil/sdk/testing: a service in memory for unit tests. The client is the real one, with its types, keys, retries and errors; only
// what answers it is made up. It behaves as test mode does: `challengeOptions.status` selects the branch, 123456 is the right code, and
// some test numbers are answered with an error. It knows reports and links; of any other operation it says that it does not.
import { Trefoil } from './client.ts';
import type { FakeAnswer, FakeCall } from './fake-calls.ts';
import { notKnown, refusalOf, smsOf } from './fake-rules.ts';
import { createFakeSessions, type FakeSessions, type Visited } from './fake-sessions.ts';
import type {
  AuthenticationRequired,
  Blocked,
  Complete,
  CreditReport,
  Failed,
  GenerateRequest,
  Retry,
} from './generated.ts';
import { ROUTES } from './generated.ts';
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

type Outcome = Complete | AuthenticationRequired | Blocked | Failed | Retry;
type Kept = { outcome: Outcome; challengeId: string; wrong: number; sends: number; input: GenerateRequest };

/** Beside generate, the list, and what is about links. */
const KNOWN: ReadonlySet<OperationId> = new Set(['readReport', 'submitOtp', 'resendSms']);
const RIGHT_CODE = '123456';
const LIMIT = 3;
const LIFETIME_MS = 5 * 60 * 1000;

export function fakeTrefoil(): Fake {
  const calls: FakeCall[] = [];
  const scripted = new Map<OperationId, FakeAnswer[]>();
  const reports = new Map<string, Kept>();
  const answered = new Map<string, FakeAnswer>();
  let made = 0;
  const newId = (): string => `00000000-0000-7000-8000-${String(++made).padStart(12, '0')}`;

  const generate = (input: GenerateRequest): FakeAnswer => {
    const refusal = refusalOf(input);
    if (refusal !== null) return refusal;
    const creditReportId = newId();
    const branch = input.challengeOptions?.status ?? 'allow';
    const challengeId = newId();
    const outcome: Outcome =
      branch === 'block'
        ? { status: 'blocked', creditReportId, reason: 'risk-assessment' }
        : branch === 'challenge'
          ? {
              status: 'authentication-required',
              challengeType: 'otp',
              creditReportId,
              challenge: { ...challengeOf({ challengeId, wrong: 0, sends: 1 }), sms: smsOf(input) },
            }
          : complete(creditReportId, input);
    reports.set(creditReportId, { outcome, challengeId, wrong: 0, sends: 1, input });
    return { answer: envelope(outcome) };
  };

  const keepReport = (status: 'complete' | 'failed' | 'blocked', input: GenerateRequest): string => {
    const creditReportId = newId();
    const outcome: Outcome =
      status === 'complete'
        ? complete(creditReportId, input)
        : status === 'blocked'
          ? { status, creditReportId, reason: 'risk-assessment' }
          : { status, creditReportId, errorMessage: 'No bureau answered.', reason: 'no-bureau-answered' };
    reports.set(creditReportId, { outcome, challengeId: newId(), wrong: 0, sends: 0, input });
    return creditReportId;
  };
  const sessions = createFakeSessions({ newId, keepReport });

  const submit = (kept: Kept, creditReportId: string, code: string): FakeAnswer => {
    if (kept.outcome.status === 'complete') return refused(409, 'challenge-already-completed');
    if (kept.outcome.status !== 'failed') {
      kept.wrong += code === RIGHT_CODE ? 0 : 1;
      const attemptsRemaining = LIMIT - kept.wrong;
      if (code === RIGHT_CODE) kept.outcome = complete(creditReportId, kept.input);
      else if (attemptsRemaining > 0)
        kept.outcome = {
          status: 'retry',
          creditReportId,
          errorMessage: 'The code is wrong.',
          attemptsRemaining,
          challenge: challengeOf(kept),
        };
      else
        kept.outcome = {
          status: 'failed',
          creditReportId,
          errorMessage: 'The last code was wrong.',
          reason: 'attempts-exhausted',
        };
    }
    return { answer: envelope(kept.outcome) };
  };

  const resend = (kept: Kept): FakeAnswer => {
    if (kept.sends === LIMIT) return refused(429, 'no-sends-left');
    kept.sends += 1;
    return {
      answer: envelope({ ...challengeOf(kept), challengeId: undefined, smsSentCount: kept.sends }),
    };
  };

  const answerOf = (call: FakeCall): FakeAnswer => {
    const { operation, path, body } = call;
    if (operation === 'generateReport') return generate(body as GenerateRequest);
    const aboutSession = sessions.answerOf(call);
    if (aboutSession !== null) return aboutSession;
    const creditReportId = /credit-reports\/([^/]+)/.exec(path)?.[1] ?? '';
    const kept = reports.get(creditReportId);
    if (operation === 'listReports')
      return { answer: envelope({ items: [...reports].map(listed), token: null }) };
    if (!KNOWN.has(operation)) return notKnown(operation);
    if (kept === undefined) return refused(404, 'credit-report-not-found');
    if (operation === 'readReport') return { answer: envelope(kept.outcome) };
    if (body?.challengeId !== kept.challengeId) return refused(404, 'challenge-not-found');
    return operation === 'submitOtp' ? submit(kept, creditReportId, body.code) : resend(kept);
  };

  const fakeFetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(String(url));
    if (pathname === '/v1/oauth/token')
      return respond({ answer: { access_token: 'fake', token_type: 'Bearer', expires_in: 900 } });
    const operation = operationAt(init.method ?? 'GET', pathname);
    const idempotencyKey = new Headers(init.headers).get('idempotency-key') ?? undefined;
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const call: FakeCall = {
      operation,
      path: pathname,
      query: Object.fromEntries(searchParams),
      body,
      idempotencyKey,
    };
    calls.push(call);
    const planned = scripted.get(operation)?.shift();
    if (planned !== undefined) return respond(planned);
    // A key that was answered gets the same answer, as the service does it.
    const seen = idempotencyKey === undefined ? undefined : answered.get(idempotencyKey);
    const answer = seen ?? answerOf(call);
    if (idempotencyKey !== undefined && 'answer' in (answer as object)) answered.set(idempotencyKey, answer);
    return respond(answer);
  };

  const next: Fake['next'] = (operation, ...answers) => {
    scripted.set(operation, [...(scripted.get(operation) ?? []), ...answers]);
  };
  return {
    trefoil: new Trefoil(
      {
        baseUrl: 'http://trefoil.fake',
        tenantId: newId(),
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

function respond(given: FakeAnswer): Response {
  if (given === 'no-answer') throw new TypeError('fetch failed');
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-request-id': 'fake-request',
  };
  if ('answer' in given) return new Response(JSON.stringify(given.answer), { headers });
  const { status, retryAfter, ...problem } = given;
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  return new Response(JSON.stringify({ message: 'Refused by the fake.', ...problem }), { status, headers });
}

function refused(status: number, code: string): FakeAnswer {
  return { status, code };
}

function envelope(data: unknown): object {
  return { meta: { request: { timeTakenMs: 1 }, wallet: { balance: 100_000, cost: 0 } }, data };
}

function challengeOf({ challengeId, wrong, sends }: Pick<Kept, 'challengeId' | 'wrong' | 'sends'>) {
  return {
    challengeId,
    expiresAt: new Date(Date.now() + LIFETIME_MS).toISOString(),
    attemptsRemaining: LIMIT - wrong,
    remainingSmsCount: LIMIT - sends,
    sms: 'accepted' as const,
  };
}

function complete(creditReportId: string, input: GenerateRequest): Complete {
  const { title, firstName, lastName, dateOfBirth } = input;
  const creditReport = {
    person: { ...(title !== undefined && { title }), firstName, lastName, dateOfBirth },
    residencies: [],
    consumerData: { records: [] },
    previousSearches: { providers: [] },
  } as unknown as CreditReport;
  return {
    status: 'complete',
    challengeType: 'none',
    creditReportId,
    creditReport,
    bureaus: input.bureaus.map((id) => ({ id, status: 'ok', simulated: true })),
    costCredits: 0,
  };
}

function listed([creditReportId, { outcome, input }]: [string, Kept]): object {
  const at = new Date().toISOString();
  const { bureaus, externalReference } = input;
  return {
    creditReportId,
    status: outcome.status,
    test: input.test ?? false,
    bureaus,
    ...(externalReference !== undefined && { externalReference }),
    createdAt: at,
    updatedAt: at,
    purged: false,
  };
}
