// A receiver of webhooks on this machine: it checks every signature with the library of Standard Webhooks, keeps what it got, and answers
// as the test says.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { askAt, makeLink, publishedText } from '../consumers/hosted.ts';
import { type Client, type House, sql } from '../house.ts';

export type Got = {
  id: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
  text: string;
  headers: IncomingHttpHeaders;
  path: string;
};

export type Receiver = {
  url: string;
  got: Got[];
  /** Secrets that are accepted; any signature is while there are none. */
  secrets: string[];
  /** Of requests whose signature no secret made. */
  forged: number;
  answer: (got: Got, response: ServerResponse) => void;
  close(): Promise<void>;
};

export const ok = (_got: Got, response: ServerResponse): void => void response.writeHead(200).end('thanks');
export const status =
  (code: number, headers: Record<string, string> = {}) =>
  (_got: Got, response: ServerResponse): void =>
    void response.writeHead(code, headers).end('no');

export async function openReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    got: [],
    secrets: [],
    forged: 0,
    answer: ok,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const headers = request.headers;
      if (receiver.secrets.length > 0 && !receiver.secrets.some((secret) => isSigned(secret, text, headers)))
        receiver.forged += 1;
      const id = String(headers['webhook-id']);
      const got = { id, body: JSON.parse(text), text, headers, path: request.url ?? '' };
      receiver.got.push(got);
      receiver.answer(got, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

export function isSigned(secret: string, text: string, headers: IncomingHttpHeaders): boolean {
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** An endpoint of test mode that nobody listens at, with a delivery, an event and a recovery; a test clock, a consent text and a link. For tests of who may call. */
export async function endpointOf(house: House, client: Client) {
  const url = `/${client.tenant.tenantId}/v1/webhook-endpoints` as const;
  const made = await client.post(url, { url: 'https://example.com/hook', mode: 'test' });
  if (made.status !== 200) throw new Error(`no endpoint: ${made.text}`);
  const endpointId = made.body.endpoint.id;
  await client.generate();
  const recovered = await client.post(`${url}/${endpointId}/recover`, { since: '2026-01-01' });
  const [row] = await sql<{ deliveryId: string; eventId: string }>(
    house,
    'select id as "deliveryId", event_id as "eventId" from deliveries where tenant_id = $1 limit 1',
    [client.tenant.tenantId],
  );
  if (row === undefined) throw new Error('an event that an endpoint wants must be queued for it');
  const clock = await client.post(`/${client.tenant.tenantId}/v1/test-clocks`, {});
  const consentTextId = await publishedText(house, client.tenant.tenantId);
  const { id: consumerSessionId } = await makeLink(client, consentTextId);
  return {
    ...{ endpointId, ...row, recoveryId: recovered.body.recovery?.id ?? '', clockId: clock.body.id },
    ...{ consentTextId, consumerSessionId, consumerRequestId: await askAt(house, consumerSessionId) },
  };
}
