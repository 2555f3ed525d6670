// Malformed and hostile HTTP on raw sockets. Whatever is sent, the answer is a 4xx or a closed connection, the next request on another
// connection is served, and nothing unvalidated is stored: a report is stored only for an answer of 200.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { statement } from '../../src/storage/engine/connection/database.ts';
import {
  type Client,
  clientOf,
  createTenant,
  generateBody,
  type House,
  openHouse,
} from '../support/house.ts';
import { BROKEN, type Dialled, dial } from '../support/http/dial.ts';
import { type Exchange, exchange, LAST } from './sockets.ts';

let house: House;
let client: Client;
let port: number;
let base: string;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
  base = `/${client.tenant.tenantId}/v1/credit-reports`;
  await house.service.app.listen({ host: '127.0.0.1', port: 0 });
  port = (house.service.app.server.address() as AddressInfo).port;
});
after(() => house.close());

const GOOD = JSON.stringify(generateBody());
const BAD = JSON.stringify(generateBody({ lastName: undefined }));
const chunked = (body: string, extension = ''): string =>
  `${body.length.toString(16)}${extension}\r\n${body}\r\n0\r\n\r\n`;

/** A generate request with the test's own framing; `lines` are between the usual headers and the body. */
function post(lines: string[], body: string, first = `POST ${base} HTTP/1.1`): string {
  const usual = [
    'host: trefoil.test',
    `authorization: Bearer ${client.token}`,
    'content-type: application/json',
  ];
  return [first, ...usual, ...lines, '', body].join('\r\n');
}
const get = (lines: string[], first = 'GET /v1/my/profile HTTP/1.1'): string =>
  [first, 'host: trefoil.test', `authorization: Bearer ${client.token}`, ...lines, '', ''].join('\r\n');
const withLength = (body: string, ...lines: string[]): string =>
  post([`content-length: ${body.length}`, ...lines], body);
/** A smuggled request: a valid one, where a second parser would find it. */
const hidden = (): string => withLength(GOOD);

// Each is refused with a 4xx, or the connection is closed without an answer; what follows on it is not read.
const REFUSED: Record<string, () => string | Buffer> = {
  'a length and chunks, the length first': () =>
    post([`content-length: ${hidden().length + 5}`, 'transfer-encoding: chunked'], `0\r\n\r\n${hidden()}`),
  'a length and chunks, the chunks first': () =>
    post(['transfer-encoding: chunked', 'content-length: 4'], chunked(hidden())),
  'two lengths': () => post([`content-length: ${BAD.length}`, 'content-length: 0'], `${BAD}${hidden()}`),
  'two lengths in one line': () => post([`content-length: ${BAD.length}, 0`], `${BAD}${hidden()}`),
  'the same length twice': () => post(['content-length: 0', 'content-length: 0'], hidden()),
  'a length with a plus': () => post([`content-length: +${GOOD.length}`], GOOD),
  'a negative length': () => post(['content-length: -1'], GOOD),
  'a length in hexadecimal': () => post(['content-length: 0x10'], GOOD),
  'a length of twenty digits': () => post(['content-length: 99999999999999999999'], GOOD),
  'a length with a letter': () => post([`content-length: ${GOOD.length}a`], GOOD),
  'an empty length': () => post(['content-length:'], GOOD),
  'an unknown transfer encoding': () => post(['transfer-encoding: xchunked'], chunked(GOOD)),
  'chunked, but not last': () => post(['transfer-encoding: chunked, identity'], chunked(GOOD)),
  'chunked with a vertical tab': () => post(['transfer-encoding: \x0bchunked'], chunked(GOOD)),
  'a blank before the colon': () => post(['transfer-encoding : chunked'], chunked(GOOD)),
  'a folded length': () =>
    post([`content-length:\r\n ${GOOD.length}`, 'transfer-encoding: chunked'], chunked(GOOD)),
  'bare line feeds': () => withLength(GOOD).replaceAll('\r\n', '\n'),
  'a bare line feed after one header': () => withLength(GOOD).replace('trefoil.test\r\n', 'trefoil.test\n'),
  'a bare carriage return in a header': () => get(['x-note: a\rb']),
  'a header of 20 KB': () => get([`x-note: ${'x'.repeat(20_480)}`]),
  '5,000 headers': () => get(Array.from({ length: 5_000 }, (_, index) => `x-${index}: 1`)),
  'a header with a NUL': () => get(['x-note: a\0b']),
  'a header name with a blank': () => get(['x note: 1']),
  'a header without a name': () => get([': 1']),
  'a header without a colon': () => get(['x-note']),
  'no Host': () => 'GET /health/live HTTP/1.1\r\n\r\n',
  'HTTP/0.9': () => 'GET /health/live\r\n\r\n',
  'HTTP/2 with prior knowledge': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/9.9': () => get([], 'GET /health/live HTTP/9.9'),
  'a TLS greeting': () => Buffer.from('16030100c8010000c40303', 'hex'),
  'another protocol': () => 'EHLO trefoil.test\r\n',
  'nothing but NULs': () => Buffer.alloc(1024),
  'a method in small letters': () => get([], 'get /health/live HTTP/1.1'),
  'a method that there is not': () => get([], 'FROBNICATE /health/live HTTP/1.1'),
  'an address with a blank': () => get([], 'GET /health/live x HTTP/1.1'),
  'an address with a NUL': () => get([], 'GET /health/\0live HTTP/1.1'),
  'an address without a slash': () => get([], 'GET health/live HTTP/1.1'),
  CONNECT: () => get([], 'CONNECT trefoil.test:443 HTTP/1.1'),
  'a chunk size with a sign': () => post(['transfer-encoding: chunked'], `-1\r\n${GOOD}\r\n0\r\n\r\n`),
  'a chunk size with 0x': () => post(['transfer-encoding: chunked'], `0x5\r\n${GOOD}\r\n0\r\n\r\n`),
  'a chunk size beyond 64 bits': () =>
    post(['transfer-encoding: chunked'], `fffffffffffffffff\r\n${GOOD}\r\n`),
  'a chunk longer than its size': () => post(['transfer-encoding: chunked'], `5\r\n${GOOD}\r\n0\r\n\r\n`),
  'a chunk extension of 20 KB': () =>
    post(['transfer-encoding: chunked'], chunked(GOOD, `;${'x'.repeat(20_480)}`)),
  'more body than the length says': () => post(['content-length: 10'], GOOD),
};

for (const [what, bytes] of Object.entries(REFUSED)) {
  test(`refused or closed, and nothing stored: ${what}`, async () => {
    const stored = await countReports();
    const { answers } = await exchange(port, bytes(), LAST);
    for (const { status, body } of answers) {
      assert.ok(status >= 400 && status < 500, `${status} ${body}`);
      assertProblem(body);
    }
    assert.ok(answers.length <= 2);
    assert.equal(await countReports(), stored);
  });
}

// HTTP allows each of these. They are served, once, with the body validated as always.
const ALLOWED: Record<string, (body: string) => string> = {
  'a length': (body) => withLength(body),
  chunks: (body) => post(['transfer-encoding: chunked'], chunked(body)),
  'chunks of one byte': (body) =>
    post(['transfer-encoding: chunked'], `${[...body].map((one) => `1\r\n${one}\r\n`).join('')}0\r\n\r\n`),
  'a chunk extension': (body) => post(['transfer-encoding: chunked'], chunked(body, ';name=value')),
  'a trailer': (body) =>
    post(
      ['transfer-encoding: chunked'],
      `${body.length.toString(16)}\r\n${body}\r\n0\r\nauthorization: Bearer x\r\n\r\n`,
    ),
  'an absolute address of another host': (body) =>
    post([`content-length: ${body.length}`], body, `POST http://elsewhere.test${base} HTTP/1.1`),
  'two Hosts': (body) => withLength(body, 'host: elsewhere.test'),
  'an upgrade that is not taken': (body) =>
    withLength(body, 'connection: upgrade, close', 'upgrade: websocket'),
  'an upgrade to HTTP/2 that is not taken': (body) =>
    withLength(body, 'connection: upgrade, close', 'upgrade: h2c'),
  'a folded header': (body) => withLength(body, 'x-note: a', ' b'),
  'Expect: 100-continue': (body) => withLength(body, 'expect: 100-continue'),
};

for (const [what, bytes] of Object.entries(ALLOWED)) {
  test(`a valid body is served once at most, an invalid one never: ${what}`, async () => {
    const stored = await countReports();
    const good = await exchange(port, bytes(GOOD), LAST);
    assert.equal(await countReports(), stored + served(good));
    assert.ok(served(good) <= 1);
    const bad = await exchange(port, bytes(BAD), LAST);
    const [first] = final(bad);
    assert.ok(first !== undefined && first.status >= 400 && first.status < 500, bad.text);
    assert.equal(await countReports(), stored + served(good));
    assert.doesNotMatch(good.text + bad.text, /elsewhere/);
  });
}

test('as many requests in one write as may be pipelined are answered in order', async () => {
  // Sixteen with the last one.
  const wanted = Array.from({ length: 15 }, (_, index) => (index % 2 === 0 ? '/health/live' : '/nothing'));
  const requests = wanted.map((path) => get([], `GET ${path} HTTP/1.1`));
  const { answers } = await exchange(port, requests.join(''), LAST);
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(statuses, [...wanted.map((path) => (path === '/nothing' ? 404 : 200)), 200]);
});

test('TRACE returns nothing of what was sent', async () => {
  const { answers, text } = await exchange(
    port,
    get(['x-note: echo'], 'TRACE /v1/my/profile HTTP/1.1'),
    LAST,
  );
  assert.ok(answers.every(({ status }, index) => (status >= 400 && status < 500) || index > 0));
  assert.doesNotMatch(text, /echo|Bearer ey/);
});

test('an expectation other than 100-continue is refused', async () => {
  const { answers } = await exchange(port, withLength(GOOD, 'expect: a-miracle'), LAST);
  assert.equal(answers[0]?.status, 417);
});

test('a compressed body is refused, not decompressed', async () => {
  const stored = await countReports();
  const bodies = [gzipSync(GOOD), gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '))];
  for (const encoding of ['gzip', 'deflate', 'br', 'identity']) {
    for (const body of bodies) {
      const head = post([`content-length: ${body.length}`, `content-encoding: ${encoding}`], '');
      const { answers } = await exchange(port, head, body, LAST);
      assert.ok([400, 413, 415].includes(answers[0]?.status ?? 0), encoding);
    }
  }
  assert.equal(await countReports(), stored);
});

test('a body shorter than its content length is not accepted', async () => {
  const stored = await countReports();
  const socket = connect({ port, host: '127.0.0.1' });
  socket.resume();
  // The JSON is complete; only the content length says that more was to come.
  socket.end(post([`content-length: ${GOOD.length + 1}`], GOOD));
  await once(socket, 'close');
  assert.equal(await countReports(), stored);
});

test('a body over the limit is refused without being read to its end', async () => {
  const head = post([`content-length: ${100 * 1024 * 1024}`], '');
  const { answers } = await exchange(port, head, Buffer.alloc(64 * 1024, 'x'));
  assert.equal(answers[0]?.status, 413);
  const endless = post(['transfer-encoding: chunked'], '');
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const streamed = await exchange(port, endless, ...Array(6).fill(chunk));
  assert.equal(streamed.answers[0]?.status, 413);
});

test('a client that sends headers or a body too slowly is disconnected', async () => {
  const { server } = house.service.app;
  const { headersTimeout, requestTimeout, keepAliveTimeout } = server;
  for (const limitMs of [headersTimeout, requestTimeout]) assert.ok(limitMs > 0 && limitMs <= 15_000);
  assert.ok(keepAliveTimeout > 0 && server.timeout > 0);
  // The same timeouts with shorter limits, so that the test does not wait for the real ones.
  Object.assign(server, { headersTimeout: 300, requestTimeout: 600 });
  try {
    const slowHead = exchange(port, `POST ${base} HTTP/1.1\r\nhost: trefoil.test\r\nx-slow:`);
    const slowBody = exchange(port, post([`content-length: ${GOOD.length}`], GOOD.slice(0, 20)));
    const silent = await dial(port);
    for (const { answers } of await Promise.all([slowHead, slowBody])) {
      assert.equal(answers[0]?.status, 408);
    }
    // Who asked nothing is answered nothing.
    await silent.untilClosed();
    assert.equal(silent.heard(), '');
    silent.hangUp();
  } finally {
    Object.assign(server, { headersTimeout, requestTimeout });
  }
});

test('a broken request behind an answer that is still being written closes the connection, and says nothing in between', async () => {
  const { server } = house.service.app;
  const { headersTimeout, requestTimeout } = server;
  // More than the kernel takes while nothing is read.
  const answered = 'GET /reference/js/scalar.js HTTP/1.1\r\nhost: trefoil.test\r\n\r\n'.repeat(12);
  const deaf = await Promise.all(BROKEN.map((_one, n) => dial(port, `127.0.0.${n + 2}`)));
  const readOn = () => {
    for (const one of deaf) one.readAgain();
  };
  Object.assign(server, { headersTimeout: 100, requestTimeout: 100 });
  server.on('clientError', readOn);
  try {
    for (const [n, [what, bytes]] of BROKEN.entries()) {
      const one = deaf[n] as Dialled;
      one.stopReading();
      one.write(answered + bytes);
      await one.untilClosed();
      const statuses = one.heard().match(/HTTP\/1\.1 \d+/g) ?? [];
      assert.ok(statuses.length < 12, what);
      assert.ok(
        statuses.every((status) => status === 'HTTP/1.1 200'),
        `${what}: ${statuses}`,
      );
      one.hangUp();
    }
  } finally {
    server.off('clientError', readOn);
    Object.assign(server, { headersTimeout, requestTimeout });
  }
});

test('after all this the service still serves, and logged no fault', async () => {
  const answer = await client.generate();
  assert.equal(answer.status, 200);
  assert.deepEqual(
    house.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50),
    [],
  );
});

/** Final answers: an interim one only says continue. */
function final({ answers }: Exchange) {
  return answers.filter(({ status }) => status >= 200);
}

/** How many generate requests were answered with a report. */
function served({ answers }: Exchange): number {
  return answers.filter(({ body }) => body.includes('creditReportId')).length;
}

function assertProblem(body: string): void {
  const problem = JSON.parse(body);
  assert.deepEqual(
    Object.keys(problem).filter((key) => !['code', 'message', 'details'].includes(key)),
    [],
  );
  assert.equal(typeof problem.message, 'string');
}

async function countReports(): Promise<number> {
  const [row] = await house.service.database.query<{ count: string }>(COUNT, []);
  return Number(row?.count);
}

const COUNT = statement('count-reports', 'select count(*) as count from reports');
