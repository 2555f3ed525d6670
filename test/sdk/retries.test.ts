// What the SDK repeats, after which pause and with which key: the cases that the Python client runs too. The service is a scripted fetch,
// because its answers are the input of these tests.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import timers from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Trefoil, TrefoilError, type TrefoilOptions, type TryFacts } from '@trefoil/sdk';
import { generateBody } from '../support/http/generate-body.ts';
import { test } from '../support/long.ts';

type Scripted =
  | 'ok'
  | 'no-answer'
  | 'late'
  | 'cut'
  | {
      status: number;
      code: string;
      retryAfter?: number | string;
      takesMs?: number;
      message?: string;
      details?: object[];
    };
type Case = {
  name: string;
  call: 'generate' | 'submit' | 'resend' | 'read' | 'keyless';
  tokenTries?: Scripted[];
  tries: Scripted[];
  sent: number;
  pauses: number[];
  tokens?: number;
  ends: string;
  code?: string;
  retryable?: boolean;
  outcomeUnknown?: boolean;
  help?: string;
};

const FILE = join(import.meta.dirname, '../../packages/retry-cases.json');
const { cases } = JSON.parse(readFileSync(FILE, 'utf8')) as { cases: Case[] };

const IDS = { creditReportId: 'a-report', challengeId: 'a-challenge' };
const DATA = { status: 'blocked', creditReportId: 'a-report' };
const ANSWER = { meta: { request: { timeTakenMs: 1 }, wallet: { balance: 5, cost: 0 } }, data: DATA };
const input = generateBody() as unknown as Parameters<Trefoil['reports']['generate']>[0];

type Hooks = { tokenTries?: Scripted[]; onCall?: () => void; onPause?: () => void };

function open(tries: Scripted[], { tokenTries = [], onCall, onPause }: Hooks = {}) {
  const [script, tokenScript] = [[...tries], [...tokenTries]];
  const seen = {
    calls: [] as { key: string | null; body: string; token: string }[],
    pauses: [] as number[],
    tokens: 0,
    told: [] as TryFacts[],
    agent: '',
  };
  let nowMs = 0;
  const scripted = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    if (String(url).endsWith('/v1/oauth/token')) {
      seen.tokens += 1;
      // A turn later, so that callers at the same time find it under way.
      await new Promise((resolve) => setImmediate(resolve));
      const token = { access_token: `token-${seen.tokens}`, expires_in: 900 };
      return answerOf(tokenScript.shift(), token, 'error', init);
    }
    const headers = new Headers(init.headers);
    const token = headers.get('authorization') ?? '';
    seen.agent = headers.get('user-agent') ?? '';
    onCall?.();
    seen.calls.push({ key: headers.get('idempotency-key'), body: String(init.body), token });
    return answerOf(script.shift(), ANSWER, 'code', init);
  };
  const answerOf = async (answer: Scripted | undefined, good: object, named: string, init: RequestInit) => {
    if (answer === undefined || answer === 'ok') return Response.json(good);
    if (answer === 'no-answer') throw new TypeError('fetch failed');
    if (answer === 'late')
      return timers.setTimeout(3_600_000, Response.error(), { signal: init.signal ?? undefined, ref: false });
    if (answer === 'cut') return new Response(broken(), { headers: { 'content-type': 'application/json' } });
    const { status, retryAfter, code, takesMs = 0, ...rest } = answer;
    nowMs += takesMs;
    const more = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    const refusal = { message: 'No.', ...rest, [named]: code };
    return code === ''
      ? new Response('<html>Bad gateway, secret-of-a-proxy</html>', { status })
      : Response.json(refusal, { status, headers: { 'x-request-id': 'r-1', ...more } });
  };
  const trefoil = new Trefoil(
    {
      baseUrl: 'http://service.test/',
      tenantId: 't',
      clientId: 'c',
      clientSecret: 's',
      fetch: scripted,
      userAgent: 'my-program/1',
      // One that comes too late is waited for in earnest.
      ...(tries.includes('late') && { timeoutMs: 1 }),
      onTry: (tried) => seen.told.push(tried),
    },
    {
      nowMs: () => nowMs,
      random: () => 1,
      pause: async (ms) => {
        seen.pauses.push(ms);
        nowMs += ms;
        onPause?.();
      },
    },
  );
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { trefoil, seen, pass };
}

/** The body breaks off after its first half. */
function broken(): ReadableStream<Uint8Array> {
  let isBegun = false;
  return new ReadableStream({
    pull(controller) {
      if (isBegun) return controller.error(new TypeError('terminated'));
      isBegun = true;
      return controller.enqueue(new TextEncoder().encode(JSON.stringify(ANSWER).slice(0, 40)));
    },
  });
}

function callOf(trefoil: Trefoil, call: Case['call']): Promise<unknown> {
  switch (call) {
    case 'generate':
      return trefoil.reports.generate(input);
    case 'submit':
      return trefoil.reports.challenge(IDS).submit('123456');
    case 'resend':
      return trefoil.reports.challenge(IDS).resend();
    case 'read':
      return trefoil.reports.read('a-report');
    case 'keyless':
      return trefoil.webhooks.disable('an-endpoint');
  }
}

test('there are cases', () => assert.ok(cases.length > 25));

for (const { name, call, tries, sent, pauses, tokens = 1, ends, ...wanted } of cases) {
  test(`${call}: ${name}`, async () => {
    const { retryable, outcomeUnknown, help, code = 'no-answer', tokenTries } = wanted;
    const { trefoil, seen } = open(tries, tokenTries === undefined ? {} : { tokenTries });
    const ended = await callOf(trefoil, call).then(
      () => 'ok',
      (error: TrefoilError) => error,
    );
    const hasKey = !['read', 'keyless'].includes(call);
    const keys = new Set(seen.calls.map(({ key }) => key));
    const bodies = new Set(seen.calls.map(({ body }) => body));
    if (typeof ended === 'string') assert.equal('ok', ends);
    else {
      assert.equal(ended.name, ends);
      assert.ok(ended instanceof TrefoilError);
      assert.deepEqual([ended.retryable, ended.outcomeUnknown], [retryable, outcomeUnknown]);
      if (sent > 0)
        assert.equal(ended.idempotencyKey ?? null, seen.calls[0]?.key ?? null, 'the error has the key');
      assert.equal(ended.idempotencyKey !== undefined, hasKey);
      if (help !== undefined) assert.equal(ended.help, help);
      assert.doesNotMatch(String(ended), / {2}/);
      if (ended.status === 0 || 'code' in wanted) assert.equal(ended.code, code);
      if (ended.status === 0)
        assert.match(String(ended), /^ConnectionError: [a-z-]+: The service at service\.test (could|did)/);
    }
    assert.deepEqual([seen.calls.length, seen.pauses, seen.tokens], [sent, pauses, tokens]);
    assert.equal(keys.size, Math.min(sent, 1), 'one key');
    assert.equal(bodies.size, Math.min(sent, 1), 'one body');
    if (sent > 0) assert.equal([...keys][0] !== null, hasKey);
  });
}

test('a key of the caller is never replaced', async () => {
  const { trefoil, seen } = open(['no-answer', { status: 500, code: 'internal-error' }]);
  const outcome = await trefoil.reports.generate(input, { idempotencyKey: 'order-1042' });
  assert.deepEqual(
    seen.calls.map(({ key }) => key),
    ['order-1042', 'order-1042', 'order-1042'],
  );
  assert.equal(outcome.idempotencyKey, 'order-1042');
});

test('two calls have two keys', async () => {
  const { trefoil, seen } = open([]);
  await trefoil.reports.generate(input);
  await trefoil.reports.generate(input);
  assert.equal(new Set(seen.calls.map(({ key }) => key)).size, 2);
});

test('one token serves many calls at once, and is renewed at 80 % of its life', async () => {
  const { trefoil, seen, pass } = open([]);
  await Promise.all(Array.from({ length: 20 }, () => trefoil.reports.read('a-report')));
  assert.equal(seen.tokens, 1);
  pass(900_000 * 0.8 - 1);
  await trefoil.reports.read('a-report');
  assert.equal(seen.tokens, 1);
  pass(1);
  await Promise.all(Array.from({ length: 20 }, () => trefoil.reports.read('a-report')));
  assert.equal(seen.tokens, 2);
  assert.equal(seen.calls.at(-1)?.token, 'Bearer token-2');
});

test('callers whose token ended at the same time ask for one new one', async () => {
  const { trefoil, seen } = open(Array(10).fill({ status: 401, code: 'unauthorized' }));
  await Promise.all(Array.from({ length: 10 }, () => trefoil.reports.read('a-report')));
  assert.deepEqual([seen.tokens, seen.calls.length], [2, 20]);
});

test('a signal ends the call, its retries and its wait for a token, and not the others', async () => {
  const { trefoil, seen } = open(['no-answer', 'no-answer']);
  const cancelled = new AbortController();
  const first = trefoil.reports.read('a-report', {}, { signal: cancelled.signal });
  const second = trefoil.reports.read('a-report');
  const reason = new Error('the visitor left');
  cancelled.abort(reason);
  await assert.rejects(first, { name: 'Aborted', code: 'aborted', outcomeUnknown: false, cause: reason });
  await second;
  assert.equal(seen.tokens, 1);
});

const TOO_MANY: Scripted = { status: 429, code: 'rate-limited', retryAfter: 1 };
/** What ends a generate, after which tries: what its error says of the outcome, and what its last try was told to be. */
const ENDED: [
  string,
  tries: Scripted[],
  by: 'token' | 'onCall' | 'onPause',
  boolean,
  told: string | undefined,
][] = [
  ['before its token came was not done', [], 'token', false, undefined],
  ['under way may be done', ['late'], 'onCall', true, 'aborted'],
  ['in the pause after a broken connection may be done', ['no-answer'], 'onPause', true, 'no-answer'],
  ['in the pause after too many requests was not done', [TOO_MANY], 'onPause', false, 'rate-limited'],
];
for (const [name, tries, by, outcomeUnknown, told] of ENDED) {
  test(`a generate that a signal ended ${name}, and has its key`, async () => {
    const cancelled = new AbortController();
    const cancel = () => cancelled.abort();
    const { trefoil, seen } = open(tries, by === 'token' ? {} : { [by]: cancel });
    const asked = trefoil.reports.generate(input, { signal: cancelled.signal });
    if (by === 'token') cancel();
    await assert.rejects(asked, (error: TrefoilError) => {
      assert.deepEqual(
        [error.name, error.code, error.outcomeUnknown, error.retryable],
        ['Aborted', 'aborted', outcomeUnknown, true],
      );
      assert.ok(error.idempotencyKey && error.help);
      assert.equal(error.idempotencyKey, seen.calls[0]?.key ?? error.idempotencyKey);
      return true;
    });
    assert.equal(seen.told.at(-1)?.code, told);
  });
}

test('each try is told, with its request and headers and nothing personal', async () => {
  const { trefoil, seen } = open([{ status: 429, code: 'rate-limited', retryAfter: 3 }, 'no-answer']);
  const { isReplayed } = await trefoil.reports.generate(input);
  assert.equal(isReplayed, false);
  assert.deepEqual(
    seen.told.map(({ operation, attempt, status, code }) => [operation, attempt, status, code]),
    [
      ['token', 1, 200, undefined],
      ['generateReport', 1, 429, 'rate-limited'],
      ['generateReport', 2, 0, 'no-answer'],
      ['generateReport', 3, 200, undefined],
    ],
  );
  const [, limited] = seen.told;
  assert.deepEqual(
    [limited?.requestId, limited?.headers?.get('retry-after'), limited?.idempotencyKey],
    ['r-1', '3', seen.calls[0]?.key],
  );
  assert.doesNotMatch(JSON.stringify(seen.told), /Ada|1985-/);
  assert.match(seen.agent, /^trefoil-sdk\/\d+\.\d+\.\d+ my-program\/1$/);
});

test('an address that is none is seen at once', () => {
  for (const baseUrl of ['reports.example.com', 'ftp://reports.example.com', 'https://x.test/?a=1', '/v1'])
    assert.throws(
      () => new Trefoil({ baseUrl, tenantId: 't', clientId: 'c', clientSecret: 's' }),
      /baseUrl must be/,
    );
});

test('an error says its code and request, and nothing of what a proxy or the service sent', async () => {
  const { trefoil } = open(Array(3).fill({ status: 502, code: '' }));
  await assert.rejects(trefoil.reports.generate(input), (error: TrefoilError) => {
    const { idempotencyKey, ...rest } = error;
    assert.ok(idempotencyKey);
    assert.doesNotMatch(`${error} ${error.stack} ${JSON.stringify(rest)}`, /secret-of-a-proxy|Ada|1985/);
    assert.match(String(error), /^Unavailable: 502 unknown: /);
    return true;
  });
  const refused = open([{ status: 402, code: 'insufficient-funds' }]).trefoil;
  await assert.rejects(refused.reports.generate(input), (error: TrefoilError) => {
    assert.equal(String(error), 'InsufficientFunds: 402 insufficient-funds (request r-1): No.');
    assert.match(error.help ?? '', /Top the wallet up/);
    return true;
  });
});

test('a client that is printed does not show its secret', async () => {
  const { inspect } = await import('node:util');
  const trefoil = new Trefoil({
    baseUrl: 'http://x.test',
    tenantId: 't',
    clientId: 'c',
    clientSecret: 'hush-hush',
  });
  assert.doesNotMatch(
    `${inspect(trefoil, { depth: 9, showHidden: true })} ${JSON.stringify(trefoil)}`,
    /hush-hush/,
  );
});

test('a client without its settings says which', () => {
  const options = {
    baseUrl: 'http://x.test',
    tenantId: 't',
    clientId: undefined as unknown as string,
    clientSecret: 's',
  };
  assert.throws(() => new Trefoil(options), /needs clientId/);
});

test('without an address and a credential they come from the environment: all four of them, or none', async () => {
  const ENV = {
    URL: 'http://env.test',
    TENANT: 'env-tenant',
    CLIENT_ID: 'env-client',
    CLIENT_SECRET: 'env-secret',
  };
  for (const [name, value] of Object.entries(ENV)) process.env[`TREFOIL_${name}`] = value;
  try {
    const asked: string[] = [];
    const answer = async (url: unknown, { headers }: RequestInit = {}) => {
      asked.push(`${url} ${new Headers(headers).get('authorization')}`);
      return Response.json({ access_token: 't', expires_in: 900 });
    };
    await new Trefoil({ fetch: answer as typeof fetch }).tenant.read();
    assert.deepEqual(asked, [
      `http://env.test/v1/oauth/token Basic ${btoa('env-client:env-secret')}`,
      'http://env.test/env-tenant/v1 Bearer t',
    ]);
    const some = { baseUrl: 'http://other.test', tenantId: 't', clientId: 'c' } as unknown as TrefoilOptions;
    assert.throws(() => new Trefoil(some), /needs clientSecret/);
    delete process.env.TREFOIL_TENANT;
    assert.throws(() => new Trefoil(), /needs TREFOIL_TENANT/);
  } finally {
    for (const name of Object.keys(ENV)) delete process.env[`TREFOIL_${name}`];
  }
});

test('a file that is read later is whole: the garbage collector does not end it', async (t) => {
  setFlagsFromString('--expose-gc');
  const gc: () => void = runInNewContext('gc');
  const server = createServer((request, response) => {
    if (request.url === '/v1/oauth/token') response.end('{"access_token":"t","expires_in":900}');
    else response.end(`creditReportId,status\n${'row\n'.repeat(50_000)}`);
  }).listen(0, '127.0.0.1');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const trefoil = new Trefoil({ baseUrl, tenantId: 't', clientId: 'c', clientSecret: 's' });
  const csv = await trefoil.reports.list().csv();
  for (let turn = 0; turn < 20; turn += 1) {
    gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal((await new Response(csv).text()).length, 22 + 200_000);
});
