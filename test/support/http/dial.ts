// A client that writes bytes as it likes, and is slow, silent or deaf as it likes: from any loopback address.
import net from 'node:net';
import { until } from '../waiting.ts';

export type Dialled = {
  write(text: string): void;
  /** All that was heard until now. */
  heard(): string;
  untilHeard(text: string): Promise<void>;
  /** By the other side; this one stays open. */
  isClosed(): boolean;
  untilClosed(): Promise<void>;
  /** From now on nothing is read. */
  stopReading(): void;
  readAgain(): void;
  hangUp(): void;
};

export async function dial(port: number, localAddress = '127.0.0.1'): Promise<Dialled> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true, noDelay: true });
  let [text, isClosed] = ['', false];
  socket.on('data', (part) => {
    text += part.toString('latin1');
  });
  const close = (): void => {
    isClosed = true;
  };
  socket
    .on('error', () => {})
    .once('end', close)
    .once('close', close);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  return {
    write: (bytes) => void socket.write(bytes),
    heard: () => text,
    untilHeard: (words) =>
      until(`${words} is heard`, () => text.includes(words)).catch((error: Error) => {
        throw new Error(`${error.message}, but only ${text}`);
      }),
    isClosed: () => isClosed,
    untilClosed: () => until('the connection is closed', () => isClosed),
    stopReading: () => void socket.pause(),
    readAgain: () => void socket.resume(),
    hangUp: () => void socket.destroy(),
  };
}

/** A POST whose body has begun. The answer "100 Continue" says that it has arrived. */
export function halfOf(path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nhost: trefoil.test\r\ncontent-type: application/json\r\ncontent-length: 2\r\nexpect: 100-continue\r\n${lines.join('')}\r\n{`;
}

/** Requests that are refused before they reach a route: the first two when their time is up, the others at once. */
export const BROKEN: [what: string, bytes: string][] = [
  ['half a header', 'GET /x HTTP/1.1\r\nhost: '],
  ['half a body', halfOf('/v1/fingerprints/sessions')],
  ['no HTTP', 'NO HTTP\r\n\r\n'],
  ['headers that are too large', `GET /x HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
];
