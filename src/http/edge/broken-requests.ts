// Answers a request that never reached a route: no hook and no error handler runs for it.
import { randomUUIDv7 } from 'node:crypto';
import type { Socket } from 'node:net';

/** Time to read the words; then the socket goes, whatever the client does. */
const LINGER_MS = 1_000;

/** Node's code of a request that did not arrive in time. */
export const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Malformed HTTP, too slow, or headers too large. */
export function answerBrokenRequest(
  code: string | undefined,
  socket: Socket,
  headers: Record<string, string>,
  lingerMs = LINGER_MS,
): void {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, message] =
    code === TOO_SLOW
      ? ['408 Request Timeout', 'The request took too long to arrive.']
      : code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', 'The headers of the request are too large.']
        : ['400 Bad Request', 'The request is not well-formed HTTP.'];
  const body = JSON.stringify({ code: 'validation-error', message, details: [] });
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${randomUUIDv7()}\r\nconnection: close\r\n${more.join('')}\r\n${body}`,
  );
  // What still comes of the request is not read, so it cannot be done after all.
  socket.pause();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
