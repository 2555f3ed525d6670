// Answers a request that never reached a route: no hook and no error handler runs for it.
import { randomUUIDv7 } from 'node:crypto';
import type { Socket } from 'node:net';

/** Malformed HTTP, too slow, or headers too large. */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  headers: Record<string, string>,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, message] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? ['408 Request Timeout', 'The request took too long to arrive.']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', 'The headers of the request are too large.']
        : ['400 Bad Request', 'The request is not well-formed HTTP.'];
  const body = JSON.stringify({ code: 'validation-error', message, details: [] });
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${randomUUIDv7()}\r\nconnection: close\r\n${more.join('')}\r\n${body}`,
  );
}
