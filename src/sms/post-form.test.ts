// What a gateway's reply means, before its own words are read.
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { HandOver } from './gateway.ts';
import { createPostForm } from './post-form.ts';

let answer: RequestListener = () => {};
const server = createServer((request, response) => answer(request, response));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const { post, close } = createPostForm({ deadlineMs: 5_000 });
after(async () => {
  await close();
  server.closeAllConnections();
  server.close();
});

/** Accepted only by a body that says so. */
const read = (json: unknown): HandOver => (json === 'taken' ? 'accepted' : 'unknown');

const ROWS: [status: number, body: string, outcome: HandOver][] = [
  [200, '"taken"', 'accepted'],
  [201, '"taken"', 'accepted'],
  [200, '"else"', 'unknown'],
  [200, '<html>', 'unknown'],
  [202, '"taken"', 'unknown'],
  [204, '', 'unknown'],
  [302, '"taken"', 'unknown'],
  [400, '"taken"', 'refused'],
  [404, '', 'refused'],
  [408, '', 'unknown'],
  [429, '', 'refused'],
  [499, '', 'refused'],
  [500, '"taken"', 'unknown'],
  [503, '', 'unknown'],
];
for (const [status, body, outcome] of ROWS) {
  test(`status ${status} with the body ${body || '(none)'} is ${outcome}`, async () => {
    answer = (_request, response) => response.writeHead(status, { location: url }).end(body);
    assert.equal(await post({ url, form: {}, read }), outcome);
  });
}

test('a reply of 64 KB is read, and one byte more leaves the outcome unknown', async () => {
  const body = (bytes: number) => `"taken"${' '.repeat(bytes - 7)}`;
  answer = (_request, response) => response.end(body(64 * 1024));
  assert.equal(await post({ url, form: {}, read }), 'accepted');
  answer = (_request, response) => response.end(body(64 * 1024 + 1));
  assert.equal(await post({ url, form: {}, read }), 'unknown');
});

test('the form arrives encoded, with the headers that were given', async () => {
  let seen = '';
  answer = async (request, response) => {
    const body = (await request.toArray()).join('');
    seen = `${request.method} ${request.headers['content-type']} ${request.headers.authorization} ${body}`;
    response.end('"taken"');
  };
  await post({ url, form: { 'a b': 'c&d' }, headers: { authorization: 'Basic x' }, read });
  assert.equal(seen, 'POST application/x-www-form-urlencoded Basic x a+b=c%26d');
});
