// The response envelope of the tenant's endpoints: how long it took, what it cost, and the result.
import type { FastifyReply } from 'fastify';

export type Wallet = { balance: number; cost: number };

export function envelope<Data>(reply: FastifyReply, data: Data, wallet?: Wallet) {
  const request = { timeTakenMs: Math.round(reply.elapsedTime) };
  return { meta: wallet === undefined ? { request } : { request, wallet }, data };
}
