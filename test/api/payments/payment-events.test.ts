// Events of a provider: only those that it signed within five minutes are taken, odd bodies are a clear 400, and nothing of a key or a card
// comes out of the service.
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { isSigned, SIGNATURE_HEADER, signatureHeader } from '../../../src/payments/stripe/signature.ts';
import { checksumOf } from '../../support/database/checksum.ts';
import { type Client, send, sql } from '../../support/house.ts';
import {
  assertBooks,
  balanceOf,
  openPayHouse,
  type PayHouse,
  payer,
  payOn,
  tellAll,
  topUp,
  urlOf,
} from '../../support/payments.ts';

let pay: PayHouse;
let client: Client;
let body: string;
before(async () => {
  pay = await openPayHouse();
  client = await payer(pay);
  const made = await topUp(client, 10_000);
  await payOn(made.url);
  body = JSON.stringify(pay.stripe.events[0]);
});
after(() => pay?.close());

const post = (payload: string, header: string | undefined) =>
  send(pay.house, {
    method: 'POST',
    url: '/v1/payment-events/stripe',
    headers: {
      'content-type': 'application/json',
      ...(header !== undefined && { [SIGNATURE_HEADER]: header }),
    },
    payload,
  });
const nowSeconds = (): number => Math.floor(Date.now() / 1000);

test('of a thousand forged, old or foreign headers none is taken', async () => {
  const { webhookSecret } = pay.stripe;
  const good = signatureHeader(webhookSecret, body, nowSeconds());
  const signed = /v1=(\w+)/.exec(good)?.[1] ?? '';
  const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex');
  const kinds: ((n: number) => string | undefined)[] = [
    () => undefined,
    () => '',
    (n) => signatureHeader(webhookSecret, body, nowSeconds() - 301 - n),
    (n) => signatureHeader(webhookSecret, body, nowSeconds() + 302 + n),
    (n) => signatureHeader(`whsec_${n}`, body, nowSeconds()),
    () => `t=${nowSeconds()},v1=${randomBytes(32).toString('hex')}`,
    (n) => signatureHeader(webhookSecret, `${body} `.repeat(n + 2), nowSeconds()),
    () => `t=${nowSeconds()},v0=${signed}`,
    () => good.replace(signed, signed.toUpperCase()),
    () => good.replace(signed, signed.slice(0, -1)),
    () => good.replace(/t=\d+/, `t=${nowSeconds() + 1}`),
    () => `t=,v1=${hmac(webhookSecret, `.${body}`)}`,
    () => `t=${nowSeconds()},t=${nowSeconds() - 1},v1=${signed}`,
    () => `t=1e9,v1=${hmac(webhookSecret, `1e9.${body}`)}`,
    () => `v1=${hmac(webhookSecret, body)}`,
    () => `t=${nowSeconds()},v1=${hmac('', `${nowSeconds()}.${body}`)}`,
  ];
  const before = await checksumOf(pay.house);
  let refused = 0;
  for (let n = 0; n < 1_000; n++) {
    const { status } = await post(body, kinds[n % kinds.length]?.(n));
    assert.equal(status, 403, `kind ${n % kinds.length}`);
    refused += 1;
  }
  assert.equal(refused, 1_000);
  assert.equal(await balanceOf(client), 0);
  assert.deepEqual(await checksumOf(pay.house), before);
});

test('bodies that are no event are a clear 400, and change nothing', async () => {
  const event = JSON.parse(body) as Record<string, unknown>;
  const values = [undefined, null, 0, 1.5, '', 'x'.repeat(300), ' ', [], {}, true, '\u0000', '../..', 'é'];
  const odd: unknown[] = [...values.slice(1), [event], 'evt', JSON.stringify(event), { ...event, data: [] }];
  for (const name of ['id', 'type', 'data'])
    for (const value of values) odd.push({ ...event, [name]: value });
  // An object without anything is an event of something else.
  for (const value of values.filter((one) => JSON.stringify(one) !== '{}'))
    odd.push({ ...event, data: { object: value } });
  const texts = [
    ...odd.map((one) => JSON.stringify(one)),
    ...Array.from({ length: 60 }, (_, n) => body.slice(0, (n * body.length) / 61)),
    ...['', '{', '}', '\u0000', 'null', '[]', '[[[[', '"', 'a=b&c=d', '<xml/>', '{"id":', `${body}${body}`],
    ...[
      'NaN',
      '-',
      '1e999',
      '{"__proto__":{}}',
      '{"id":{}}',
      '{"type":[]}',
      '\ufeff{}',
      "{'id':1}",
      '{"id"}',
    ],
  ];
  const before = await checksumOf(pay.house);
  let asked = 0;
  for (const text of texts) {
    const answer = await post(text, signatureHeader(pay.stripe.webhookSecret, text, nowSeconds()));
    assert.deepEqual(
      [answer.status, answer.body.code],
      [400, 'validation-error'],
      `${text.slice(0, 80)}: ${answer.text}`,
    );
    assert.match(answer.body.message, /id, a type and data\.object/);
    asked += 1;
  }
  assert.ok(asked >= 135, String(asked));
  assert.deepEqual(await checksumOf(pay.house), before);
});

test('events of other things, and at the address of another provider, change nothing', async () => {
  const event = JSON.parse(body) as Record<string, unknown>;
  for (const type of ['invoice.paid', 'customer.created', 'payout.failed', 'account.updated']) {
    const text = JSON.stringify({ ...event, type });
    assert.equal(
      (await post(text, signatureHeader(pay.stripe.webhookSecret, text, nowSeconds()))).status,
      200,
    );
  }
  for (const provider of ['manual', 'paypal', 'constructor', '__proto__'])
    assert.equal(
      (await send(pay.house, { method: 'POST', url: `/v1/payment-events/${provider}`, payload: body }))
        .status,
      403,
    );
  assert.equal(await balanceOf(client), 0);
});

test('an event whose payment cannot be read back is 503, and is taken when it comes again', async () => {
  pay.stripe.fault = () => '500';
  const header = () => signatureHeader(pay.stripe.webhookSecret, body, nowSeconds());
  assert.equal((await post(body, header())).status, 503);
  pay.stripe.fault = () => null;
  assert.equal((await post(body, header())).status, 200);
  assert.equal(await balanceOf(client), 10_000);
  pay.stripe.events.length = 0;
  await assertBooks(pay, client);
});

test('while the secret is rolled over an event may have two signatures, and either secret is good', () => {
  const at = 1_700_000_000;
  const [, one = ''] = signatureHeader('old', 'body', at).split(',');
  const two = signatureHeader('new', 'body', at);
  assert.equal(isSigned('new', 'body', `${two},${one}`, at + 300), true);
  assert.equal(isSigned('old', 'body', `${two},${one}`, at - 300), true);
  assert.equal(isSigned('new', 'body', two, at + 301), false);
  assert.equal(isSigned('other', 'body', `${two},${one}`, at), false);
});

test('no key, no secret, no card and no reply of the provider is in a log, a table or an answer', async () => {
  const number = '4000056655665556';
  const made = await topUp(client, 10_000, { keepCard: true });
  await payOn(made.url, number);
  await tellAll(pay);
  // On the provider's bad days too, and when it declines.
  const bad: string[] = [];
  for (const fault of ['500', 'garbage', 'drop'] as const) {
    pay.stripe.fault = () => fault;
    const { status, text } = await client.post(`${urlOf(client)}/top-ups`, { credits: 20_000 });
    assert.equal(status, 503, text);
    bad.push(text);
  }
  pay.stripe.fault = () => null;
  const declined = await topUp(client, 20_000);
  assert.equal(await payOn(declined.url, `${number.slice(0, 12)}0002`), 402);
  await tellAll(pay);
  const names = await sql<{ name: string }>(
    pay.house,
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  assert.ok(names.length > 30, String(names.length));
  const tables: { text: string }[] = [];
  for (const { name } of names)
    tables.push(
      ...(await sql<{ text: string }>(
        pay.house,
        `select coalesce(string_agg(t::text, ' '), '') as text from "${name}" t`,
      )),
    );
  const answers = await Promise.all(
    (['payments', 'payment-methods', 'invoices', 'payment-settings', 'automatic-top-up'] as const).map(
      (name) => client.get(`${urlOf(client)}/${name}`),
    ),
  );
  const said = [
    ...tables.map(({ text }) => text),
    ...pay.house.logLines,
    ...answers.map(({ text }) => text),
    ...bad,
    (await send(pay.house, { method: 'GET', url: '/metrics' })).text,
  ].join('\n');
  const theirs = ['It is down.', 'Your card was declined'];
  for (const secret of [
    pay.stripe.secretKey,
    pay.stripe.webhookSecret,
    number,
    number.slice(0, 12),
    ...theirs,
  ])
    assert.equal(said.includes(secret), false);
  assert.match(said, /5556/);
});
