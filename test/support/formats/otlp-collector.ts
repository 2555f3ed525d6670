// A small OpenTelemetry collector for tests: takes OTLP/HTTP in JSON on loopback and keeps every span.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SeenSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status?: { code: number };
};

export type Collector = {
  url: string;
  /** The requests, as received. */
  bodies: string[];
  headers: Record<string, string | string[] | undefined>[];
  spans(): SeenSpan[];
  forget(): void;
  close(): Promise<void>;
};

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const headers: Collector['headers'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(Buffer.concat(chunks).toString('utf8'));
      headers.push(request.headers);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    headers,
    spans: () => bodies.flatMap((body) => spansOf(JSON.parse(body))),
    forget: () => {
      bodies.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Export = { resourceSpans: { scopeSpans: { spans: SeenSpan[] }[] }[] };

function spansOf(body: Export): SeenSpan[] {
  return body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}
