// No form of an address leads into our own network: literals in every spelling, names that resolve there, and names that change.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createExchange } from './exchange.ts';
import { createAddressCheck, createGuardedConnector, type Resolve } from './guard.ts';

const FLIPS = Number(process.env.GUARD_FLIPS ?? 60);
const REFUSED = 'The address is not a public one. Nothing was sent.';

const listeners: Server[] = [];
let connections = 0;
async function listen(host: string, port = 0): Promise<number> {
  const server = createServer((_request, response) => response.end('ok'));
  server.on('connection', () => {
    if (host !== '127.0.0.2') connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  listeners.push(server);
  return (server.address() as AddressInfo).port;
}
let port: number;
before(async () => {
  port = await listen('127.0.0.1');
  await listen('127.0.0.2', port);
});
after(() => {
  for (const server of listeners) server.close();
});

const LIMITS = { connectMs: 1_000, deadlineMs: 2_000, replyBytesMax: 1_000 };
const resolveTo =
  (...addresses: string[]): Resolve =>
  (_host, _options, then) =>
    then(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

/** As a host in an address; the parser of addresses makes one of the first two dozen into 127.0.0.1 or its like. */
const LITERALS = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.1', '0X7F.0.0.1'],
  ...['017700000001', '0177.0.0.1', '0177.1', '127.0.0.0x1', '0', '0.0.0.0', '0x0', '00', '0.1'],
  ...['%31%32%37.0.0.1', '①②⑦.⓪.⓪.①', '127。0。0。1', '127.0.0.1.'],
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:0:127.0.0.1]',
    '[::127.0.0.1]',
  ],
  ...[
    '[64:ff9b::7f00:1]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2002:a00:1::1]',
    '[2002:c0a8:101::]',
  ],
  ...[
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[ff02::1]',
    '[fec0::1]',
    '[100::1]',
    '[2001:db8::1]',
  ],
  ...[
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.255',
    '169.254.169.254',
  ],
  ...[
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
  ],
  ...['239.255.255.255', '240.0.0.1', '255.255.255.255', '3232235777', '0xa9fea9fe', '0251.0376.0251.0376'],
];

test(`${LITERALS.length} literals of private addresses are refused before a connection`, async () => {
  const { exchange, close } = createExchange({
    ...LIMITS,
    guard: { allowedNetworks: [], isLoopbackAllowed: false, resolve: resolveTo('127.0.0.1') },
  });
  assert.ok(LITERALS.length >= 60);
  for (const host of LITERALS) {
    const outcome = await exchange({
      url: `http://${host}:${port}/`,
      method: 'POST',
      headers: {},
      body: '{}',
    });
    assert.deepEqual(
      [outcome.kind, 'why' in outcome && outcome.why],
      ['not-sent', REFUSED],
      `${host}: ${JSON.stringify(outcome)}`,
    );
  }
  assert.equal(connections, 0);
  await close();
});

test('a name that resolves to a private address is refused, also beside a public one', async () => {
  const inside = [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fe80::1%eth0',
  ];
  for (const addresses of [...inside.map((one) => [one]), ...inside.map((one) => ['93.184.216.34', one])]) {
    const guard = { allowedNetworks: [], isLoopbackAllowed: false, resolve: resolveTo(...addresses) };
    const { exchange, close } = createExchange({ ...LIMITS, guard });
    const outcome = await exchange({ url: `http://receiver.example:${port}/`, method: 'GET', headers: {} });
    assert.equal('why' in outcome && outcome.why, REFUSED, addresses.join());
    await close();
  }
  assert.equal(connections, 0);
});

test(`a name that changes ${FLIPS} times is never followed inside`, async () => {
  let calls = 0;
  const resolve: Resolve = (host, options, then) => {
    calls += 1;
    resolveTo(calls % 2 === 0 ? '127.0.0.2' : '127.0.0.1')(host, options, then);
  };
  const guard = { allowedNetworks: ['127.0.0.2/32'], isLoopbackAllowed: false, resolve };
  let replies = 0;
  for (let flip = 0; flip < FLIPS; flip += 1) {
    // One agent each: a connection that is kept would not be looked up again.
    const { exchange, close } = createExchange({ ...LIMITS, guard });
    const outcome = await exchange({ url: `http://receiver.example:${port}/`, method: 'GET', headers: {} });
    if (outcome.kind === 'reply') replies += 1;
    await close();
  }
  assert.equal(connections, 0);
  assert.equal(replies, Math.floor(FLIPS / 2));
});

test('a connection that ends up elsewhere than at a fit address is closed before anything is sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trefoil-guard-'));
  const path = join(folder, 'peer');
  const heard: string[] = [];
  const peers: Socket[] = [];
  const inside = createTcpServer((socket) => {
    peers.push(socket.on('data', (bytes) => heard.push(String(bytes))).on('error', () => {}));
  });
  await new Promise<void>((resolve) => inside.listen(path, resolve));
  const rules = { allowedNetworks: [], isLoopbackAllowed: false, resolve: resolveTo('93.184.216.34') };
  // The name is fit and so is its address; the socket is connected to this machine all the same.
  const connect = createGuardedConnector(rules, { socketPath: path, timeout: 1_000 });
  const error = await new Promise<Error | null>((resolve) =>
    connect(
      { hostname: 'receiver.example', host: 'receiver.example', protocol: 'http:', port: '80' },
      (...[failure, socket]) => {
        socket?.end('POST / HTTP/1.1\r\n\r\n');
        resolve(failure);
      },
    ),
  );
  assert.equal(error?.name, 'AddressRefused');
  assert.deepEqual(heard, []);
  for (const peer of peers) peer.destroy();
  inside.close();
  rmSync(folder, { recursive: true });
});

test('public addresses are fit, in every wrapping', () => {
  const isFit = createAddressCheck({ allowedNetworks: ['10.1.0.0/16'], isLoopbackAllowed: false });
  const fit = [
    '93.184.216.34',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '11.0.0.1',
    '2606:4700::1111',
    '10.1.2.3',
  ];
  const wrapped = ['::ffff:1.1.1.1', '64:ff9b::101:101', '2002:101:101::1', '::ffff:10.1.2.3'];
  for (const address of [...fit, ...wrapped]) assert.ok(isFit(address), address);
  for (const address of ['10.2.0.1', '::ffff:10.2.0.1', '127.0.0.1', '', 'localhost', '2001:db8::1'])
    assert.ok(!isFit(address), address);
  const onALaptop = createAddressCheck({ allowedNetworks: [], isLoopbackAllowed: true });
  assert.ok(onALaptop('127.0.0.1') && onALaptop('::1') && !onALaptop('192.168.0.1'));
});
