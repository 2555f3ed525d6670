// The contract of every gateway, run over the registry: each against its simulator, over real HTTP.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type Callback, GATEWAY_IDS, type Gateway } from './gateway.ts';
import type { Fault, SignedCallback, SimulatedMessage, Simulator } from './simulator.ts';
import { createTwilio } from './twilio/client.ts';
import { startTwilioSimulator } from './twilio/simulator.ts';
import { TWILIO_STATUSES } from './twilio/wire.ts';
import { createVonage } from './vonage/client.ts';
import { startVonageSimulator } from './vonage/simulator.ts';
import { VONAGE_STATUSES } from './vonage/wire.ts';

const PUBLIC_URL = 'https://credit.example.com';
/** For a gateway that hangs. The others have what the service gives them: a loaded machine may need half a second to connect. */
const DEADLINE_MS = 400;
const USUAL_DEADLINE_MS = 30_000;
const NOW_MS = Date.UTC(2026, 10, 15, 6);
const TEXT = '654321 is your Trefoil security code. Do not share it.\n\n@credit.example.com #654321';

const account = { accountSid: 'AC0123456789abcdef0123456789abcdef', authToken: 'twilio-token' };
const vonage = {
  apiKey: 'abcd1234',
  apiSecret: 'vonage-secret',
  signature: { method: 'sha256', secret: 'signature-secret' },
} as const;
const common = { sender: 'Trefoil', publicUrl: PUBLIC_URL, isSimulated: true };

type Open = (url: string, secret?: string, deadlineMs?: number) => Gateway;
const openTwilio: Open = (url, authToken = account.authToken, deadlineMs = USUAL_DEADLINE_MS) =>
  createTwilio({ ...common, ...account, authToken, url, deadlineMs, messagingServiceSid: null });
const openVonage: Open = (url, apiSecret = vonage.apiSecret, deadlineMs = USUAL_DEADLINE_MS) =>
  createVonage({
    ...{ ...common, ...vonage, apiSecret, url, deadlineMs },
    ...{ receiptAgeSecondsMax: 3_600, nowMs: () => NOW_MS },
  });

const BODIES: Record<
  string,
  {
    start: () => Promise<Simulator>;
    open: Open;
    failed: string;
    statuses: string[];
  }
> = {
  twilio: {
    start: () => startTwilioSimulator(account),
    open: openTwilio,
    failed: 'undelivered',
    statuses: TWILIO_STATUSES,
  },
  'vonage, receipts by POST': {
    start: () => startVonageSimulator({ ...vonage, receiptsBy: 'POST', nowMs: () => NOW_MS }),
    open: openVonage,
    failed: 'failed',
    statuses: VONAGE_STATUSES,
  },
  'vonage, receipts by GET': {
    start: () => startVonageSimulator({ ...vonage, receiptsBy: 'GET', nowMs: () => NOW_MS }),
    open: openVonage,
    failed: 'failed',
    statuses: VONAGE_STATUSES,
  },
};

const newMessage = (to = '+447700900123') => ({
  tenantId: randomUUIDv7(),
  smsId: randomUUIDv7(),
  to,
  text: TEXT,
  validitySeconds: 300,
});

const asCallback = ({ method, url, headers, body }: SignedCallback): Callback => ({
  method,
  url,
  headers,
  body,
});

/** The receipt as it is, less its signature: a header, or one of the parameters. */
function unsigned({ method, url, headers, body }: Callback): Callback {
  const { 'x-twilio-signature': _signature, ...others } = headers;
  const address = new URL(url);
  address.searchParams.delete('sig');
  const { sig: _sig, ...parameters } = body.startsWith('{') ? JSON.parse(body) : {};
  return {
    method,
    url: address.href,
    headers: others,
    body: body.startsWith('{') ? JSON.stringify(parameters) : body,
  };
}

for (const [name, { start, open, failed, statuses }] of Object.entries(BODIES)) {
  describe(name, () => {
    let simulator: Simulator;
    let gateway: Gateway;
    before(async () => {
      simulator = await start();
      gateway = open(simulator.url);
    });
    after(async () => {
      await gateway.close();
      await simulator.close();
    });

    const sendOne = async (): Promise<{
      ids: { tenantId: string; smsId: string };
      taken: SimulatedMessage;
    }> => {
      const message = newMessage();
      assert.equal(await gateway.send(message), 'accepted');
      const taken = simulator.messages.at(-1);
      assert.ok(taken);
      return { ids: { tenantId: message.tenantId, smsId: message.smsId }, taken };
    };

    test('its credentials are tried without a message: good, refused, or unknown where nobody answers', async () => {
      const before = simulator.messages.length;
      const tried = async (url: string, secret?: string) => {
        const one = open(url, secret);
        return one.tryCredentials().finally(() => one.close());
      };
      assert.equal(await tried(simulator.url), 'good');
      assert.equal(await tried(simulator.url, 'another-secret'), 'refused');
      assert.equal(await tried('http://127.0.0.1:1'), 'unknown');
      assert.equal(simulator.messages.length, before);
    });

    test('a message goes out with its text, its number, its five minutes and the address of its receipts', async () => {
      const { ids, taken } = await sendOne();
      assert.deepEqual([taken.to, taken.text], ['+447700900123', TEXT]);
      const path = `/v1/sms/receipts/${gateway.id}/${ids.tenantId}/${ids.smsId}`;
      assert.equal(taken.callbackUrl, `${PUBLIC_URL}${path}`);
      const { ValidityPeriod, ttl } = taken.form;
      assert.equal(ValidityPeriod ?? ttl, gateway.id === 'twilio' ? '300' : '300000');
    });

    test('its words for delivered and not delivered are understood, and so is every word of its list', async () => {
      const { ids, taken } = await sendOne();
      const read = (status: string) => gateway.readReceipt(asCallback(simulator.callback(taken, status)));
      assert.deepEqual(read('delivered'), { ...ids, state: 'delivered' });
      assert.deepEqual(read(failed), { ...ids, state: 'not-delivered' });
      for (const status of statuses) assert.equal(typeof read(status), 'object', status);
      assert.equal(read('a-word-of-tomorrow'), 'unreadable');
    });

    test('a receipt with anything changed, or without its signature, is forged', async () => {
      const { taken } = await sendOne();
      const other = (await sendOne()).taken;
      const genuine = asCallback(simulator.callback(taken, failed));
      const swap = (text: string) => text.replaceAll(failed, 'delivered');
      const elsewhere = new URL(other.callbackUrl).pathname;
      const moved = genuine.url.replace(new URL(taken.callbackUrl).pathname, elsewhere);
      const forgeries: Callback[] = [
        { ...genuine, url: swap(genuine.url), body: swap(genuine.body) },
        { ...genuine, url: moved },
        unsigned(genuine),
        {
          ...genuine,
          headers: {},
          body: '{}',
          url: taken.callbackUrl,
        },
        {
          ...genuine,
          body: '{"sig": [1]}',
          url: taken.callbackUrl,
          headers: { 'content-type': 'application/json' },
        },
        { ...genuine, body: 'sig=1&sig=2&status=delivered', url: taken.callbackUrl, headers: {} },
        { ...genuine, body: '', url: taken.callbackUrl, headers: { 'x-twilio-signature': 'é' } },
      ];
      for (const [index, forgery] of forgeries.entries())
        assert.equal(gateway.readReceipt(forgery), 'forged', `forgery ${index}`);
      assert.notEqual(gateway.readReceipt(genuine), 'forged');
    });

    const ANSWERS: [Fault, string][] = [
      ['refuse', 'refused'],
      ['500', 'unknown'],
      ['garbage', 'unknown'],
      ['drop', 'unknown'],
      ['hang', 'unknown'],
    ];
    for (const [fault, outcome] of ANSWERS) {
      test(`with the fault ${fault} the outcome is ${outcome}${fault === 'hang' ? ', at the deadline' : ''}`, async () => {
        simulator.fault = () => fault;
        const hasty = open(simulator.url, undefined, fault === 'hang' ? DEADLINE_MS : USUAL_DEADLINE_MS);
        try {
          assert.equal(await hasty.send(newMessage()), outcome);
        } finally {
          simulator.fault = () => null;
          await hasty.close();
        }
      });
    }

    test('a gateway that cannot be connected to certainly did not take the message', async () => {
      const lost = open('http://127.0.0.1:1');
      assert.equal(await lost.send(newMessage()), 'refused');
      await lost.close();
    });
  });
}

test('every gateway of the registry is in this suite', () => {
  const held = Object.values(BODIES).map(({ open }) => open('http://127.0.0.1:1').id);
  assert.deepEqual(new Set(['outbox', ...held]), new Set(GATEWAY_IDS));
});

test('vonage: a receipt signed too long ago, or in the future, is forged', async () => {
  const message = { id: 'A', to: '+447700900123', text: TEXT, clientRef: '', form: {} };
  const smsId = randomUUIDv7();
  const callbackUrl = `${PUBLIC_URL}/v1/sms/receipts/vonage/${randomUUIDv7()}/${smsId}`;
  const gateway = openVonage('http://127.0.0.1:1');
  const readAt = async (nowMs: number) => {
    const simulator = await startVonageSimulator({ ...vonage, receiptsBy: 'POST', nowMs: () => nowMs });
    const signed = simulator.callback({ ...message, callbackUrl, clientRef: smsId }, 'delivered');
    await simulator.close();
    return gateway.readReceipt(asCallback(signed));
  };
  assert.equal(typeof (await readAt(NOW_MS - 3_600_000)), 'object');
  assert.equal(await readAt(NOW_MS - 3_601_000), 'forged');
  assert.equal(typeof (await readAt(NOW_MS + 300_000)), 'object');
  assert.equal(await readAt(NOW_MS + 302_000), 'forged');
  await gateway.close();
});

test('twilio: the request asks that neither text nor number be kept', async () => {
  const simulator = await startTwilioSimulator(account);
  const gateway = openTwilio(simulator.url);
  await gateway.send(newMessage());
  const { ContentRetention, AddressRetention, From } = simulator.messages[0]?.form ?? {};
  assert.deepEqual([ContentRetention, AddressRetention, From], ['discard', 'obfuscate', 'Trefoil']);
  await gateway.close();
  await simulator.close();
});

test('an account that is suspended, and a reply that is none, are not good', async () => {
  for (const [status, body, expected] of [
    [200, '{"status":"suspended"}', 'refused'],
    [200, 'no json', 'refused'],
    [404, '{}', 'refused'],
    [500, '{}', 'unknown'],
    [302, '', 'unknown'],
  ] as const) {
    const server = http.createServer((_request, reply) => void reply.writeHead(status).end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const gateway = openTwilio(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    try {
      assert.equal(await gateway.tryCredentials(), expected, `${status} ${body}`);
    } finally {
      await gateway.close();
      server.close();
    }
  }
});
