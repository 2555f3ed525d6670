import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { type Dialled, dial, halfOf } from '../../../test/support/http/dial.ts';
import { until } from '../../../test/support/waiting.ts';
import { answerBrokenRequest, TOO_SLOW } from './broken-requests.ts';
import { type Connections, createConnections } from './connections.ts';
import { createServerFactory } from './server.ts';

const PROXY = '127.0.0.9';
const LARGE = Buffer.alloc(16 * 1024 * 1024, 'x');
const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

let server: Server;
let connections: Connections;
let cuts: string[];
let dialled: Dialled[];

afterEach(async () => {
  for (const one of dialled) one.hangUp();
  connections.stop();
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
});

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves as the app does: a body that is not there is waited for, behind a proxy for the client that it names. */
async function serve(
  bounds: Partial<Parameters<typeof createConnections>[0]>,
  answer: Handle = (_request, response) => response.end('fine'),
): Promise<number> {
  [cuts, dialled] = [[], []];
  connections = createConnections({
    max: 1_000,
    perAddressMax: 1_000,
    trustProxy: [`${PROXY}/32`, '::1'],
    tellTooSlow: (socket) => answerBrokenRequest(TOO_SLOW, socket, {}, 1),
    onCut: (reason) => void cuts.push(reason),
    ...bounds,
  });
  const handle: Handle = (request, response) => {
    const { socket } = request;
    connections.noteAddress(socket, String(request.headers['x-forwarded-for'] ?? socket.remoteAddress));
    if (request.method !== 'POST') return answer(request, response);
    connections.awaitBody(request);
    request.on('error', () => {}).resume();
    request.once('end', () => {
      connections.noteBody(request);
      answer(request, response);
    });
  };
  // The app is not asked for anything here.
  server = createServerFactory(connections).call(
    undefined as unknown as FastifyInstance,
    handle,
    {},
  ) as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function dialFrom(port: number, address?: string): Promise<Dialled> {
  const one = await dial(port, address);
  dialled.push(one);
  return one;
}

/** Its body has begun, and the service knows. */
async function halfSent(port: number, address?: string, client?: string): Promise<Dialled> {
  const one = await dialFrom(port, address);
  one.write(halfOf('/', client === undefined ? {} : { 'x-forwarded-for': client }));
  await one.untilHeard('100 Continue');
  return one;
}

async function assertAnswered(one: Dialled, rest: string): Promise<void> {
  one.write(rest);
  await one.untilHeard('fine');
}

test('sixteen requests may be pipelined, and each is answered', async () => {
  const port = await serve({});
  const one = await dialFrom(port);
  one.write(GET.repeat(16));
  await until('all are answered', () => one.heard().split('fine').length === 17);
  one.write(GET.repeat(16));
  await until('all are answered', () => one.heard().split('fine').length === 33);
  assert.deepEqual(cuts, []);
});

test('a client that pipelines hundreds of requests and reads nothing is cut off, and what is beyond the bound is never begun', async () => {
  let begun = 0;
  const port = await serve({}, (_request, response) => {
    begun += 1;
    response.end(LARGE);
  });
  const one = await dialFrom(port);
  one.stopReading();
  one.write(GET.repeat(521));
  await until('it is cut off', () => cuts.length > 0);
  assert.deepEqual(cuts, ['pipelined']);
  assert.equal(begun, 16);
});

for (const [what, one] of Object.entries({
  requests: GET,
  'requests without a Host': 'GET / HTTP/1.1\r\n\r\n',
  expectations: 'GET / HTTP/1.1\r\nhost: a\r\nexpect: wonders\r\n\r\n',
})) {
  test(`of thousands of ${what} in one write, those after the cut are not even parsed`, async () => {
    let parsed = 0;
    const count = (): void => {
      parsed += 1;
    };
    subscribe('http.server.request.start', count);
    const port = await serve({}, () => undefined);
    const client = await dialFrom(port);
    client.write(one.repeat(2_000));
    await client.untilClosed();
    unsubscribe('http.server.request.start', count);
    assert.deepEqual(cuts, ['pipelined']);
    assert.equal(parsed, 17);
  });
}

test('of an address with too many half-sent bodies the oldest is answered 408 and closed, and no other address notices', async () => {
  const port = await serve({ perAddressMax: 2 });
  const other = await halfSent(port, '127.0.0.3');
  const slow = [await halfSent(port, '127.0.0.2'), await halfSent(port, '127.0.0.2')];
  const third = await halfSent(port, '127.0.0.2');
  await slow[0]?.untilHeard('HTTP/1.1 408');
  await slow[0]?.untilClosed();
  for (const one of [slow[1], third, other]) await assertAnswered(one as Dialled, '}');
  assert.deepEqual(cuts, ['evicted']);
});

test('a half-sent body behind a request that was answered counts like any other, for the client of a proxy too', async () => {
  const port = await serve({ perAddressMax: 2 });
  for (const [from, client] of [['127.0.0.2'], [PROXY, '203.0.113.1']]) {
    const forwarded = client === undefined ? {} : { 'x-forwarded-for': client };
    const slow: Dialled[] = [];
    for (let n = 0; n < 3; n += 1) {
      const one = await dialFrom(port, from);
      one.write(GET + halfOf('/', forwarded));
      await one.untilHeard('100 Continue');
      slow.push(one);
    }
    await slow[0]?.untilHeard('HTTP/1.1 408');
    // The first request has its own answer, and the words after it are those of the second.
    assert.deepEqual(slow[0]?.heard().match(/HTTP\/1\.1 \d+/g), [
      'HTTP/1.1 200',
      'HTTP/1.1 100',
      'HTTP/1.1 408',
    ]);
    for (const one of slow.slice(1)) one.hangUp();
  }
  assert.deepEqual(cuts, ['evicted', 'evicted']);
});

test('a half-sent body behind a request that is worked on is cut off without words, which would be taken for the answer of the first', async () => {
  const held: ServerResponse[] = [];
  const port = await serve({ perAddressMax: 1 }, (_request, response) => void held.push(response));
  const one = await dialFrom(port);
  one.write(GET + halfOf('/'));
  await until('it is worked on', () => held.length === 1);
  await dialFrom(port);
  await one.untilClosed();
  assert.deepEqual([one.heard(), cuts], ['', ['evicted']]);
});

test('of an address with too many connections that say nothing, or half a header, the oldest is closed', async () => {
  const port = await serve({ perAddressMax: 2 });
  const [silent, half] = [await dialFrom(port), await dialFrom(port)];
  half.write('GET / HTTP/1.1\r\nhost: ');
  await dialFrom(port);
  await silent.untilClosed();
  await dialFrom(port);
  await half.untilClosed();
  assert.deepEqual(cuts, ['evicted', 'evicted']);
});

test('when there are too many in all, the address with the most loses its oldest, never one with work in progress', async () => {
  const held: ServerResponse[] = [];
  const port = await serve({ max: 4 }, (_request, response) => void held.push(response));
  const [quiet, busy] = [await dialFrom(port, '127.0.0.3'), await dialFrom(port, '127.0.0.2')];
  busy.write(GET);
  await until('it is worked on', () => held.length === 1);
  const slow = [await halfSent(port, '127.0.0.2'), await halfSent(port, '127.0.0.2')];
  await dialFrom(port, '127.0.0.4');
  await slow[0]?.untilHeard('HTTP/1.1 408');
  await dialFrom(port, '127.0.0.5');
  await slow[1]?.untilHeard('HTTP/1.1 408');
  held[0]?.end('fine');
  await busy.untilHeard('fine');
  assert.equal(quiet.isClosed(), false);
});

test('connections with work in progress are no reason to refuse a new one of their address', async () => {
  const held: ServerResponse[] = [];
  const port = await serve({ perAddressMax: 1 }, (_request, response) => void held.push(response));
  for (let n = 1; n <= 3; n += 1) {
    (await dialFrom(port)).write(GET);
    await until('it is worked on', () => held.length === n);
  }
  for (const response of held) response.end('fine');
  for (const one of dialled) await one.untilHeard('fine');
  // All three are idle now; the next one shows it.
  await dialFrom(port);
  await until('one is closed', () => dialled[0]?.isClosed() === true);
});

test('behind a trusted proxy each client is bounded, and the connections of the proxy are not', async () => {
  const port = await serve({ perAddressMax: 2 });
  const idle = [await dialFrom(port, PROXY), await dialFrom(port, PROXY), await dialFrom(port, PROXY)];
  const other = await halfSent(port, PROXY, '203.0.113.2');
  const slow: Dialled[] = [];
  for (let n = 0; n < 3; n += 1) slow.push(await halfSent(port, PROXY, '203.0.113.1'));
  await slow[0]?.untilHeard('HTTP/1.1 408');
  for (const one of [other, slow[1], slow[2]]) await assertAnswered(one as Dialled, '}');
  for (const one of idle) await assertAnswered(one, GET);
  // What was received counts no more.
  for (let n = 0; n < 2; n += 1) await halfSent(port, PROXY, '203.0.113.1');
  assert.deepEqual(cuts, ['evicted']);
});

test('an answer that is not read is given up, however long it is; one that is read slowly is not', async () => {
  const longer = Buffer.concat([LARGE, LARGE, LARGE, LARGE]);
  const port = await serve(
    { checkMs: 5, readGraceMs: 50, readBytesPerSecondMin: 1_000 },
    ({ url }, response) => response.end(url === '/' ? LARGE : longer),
  );
  const slow = connect({ port, host: '127.0.0.1' });
  let read = 0;
  slow.on('data', (part) => {
    read += part.length;
    slow.pause();
    setImmediate(() => slow.resume());
  });
  const [one, other] = [await dialFrom(port), await dialFrom(port)];
  for (const deaf of [one, other]) deaf.stopReading();
  slow.write(GET.replace('/', '/longer'));
  one.write(GET);
  other.write(GET.replace('/', '/longer'));
  await until('both deaf ones are cut off', () => cuts.length === 2, 20_000);
  // It is one write, which is not done before the last byte is gone.
  await until('the slow one has it all', () => read > longer.length, 20_000);
  assert.deepEqual(cuts, ['slow-reader', 'slow-reader']);
  slow.destroy();
});

test('the addresses of one network of IPv6 are counted together: whoever has one of them has all', async () => {
  await serve({ perAddressMax: 1 });
  const sockets = ['2001:db8::1', '2001:db8::f00:2', '2001:db8:0:1::1'].map((remoteAddress) => {
    const ends = new Duplex({ read() {}, write: (_bytes, _encoding, done) => done() });
    return Object.assign(ends, { remoteAddress }) as unknown as Socket;
  });
  for (const socket of sockets) connections.accept(socket);
  assert.deepEqual(cuts, ['evicted']);
  assert.deepEqual(
    sockets.map(({ destroyed }) => destroyed),
    [true, false, false],
  );
  for (const socket of sockets) socket.destroy();
});

/** Asks by the proxy for what is large, and reads nothing of it. */
async function deaf(port: number, client: string): Promise<Dialled> {
  const one = await dialFrom(port, PROXY);
  one.stopReading();
  one.write(GET.replace('\r\n\r\n', `\r\nx-forwarded-for: ${client}\r\n\r\n`));
  return one;
}

test('behind a trusted proxy an answer that is not read counts for its client', async () => {
  const port = await serve({ perAddressMax: 1, checkMs: 5 }, (_request, response) => response.end(LARGE));
  for (let n = 0; n < 2; n += 1) await deaf(port, '203.0.113.1');
  await until('the older one is cut off', () => cuts.length > 0);
  assert.deepEqual(cuts, ['evicted']);
});

test('a connection of a proxy counts for nobody when the answer on it has been read', async () => {
  const port = await serve({ perAddressMax: 1, checkMs: 5 }, (_request, response) => response.end(LARGE));
  const [client, other] = ['203.0.113.1', '203.0.113.2'];
  const older = await halfSent(port, PROXY, client);
  const used = await deaf(port, client);
  await older.untilHeard('HTTP/1.1 408');
  used.readAgain();
  await until('the answer is read', () => used.heard().length > LARGE.length);
  for (let n = 0; n < 2; n += 1) await deaf(port, other);
  await until('all readers were looked at since', () => cuts.length === 2);
  await halfSent(port, PROXY, client);
  assert.deepEqual(cuts, ['evicted', 'evicted']);
  assert.equal(used.isClosed(), false);
});

test('a connection that a proxy uses again counts for the client who has it now', async () => {
  const port = await serve({ perAddressMax: 1, checkMs: 400 }, ({ method }, response) =>
    response.end(method === 'GET' ? LARGE : 'fine'),
  );
  const [one, other] = ['203.0.113.1', '203.0.113.2'];
  await halfSent(port, PROXY, one);
  const used = await deaf(port, one);
  await until('it counts for its client, who loses the older one', () => cuts.length === 1);
  used.readAgain();
  await until('the answer is read', () => used.heard().length > LARGE.length);
  used.write(halfOf('/', { 'x-forwarded-for': other }));
  await used.untilHeard('100 Continue');
  await assertAnswered(await halfSent(port, PROXY, one), '}');
  assert.deepEqual(cuts, ['evicted'], 'the former client has room for one');
  await halfSent(port, PROXY, other);
  await used.untilHeard('HTTP/1.1 408');
});

test('the socket of a request that took too long is destroyed, although its client does not hang up', async () => {
  const accepted = Promise.withResolvers<Socket>();
  const listener = createNetServer({ allowHalfOpen: true }, (socket) => accepted.resolve(socket));
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => {}).resume();
  const socket = await accepted.promise;
  answerBrokenRequest(TOO_SLOW, socket, {}, 1);
  await until('it is destroyed', () => socket.destroyed);
  client.destroy();
  listener.close();
});
