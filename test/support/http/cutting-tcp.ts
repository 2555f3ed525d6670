// A TCP proxy on loopback that cuts a connection after so many bytes in one direction, wherever in a request or an answer that is.
import net from 'node:net';

export type Cut = { direction: 'to-service' | 'to-client'; afterBytes: number };
export type CuttingTcp = {
  origin: string;
  /** Cuts that happened. */
  cuts: number;
  /** Counts from now on, over all connections; the bytes up to the cut are passed on. */
  arm(...cuts: Cut[]): void;
  close(): Promise<void>;
};

export async function startCuttingTcp(port: number): Promise<CuttingTcp> {
  const sockets = new Set<net.Socket>();
  let armed: Cut[] = [];

  const listener = net.createServer((client) => {
    const service = net.connect(port, '127.0.0.1');
    const end = (): void => {
      client.destroy();
      service.destroy();
    };
    const pass = (from: net.Socket, to: net.Socket, direction: Cut['direction']): void => {
      sockets.add(from);
      from.setNoDelay().on('error', end);
      from.once('close', () => {
        sockets.delete(from);
        end();
      });
      from.on('data', (bytes) => {
        const [next] = armed;
        if (next?.direction !== direction) return void to.write(bytes);
        if (bytes.length <= next.afterBytes) {
          next.afterBytes -= bytes.length;
          return void to.write(bytes);
        }
        armed.shift();
        proxy.cuts += 1;
        // What was passed on arrives, and then the connection is gone.
        from.pause();
        return void to.write(bytes.subarray(0, next.afterBytes), end);
      });
    };
    pass(client, service, 'to-service');
    pass(service, client, 'to-client');
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const proxy: CuttingTcp = {
    origin: `http://127.0.0.1:${(listener.address() as net.AddressInfo).port}`,
    cuts: 0,
    arm: (...cuts) => {
      armed = cuts.map((cut) => ({ ...cut }));
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return proxy;
}
