// Ports for what is told its port: below the ephemeral ones, and from a hundred that this process holds while it lives. A port that is only
// seen to be free may be another test file's a moment later, and then a test talks to that file's service.
import net from 'node:net';

const FIRST_PORT = 20_000;
const BLOCKS = 120;
const PORTS_OF_BLOCK = 100;

let block: Promise<number> | null = null;
let portsTried = 0;

export async function freePort(): Promise<number> {
  block ??= holdBlock();
  for (const held = await block; ; ) {
    const port = held + 1 + (portsTried++ % (PORTS_OF_BLOCK - 1));
    const server = await listenOn(port);
    if (server === null) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** Answers the first port of a block, which only its holder listens on. */
async function holdBlock(): Promise<number> {
  for (let at = 0; at < BLOCKS; at += 1) {
    const port = FIRST_PORT + ((process.pid + at) % BLOCKS) * PORTS_OF_BLOCK;
    const holder = await listenOn(port);
    if (holder === null) continue;
    holder.unref();
    return port;
  }
  throw new Error(`Every port from ${FIRST_PORT} on is taken.`);
}

function listenOn(port: number): Promise<net.Server | null> {
  return new Promise((resolve) => {
    const server = net.createServer().once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
