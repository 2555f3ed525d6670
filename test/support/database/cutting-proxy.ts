// A proxy between the service and PostgreSQL that parses the protocol and cuts a connection around one statement: before the server
// receives it, once the server has it, or when the server has executed it and its reply is on the way.
import net from 'node:net';

/** `sent`: the server has the statement, and the client is gone. `done`: the server has answered, and the answer is dropped. */
export type Moment = 'before' | 'sent' | 'done';

export type CuttingProxy = {
  port: number;
  /** The statements that passed, by name; an unnamed one by its text. */
  passed: string[];
  /** Cuts the connection at the next statement of this name; resolves when that has happened. */
  cutNext(statement: string, at: Moment): Promise<void>;
  close(): Promise<void>;
};

type Order = { statement: string; at: Moment; cut: () => void };

const READY_FOR_QUERY = 'Z';

export async function startCuttingProxy(target: net.NetConnectOpts): Promise<CuttingProxy> {
  const sockets = new Set<net.Socket>();
  let order: Order | null = null;

  const join = (client: net.Socket): void => {
    const server = net.connect(target);
    let isMuted = false;
    let ordered: Order | null = null;
    const end = (): void => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.setNoDelay().on('error', end);
      socket.once('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    const cut = (): void => {
      ordered?.cut();
      end();
    };

    const toServer = createReader(false, (type, message) => {
      const statement = statementOf(type, message);
      if (statement !== null) proxy.passed.push(statement);
      if (statement !== null && statement === order?.statement) {
        [ordered, order] = [order, null];
        isMuted = true;
        if (ordered.at === 'before') return cut();
      }
      server.write(message);
      // Sync, or a simple query: this message completes the statement.
      if (ordered?.at === 'sent' && (type === 'S' || type === 'Q')) server.write('', cut);
    });
    const toClient = createReader(true, (type, message) => {
      if (!isMuted) client.write(message);
      else if (ordered?.at === 'done' && type === READY_FOR_QUERY) cut();
    });
    client.on('data', toServer);
    server.on('data', toClient);
  };

  const listener = net.createServer(join);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const proxy: CuttingProxy = {
    port: (listener.address() as net.AddressInfo).port,
    passed: [],
    cutNext: (statement, at) =>
      new Promise((resolve) => {
        order = { statement, at, cut: resolve };
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return proxy;
}

/** Yields complete messages. A client's first one has no type byte. */
function createReader(hasType: boolean, take: (type: string, message: Buffer) => void) {
  let rest = Buffer.alloc(0);
  let isTyped = hasType;
  return (bytes: Buffer): void => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const head = isTyped ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readUInt32BE(head);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      take(isTyped ? String.fromCharCode(message[0] as number) : '', message);
      isTyped = true;
    }
  };
}

function statementOf(type: string, message: Buffer): string | null {
  const text = (from: number): string => message.toString('utf8', from, message.indexOf(0, from));
  if (type === 'Q') return text(5);
  // A Bind names the portal, which is unnamed here, and then the statement.
  return type === 'B' ? text(message.indexOf(0, 5) + 1) : null;
}
