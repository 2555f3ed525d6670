// Requests that complete at the same instant, each on its own connection: for testing races.
import net from 'node:net';
import type { Answer, AnswerOf } from '../answers.ts';
import { toAnswer } from '../house.ts';
import { call, type HttpRequest } from '../processes.ts';

/**
 * Last-byte sync: every request but its last byte is sent on its own connection, then all last bytes are sent in one tick, so that
 * the requests complete at the same instant.
 */
export async function sendAtOnce<Path extends string, Method extends string = 'GET'>(
  requests: (HttpRequest<Method, Path> & { port: number })[],
): Promise<AnswerOf<Method, Path>[]> {
  const held = await Promise.all(requests.map((request) => holdBack(request)));
  // A process that has answered a later request has read the bytes before it.
  const ports = new Set(requests.map(({ port }) => port));
  await Promise.all([...ports].map((port) => call(`http://127.0.0.1:${port}`, { path: '/health/live' })));
  for (const { release } of held) release();
  return Promise.all(held.map(({ answer }) => answer));
}

/** Resolves when everything but the last byte has been sent. */
export async function holdBack<Path extends string, Method extends string = 'GET'>(
  request: HttpRequest<Method, Path> & { port: number },
): Promise<{ release: () => void; answer: Promise<AnswerOf<Method, Path>> }> {
  const { port, method = 'GET', path, body = '' } = request;
  const headers = { host: 'trefoil.test', connection: 'close', ...request.headers };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (body !== '') lines.push(`content-length: ${Buffer.byteLength(body)}`);
  const bytes = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);

  const socket = net.connect(port, '127.0.0.1').setNoDelay();
  const answer = new Promise<AnswerOf<Method, Path>>((resolve, reject) => {
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part)).once('error', reject);
    socket.once('close', () => {
      try {
        resolve(readAnswer(Buffer.concat(parts)));
      } catch (error) {
        reject(error);
      }
    });
  });
  // The caller that awaits the answer gets the failure; until then it must not count as an unhandled rejection.
  answer.catch(() => {});
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.write(bytes.subarray(0, -1), () => resolve());
  });
  return { release: () => socket.write(bytes.subarray(-1)), answer };
}

function readAnswer<Body>(bytes: Buffer): Answer<Body> {
  const [head = '', ...rest] = bytes.toString('utf8').split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const text = rest.join('\r\n\r\n');
  const isWhole =
    statusLine.startsWith('HTTP/1.1 ') && Number(headers['content-length']) === Buffer.byteLength(text);
  if (!isWhole) throw new Error(`not a whole answer: ${bytes.toString('utf8').slice(0, 200)}`);
  return toAnswer(Number(statusLine.split(' ')[1]), headers, text);
}
