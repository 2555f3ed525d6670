// One HTTP exchange with a bureau, within limits: 3 seconds to connect, 10 seconds for the whole, 2 MB of reply, no redirect,
// no compression, text that is what it says it is. A request is sent again only when the connection could not be made, since a
// search may be billed and may leave a footprint. What goes wrong is a CallFailed without one word of the bureau's.
import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { type Call, CallFailed } from '../bureau.ts';

export const CONNECT_MS = 3_000;
export const WHOLE_MS = 10_000;
export const REPLY_BYTES_MAX = 2 * 1024 * 1024;

export type CallOptions = {
  connectMs?: number;
  wholeMs?: number;
  replyBytesMax?: number;
  connectionsMax?: number;
  /** PEM texts: our certificate and key for mutual TLS, and an authority to trust instead of the usual ones. */
  tls?: { cert?: string; key?: string; ca?: string };
};

// The deadline of the search at hand travels with it, so that no adapter has to hand it on and none can forget it.
const searchAtHand = new AsyncLocalStorage<AbortSignal>();

/** Runs a search: every call made in it ends when the signal does. */
export function withinDeadline<T>(signal: AbortSignal, search: () => Promise<T>): Promise<T> {
  return searchAtHand.run(signal, search);
}

/** For what several searches share, such as a token: it has its own time, and does not end with the search that began it. */
export function apartFromSearch<T>(work: () => Promise<T>): Promise<T> {
  return searchAtHand.exit(work);
}

export function createCall(options: CallOptions = {}): { call: Call; close(): Promise<void> } {
  const wholeMs = options.wholeMs ?? WHOLE_MS;
  const replyBytesMax = options.replyBytesMax ?? REPLY_BYTES_MAX;
  const agent = new Agent({
    connect: createConnector(options),
    connections: options.connectionsMax ?? null,
    allowH2: false,
    // The whole call has one deadline of its own.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function call(request: Parameters<Call>[0]): ReturnType<Call> {
    const deadline = startDeadline(wholeMs, searchAtHand.getStore());
    try {
      return await exchange(request, deadline.signal).catch((error: unknown) => {
        const isWorthAnother = error instanceof CallFailed && !error.mayHaveArrived;
        if (!isWorthAnother || deadline.signal.aborted) throw error;
        return exchange(request, deadline.signal);
      });
    } finally {
      deadline.end();
    }
  }

  async function exchange(request: Parameters<Call>[0], signal: AbortSignal): ReturnType<Call> {
    try {
      const reply = await agent.request({
        ...target(request.url),
        method: request.method,
        headers: { 'accept-encoding': 'identity', ...request.headers },
        body: request.body ?? null,
        signal,
      });
      const headers = flatten(reply.headers);
      const bytes = await readBody(reply.body, headers, replyBytesMax);
      return { status: reply.statusCode, headers, text: decode(bytes, headers['content-type'] ?? '') };
    } catch (error) {
      throw toCallFailed(error, signal);
    }
  }

  return { call, close: () => agent.destroy() };
}

/** Marks what went wrong before there was a connection: only then is it certain that nothing was sent. */
class NotConnected extends Error {
  readonly isTimeout: boolean;
  constructor(isTimeout: boolean) {
    super('The connection could not be made.');
    this.isTimeout = isTimeout;
  }
}

function createConnector({ connectMs = CONNECT_MS, tls = {} }: CallOptions): buildConnector.connector {
  const connect = buildConnector({ timeout: connectMs, allowH2: false, ...tls });
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error === null) return callback(null, socket);
      callback(new NotConnected('code' in error && error.code === 'UND_ERR_CONNECT_TIMEOUT'), null);
    });
}

function startDeadline(wholeMs: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, wholeMs);
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

function target(address: string): { origin: string; path: string } {
  const { origin, pathname, search } = new URL(address);
  return { origin, path: pathname + search };
}

async function readBody(
  body: Dispatcher.ResponseData['body'],
  headers: Record<string, string>,
  bytesMax: number,
): Promise<Buffer> {
  const refuse = (why: string) => {
    body.on('error', () => {}).destroy();
    return new CallFailed('unavailable', why, true);
  };
  // We asked for none, and a small compressed reply can be a large one.
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) throw refuse('The reply is compressed.');
  if (Number(headers['content-length'] ?? 0) > bytesMax) throw refuse('The reply is too large.');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw refuse('The reply is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

/** RFC 7303: the header wins, then what an XML declaration says, then UTF-8. Bytes that are not that are no text. */
function decode(bytes: Buffer, contentType: string): string {
  const opening = bytes.subarray(0, 100).toString('latin1');
  const declared =
    /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ??
    /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/i.exec(opening)?.[1] ??
    'utf-8';
  try {
    return new TextDecoder(declared, { fatal: true }).decode(bytes);
  } catch {
    throw new CallFailed('unavailable', 'The reply is not in the encoding that it names.', true);
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

function toCallFailed(error: unknown, signal: AbortSignal): CallFailed {
  if (error instanceof CallFailed) return error;
  if (error instanceof NotConnected) {
    return error.isTimeout
      ? new CallFailed('timeout', 'No connection in time.', false)
      : new CallFailed('unavailable', 'No connection.', false);
  }
  if (signal.aborted) return new CallFailed('timeout', 'No whole reply in time.', true);
  return new CallFailed('unavailable', 'The exchange broke off.', true);
}
