// The response envelope of the tenant's endpoints: how long it took, what it cost, and the result.
import type { FastifyReply } from 'fastify';
import { jsonOf } from '../domain/json-text.ts';
import type { ReportAnswer } from '../domain/report.ts';

export type Wallet = { balance: number; cost: number };

export function envelope<Data>(reply: FastifyReply, data: Data, wallet?: Wallet) {
  const request = { timeTakenMs: Math.round(reply.elapsedTime) };
  return { meta: wallet === undefined ? { request } : { request, wallet }, data };
}

/** The same, written: a credit report goes in as it was written for storage, because writing it again would cost as much as the rest. */
export function reportEnvelope(reply: FastifyReply, answer: ReportAnswer, wallet: Wallet): string {
  const { meta, data } = envelope(reply, answer, wallet);
  reply.type('application/json; charset=utf-8');
  if (data.status !== 'complete') return JSON.stringify({ meta, data });
  const { creditReport, bureaus, ...rest } = data;
  const opening = JSON.stringify({ meta, data: rest }).slice(0, -'}}'.length);
  return `${opening},"creditReport":${jsonOf(creditReport)},"bureaus":${JSON.stringify(bureaus)}}}`;
}
