// Through a proxy: it is asked for a tunnel, with its password; literals of private addresses never reach it, names are its to look up; and
// what it says of itself, or is told, is in no outcome.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { createAuthority } from '../../test/support/http/certificates.ts';
import { createExchange, type Exchange, type NoReply, type Reply } from './exchange.ts';

const PASSWORD = 'proxy-password-4711';
const authority = createAuthority('Receivers');
const sockets = new Set<Socket>();
const servers: Server[] = [];

async function listen(server: Server): Promise<number> {
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** What the proxy was asked for, and what its names lead to: like any, it looks them up itself, and refuses private ones. */
let tunnels: { to: string; authorization: string | undefined }[] = [];
let names: Record<string, number> = {};
let heard: IncomingMessage[] = [];
const proxy = createServer((_request, response) => response.writeHead(500).end(PASSWORD));
proxy.on('connect', (request: IncomingMessage, client: Socket) => {
  tunnels.push({ to: request.url ?? '', authorization: request.headers['proxy-authorization'] });
  const port = names[(request.url ?? '').split(':')[0] ?? ''];
  const isKnown = request.headers['proxy-authorization'] === basic('egress', PASSWORD);
  if (!isKnown || port === undefined)
    return void client.end(
      `HTTP/1.1 ${isKnown ? 403 : 407} No\r\ncontent-type: text/plain\r\n\r\n${PASSWORD} 10.0.0.7`,
    );
  const outside = connect(port, '127.0.0.1', () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    outside.pipe(client);
    client.pipe(outside);
  });
  for (const socket of [client, outside]) sockets.add(socket.on('error', () => {}));
});
const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

let exchange: Exchange;
let close: () => Promise<void>;
let proxyPort: number;
const open = (password: string) =>
  createExchange({
    connectMs: 2_000,
    deadlineMs: 5_000,
    replyBytesMax: 1_000,
    tls: { ca: authority.cert },
    guard: { allowedNetworks: [], isLoopbackAllowed: false },
    proxyUrl: `http://egress:${password}@127.0.0.1:${proxyPort}`,
  });
before(async () => {
  const answer = (request: IncomingMessage, response: import('node:http').ServerResponse): void => {
    heard.push(request);
    response.end('thanks');
  };
  proxyPort = await listen(proxy);
  const plain = await listen(createServer(answer));
  const secure = await listen(createTlsServer(authority.certify('receiver.example'), answer));
  names = { 'receiver.example': secure, 'plain.example': plain };
  ({ exchange, close } = open(PASSWORD));
});
beforeEach(() => {
  tunnels = [];
  heard = [];
});
after(async () => {
  await close();
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

const post = (url: string, by = exchange): Promise<Reply | NoReply> =>
  by({ url, method: 'POST', headers: { 'webhook-id': 'one' }, body: '{}' });

test('a request goes through a tunnel of the proxy, https and plain, and the receiver sees no word of it', async () => {
  for (const url of ['https://receiver.example/hook', 'http://plain.example/hook']) {
    const reply = await post(url);
    assert.equal(reply.kind === 'reply' && reply.bytes.toString(), 'thanks', JSON.stringify(reply));
  }
  assert.deepEqual(
    tunnels.map(({ to }) => to),
    ['receiver.example:443', 'plain.example:80'],
  );
  assert.ok(tunnels.every(({ authorization }) => authorization === basic('egress', PASSWORD)));
  assert.equal(heard.length, 2);
  for (const { headers, url } of heard) {
    assert.equal(url, '/hook');
    assert.ok(!Object.keys(headers).some((name) => name.startsWith('proxy-')), JSON.stringify(headers));
  }
});

test('a literal of a private address does not reach the proxy, in any spelling', async () => {
  const literals = ['127.0.0.1', '2130706433', '0x7f.1', '10.0.0.1', '169.254.169.254', '[::1]'];
  for (const host of [...literals, '[::ffff:10.0.0.1]', '[64:ff9b::a00:1]', '[2002:a00:1::]'])
    for (const scheme of ['https', 'http']) {
      const outcome = await post(`${scheme}://${host}/hook`);
      assert.deepEqual(outcome, {
        kind: 'not-sent',
        isTimeout: false,
        why: 'The address is not a public one. Nothing was sent.',
      });
    }
  assert.deepEqual(tunnels, []);
});

test('a name that the proxy refuses is not sent to, and nothing that the proxy says is told', async () => {
  const outcome = await post('https://inside.example/hook');
  assert.deepEqual(outcome, {
    kind: 'not-sent',
    isTimeout: false,
    why: 'No connection: the proxy made none.',
  });
  assert.deepEqual(
    tunnels.map(({ to }) => to),
    ['inside.example:443'],
  );
});

test('a certificate that the receiver does not deserve is refused through the tunnel, in its own words', async () => {
  names['other.example'] = names['receiver.example'] ?? 0;
  const outcome = await post('https://other.example/hook');
  assert.equal(outcome.kind, 'not-sent');
  assert.match('why' in outcome ? outcome.why : '', /the certificate was refused/);
  assert.deepEqual(heard, []);
});

test('a proxy that does not know our password, or is gone, is told without an address or a password', async () => {
  const wrong = open('another-password');
  const gone = createExchange({
    connectMs: 500,
    deadlineMs: 2_000,
    replyBytesMax: 1_000,
    proxyUrl: `http://egress:${PASSWORD}@127.0.0.1:1`,
  });
  for (const { exchange: by, close: end } of [wrong, gone]) {
    const outcome = await post('https://receiver.example/hook', by);
    assert.notEqual(outcome.kind, 'reply');
    assert.doesNotMatch(JSON.stringify(outcome), /password|egress|127\.0\.0\.1/);
    await end();
  }
  assert.deepEqual(heard, []);
});
