// Fault-injecting proxies ("doors") in front of what the service needs: one for a database, which drops all connections and accepts none
// while it is shut, and one for a bureau, which quotes the question in its errors.
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export type DatabaseDoor = { url: string; shut(): void; open(): void; close(): Promise<void> };

/** For a database that is reached by a unix socket; `url` as createTestDatabase() gives it. */
export async function openDatabaseDoor(databaseUrl: string): Promise<DatabaseDoor> {
  const behind = new URL(databaseUrl);
  const path = `${behind.searchParams.get('host')}/.s.PGSQL.5432`;
  const sockets = new Set<Socket>();
  let isShut = false;
  const server = net.createServer((socket) => {
    if (isShut) return void socket.destroy();
    const inner = net.connect(path);
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const dropAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `postgres://${behind.username}@127.0.0.1:${port}${behind.pathname}`,
    shut: () => {
      isShut = true;
      dropAll();
    },
    open: () => {
      isShut = false;
    },
    close: async () => {
      dropAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** `quote`: an error that quotes the question; `nonsense`: the question as a 200 answer; `drop`: closes the connection. */
export type Mood = 'well' | 'quote' | 'nonsense' | 'drop';
export type BureauDoor = { url: string; mood: Mood; close(): Promise<void> };

export async function openBureauDoor(behindUrl: string): Promise<BureauDoor> {
  const server = http.createServer(async (request, reply) => {
    const body = await text(request).catch(() => '');
    const type = request.headers['content-type'] ?? 'text/plain';
    if (door.mood === 'drop') return void request.socket.destroy();
    if (door.mood !== 'well')
      return void reply.writeHead(door.mood === 'quote' ? 500 : 200, { 'content-type': type }).end(body);
    const { method, headers } = request;
    const asked = http.request(`${behindUrl}${request.url}`, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    asked.once('error', () => reply.destroy()).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const door: BureauDoor = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood: 'well',
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return door;
}
