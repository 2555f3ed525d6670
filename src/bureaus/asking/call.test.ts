// A bureau's call: which failure each outcome of the exchange becomes, how text is decoded, and whose deadline it has. The HTTP client
// itself is tried in outbound/exchange.test.ts.
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

function openCall(options: CallOptions = {}) {
  const { call, close } = createCall(options);
  endings.push(close);
  return (url: string) => call({ url, method: 'POST', headers: {}, body: '{}' });
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

const failure = async (promise: Promise<unknown>) => {
  const { outcome, mayHaveArrived } = await failureOf(promise);
  return [outcome, mayHaveArrived];
};

test('a reply of any status is an answer, with its headers and its text', async () => {
  const url = await serve((_request, response) => response.writeHead(404, { 'X-Some': 'a' }).end('no'));
  const reply = await openCall()(url);
  assert.deepEqual([reply.status, reply.headers['x-some'], reply.text], [404, 'a', 'no']);
});

test('silence is a timeout, a reply that is too large makes the bureau unavailable, and either may have arrived', async () => {
  const silent = await serve(() => {});
  assert.deepEqual(await failure(openCall({ wholeMs: 50 })(silent)), ['timeout', true]);
  const large = await serve((_request, response) => response.end('x'.repeat(1_001)));
  assert.deepEqual(await failure(openCall({ replyBytesMax: 1_000 })(large)), ['unavailable', true]);
});

test('a connection that fails before it stands is tried once more, only once, and cannot have arrived', async () => {
  let connections = 0;
  const url = await listen(
    createTcpServer((socket) => {
      connections++;
      socket.once('data', () => socket.resetAndDestroy());
    }),
  );
  // The reset comes in the middle of the TLS handshake.
  assert.deepEqual(await failure(openCall()(url.replace('http:', 'https:'))), ['unavailable', false]);
  assert.equal(connections, 2);
});

test('an exchange that breaks off may have arrived, and is not repeated', async () => {
  let connections = 0;
  const url = await listen(
    createTcpServer((socket) => {
      connections++;
      socket.once('data', () => socket.resetAndDestroy());
    }),
  );
  assert.deepEqual(await failure(openCall()(url)), ['unavailable', true]);
  assert.equal(connections, 1);
});

const UNREADABLE: Record<string, Record<string, string>> = {
  'compressed though we did not ask': { 'content-encoding': 'gzip' },
  'in an encoding that does not exist': { 'content-type': 'text/xml; charset=x-secret' },
};
for (const [what, headers] of Object.entries(UNREADABLE)) {
  test(`a reply ${what} makes the bureau unavailable`, async () => {
    const url = await serve((_request, response) => response.writeHead(200, headers).end('abc'));
    assert.deepEqual(await failure(openCall()(url)), ['unavailable', true]);
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
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('MRS SECRET PERSON');
    setImmediate(() => response.destroy());
  });
  const failed = await failureOf(openCall()(url));
  assert.doesNotMatch(`${failed.stack} ${JSON.stringify(failed)}`, /SECRET/);
  assert.equal(failed.cause, undefined);
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
