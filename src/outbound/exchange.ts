// One HTTP exchange with a service outside: a request, and its whole reply. Bureaus, SMS gateways and the risk service are all
// asked through here. HTTP/1.1; one deadline over connecting, sending and reading; a byte cap on the reply; redirects are not
// followed; no compression is asked for. Never throws for what the outside did, and never quotes it. The outcomes:
//
//   reply      the whole reply, of any status
//   not-sent   no connection was made: they certainly did not see the request
//   no-reply   they may have seen it: timeout, broken connection, or a reply over the cap
import { Agent, buildConnector, type Dispatcher } from 'undici';

export type OutboundRequest = {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
};

/** Header names are in lower case. */
export type Reply = { kind: 'reply'; status: number; headers: Record<string, string>; bytes: Buffer };

/** `why` is in fixed words of ours. */
export type NoReply = { kind: 'not-sent' | 'no-reply'; isTimeout: boolean; why: string };

export type ExchangeLimits = {
  connectMs: number;
  /** Over the whole exchange, all attempts to connect included. */
  deadlineMs: number;
  replyBytesMax: number;
  /** By default there is no limit. */
  connectionsMax?: number;
  /** How often to try to connect, 1 by default. A request that may have been sent is never sent again. */
  connectAttemptsMax?: number;
  /** PEM texts: our certificate and key for mutual TLS, and an authority to trust instead of the usual ones. */
  tls?: { cert?: string; key?: string; ca?: string };
};

/** Ends at the deadline, or earlier when `signal` aborts. */
export type Exchange = (request: OutboundRequest, signal?: AbortSignal) => Promise<Reply | NoReply>;

export function createExchange(limits: ExchangeLimits): { exchange: Exchange; close(): Promise<void> } {
  const { connectAttemptsMax = 1 } = limits;
  const agent = new Agent({
    connect: createConnector(limits),
    connections: limits.connectionsMax ?? null,
    allowH2: false,
    // The deadline covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function attempt(request: OutboundRequest, signal: AbortSignal): Promise<Reply | NoReply> {
    try {
      const { origin, pathname, search } = new URL(request.url);
      const reply = await agent.request({
        origin,
        path: pathname + search,
        method: request.method,
        headers: { 'accept-encoding': 'identity', ...request.headers },
        body: request.body ?? null,
        signal,
      });
      const headers = flatten(reply.headers);
      const bytes = await readBody(reply.body, headers, limits.replyBytesMax);
      if (bytes === null) return { kind: 'no-reply', isTimeout: false, why: 'The reply is too large.' };
      return { kind: 'reply', status: reply.statusCode, headers, bytes };
    } catch (error) {
      return toNoReply(error, signal);
    }
  }

  return {
    async exchange(request, outer) {
      const { signal, end } = startDeadline(limits.deadlineMs, outer);
      try {
        for (let attempts = 1; ; attempts += 1) {
          const outcome = await attempt(request, signal);
          const isFinal = outcome.kind !== 'not-sent' || attempts >= connectAttemptsMax || signal.aborted;
          if (isFinal) return outcome;
        }
      } finally {
        end();
      }
    },
    close: () => agent.destroy(),
  };
}

/** Marks what failed before there was a connection: only then is it certain that nothing was sent. */
class NotConnected extends Error {
  readonly isTimeout: boolean;
  constructor(isTimeout: boolean) {
    super('The connection could not be made.');
    this.isTimeout = isTimeout;
  }
}

function createConnector({ connectMs, tls = {} }: ExchangeLimits): buildConnector.connector {
  const connect = buildConnector({ timeout: connectMs, allowH2: false, ...tls });
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error === null) return callback(null, socket);
      callback(new NotConnected('code' in error && error.code === 'UND_ERR_CONNECT_TIMEOUT'), null);
    });
}

function startDeadline(deadlineMs: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, deadlineMs);
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}

/** Null when it is over the cap, declared or not. */
async function readBody(
  body: Dispatcher.ResponseData['body'],
  headers: Record<string, string>,
  bytesMax: number,
): Promise<Buffer | null> {
  const refuse = (): null => {
    body.on('error', () => {}).destroy();
    return null;
  };
  if (Number(headers['content-length'] ?? 0) > bytesMax) return refuse();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) return refuse();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

function toNoReply(error: unknown, signal: AbortSignal): NoReply {
  if (error instanceof NotConnected) {
    const why = error.isTimeout ? 'No connection in time.' : 'No connection.';
    return { kind: 'not-sent', isTimeout: error.isTimeout, why };
  }
  // The deadline may have hit while the request was still queued for a connection; that cannot be told from a lost reply.
  if (signal.aborted) return { kind: 'no-reply', isTimeout: true, why: 'No whole reply in time.' };
  return { kind: 'no-reply', isTimeout: false, why: 'The exchange broke off.' };
}
