// The response envelope of the tenant's endpoints: how long it took, what it cost, and the result.
import type { FastifyReply } from 'fastify';
import type { ReportAnswer } from '../domain/report.ts';

export type Wallet = { balance: number; cost: number };

export function envelope<Data>(reply: FastifyReply, data: Data, wallet?: Wallet) {
  const request = { timeTakenMs: Math.round(reply.elapsedTime) };
  return { meta: wallet === undefined ? { request } : { request, wallet }, data };
}

/** The same as text. A credit report is JSON already and goes in as it is: to write it again would cost as much as the rest. */
export function reportEnvelope(reply: FastifyReply, answer: ReportAnswer, wallet: Wallet): string {
  const { meta, data } = envelope(reply, answer, wallet);
  reply.type('application/json; charset=utf-8');
  if (data.status !== 'complete') return JSON.stringify({ meta, data });
  const fields = Object.entries(data).map(
    ([name, value]) =>
      `"${name}":${name === 'creditReport' ? data.creditReport.json : JSON.stringify(value)}`,
  );
  return `{"meta":${JSON.stringify(meta)},"data":{${fields.join(',')}}}`;
}
