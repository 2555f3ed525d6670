// Admission control: a full process sheds the next request at once, each slot is freed when its work is done, and no slow client holds one.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { type Client, generateBody, type House, send } from '../../support/house.ts';
import { BROKEN, type Dialled, dial, halfOf } from '../../support/http/dial.ts';
import { assertProblem } from '../../support/http/problem-shape.ts';
import { LIVE, newClient, openLiveHouse } from '../../support/money.ts';
import { until } from '../../support/waiting.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

const PROXY = '127.0.0.9';

let house: House;
let world: StandIn;
let client: Client;
before(async () => {
  ({ house, world } = await openLiveHouse({
    REQUESTS_IN_FLIGHT_MAX: '2',
    CONNECTIONS_PER_ADDRESS_MAX: '4',
    TRUST_PROXY: PROXY,
  }));
  client = await newClient(house, 100_000);
});
after(() => house?.close());

/** Two reports whose bureaus do not answer yet. */
async function holdTwo() {
  const bureaus = Promise.withResolvers<void>();
  world.reset();
  world.waitFor = bureaus.promise;
  const held = [client.generate(LIVE), client.generate(LIVE)];
  await until('both have asked the bureaus', () => world.asked.length === 6);
  return { held, release: () => bureaus.resolve() };
}

test('a request without a free slot is shed with 503 and Retry-After, and nothing is done for it', async () => {
  const { held, release } = await holdTwo();
  const refused = await client.generate(LIVE);
  assertProblem(refused, 503, 'service-unavailable');
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal((await client.get('/v1/my/profile')).status, 503);
  assert.equal(world.asked.length, 6);
  for (const url of ['/health/live', '/health/ready', '/metrics']) {
    assert.equal((await send(house, { url })).status, 200, url);
  }
  assert.match((await send(house, { url: '/metrics' })).text, /^trefoil_requests_shed_total 2$/m);
  release();
  for (const answer of await Promise.all(held)) assert.equal(answer.status, 200);
  assert.equal((await client.get('/v1/my/profile')).status, 200);
});

test('when a client disconnects its work goes on: its slot is taken until that is done, and it is logged like any other', async () => {
  const { app } = house.service;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const bureaus = Promise.withResolvers<void>();
  world.reset();
  world.waitFor = bureaus.promise;
  const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' };
  const path = `/${client.tenant.tenantId}/v1/credit-reports`;
  const asking = [0, 1].map(() => {
    const request = http.request({ port, path, method: 'POST', headers });
    request.once('error', () => {});
    request.end(JSON.stringify(generateBody(LIVE)));
    return request;
  });
  await until('both have asked the bureaus', () => world.asked.length === 6);
  for (const request of asking) request.destroy();
  const connections = promisify(app.server.getConnections.bind(app.server));
  await until('both are gone', async () => (await connections()) === 0);
  assert.equal((await client.get('/v1/my/profile')).status, 503);
  const logged = () =>
    house.logLines.filter((line) => line.includes('"method":"POST","route":"/:tenantId/v1/credit-reports"'));
  const before = logged().length;
  bureaus.resolve();
  await until('a place is free', async () => (await client.get('/v1/my/profile')).status === 200);
  await until('both are in the log', () => logged().length === before + 2);
  assert.ok(
    logged()
      .slice(-2)
      .every((line) => line.includes('"status":200')),
  );
});

test('a client that disconnects with pipelined requests in work does no harm: both are done, and their slots are freed', async () => {
  const bureaus = Promise.withResolvers<void>();
  world.reset();
  world.waitFor = bureaus.promise;
  const body = JSON.stringify(generateBody(LIVE));
  const one = await dial(portOf());
  one.write(
    `POST /${client.tenant.tenantId}/v1/credit-reports HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${client.token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`.repeat(
      2,
    ),
  );
  await until('both have asked the bureaus', () => world.asked.length === 6);
  one.hangUp();
  const connections = promisify(house.service.app.server.getConnections.bind(house.service.app.server));
  await until('it is gone', async () => (await connections()) === 0);
  bureaus.resolve();
  await untilFree();
});

test('a client that disconnects before its request is complete leaves nothing behind', async () => {
  const { app } = house.service;
  const { port } = app.server.address() as AddressInfo;
  const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' };
  const path = `/${client.tenant.tenantId}/v1/credit-reports`;
  for (let n = 0; n < 3; n += 1) {
    const request = http.request({
      port,
      path,
      method: 'POST',
      headers: { ...headers, 'content-length': '100' },
    });
    request.once('error', () => {});
    request.write('{');
    await until(
      'it has arrived',
      async () => (await promisify(app.server.getConnections.bind(app.server))()) === 1,
    );
    request.destroy();
  }
  await untilFree();
});

test('a body that has not arrived holds no slot, and its request is answered once it has', async () => {
  const slow: Dialled[] = [];
  for (let n = 0; n < 4; n += 1) slow.push(await halfSent());
  for (const one of slow) {
    one.write('}');
    await one.untilHeard('HTTP/1.1 201');
    one.hangUp();
  }
});

test('a body that arrives when there is no free slot is shed like any other', async () => {
  const slow = await halfSent();
  const { held, release } = await holdTwo();
  slow.write('}');
  await slow.untilHeard('HTTP/1.1 503');
  release();
  for (const answer of await Promise.all(held)) assert.equal(answer.status, 200);
  slow.hangUp();
});

test('behind a trusted proxy a client with too many half-sent bodies loses its oldest, and no other client notices', async () => {
  const other = await halfSent(PROXY, '203.0.113.2');
  const slow: Dialled[] = [];
  for (let n = 0; n < 5; n += 1) slow.push(await halfSent(PROXY, '203.0.113.1'));
  await slow[0]?.untilHeard('HTTP/1.1 408');
  await slow[0]?.untilClosed();
  for (const one of [other, ...slow.slice(1)]) {
    one.write('}');
    await one.untilHeard('HTTP/1.1 201');
  }
  for (const one of [other, ...slow]) one.hangUp();
});

test('one connection with hundreds of pipelined requests is closed, and nobody else notices', async () => {
  const one = await dial(portOf());
  one.write(
    `GET /v1/fingerprints/device HTTP/1.1\r\nhost: a\r\n\r\n${'GET /x HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(520)}`,
  );
  await one.untilClosed();
  await untilFree();
  assert.match(
    (await send(house, { url: '/metrics' })).text,
    /^trefoil_connections_cut_total{reason="pipelined"} 1$/m,
  );
});

test('a broken request behind one that is worked on closes the connection: no refusal is taken for the answer of the other', async () => {
  const { server } = house.service.app;
  const { headersTimeout, requestTimeout } = server;
  Object.assign(server, { headersTimeout: 100, requestTimeout: 100 });
  try {
    // One at a time: a request that is broken holds a place too while it is checked, and there are two.
    for (const [what, bytes] of BROKEN) {
      const bureaus = Promise.withResolvers<void>();
      world.reset();
      world.waitFor = bureaus.promise;
      const body = JSON.stringify(generateBody(LIVE));
      const asking = `POST /${client.tenant.tenantId}/v1/credit-reports HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${client.token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
      const one = await dial(portOf());
      one.write(asking + bytes);
      await one.untilClosed();
      assert.equal(one.heard(), '', what);
      one.hangUp();
      bureaus.resolve();
      await untilFree();
    }
  } finally {
    Object.assign(server, { headersTimeout, requestTimeout });
  }
});

const portOf = (): number => (house.service.app.server.address() as AddressInfo).port;

async function untilFree(): Promise<void> {
  const { app } = house.service;
  const headers = { authorization: `Bearer ${client.token}` };
  // In one turn of the event loop, so that they need both places at once.
  const ask = () => app.inject({ url: '/v1/my/profile', headers });
  await until('all places are free', async () => {
    const both = await Promise.all([ask(), ask()]);
    return both.every(({ statusCode }) => statusCode === 200);
  });
}

/** Its checks are passed, and its body is awaited. */
async function halfSent(from?: string, forwardedFor?: string): Promise<Dialled> {
  const one = await dial(portOf(), from);
  one.write(
    halfOf(
      '/v1/fingerprints/sessions',
      forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    ),
  );
  await one.untilHeard('100 Continue');
  await untilFree();
  return one;
}
