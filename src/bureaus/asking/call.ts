// One exchange with a bureau, within limits: 3 seconds to connect, 10 seconds for the whole, 2 MB of reply, no compression, text in
// the encoding that it names. Only a failed connection is tried again, since a search may be billed and may leave a footprint.
// A failure is a CallFailed that never quotes the bureau. Not here: the HTTP client itself, outbound/exchange.ts.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createExchange, type ExchangeLimits, type Reply } from '../../outbound/exchange.ts';
import { type Call, CallFailed } from '../bureau.ts';

export const CONNECT_MS = 3_000;
export const WHOLE_MS = 10_000;
export const REPLY_BYTES_MAX = 2 * 1024 * 1024;

export type CallOptions = {
  connectMs?: number;
  wholeMs?: number;
  replyBytesMax?: number;
  tls?: ExchangeLimits['tls'];
};

// An AsyncLocalStorage carries the deadline of the current search, so that no adapter has to pass it on and none can forget it.
const currentSearch = new AsyncLocalStorage<AbortSignal>();

/** Runs a search: every call made in it ends when the signal does. */
export function withinDeadline<T>(signal: AbortSignal, search: () => Promise<T>): Promise<T> {
  return currentSearch.run(signal, search);
}

/** For what several searches share, such as a token: it has its own deadline, and does not end with the search that began it. */
export function apartFromSearch<T>(work: () => Promise<T>): Promise<T> {
  return currentSearch.exit(work);
}

export function createCall(options: CallOptions = {}): { call: Call; close(): Promise<void> } {
  const { exchange, close } = createExchange({
    connectMs: options.connectMs ?? CONNECT_MS,
    deadlineMs: options.wholeMs ?? WHOLE_MS,
    replyBytesMax: options.replyBytesMax ?? REPLY_BYTES_MAX,
    connectAttemptsMax: 2,
    ...(options.tls !== undefined && { tls: options.tls }),
  });
  const call: Call = async (request) => {
    const outcome = await exchange(request, currentSearch.getStore());
    if (outcome.kind === 'reply') {
      return { status: outcome.status, headers: outcome.headers, text: textOf(outcome) };
    }
    const mayHaveArrived = outcome.kind === 'no-reply';
    throw new CallFailed(outcome.isTimeout ? 'timeout' : 'unavailable', outcome.why, mayHaveArrived);
  };
  return { call, close };
}

/** RFC 7303: the header wins, then the XML declaration, then UTF-8. */
function textOf({ bytes, headers }: Reply): string {
  // We asked for no compression, and a small compressed reply can be a large one.
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) throw unreadable('The reply is compressed.');
  const opening = bytes.subarray(0, 100).toString('latin1');
  const declared =
    /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(headers['content-type'] ?? '')?.[1] ??
    /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/i.exec(opening)?.[1] ??
    'utf-8';
  try {
    return new TextDecoder(declared, { fatal: true }).decode(bytes);
  } catch {
    throw unreadable('The reply is not in the encoding that it names.');
  }
}

function unreadable(why: string): CallFailed {
  return new CallFailed('unavailable', why, true);
}
