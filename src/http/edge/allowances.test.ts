// The rate limits of the edge: what spends one does not spend another of the same address or caller.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply } from 'fastify';
import { ALLOWANCES, spendAllowance } from './allowances.ts';
import type { RateLimiter } from './rate-limiter.ts';

const NAMES = Object.keys(ALLOWANCES) as (keyof typeof ALLOWANCES)[];

test('each allowance is counted by itself, for each whom it is counted for, and its headers name it', async () => {
  const spent: string[] = [];
  const limiter: RateLimiter = {
    spend: async (key) => {
      spent.push(key);
      return { isAllowed: true, remaining: 1, resetSeconds: 60 };
    },
    stop: async () => {},
  };
  const headers: Record<string, string> = {};
  const reply = {
    request: {},
    getHeader: (name: string) => headers[name],
    header: (name: string, value: string) => {
      headers[name] = value;
    },
  } as unknown as FastifyReply;
  for (const name of NAMES)
    for (const whose of ['192.0.2.1', '192.0.2.2']) await spendAllowance(limiter, reply, name, whose, 2);
  assert.equal(new Set(spent).size, 2 * NAMES.length);
  const said = headers['ratelimit-policy']?.split(', ').map((item) => item.split(';')[0]);
  assert.deepEqual(
    said,
    NAMES.flatMap((name) => [`"${name}"`, `"${name}"`]),
  );
});
