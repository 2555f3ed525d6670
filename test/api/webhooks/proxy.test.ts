// Webhooks through WEBHOOK_PROXY_URL: the proxy is used, and its password is in no log line, delivery or metric, whatever it answers.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { LIVE, newClient, openLiveHouse } from '../../support/money.ts';
import { openReceiver } from '../../support/webhooks/receiver.ts';
import { hastenRetries, registerEndpoint } from '../../support/webhooks/webhooks.ts';

const PASSWORD = 'proxy-password-4711';
const BASIC = Buffer.from(`egress:${PASSWORD}`).toString('base64');

let isTunnelling = false;
const asked: string[] = [];
const proxy = createServer().on('connect', (request: IncomingMessage, client: Socket) => {
  asked.push(`${request.url} ${request.headers['proxy-authorization']}`);
  client.on('error', () => {});
  if (!isTunnelling) return void client.end(`HTTP/1.1 403 No\r\n\r\n${PASSWORD} ${BASIC}`);
  const [host = '', port = ''] = (request.url ?? '').split(':');
  const outside = connect(Number(port), host, () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    outside.pipe(client).pipe(outside);
  }).on('error', () => {});
});
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
const receiver = await openReceiver();
const { house } = await openLiveHouse({
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOK_PROXY_URL: `http://egress:${PASSWORD}@127.0.0.1:${(proxy.address() as AddressInfo).port}`,
});
after(async () => {
  await house.close();
  await receiver.close();
  proxy.closeAllConnections();
  proxy.close();
});

test('the proxy is used, and neither its password nor its words are shown to anybody', async () => {
  const client = await newClient(house);
  const { id } = await registerEndpoint(client, receiver.url, { types: ['report.completed'] });
  await client.generate(LIVE);
  await house.service.deliverer.runOnce();
  assert.equal(receiver.got.length, 0);
  isTunnelling = true;
  await hastenRetries(house);
  await house.service.deliverer.runOnce();
  assert.deepEqual(
    receiver.got.map(({ body }) => body.type),
    ['report.completed'],
  );
  const to = new URL(receiver.url).host;
  assert.deepEqual(asked, [`${to} Basic ${BASIC}`, `${to} Basic ${BASIC}`]);

  const base = `/${client.tenant.tenantId}/v1/webhook-endpoints/${id}` as const;
  const { items } = (await client.get(`${base}/deliveries`)).body;
  const detail = await client.get(`${base}/deliveries/${items[0]?.id}`);
  assert.deepEqual(
    detail.body.tries.map(({ status, problem, answer }) => [status, problem, answer]),
    [
      [null, 'No connection: the proxy made none.', null],
      [200, null, 'thanks'],
    ],
  );
  const metrics = await house.service.app.inject({ url: '/metrics' });
  const shown = [...house.logLines, detail.text, metrics.body, JSON.stringify(receiver.got)].join('\n');
  for (const secret of [PASSWORD, BASIC]) assert.ok(!shown.includes(secret));
});
