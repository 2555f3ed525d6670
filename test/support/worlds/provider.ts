// A stand-in for all providers of a live report: risk, bureaus, the SMS gateway. It runs in the test's own process, so that killing
// services loses no evidence, and keeps a journal of its requests, written before it answers. The consumer's last name sets the verdict;
// the e-mail address identifies the request.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Consumer } from '../../../src/domain/reports/consumer.ts';
import type { BureauStatus, Verdict } from '../../../src/domain/reports/report.ts';

export type Ask = { bureau: string; email: string };
export type Send = { tenantId: string; smsId: string; email: string; code: string };

export type Provider = {
  url: string;
  assessed: string[];
  asks: Ask[];
  sends: Send[];
  /** Awaited before each answer, so that a test can act in between. */
  pause: (path: string, email: string) => Promise<unknown> | null;
  /** What a bureau does; `ok` unless told otherwise. */
  outcome: (ask: Ask) => BureauStatus['status'];
  gateway: (send: Send) => 'accepted' | 'refused';
  /** The code of the last message to this consumer. */
  lastCode(email: string): string;
  close(): Promise<void>;
};

const VERDICTS: Record<string, Verdict> = { Allow: 'allow', Challenge: 'challenge', Block: 'block' };

/** The consumer's fields in a generate request for which this provider gives that verdict. */
export function consumerFor(verdict: Verdict, email: string): Record<string, unknown> {
  const lastName = Object.keys(VERDICTS).find((name) => VERDICTS[name] === verdict);
  return { lastName, email, mobileNumber: '+447700900123', test: undefined };
}

export async function startProvider(): Promise<Provider> {
  const server = http.createServer({ keepAliveTimeout: 60_000 }, async (request, reply) => {
    try {
      const question = JSON.parse(await text(request));
      const answer = write(request.url ?? '', question);
      await provider.pause(request.url ?? '', question.consumer.email);
      reply.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    } catch {
      // The service was killed while it sent the request.
      reply.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const write = (path: string, question: { consumer: Consumer } & Record<string, string>): string => {
    const email = question.consumer.email ?? '';
    if (path === '/assess') {
      provider.assessed.push(email);
      return VERDICTS[question.consumer.lastName] ?? 'allow';
    }
    if (path === '/bureau') {
      const ask = { bureau: question.bureau ?? '', email };
      provider.asks.push(ask);
      return provider.outcome(ask);
    }
    const { tenantId = '', smsId = '', code = '' } = question;
    const send = { tenantId, smsId, email, code };
    provider.sends.push(send);
    return provider.gateway(send);
  };

  const provider: Provider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    assessed: [],
    asks: [],
    sends: [],
    pause: () => null,
    outcome: () => 'ok',
    gateway: () => 'accepted',
    lastCode: (email) => {
      const send = provider.sends.findLast((one) => one.email === email);
      if (send === undefined) throw new Error('no code was sent to this consumer');
      return send.code;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}
