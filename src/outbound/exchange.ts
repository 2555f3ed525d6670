// One HTTP exchange with a service outside: a request, and its whole reply. Bureaus, SMS gateways and the risk service are all
// asked through here. HTTP/1.1; one deadline over connecting, sending and reading; a byte cap on the reply; redirects are not
// followed; no compression is asked for. Never throws for what the outside did, and never quotes it. The outcomes:
//
//   reply      the whole reply, of any status
//   not-sent   no connection was made: they certainly did not see the request
//   no-reply   they may have seen it: timeout, broken connection, or a reply over the cap
import { Agent, buildConnector, type Dispatcher, ProxyAgent } from 'undici';
import {
  AddressRefused,
  type AddressRules,
  createGuardedConnector,
  isHostRefused,
  type Resolve,
} from './guard.ts';

type OutboundRequest = {
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
  /** Of addresses that others chose: only those that fit are connected to. */
  guard?: AddressRules & { resolve?: Resolve };
  /** Of a reply over the cap the first bytes are answered, instead of nothing. */
  isReplyCut?: boolean;
  /** A proxy that connects in our place. It looks up the names, and checks their addresses itself; literals are checked here too. */
  proxyUrl?: string | null;
};

/** Ends at the deadline, or earlier when `signal` aborts. */
export type Exchange = (request: OutboundRequest, signal?: AbortSignal) => Promise<Reply | NoReply>;

export function createExchange(limits: ExchangeLimits): { exchange: Exchange; close(): Promise<void> } {
  const { connectAttemptsMax = 1, guard, proxyUrl } = limits;
  const agent = createAgent(limits);
  const isRefused = guard === undefined || proxyUrl == null ? () => false : isHostRefused(guard);

  async function attempt(request: OutboundRequest, signal: AbortSignal): Promise<Reply | NoReply> {
    try {
      const { origin, hostname, pathname, search } = new URL(request.url);
      if (isRefused(hostname))
        throw new NotConnected(false, whyNotConnected(new AddressRefused(), '', false));
      const reply = await agent.request({
        origin,
        path: pathname + search,
        method: request.method,
        headers: { 'accept-encoding': 'identity', ...request.headers },
        body: request.body ?? null,
        signal,
      });
      const headers = flatten(reply.headers);
      const bytes = await readBody(reply.body, headers, limits);
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

function createAgent(limits: ExchangeLimits): Dispatcher {
  const options = {
    connections: limits.connectionsMax ?? null,
    allowH2: false,
    // The deadline covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (limits.proxyUrl == null) return new Agent({ ...options, connect: createConnector(limits) });
  const connect = { timeout: limits.connectMs };
  // Always a tunnel: what a proxy says of itself must not pass for the answer of the other side.
  const proxy = { uri: limits.proxyUrl, proxyTunnel: true, proxyTls: connect };
  return new ProxyAgent({ ...options, ...proxy, requestTls: { ...connect, ...limits.tls } });
}

/** Marks what failed before there was a connection: only then is it certain that nothing was sent. */
class NotConnected extends Error {
  readonly isTimeout: boolean;
  constructor(isTimeout: boolean, why: string) {
    super(why);
    this.isTimeout = isTimeout;
  }
}

function createConnector({ connectMs, tls = {}, guard }: ExchangeLimits): buildConnector.connector {
  const options = { timeout: connectMs, allowH2: false, ...tls };
  const connect = guard === undefined ? buildConnector(options) : createGuardedConnector(guard, options);
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error === null) return callback(null, socket);
      const code = 'code' in error ? String(error.code) : '';
      const isTimeout = code === 'UND_ERR_CONNECT_TIMEOUT';
      callback(new NotConnected(isTimeout, whyNotConnected(error, code, isTimeout)), null);
    });
}

const IS_OF_CERTIFICATE = /CERT|SIGNATURE|ISSUER|ALTNAME/;

/** In words of ours; of a certificate also in those of the library, which has a fixed list of them. */
function whyNotConnected(error: Error, code: string, isTimeout: boolean): string {
  if (isTimeout) return 'No connection in time.';
  if (error instanceof AddressRefused) return 'The address is not a public one. Nothing was sent.';
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) return 'No connection: the name of the host has no address.';
  if (IS_OF_CERTIFICATE.test(code)) return `No connection: the certificate was refused (${code}).`;
  return 'No connection.';
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
  { replyBytesMax, isReplyCut = false }: ExchangeLimits,
): Promise<Buffer | null> {
  const drop = (): void => void body.on('error', () => {}).destroy();
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (!isReplyCut && Number(headers['content-length'] ?? 0) > replyBytesMax) {
    drop();
    return null;
  }
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes <= replyBytesMax) continue;
    drop();
    return isReplyCut ? Buffer.concat(chunks).subarray(0, replyBytesMax) : null;
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
    return { kind: 'not-sent', isTimeout: error.isTimeout, why: error.message };
  }
  const why = whyNoTunnel(error);
  if (why !== null) return { kind: 'not-sent', isTimeout: false, why };
  // The deadline may have hit while the request was still queued for a connection; that cannot be told from a lost reply.
  if (signal.aborted) return { kind: 'no-reply', isTimeout: true, why: 'No whole reply in time.' };
  return { kind: 'no-reply', isTimeout: false, why: 'The exchange broke off.' };
}

/** Null when it is another failure. A proxy connects by itself, so these do not come by way of our connector. */
function whyNoTunnel(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  if (IS_OF_CERTIFICATE.test(code)) return whyNotConnected(error, code, false);
  const isOfProxy =
    error.name === 'ProxyConnectionError' ||
    error.message.startsWith('Proxy response (') ||
    /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code);
  return isOfProxy ? 'No connection: the proxy made none.' : null;
}
