// An HTTP server on loopback for a simulator, with fault injection: POST /_simulator/faults sets the fault, GET
// /_simulator/requests counts the requests. The simulator makes the reply; this file delivers it on time, late, broken or not at all.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isLoopbackHost } from '../../domain/known-host.ts';
import type { SimulatedReply, Simulator } from './simulator.ts';

export const FAULT_MODES = [
  'none',
  'slow',
  'hang',
  '500',
  'garbage',
  'html',
  'truncated',
  'drop',
  'drip',
  'fault',
] as const;

export type Faults = {
  mode: (typeof FAULT_MODES)[number];
  /** Delay before the reply to an affected request, in every mode. */
  latencyMs: number;
  /** Share of requests that are affected, from 0 to 1. Every n-th one is, so that the share is exact. */
  share: number;
  /** How many requests are affected before the fault ends; null: until the next change. */
  count: number | null;
};

export type SimulatorServer = {
  url: string;
  requests(): number;
  setFaults(faults: Partial<Faults>): void;
  close(): Promise<void>;
};

const NO_FAULTS: Faults = { mode: 'none', latencyMs: 0, share: 1, count: null };
const BODY_BYTES_MAX = 1024 * 1024;
const DRIP_MS = 50;

export async function startSimulator(simulator: Simulator, port = 0): Promise<SimulatorServer> {
  let faults = NO_FAULTS;
  let asked = 0;
  let credit = 0;
  const sockets = new Set<Socket>();

  function nextFault(): Faults {
    credit += faults.share;
    if (credit < 1 || faults.count === 0) return NO_FAULTS;
    credit -= 1;
    if (faults.count !== null) faults = { ...faults, count: faults.count - 1 };
    return faults;
  }

  function setFaults(wanted: Partial<Faults>): void {
    faults = { ...NO_FAULTS, ...wanted };
    credit = 0;
  }

  function control(path: string, body: string): SimulatedReply {
    if (path === '/_simulator/faults') {
      const wanted = readFaults(body);
      if (wanted === null) return json(400, { modes: FAULT_MODES });
      setFaults(wanted);
    }
    return json(200, { requests: asked, faults });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    if (isFromAPage(request)) return send(response, json(403, { error: 'Not for pages of other sites.' }));
    const body = await readBody(request);
    if (path.startsWith('/_simulator/')) return send(response, control(path, body));
    asked++;
    const { mode, latencyMs } = nextFault();
    if (latencyMs > 0) await delay(latencyMs, response);
    if (mode === 'hang' || response.destroyed) return;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([k, v]) => [k, String(v)]));
    const reply = async () => simulator.handle({ method: request.method ?? 'GET', path, headers, body });
    await deliver(mode, response, simulator, reply);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Of this worker alone: it knows the tokens that it gave out.
    server.listen({ port, host: '127.0.0.1', exclusive: true }, resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => asked,
    setFaults,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A page of a stranger, by a name that points here or across sites: a browser says so, and no adapter of ours does. */
function isFromAPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'] ?? 'none';
  return (
    !isLoopbackHost(headers.host) ||
    headers.origin !== undefined ||
    (site !== 'none' && site !== 'same-origin')
  );
}

async function deliver(
  mode: Faults['mode'],
  response: ServerResponse,
  simulator: Simulator,
  reply: () => Promise<SimulatedReply>,
): Promise<void> {
  switch (mode) {
    case 'drop':
      response.socket?.resetAndDestroy();
      return;
    case '500':
      return send(response, { status: 500, headers: { 'content-type': 'text/plain' }, body: 'Oh dear.' });
    case 'garbage':
      return send(response, { ...(await reply()), body: Buffer.from([0xff, 0xfe, 0x00, 0x9d, 0x80]) });
    case 'html': {
      const body = '<!DOCTYPE html><html><body><h1>Down for maintenance</h1></body></html>';
      return send(response, { status: 200, headers: { 'content-type': 'text/html' }, body });
    }
    case 'fault':
      return send(response, simulator.fault());
    case 'truncated': {
      const whole = await reply();
      return send(response, { ...whole, body: whole.body.slice(0, Math.floor(whole.body.length / 2)) });
    }
    case 'drip':
      return drip(response, await reply());
    default:
      return send(response, await reply());
  }
}

function send(response: ServerResponse, { status, headers, body }: SimulatedReply): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}

/** One byte at a time until the client disconnects: the reply never ends. */
function drip(response: ServerResponse, { status, headers }: SimulatedReply): void {
  response.writeHead(status, headers);
  const timer = setInterval(() => response.write(' '), DRIP_MS);
  response.once('close', () => clearInterval(timer));
}

/** Ends early when the client disconnects. */
function delay(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Error('The request is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readFaults(body: string): Partial<Faults> | null {
  try {
    const given = JSON.parse(body) as Partial<Faults>;
    return FAULT_MODES.includes(given.mode ?? 'none') ? given : null;
  } catch {
    return null;
  }
}

function json(status: number, value: unknown): SimulatedReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}
