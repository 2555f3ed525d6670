// The response envelope of the tenant's endpoints: how long it took, what it cost, and the result.
import type { FastifyReply } from 'fastify';
import type { ReportAnswer } from '../domain/reports/report.ts';
import { asWritten, type Written } from './sent.ts';

export type Wallet = { balance: number; cost: number };

/** Without a wallet where nothing is charged: JSON leaves it out. */
export function envelope<Data, Of extends Wallet | undefined>(reply: FastifyReply, data: Data, wallet: Of) {
  return { meta: { request: { timeTakenMs: Math.round(reply.elapsedTime) }, wallet }, data };
}

/** The same as text. A credit report is JSON already and goes in as it is: to write it again would cost as much as the rest. */
export function reportEnvelope(reply: FastifyReply, answer: ReportAnswer, wallet: Wallet): Written {
  const { meta, data } = envelope(reply, answer, wallet);
  reply.type('application/json; charset=utf-8');
  if (data.status !== 'complete') return asWritten(JSON.stringify({ meta, data }));
  const fields = Object.entries(data).map(
    ([name, value]) =>
      `"${name}":${name === 'creditReport' ? data.creditReport.json : JSON.stringify(value)}`,
  );
  return asWritten(`{"meta":${JSON.stringify(meta)},"data":{${fields.join(',')}}}`);
}
