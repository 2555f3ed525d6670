// Asks the provider over HTTP: one try, one deadline, a small reply. Whatever goes wrong is null, without a log line: what was sent
// and what came back must not be read by others.
import { createExchange } from '../../outbound/exchange.ts';
import { readAnswer, type SessionAnswer, type SessionQuery } from './wire.ts';

export const DEADLINE_MS = 3_000;
const REPLY_BYTES_MAX = 64 * 1024;

export type ProviderClient = {
  query(query: SessionQuery): Promise<SessionAnswer | null>;
  close(): Promise<void>;
};

export function createProviderClient(needs: {
  url: string;
  key: string;
  deadlineMs?: number;
}): ProviderClient {
  const { exchange, close } = createExchange({
    connectMs: DEADLINE_MS,
    deadlineMs: needs.deadlineMs ?? DEADLINE_MS,
    replyBytesMax: REPLY_BYTES_MAX,
  });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${needs.key}` };

  return {
    async query(query) {
      const body = JSON.stringify(query);
      const outcome = await exchange({ url: needs.url, method: 'POST', headers, body });
      if (outcome.kind !== 'reply' || outcome.status !== 200) return null;
      try {
        return readAnswer(JSON.parse(new TextDecoder().decode(outcome.bytes)));
      } catch {
        return null;
      }
    },
    close,
  };
}
