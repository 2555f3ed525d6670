// An HTTP load generator on raw sockets: cheap enough that, on the same two cores, it measures the server and not itself. `drive` is a closed
// loop: each connection sends its next request when the last answer is complete. `createPool` is for an open loop.
import { connect, type Socket } from 'node:net';

export type Shot = { method: string; path: string; headers: Record<string, string>; body?: string };

/** `code`: of a refusal of ours. */
export type Reply = { status: number; code: string | null };

export type Figures = { perSecond: number; answers: number; unexpected: number };

export async function drive(options: {
  port: number;
  connections: number;
  /** Ends after this time, or when `next` has no more. */
  durationMs: number;
  next: () => Shot | null;
  expectStatus: number;
}): Promise<Figures> {
  let answers = 0;
  let unexpected = 0;
  const startedAt = performance.now();
  const isOver = (): boolean => performance.now() - startedAt >= options.durationMs;

  const runConnection = async (): Promise<void> => {
    const socket = await open(options.port);
    const read = createReader(socket);
    for (
      let shot = isOver() ? null : options.next();
      shot !== null;
      shot = isOver() ? null : options.next()
    ) {
      socket.write(toBytes(shot));
      const { status } = await read();
      answers += 1;
      if (status !== options.expectStatus) unexpected += 1;
    }
    socket.destroy();
  };

  await Promise.all(Array.from({ length: options.connections }, runConnection));
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: answers / seconds, answers, unexpected };
}

export type Pool = {
  /** On an idle connection, or on a new one; answers once the reply is complete. */
  fire(shot: Shot): Promise<Reply>;
  /** Opens this many connections, one after another: beyond the listen backlog concurrent ones would wait for seconds. */
  grow(count: number): Promise<void>;
  /** Closes the idle connections; the next request opens a new one. */
  close(): void;
};

/** From these addresses in turn, or from the usual one. */
export function createPool(port: number, from: readonly string[] = []): Pool {
  const free: { socket: Socket; read: () => Promise<Reply> }[] = [];
  let opened = 0;
  const connection = async () => {
    const socket = await open(port, from[opened++ % from.length]);
    return { socket, read: createReader(socket) };
  };
  return {
    async fire(shot) {
      // The longest idle one: a server closes idle connections.
      let used = free.shift();
      while (used?.socket.closed) used = free.shift();
      used ??= await connection();
      used.socket.write(toBytes(shot));
      const reply = await used.read();
      free.push(used);
      return reply;
    },
    async grow(count) {
      for (let n = 0; n < count; n += 1) free.push(await connection());
    },
    close() {
      for (const { socket } of free.splice(0)) socket.destroy();
    },
  };
}

function open(port: number, localAddress?: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', noDelay: true, ...(localAddress && { localAddress }) };
    const socket = connect(options, () => resolve(socket));
    socket.once('error', reject);
  });
}

// Written once for each shot: what the driver takes of the cores is not left for the server.
const written = new WeakMap<Shot, string>();

export function toBytes(shot: Shot): string {
  const known = written.get(shot);
  if (known !== undefined) return known;
  const bytes = write(shot);
  written.set(shot, bytes);
  return bytes;
}

function write({ method, path, headers, body }: Shot): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}${length}\r\n${body ?? ''}`;
}

const LENGTH = 'content-length: ';

/** As our servers write it. */
function lengthIn(answer: Buffer, headEnd: number): number {
  const at = answer.indexOf(LENGTH, 0, 'latin1');
  if (at === -1 || at > headEnd) return 0;
  return Number.parseInt(answer.toString('latin1', at + LENGTH.length, at + LENGTH.length + 10), 10);
}

/** Resolves once an answer with a content-length is complete. */
function createReader(socket: Socket): () => Promise<Reply> {
  let buffered: Buffer = Buffer.alloc(0);
  let waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | null = null;

  const take = (): void => {
    if (waiting === null) return;
    const headEnd = buffered.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const end = headEnd + 4 + lengthIn(buffered, headEnd);
    if (buffered.length < end) return;
    const status = Number(buffered.toString('latin1', 9, 12));
    const body = status < 400 ? '' : buffered.toString('utf8', headEnd + 4, end);
    buffered = buffered.subarray(end);
    const { resolve } = waiting;
    waiting = null;
    resolve({ status, code: /"code":"([a-z-]+)"/.exec(body)?.[1] ?? null });
  };

  socket.on('data', (chunk: Buffer) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    take();
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('the server closed the connection')));
  return () =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      take();
    });
}
