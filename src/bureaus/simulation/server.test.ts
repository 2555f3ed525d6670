// Alone: it starts processes.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { type Faults, startSimulator } from './server.ts';
import type { Simulator } from './simulator.ts';

const ECHO: Simulator = {
  handle: ({ method, path, body, headers }) => ({
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: `${method} ${path} ${headers['x-some']} ${body}`,
  }),
  fault: () => ({ status: 200, headers: {}, body: 'no' }),
};

const server = await startSimulator(ECHO);
after(() => server.close());

const ask = (path = '/', body = 'body') =>
  fetch(`${server.url}${path}`, { method: 'POST', body, headers: { 'x-some': 'header' } });
const statusOf = () => ask().then(({ status }) => status);
const control = (faults: unknown) => ask('/_simulator/faults', JSON.stringify(faults));

test('a reply of the simulator is delivered unchanged', async () => {
  assert.equal(await (await ask('/path?a=b')).text(), 'POST /path?a=b header body');
});

test('a fault affects an exact share of the requests, or an exact count', async () => {
  await control({ mode: '500', share: 0.25 } satisfies Partial<Faults>);
  const statuses: number[] = [];
  for (let n = 0; n < 20; n++) statuses.push(await statusOf());
  assert.equal(statuses.filter((status) => status === 500).length, 5);
  await control({ mode: '500', count: 2 } satisfies Partial<Faults>);
  assert.deepEqual([await statusOf(), await statusOf(), await statusOf()], [500, 500, 200]);
});

test('a fault lasts until it is cleared', async () => {
  await control({ mode: '500' });
  assert.deepEqual([await statusOf(), await statusOf()], [500, 500]);
  await control({ mode: 'none' });
  assert.equal(await statusOf(), 200);
});

test('an unknown fault is rejected with the list of known ones, and changes nothing', async () => {
  for (const wrong of ['{"mode":"flood"}', 'no JSON', 'null']) {
    const reply = await ask('/_simulator/faults', wrong);
    assert.equal(reply.status, 400);
    assert.match(await reply.text(), /"drip"/);
  }
  assert.equal(await statusOf(), 200);
});

test('a page of another site reaches nothing: neither by a name that points here nor across sites', async () => {
  const { port } = new URL(server.url);
  const statusWith = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const options = { port, host: '127.0.0.1', path: '/_simulator/faults', method: 'POST', headers };
      const sent = request(options, (answer) => resolve(answer.resume().statusCode ?? 0));
      sent.on('error', reject).end('{"mode":"500"}');
    });
  for (const headers of [
    { host: 'evil.example' },
    { host: `evil.example:${port}` },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ] as Record<string, string>[]) {
    assert.equal(await statusWith(headers), 403, JSON.stringify(headers));
  }
  assert.equal(await statusOf(), 200);
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, '[::1]']) {
    assert.equal(await statusWith({ host }), 200, host);
  }
  await control({ mode: 'none' });
});

test('simulators whose ports are taken say so in one line', async () => {
  const taken = createServer().listen(9301, '127.0.0.1');
  // Somebody else may have it already; the line is the same.
  await Promise.race([once(taken, 'listening'), once(taken, 'error')]).catch(() => {});
  const script = join(import.meta.dirname, '../../../scripts/simulators.ts');
  const run = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, [code]] = await Promise.all([text(run.stderr), once(run, 'exit')]);
  taken.close();
  assert.equal(code, 1);
  assert.match(said, /^Port 930\d is taken\. The simulators need 9301 to 930\d: [^\n]+\n$/);
});

test('requests are counted, control requests are not', async () => {
  const before = server.requests();
  await ask();
  const told = (await (await fetch(`${server.url}/_simulator/requests`)).json()) as { requests: number };
  assert.deepEqual([told.requests, server.requests()], [before + 1, before + 1]);
});

test('a bug in a simulator resets the connection and does not crash the process', async () => {
  const broken = await startSimulator({ ...ECHO, handle: () => assert.fail('a bug') });
  after(() => broken.close());
  await assert.rejects(fetch(broken.url));
  await assert.rejects(fetch(broken.url));
});
