// A stand-in for everybody outside whom a live report needs: risk, bureaus, the SMS gateway. It lives in the test's own
// process, so that killing services loses no evidence, and keeps a journal of all that it was asked, written before it answers.
// The consumer's last name says the verdict; the e-mail address tells one request from another.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Consumer } from '../../src/domain/consumer.ts';
import type { BureauStatus, Verdict } from '../../src/domain/report.ts';

export type Ask = { bureau: string; email: string };
export type Send = { tenantId: string; smsId: string; email: string; code: string };

export type Provider = {
  url: string;
  assessed: string[];
  asks: Ask[];
  sends: Send[];
  /** Awaited before each answer, so that a test can act meanwhile. */
  pause: (path: string, email: string) => Promise<unknown> | null;
  /** What a bureau does; `ok` unless told otherwise. */
  outcome: (ask: Ask) => BureauStatus['status'];
  gateway: (send: Send) => 'accepted' | 'refused';
  /** The code of the last message to this consumer. */
  lastCode(email: string): string;
  close(): Promise<void>;
};

const VERDICTS: Record<string, Verdict> = { Allow: 'allow', Challenge: 'challenge', Block: 'block' };

/** What a generate request says of its consumer, so that this provider gives that verdict. */
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
      // The service that asked was killed in the middle of its question.
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
