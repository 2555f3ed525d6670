// Asks the provider over HTTP: one try, a deadline over all of it, a small answer, no redirect. Whatever goes wrong is null:
// what was sent and what came back are nobody else's to read.
import { Agent, request } from 'undici';
import { readAnswer, type SessionAnswer, type SessionQuery } from './wire.ts';

export const DEADLINE_MS = 3_000;
const ANSWER_BYTES_MAX = 64 * 1024;

export type ProviderClient = {
  query(query: SessionQuery): Promise<SessionAnswer | null>;
  close(): Promise<void>;
};

export function createProviderClient(needs: {
  url: string;
  key: string;
  deadlineMs?: number;
}): ProviderClient {
  const agent = new Agent({
    connect: { timeout: DEADLINE_MS },
    maxResponseSize: ANSWER_BYTES_MAX,
    pipelining: 1,
  });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${needs.key}` };

  return {
    async query(query) {
      try {
        const { statusCode, body } = await request(needs.url, {
          method: 'POST',
          headers,
          body: JSON.stringify(query),
          dispatcher: agent,
          signal: AbortSignal.timeout(needs.deadlineMs ?? DEADLINE_MS),
        });
        if (statusCode !== 200) {
          await body.dump();
          return null;
        }
        return readAnswer(await body.json());
      } catch {
        return null;
      }
    },
    close: () => agent.close(),
  };
}
