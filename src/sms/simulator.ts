// What the simulators of the gateways share: a small server on this machine that takes messages, keeps a journal of them, fails on
// request in the ways that real ones do, and sends receipts to the callback address of a message. For tests and demonstrations.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** How it fails: never replies; replies 500; replies garbage; takes the message and drops the connection; refuses in its own words. */
export type Fault = 'hang' | '500' | 'garbage' | 'drop' | 'refuse';

export type SimulatedMessage = {
  id: string;
  to: string;
  text: string;
  callbackUrl: string;
  clientRef: string;
  form: Readonly<Record<string, string>>;
};

/** A status callback, signed, ready to be sent. */
export type SignedCallback = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: string;
};

export type Simulator = {
  url: string;
  /** Every message that it took, whatever it replied. */
  messages: SimulatedMessage[];
  /** How the next message fails; null: it does not. */
  fault: (message: SimulatedMessage) => Fault | null;
  /** Receipts that are sent before the reply to the send: status words of the gateway. */
  reportFirst: (message: SimulatedMessage) => readonly string[];
  /** The callback that the gateway would send for this status word. */
  callback(message: SimulatedMessage, status: string): SignedCallback;
  /** Sends it; resolves to the HTTP status of the reply. */
  report(message: SimulatedMessage, status: string): Promise<number>;
  close(): Promise<void>;
};

export type Dialect = {
  /** Null when the credentials or the path are wrong. */
  read(request: {
    path: string;
    headers: http.IncomingHttpHeaders;
    form: URLSearchParams;
  }): Omit<SimulatedMessage, 'form'> | null;
  /** The account, as a GET reads it; null for any other request. */
  account(request: {
    path: string;
    headers: http.IncomingHttpHeaders;
  }): { status: number; body: unknown } | null;
  accepted(message: SimulatedMessage): { status: number; body: unknown };
  refused(): { status: number; body: unknown };
  callback(message: SimulatedMessage, status: string): SignedCallback;
};

export async function startSimulator(
  dialect: Dialect,
  /** Maps the public address of a callback to one that can be reached from here. */
  toReachable: (url: string) => string = (url) => url,
): Promise<Simulator> {
  const answer = async (request: http.IncomingMessage, reply: http.ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await text(request));
    const { url: path = '', headers } = request;
    const say = ({ status, body }: { status: number; body: unknown }): void =>
      void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const account = request.method === 'GET' ? dialect.account({ path, headers }) : null;
    if (account !== null) return say(account);
    const read = dialect.read({ path, headers, form });
    if (read === null) return say(dialect.refused());
    const message = { ...read, form: Object.fromEntries(form) };
    const fault = simulator.fault(message);
    if (fault === 'refuse') return say(dialect.refused());
    simulator.messages.push(message);
    for (const status of simulator.reportFirst(message)) await simulator.report(message, status);
    if (fault === 'hang') return;
    if (fault === 'drop') request.socket.destroy();
    else if (fault === '500') reply.writeHead(500).end('<html>Internal Server Error</html>');
    else if (fault === 'garbage') reply.writeHead(200).end('\u0000{"sid": ');
    else say(dialect.accepted(message));
  };
  const server = http.createServer(
    (request, reply) => void answer(request, reply).catch(() => reply.destroy()),
  );
  await new Promise<void>((resolve) =>
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, resolve),
  );

  const simulator: Simulator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages: [],
    fault: () => null,
    reportFirst: () => [],
    callback: dialect.callback,
    report: (message, status) => {
      const signed = dialect.callback(message, status);
      return deliver({ ...signed, url: toReachable(signed.url) });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return simulator;
}

function deliver({ method, url, headers, body }: SignedCallback): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    request.once('error', reject).end(body);
  });
}
