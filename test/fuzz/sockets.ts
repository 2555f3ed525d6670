// Raw bytes on a socket, without a client library that would correct them. An exchange ends when the server closes, so a request whose
// connection may stay open is followed by one with Connection: close.
import { connect } from 'node:net';

export type RawAnswer = { status: number; headers: string; body: string };

export type Exchange = {
  answers: RawAnswer[];
  /** The answer, byte for byte. */
  text: string;
};

export const LAST = 'GET /health/live HTTP/1.1\r\nhost: trefoil.test\r\nconnection: close\r\n\r\n';

const PATIENCE_MS = 10_000;

/** Sends all parts, one write each, and reads until the server closes. */
export function exchange(port: number, ...parts: (string | Buffer)[]): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const deadline = setTimeout(() => {
      socket.destroy();
      reject(new Error(`the connection was held open; so far: ${text().slice(0, 500)}`));
    }, PATIENCE_MS);
    const text = () => Buffer.concat(received).toString('latin1');
    socket.on('data', (chunk) => received.push(chunk));
    // A server that refuses early may reset the connection while we send: what it answered before counts.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(deadline);
      resolve({ answers: parseAnswers(text()), text: text() });
    });
    for (const part of parts) socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
  });
}

function parseAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  while (rest !== '') {
    const headEnd = rest.indexOf('\r\n\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(rest)?.[1]);
    if (headEnd === -1 || Number.isNaN(status)) throw new Error(`not an answer: ${rest.slice(0, 200)}`);
    const headers = rest.slice(0, headEnd);
    rest = rest.slice(headEnd + 4);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1] ?? 0);
    answers.push({ status, headers, body: rest.slice(0, length) });
    // Only Node's own refusals are chunked, and those are empty.
    rest = rest.slice(length).replace(/^0\r\n\r\n/, '');
  }
  return answers;
}
