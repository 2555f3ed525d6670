// The lifetime and the number of sessions: a clock that is advanced, cookies as they go over the wire.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createSessions } from './sessions.ts';

const HALF_AN_HOUR_MS = 30 * 60 * 1000;

function open(isSecure = false) {
  let nowMs = 0;
  const sessions = createSessions({ nowMs: () => nowMs, isSecure });
  let header = '';
  const reply = { header: (_name: string, value: string) => (header = value) } as unknown as FastifyReply;
  const requestOf = (cookie: string) => ({ headers: { cookie } }) as unknown as FastifyRequest;
  return {
    begin: () => {
      const session = sessions.begin(reply);
      return { session, header, request: requestOf(`other=1; ${header.split(';')[0]}`) };
    },
    find: (request: FastifyRequest) => sessions.find(request),
    end: (request: FastifyRequest) => sessions.end(request, reply),
    advance: (ms: number) => {
      nowMs += ms;
    },
    requestOf,
  };
}

test('a visitor is found by the cookie, for half an hour after the last visit', () => {
  const { begin, find, advance } = open();
  const { session, request } = begin();
  advance(HALF_AN_HOUR_MS);
  assert.equal(find(request), session);
  advance(HALF_AN_HOUR_MS);
  assert.equal(find(request), session);
  advance(HALF_AN_HOUR_MS + 1);
  assert.equal(find(request), null);
  assert.equal(find(request), null);
});

test('without a cookie, with an empty one or a guessed one no session is found', () => {
  const { begin, find, requestOf } = open();
  begin();
  for (const cookie of ['', 'demo=', 'demo=guess', 'demo=__proto__'])
    assert.equal(find(requestOf(cookie)), null);
});

test('a session that was ended is not found any more', () => {
  const { begin, find, end } = open();
  const { request } = begin();
  end(request);
  assert.equal(find(request), null);
});

test('a thousand sessions are kept; beyond them the least recently seen one is evicted', () => {
  const { begin, find, advance } = open();
  const [first, second] = [begin(), begin()];
  advance(1);
  assert.ok(find(first.request));
  for (let count = 2; count < 1_001; count++) begin();
  assert.equal(find(second.request), null);
  assert.ok(find(first.request));
});

test('over https the cookie is for https only', () => {
  assert.match(open(true).begin().header, /; Secure/);
  assert.doesNotMatch(open(false).begin().header, /Secure/);
});
