// The listening server: its timeouts, and the way of each connection and request to the app.
import { createServer } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import type { Connections } from './connections.ts';

// Fastify has no default timeouts: a slow sender would hold its socket for ever.
const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 10_000;
// Node checks for timed-out connections every 30 seconds by default.
const TIMEOUT_CHECK_MS = 1_000;
const CONNECTION_IDLE_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;

export function createServerFactory(connections: Connections): FastifyServerFactory {
  return (handle) => {
    const options = {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // A second Authorization or Content-Type header is then refused, not silently dropped.
      joinDuplicateHeaders: true,
      // Node's own answer would not be counted as a request; ours is (requireOneHost).
      requireHostHeader: false,
    };
    const server = createServer(options, (request, response) => {
      if (connections.begin(request, response)) handle(request, response);
    });
    server.on('connection', (socket) => connections.accept(socket));
    // An `Expect` that is not 100-continue. Node's own answer, which would not be counted as a request.
    server.on('checkExpectation', (request, response) => {
      if (connections.begin(request, response)) response.writeHead(417).end();
    });
    return server.setTimeout(CONNECTION_IDLE_MS);
  };
}
