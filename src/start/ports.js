// The ports of a service with several workers. The primary holds them: a port is open from the first worker's start until the last one is told
// to end, however many of them die in between. A connection goes to the worker that has been free for longest; while none is free it waits
// here, and one that a dying worker did not take goes to the next. node:cluster would close the port, and what waits for it, with the last
// worker.
//
// Plain JavaScript, like primary.js. What is passed on is the handle below a socket, as node:cluster passes it: nothing of it was read.
import net from 'node:net';

/** More than these are closed: no worker would come to them in time. */
const WAITING_MAX = 1_000;

export function createPorts() {
  /** By host and port; a second one while a rolling restart moves the service to another. */
  const ports = new Map();
  const portOf = new Map();
  /** The connection that each worker is being given: one at a time, so that a worker which hangs keeps one. */
  const handed = new Map();

  const handOut = ({ free, waiting }) => {
    while (waiting.length > 0 && free.size > 0) {
      const [worker] = free;
      free.delete(worker);
      handed.set(worker, waiting.shift());
      worker.send({ kind: 'connection' }, handed.get(worker), () => {});
    }
  };

  const open = (key, { host, port }) => {
    const one = { free: new Set(), workers: new Set(), waiting: [], server: net.createServer() };
    one.opened = new Promise((resolve, reject) => {
      one.server.once('error', reject).listen({ host, port }, () => {
        one.server._handle.onconnection = (status, connection) => {
          if (status !== 0) return;
          if (one.waiting.length >= WAITING_MAX) return connection.close();
          one.waiting.push(connection);
          handOut(one);
        };
        resolve(one.server.address());
      });
    });
    one.opened.catch(() => ports.delete(key));
    one.close = () => {
      one.isClosed = true;
      ports.delete(key);
      one.server.close();
      for (const connection of one.waiting) connection.close();
    };
    ports.set(key, one);
    return one;
  };

  const listen = async (worker, wanted) => {
    const key = `${wanted.host} ${wanted.port}`;
    const one = ports.get(key) ?? open(key, wanted);
    const answer = await one.opened.then(
      (address) => ({ address }),
      ({ message, code, address, port }) => ({ refused: { message, code, address, port } }),
    );
    if (worker.isDead()) return;
    worker.send({ kind: 'port', ...answer }, () => {});
    if (answer.refused !== undefined) return;
    portOf.set(worker, one);
    one.workers.add(worker);
    one.free.add(worker);
    handOut(one);
    // One that nobody listens at any more: the service has moved, and its last worker there died.
    for (const other of ports.values()) if (other !== one && other.workers.size === 0) other.close();
  };

  /** It takes no more; what it did not take is for others. */
  const leave = (worker) => {
    const one = portOf.get(worker);
    if (one === undefined) return;
    one.workers.delete(worker);
    one.free.delete(worker);
    const connection = handed.get(worker);
    if (connection === undefined) return;
    handed.delete(worker);
    if (one.isClosed) return connection.close();
    one.waiting.unshift(connection);
    handOut(one);
  };

  const took = (worker, isTaken) => {
    if (!isTaken) return leave(worker);
    handed.get(worker)?.close();
    handed.delete(worker);
    const one = portOf.get(worker);
    if (!one.workers.has(worker)) return;
    one.free.add(worker);
    handOut(one);
  };

  return {
    hear(worker, message) {
      if (message?.kind === 'listen') void listen(worker, message);
      else if (message?.kind === 'took') took(worker, message.isTaken);
      else if (message?.kind === 'port-closed') {
        const one = portOf.get(worker);
        one.workers.delete(worker);
        one.free.delete(worker);
        // By its own will, and so have all others.
        if (one.workers.size === 0) one.close();
      }
    },
    /** It is gone. The port stays open for its successor. */
    forget(worker) {
      leave(worker);
      portOf.delete(worker);
    },
  };
}
