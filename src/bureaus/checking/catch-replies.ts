// Keeps the replies of one check in memory: a Call that passes everything on, and what came back through it.
import type { Call } from '../bureau.ts';

export type Caught = {
  kind: 'look-up' | 'token' | 'search';
  status: number;
  text: string;
};

export function catchReplies(): {
  between(call: Call): Call;
  /** All that came, in the order of the requests, once nothing is under way. */
  replies(): Promise<Caught[]>;
} {
  const asked: Promise<Caught | null>[] = [];
  return {
    between: (call) => (request) => {
      const reply = call(request);
      asked.push(
        reply.then(({ status, text }) => ({ kind: kindOf(request), status, text })).catch(() => null),
      );
      return reply;
    },
    replies: async () => (await Promise.all(asked)).filter((one) => one !== null),
  };
}

/** A search in JSON has a token; a request without one asks for it. */
function kindOf({ headers }: Parameters<Call>[0]): Caught['kind'] {
  const { soapaction } = headers;
  if (soapaction !== undefined) return /lookup/i.test(soapaction) ? 'look-up' : 'search';
  return /^bearer /i.test(headers.authorization ?? '') ? 'search' : 'token';
}
