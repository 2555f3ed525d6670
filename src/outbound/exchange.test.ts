import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { createAuthority } from '../../test/support/http/certificates.ts';
import { createExchange, type ExchangeLimits, type NoReply, type Reply } from './exchange.ts';

const endings: (() => unknown)[] = [];
after(async () => {
  for (const end of endings) await end();
});

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => {});
  });
  endings.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (listener: RequestListener): Promise<string> => listen(createServer(listener));

/** A server of plain bytes: sends these once it has received something. */
const serveBytes = (bytes: string): Promise<string> =>
  listen(createTcpServer((socket) => socket.once('data', () => socket.end(bytes))));

function openExchange(limits: Partial<ExchangeLimits> = {}) {
  const defaults = { connectMs: 3_000, deadlineMs: 10_000, replyBytesMax: 1_000 };
  const { exchange, close } = createExchange({ ...defaults, ...limits });
  endings.push(close);
  return (url: string, body = '{}', signal?: AbortSignal) =>
    exchange({ url, method: 'POST', headers: {}, body }, signal);
}

function replyOf(outcome: Reply | NoReply): Reply {
  return outcome.kind === 'reply' ? outcome : assert.fail(outcome.why);
}

function shortly(outcome: Reply | NoReply): string {
  if (outcome.kind === 'reply') return `reply ${outcome.status}`;
  return outcome.isTimeout ? `${outcome.kind}, timeout` : outcome.kind;
}

test('a reply of any status is a reply, with its header names in lower case', async () => {
  const url = await serve((_request, response) => response.writeHead(404, { 'X-Some': 'a' }).end('no'));
  const { status, headers, bytes } = replyOf(await openExchange()(`${url}/path?query=1`));
  assert.deepEqual([status, headers['x-some'], bytes.toString()], [404, 'a', 'no']);
});

test('the request arrives as it was given, and asks for no compression', async () => {
  let seen = '';
  const url = await serve(async (request, response) => {
    const body = (await request.toArray()).join('');
    seen = `${request.method} ${request.url} ${request.headers['accept-encoding']} ${body}`;
    response.end();
  });
  await openExchange()(`${url}/a?b=c`, 'the body');
  assert.equal(seen, 'POST /a?b=c identity the body');
});

test('a redirect is not followed', async () => {
  let inside = 0;
  const secret = await serve((_request, response) => {
    inside++;
    response.end();
  });
  const url = await serve((_request, response) => response.writeHead(307, { location: secret }).end());
  assert.equal(shortly(await openExchange()(url)), 'reply 307');
  assert.equal(inside, 0);
});

test('a reply at the byte cap is read, and one byte more is not, declared or not', async () => {
  const reply = (bytes: number, isDeclared: boolean) =>
    serve((_request, response) => {
      if (isDeclared) response.setHeader('content-length', bytes);
      response.write('x'.repeat(10));
      response.end('x'.repeat(bytes - 10));
    });
  const exchange = openExchange({ replyBytesMax: 1_000 });
  for (const isDeclared of [true, false]) {
    const { bytes } = replyOf(await exchange(await reply(1_000, isDeclared)));
    assert.equal(bytes.length, 1_000);
    assert.equal(shortly(await exchange(await reply(1_001, isDeclared))), 'no-reply');
  }
});

test('a reply that never ends is cut off at the deadline, and its connection is closed', async () => {
  let hasClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    hasClosed = resolve;
  });
  const url = await serve((_request, response) => {
    const timer = setInterval(() => response.write(' '), 5);
    response.once('close', () => {
      clearInterval(timer);
      hasClosed();
    });
  });
  assert.equal(shortly(await openExchange({ deadlineMs: 100 })(url)), 'no-reply, timeout');
  await closed;
});

test('silence is a timeout, at the deadline or when the caller gives up', async () => {
  const url = await serve(() => {});
  assert.equal(shortly(await openExchange({ deadlineMs: 50 })(url)), 'no-reply, timeout');
  const caller = new AbortController();
  const waiting = openExchange()(url, '', caller.signal);
  caller.abort();
  assert.equal(shortly(await waiting), 'no-reply, timeout');
  assert.equal(shortly(await openExchange()(url, '', AbortSignal.abort())), 'no-reply, timeout');
});

test('a refused connection is certain not to have sent anything', async () => {
  const gone = createTcpServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const closedPort = (gone.address() as AddressInfo).port;
  await new Promise((resolve) => gone.close(resolve));
  assert.equal(shortly(await openExchange()(`http://127.0.0.1:${closedPort}`)), 'not-sent');
});

test('a host whose certificate is not trusted is not sent anything', async () => {
  const [authority, stranger] = [createAuthority('Ours'), createAuthority('Not ours')];
  let requests = 0;
  const server = createTlsServer(authority.certify('outside'), (_request, response) => {
    requests++;
    response.end();
  });
  const url = (await listen(server)).replace('http:', 'https:');
  assert.equal(shortly(await openExchange({ tls: { ca: stranger.cert } })(url)), 'not-sent');
  assert.equal(requests, 0);
  assert.equal(shortly(await openExchange({ tls: { ca: authority.cert } })(url)), 'reply 200');
});

test('a failed connection is tried as often as the limits say, once by default', async () => {
  for (const [limits, expected] of [
    [{}, 1],
    [{ connectAttemptsMax: 2 }, 2],
  ] as const) {
    let connections = 0;
    const url = await listen(
      createTcpServer((socket) => {
        connections++;
        socket.once('data', () => socket.resetAndDestroy());
      }),
    );
    // The reset comes in the middle of the TLS handshake.
    assert.equal(shortly(await openExchange(limits)(url.replace('http:', 'https:'))), 'not-sent');
    assert.equal(connections, expected);
  }
});

test('a request that may have arrived is never sent twice', async () => {
  for (const end of ['reset', 'end', '503', 'garbled'] as const) {
    let connections = 0;
    const url = await listen(
      createTcpServer((socket) => {
        connections++;
        socket.once('data', () => {
          if (end === 'reset') socket.resetAndDestroy();
          if (end === 'end') socket.end();
          if (end === 'garbled') socket.end('no HTTP at all\r\n\r\n');
          if (end === '503') socket.end('HTTP/1.1 503 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
        });
      }),
    );
    const outcome = await openExchange({ connectAttemptsMax: 2 })(url);
    assert.equal(shortly(outcome), end === '503' ? 'reply 503' : 'no-reply', end);
    assert.equal(connections, 1, end);
  }
});

const head = (more: string) => `HTTP/1.1 200 OK\r\nConnection: close\r\n${more}\r\n`;
const BROKEN: Record<string, string> = {
  'shorter than it says': `${head('Content-Length: 100\r\n')}half`,
  'with endless headers': `${head(`X-Flood: ${'x'.repeat(100_000)}\r\n`)}`,
};
for (const [what, bytes] of Object.entries(BROKEN)) {
  test(`a reply ${what} counts as no reply`, async () => {
    assert.equal(shortly(await openExchange()(await serveBytes(bytes))), 'no-reply');
  });
}

test('no failure repeats a word of the reply', async () => {
  const url = await serveBytes(`${head('Content-Length: 100\r\n')}MRS SECRET PERSON`);
  const outcome = await openExchange()(url);
  assert.equal(outcome.kind, 'no-reply');
  assert.doesNotMatch(JSON.stringify(outcome), /SECRET/);
});

test('no more connections are open than the limit, and the other requests queue', async () => {
  let [open, most] = [0, 0];
  const url = await serve((_request, response) => {
    most = Math.max(most, ++open);
    setTimeout(() => {
      open--;
      response.end();
    }, 5);
  });
  const exchange = openExchange({ connectionsMax: 2 });
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => exchange(url)));
  assert.deepEqual(new Set(outcomes.map(shortly)), new Set(['reply 200']));
  assert.equal(most, 2);
});

test('closing ends the exchanges that are under way', async () => {
  const { exchange, close } = createExchange({ connectMs: 3_000, deadlineMs: 60_000, replyBytesMax: 1_000 });
  let hasArrived = () => {};
  const arrived = new Promise<void>((resolve) => {
    hasArrived = resolve;
  });
  const url = await serve(() => hasArrived());
  const waiting = exchange({ url, method: 'GET', headers: {} });
  await arrived;
  await close();
  assert.equal(shortly(await waiting), 'no-reply');
});
