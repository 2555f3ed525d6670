// A worker's side of the port that its primary holds (ports.js): its HTTP server gets its connections from there, and is in all else a server
// that listens: it counts them, times them out and waits for them when it closes. By the same means as node:cluster: a handle of its own in
// place of a socket.
import type http from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the primary says of the port. */
export type PortMessage =
  | { kind: 'port'; address: AddressInfo }
  | { kind: 'port'; refused: { message: string; code: string; address: string; port: number } }
  | { kind: 'connection' };

type Connection = { close(): void };
type Handle = {
  listen(): number;
  close(): void;
  ref(): void;
  unref(): void;
  getsockname(out: object): number;
  /** Set by the server. */
  onconnection?: (status: number, connection: Connection) => void;
};
type Inside = {
  listen(options: { host: string; port: number }): Inside;
  emit(name: 'error', error: Error): void;
  _handle: Handle | null;
  _listen2(address: null, port: null, family: null, backlog: number): void;
};

const BACKLOG = 511;

/** Answers what hears the primary. From now on `listen` of the server asks for the port there. */
export function takeConnections(
  given: http.Server,
  send: (message: object) => void,
): (message: PortMessage, connection: unknown) => void {
  const server = given as unknown as Inside;
  let handle: Handle | null = null;
  server.listen = ({ host, port }) => {
    send({ kind: 'listen', host, port });
    return server;
  };

  const begin = (address: AddressInfo): void => {
    handle = {
      listen: () => 0,
      close: () => send({ kind: 'port-closed' }),
      ref: () => {},
      unref: () => {},
      getsockname: (out) => {
        Object.assign(out, address);
        return 0;
      },
    };
    server._handle = handle;
    server._listen2(null, null, null, BACKLOG);
  };

  return (message, connection) => {
    if (message.kind === 'connection') {
      // One that was on its way while the server closed goes to another worker.
      const isTaken = handle !== null && server._handle === handle;
      send({ kind: 'took', isTaken });
      if (isTaken) handle?.onconnection?.(0, connection as Connection);
      else (connection as Connection).close();
    } else if ('refused' in message) {
      server.emit('error', Object.assign(new Error(message.refused.message), message.refused));
    } else begin(message.address);
  };
}
