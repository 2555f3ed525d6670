// The rate limits of the edge, by name, and how one is spent. A key is the name and whom it is counted for. A caller that can
// choose the key can spend the allowance: SECURITY.md lists who can, and a test keeps the list complete.
import type { FastifyReply } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** What each is per, in the words of a refusal. */
export const ALLOWANCES = {
  address: 'address',
  caller: 'caller',
  tenant: 'tenant',
  client: 'client',
  'wrong-secrets': 'address for wrong secrets of one client',
  'sign-ins': 'address for sign-in forms',
  'begun-sign-ins': 'address for sign-ins that are begun',
  'new-browsers': 'service for sign-ins from browsers that are new to it',
  'device-sessions': 'address for device sessions',
} as const;

/** Counts one request against a rate limit, sets the RateLimit headers, and refuses beyond the limit. `whose` is whom it is counted for. */
export async function spendAllowance(
  limiter: RateLimiter,
  reply: FastifyReply,
  name: keyof typeof ALLOWANCES,
  whose: string,
  limit: number,
): Promise<void> {
  const { isAllowed, remaining, resetSeconds } = await limiter.spend(`${name}:${whose}`, limit);
  addToList(reply, 'ratelimit-policy', `"${name}";q=${limit};w=60`);
  addToList(reply, 'ratelimit', `"${name}";r=${remaining};t=${resetSeconds}`);
  if (isAllowed) return;
  reply.request.limitedBy = name;
  throw new Refusal(
    'rate-limited',
    `Too many requests: the limit is ${limit} a minute per ${ALLOWANCES[name]}. Try again in ${resetSeconds} seconds.`,
    { retryAfterSeconds: resetSeconds },
  );
}

function addToList(reply: FastifyReply, header: string, item: string): void {
  const before = reply.getHeader(header);
  reply.header(header, before === undefined ? item : `${before}, ${item}`);
}
