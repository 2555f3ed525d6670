import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { CallFailed } from '../bureau.ts';
import { apartFromSearch, type CallOptions, createCall, withinDeadline } from './call.ts';

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

/** What a server of plain bytes says once it has heard something. */
const serveBytes = (bytes: string): Promise<string> =>
  listen(createTcpServer((socket) => socket.once('data', () => socket.end(bytes))));

function openCall(options: CallOptions = {}) {
  const { call, close } = createCall(options);
  endings.push(close);
  return (url: string, body = '{}') => call({ url, method: 'POST', headers: {}, body });
}

async function failureOf(promise: Promise<unknown>): Promise<CallFailed> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof CallFailed) return error;
    throw error;
  }
  return assert.fail('It was answered.');
}

test('a reply of any status is an answer, with its headers in small letters', async () => {
  const url = await serve((_request, response) => response.writeHead(404, { 'X-Some': 'a' }).end('no'));
  const reply = await openCall()(`${url}/path?query=1`);
  assert.deepEqual([reply.status, reply.headers['x-some'], reply.text], [404, 'a', 'no']);
});

test('the request arrives as it was given, and asks for no compression', async () => {
  let seen = '';
  const url = await serve(async (request, response) => {
    const body = (await request.toArray()).join('');
    seen = `${request.method} ${request.url} ${request.headers['accept-encoding']} ${body}`;
    response.end();
  });
  await openCall()(`${url}/a?b=c`, 'the body');
  assert.equal(seen, 'POST /a?b=c identity the body');
});

test('a redirect is not followed', async () => {
  let inside = 0;
  const secret = await serve((_request, response) => {
    inside++;
    response.end();
  });
  const url = await serve((_request, response) => response.writeHead(307, { location: secret }).end());
  assert.equal((await openCall()(url)).status, 307);
  assert.equal(inside, 0);
});

test('a reply of just the limit is read, and one byte more is not, declared or not', async () => {
  const reply = (bytes: number, isDeclared: boolean) =>
    serve((_request, response) => {
      if (isDeclared) response.setHeader('content-length', bytes);
      response.write('x'.repeat(10));
      response.end('x'.repeat(bytes - 10));
    });
  const call = openCall({ replyBytesMax: 1_000 });
  for (const isDeclared of [true, false]) {
    assert.equal((await call(await reply(1_000, isDeclared))).text.length, 1_000);
    const failure = await failureOf(call(await reply(1_001, isDeclared)));
    assert.deepEqual([failure.outcome, failure.mayHaveArrived], ['unavailable', true]);
  }
});

test('a reply that never ends is ended by the deadline of the whole call', async () => {
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
  const failure = await failureOf(openCall({ wholeMs: 100 })(url));
  assert.deepEqual([failure.outcome, failure.mayHaveArrived], ['timeout', true]);
  // The connection is not left behind.
  await closed;
});

test('a bureau that says nothing is a timeout', async () => {
  const url = await serve(() => {});
  assert.equal((await failureOf(openCall({ wholeMs: 50 })(url))).outcome, 'timeout');
});

test('a connection that is refused is certain not to have arrived', async () => {
  const gone = createTcpServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const closedPort = (gone.address() as AddressInfo).port;
  await new Promise((resolve) => gone.close(resolve));
  const failure = await failureOf(openCall()(`http://127.0.0.1:${closedPort}`));
  assert.deepEqual([failure.outcome, failure.mayHaveArrived], ['unavailable', false]);
});

test('a connection that breaks before it stands is tried once more, and only once', async () => {
  let connections = 0;
  const url = await listen(
    createTcpServer((socket) => {
      connections++;
      socket.once('data', () => socket.resetAndDestroy());
    }),
  );
  const failure = await failureOf(openCall()(url.replace('http:', 'https:')));
  assert.deepEqual([failure.outcome, failure.mayHaveArrived, connections], ['unavailable', false, 2]);
});

test('what may have arrived is never sent twice', async () => {
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
    const call = openCall();
    if (end === '503') assert.equal((await call(url)).status, 503);
    else {
      const failure = await failureOf(call(url));
      assert.deepEqual([failure.outcome, failure.mayHaveArrived], ['unavailable', true], end);
    }
    assert.equal(connections, 1, end);
  }
});

const head = (more: string) => `HTTP/1.1 200 OK\r\nConnection: close\r\n${more}\r\n`;
const UNREADABLE: Record<string, string> = {
  'shorter than it says': `${head('Content-Length: 100\r\n')}half`,
  'compressed though we did not ask': `${head('Content-Encoding: gzip\r\nContent-Length: 1\r\n')}x`,
  'with headers without end': `${head(`X-Flood: ${'x'.repeat(100_000)}\r\n`)}`,
  'in an encoding that nobody knows': `${head('Content-Type: text/xml; charset=x-secret\r\n')}abc`,
};
for (const [what, bytes] of Object.entries(UNREADABLE)) {
  test(`a reply ${what} is a bureau that is unavailable`, async () => {
    const failure = await failureOf(openCall({ wholeMs: 5_000 })(await serveBytes(bytes)));
    assert.equal(failure.outcome, 'unavailable');
  });
}

test('text is read in the encoding of the header, then of the XML declaration, then as UTF-8', async () => {
  const reply = async (type: string, bytes: Buffer) =>
    (
      await openCall()(
        await serve((_request, response) => response.writeHead(200, { 'content-type': type }).end(bytes)),
      )
    ).text;
  assert.equal(await reply('text/plain; charset=iso-8859-1', Buffer.from('Zo\xeb', 'latin1')), 'Zoë');
  const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><a>Zo\xeb</a>';
  assert.match(await reply('text/xml', Buffer.from(xml, 'latin1')), /Zoë/);
  assert.equal(await reply('application/json', Buffer.from('Zoë')), 'Zoë');
  await failureOf(reply('application/json', Buffer.from('Zo\xeb', 'latin1')));
  await failureOf(reply('text/xml; charset=utf-8', Buffer.from(xml, 'latin1')));
});

test('no failure repeats a word of the reply', async () => {
  const url = await serveBytes(`${head('Content-Length: 100\r\n')}MRS SECRET PERSON`);
  const failure = await failureOf(openCall()(url));
  assert.doesNotMatch(`${failure.stack} ${JSON.stringify(failure)}`, /SECRET/);
  assert.equal(failure.cause, undefined);
});

test('a call ends with the search that it belongs to, unless it was made apart from it', async () => {
  const url = await serve(() => {});
  const call = openCall({ wholeMs: 300 });
  const search = new AbortController();
  const begunMs = performance.now();
  const inside = failureOf(withinDeadline(search.signal, () => call(url))).then(() => performance.now());
  const apart = failureOf(withinDeadline(search.signal, () => apartFromSearch(() => call(url)))).then(() =>
    performance.now(),
  );
  search.abort();
  const [insideMs, apartMs] = [(await inside) - begunMs, (await apart) - begunMs];
  assert.ok(insideMs < apartMs && apartMs >= 290, `${insideMs} ${apartMs}`);
});
