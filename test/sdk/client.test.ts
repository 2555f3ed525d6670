// The SDK without a service: every operation that a credential may call has a method in both clients, what is generated is not stale,
// webhooks are checked, and the fake behaves as test mode does.
import assert from 'node:assert/strict';
import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  ChallengeExpired,
  Conflict,
  type GenerateOutcome,
  type GenerateRequest,
  InsufficientFunds,
  NotFound,
  RateLimited,
  signWebhook,
  Trefoil,
  ValidationError,
  verifyWebhook,
  WebhookRefused,
} from '@trefoil/sdk';
import { fakeTrefoil } from '@trefoil/sdk/testing';
import { Webhook } from 'standardwebhooks';
import { PYTHON_FILE, pythonText } from '../../scripts/python-types.ts';
import { GENERATED_FILE, generatedText } from '../../scripts/sdk-types.ts';
import { TABLE } from '../security/route-rows.ts';
import { generateBody } from '../support/http/generate-body.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const input = generateBody() as unknown as GenerateRequest;

/** Operations that the document has and a credential with all scopes may call. */
function forCredentials(): { id: string; route: string }[] {
  const { paths } = JSON.parse(read('docs/openapi.json')) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId: id }]) => {
      const route = `${method.toUpperCase()} ${path}`;
      const row = TABLE[route.replaceAll(/\{(\w+)\}/g, ':$1')];
      return row !== undefined && row.nobody === 401 && row.right < 300 ? [{ id, route }] : [];
    }),
  );
}

test('every operation that a credential may call has a method, and every method an operation', async () => {
  const sent: string[] = [];
  const answer = { meta: {}, data: { items: [], token: null }, items: [], token: null, next: null };
  const recording = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(String(url));
    if (pathname === '/v1/oauth/token') return Response.json({ access_token: 'a', expires_in: 900 });
    sent.push(`${init.method} ${pathname.replace(/^\/T\//, '/{tenantId}/').replace(/^\/T$/, '/{tenantId}')}`);
    return Response.json(answer);
  };
  const t = new Trefoil({
    baseUrl: 'http://x.test',
    tenantId: 'T',
    clientId: 'c',
    clientSecret: 's',
    fetch: recording,
  });
  const report = '{creditReportId}';
  const challenge = t.reports.challenge({ creditReportId: report, challengeId: 'c' });
  const [endpoint, delivery, recovery] = ['{endpointId}', '{deliveryId}', '{recoveryId}'] as const;
  const every: (() => Promise<unknown>)[] = [
    () => t.reports.generate(input),
    () => t.reports.list().page(),
    () => t.reports.list().csv(),
    () => challenge.submit('1'),
    () => challenge.resend(),
    () => t.reports.read(report),
    () => t.reports.pdf(report),
    () => t.reports.agreements(report),
    () => t.reports.attributes(report),
    () => t.reports.changes(report, { since: 'x' }),
    () => t.reports.evidence(report),
    () => t.reports.timeline(report),
    () => t.consumerSessions.create({ bureaus: ['equifax'], searchType: 'pcp', consentTextId: 'x' }),
    () => t.consumerSessions.list().page(),
    () => t.consumerSessions.read('{consumerSessionId}'),
    () => t.consumerSessions.cancel('{consumerSessionId}'),
    () => t.consumerSessions.renew('{creditReportId}'),
    () => t.consumerSessions.send('{consumerSessionId}', { by: 'sms' }),
    () => t.consumerSessions.requests().page(),
    () => t.consumerSessions.request('{consumerRequestId}'),
    () => t.consumerSessions.closeRequest('{consumerRequestId}', 'accepted'),
    () => t.consumerSessions.consentTexts(),
    () => t.consumerSessions.consentText('{consentTextId}'),
    () => t.hosted.createConsentText({ name: 'x' }),
    () => t.hosted.changeConsentText('{consentTextId}', { name: 'x' }),
    () => t.hosted.publishConsentText('{consentTextId}'),
    () => t.hosted.branding(),
    () => t.hosted.changeBranding({ name: 'x' }),
    () => t.events.trigger({ type: 'ping' }),
    () => t.testClocks.create(),
    () => t.testClocks.list(),
    () => t.testClocks.read('{clockId}'),
    () => t.testClocks.advance('{clockId}', 'PT5M'),
    () => t.testClocks.remove('{clockId}'),
    () => t.tenant.attention(),
    () => t.lenders.list(),
    () => t.lenders.csv(),
    () => t.lenders.replace(''),
    () => t.lenders.remove(),
    () => t.tenant.read(),
    () => t.tenant.access(),
    () => t.tenant.overview(),
    () => t.tenant.bureaus({ period: 'today' }),
    () => t.tenant.stats({ from: '2026-11-01', to: '2026-11-02', step: 'day' }),
    () => t.tenant.search({ q: 'case' }),
    () => t.tenant.products(),
    () => t.tenant.resolvePrice({ bureaus: ['equifax'] }),
    () => t.tenant.transactions().page(),
    () => t.tenant.transactions().csv(),
    () => t.tenant.statement().page(),
    () => t.tenant.usage({ dateFrom: '2026-11-01', dateTo: '2026-11-02' }),
    () => t.tenant.alerts(),
    () => t.tenant.setAlerts({ low: [] }),
    () => t.payments.settings(),
    () => t.payments.topUp({ credits: 10_000 }),
    () => t.payments.list().page(),
    () => t.payments.read('{paymentId}'),
    () => t.payments.refresh('{paymentId}'),
    () => t.payments.resume('{paymentId}'),
    () => t.payments.settle(),
    () => t.payments.cards(),
    () => t.payments.addCard(),
    () => t.payments.removeCard('{paymentMethodId}'),
    () => t.payments.automatic(),
    () => t.payments.setAutomatic({ isOn: false, threshold: 0, credits: 10, paymentMethodId: 'x' }),
    () => t.payments.details(),
    () => t.payments.setDetails({ name: 'x', address: 'y' }),
    () => t.payments.invoices().page(),
    () => t.payments.invoice('{invoiceId}'),
    () => t.requests.list().page(),
    () => t.requests.list().csv(),
    () => t.requests.errors(),
    () => t.requests.read('{requestId}'),
    () => t.requests.exchange('{requestId}'),
    () => t.requests.messages().page(),
    () => t.requests.messages().csv(),
    () => t.my.profile(),
    () => t.my.tenants().page(),
    () => t.my.selectTenant('T'),
    () => t.events.page(),
    () => t.webhooks.list(),
    () => t.webhooks.create({ url: 'https://example.com', mode: 'test' }),
    () => t.webhooks.read(endpoint),
    () => t.webhooks.change(endpoint, {}),
    () => t.webhooks.remove(endpoint),
    () => t.webhooks.rotate(endpoint, { overlap: '1h' }),
    () => t.webhooks.setOverlap(endpoint, { overlap: '1h' }),
    () => t.webhooks.disable(endpoint),
    () => t.webhooks.enable(endpoint, { missed: 'skip' }),
    () => t.webhooks.deliveries(endpoint).page(),
    () => t.webhooks.delivery(endpoint, delivery),
    () => t.webhooks.histogram(endpoint),
    () => t.webhooks.replay(endpoint, 'e'),
    () => t.webhooks.test(endpoint),
    () => t.webhooks.recover(endpoint, { since: '2026-11-01' }),
    () => t.webhooks.recovery(endpoint, recovery),
    () => t.webhooks.cancelRecovery(endpoint, recovery),
  ];
  for (const call of every) await call();
  const wanted = forCredentials();
  assert.ok(wanted.length > 40);
  const called = new Set(sent.map(decodeURIComponent));
  assert.deepEqual([...called].sort(), wanted.map(({ route }) => route).sort());
  // The Python client has a method for each operation.
  const python = read('packages/python/trefoil.py');
  const snake = (id: string): string => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  assert.deepEqual(
    wanted.filter(({ id }) => !python.includes(`    def ${snake(id)}(self`)),
    [],
  );
});

test('what is generated is what docs/openapi.json makes of it', async () => {
  // Not assert.equal: the difference of two files of 80 KB helps nobody.
  assert.ok(readFileSync(GENERATED_FILE, 'utf8') === (await generatedText()), 'stale: npm run sdk');
  assert.ok(readFileSync(PYTHON_FILE, 'utf8') === pythonText(), 'stale: npm run sdk');
});

test('no exported name of either SDK ends in a number: that is a second name for one thing', () => {
  const typescript = [
    ...readFileSync(GENERATED_FILE, 'utf8').matchAll(/^export (?:type|interface|const) (\w+)/gm),
  ];
  const python = [...readFileSync(PYTHON_FILE, 'utf8').matchAll(/^(?:class )?([A-Za-z]\w*)(?: = |[(:])/gm)];
  for (const found of [typescript, python]) {
    const names = found.map(([, name = '']) => name);
    assert.ok(names.length > 100 && names.includes('EventType'), String(names.length));
    assert.deepEqual(
      names.filter((name) => /\d$/.test(name)),
      [],
    );
  }
});

test('the browser part is at most 1 KB compressed and imports nothing', () => {
  const text = read('packages/sdk/src/browser.js');
  assert.ok(gzipSync(text).length <= 1024, String(gzipSync(text).length));
  assert.doesNotMatch(text, /^import/m);
});

const SECRETS = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map(
  (key) => `whsec_${key.toString('base64')}`,
) as [string, string];
const BODY = JSON.stringify({
  type: 'report.completed',
  timestamp: '2026-11-15T09:30:00.000Z',
  data: { creditReportId: 'r', test: true, status: 'complete' },
});
function signedBy(secret: string, atMs = Date.now()): Record<string, string> {
  const signature = new Webhook(secret).sign('evt-1', new Date(atMs), BODY);
  const time = String(Math.floor(atMs / 1000));
  return { 'webhook-id': 'evt-1', 'webhook-timestamp': time, 'webhook-signature': signature };
}

test('a webhook is taken as text or bytes, by any of two secrets, with headers of Node or of fetch', async () => {
  const headers = signedBy(SECRETS[1]);
  const event = await verifyWebhook(BODY, headers, SECRETS);
  assert.equal(event.id, 'evt-1');
  if (event.type === 'report.completed') assert.equal(event.data.creditReportId, 'r');
  assert.equal(
    (await verifyWebhook(Buffer.from(BODY), new Headers(headers), SECRETS[1])).type,
    'report.completed',
  );
  const two = { ...headers, 'webhook-signature': `v1,AAAA v1a,BBBB ${headers['webhook-signature']}` };
  assert.equal((await verifyWebhook(BODY, two, SECRETS[1])).id, 'evt-1');
});

test('what signWebhook signs is what others sign', async () => {
  const headers = await signWebhook(BODY, SECRETS[0], { id: 'evt-1', nowMs: 1_763_000_000_000 });
  assert.deepEqual(headers, signedBy(SECRETS[0], 1_763_000_000_000));
  const now = await signWebhook(BODY, SECRETS[0]);
  assert.equal((await verifyWebhook(BODY, now, SECRETS)).id, now['webhook-id']);
  await assert.rejects(signWebhook(BODY, 'whsec_'), /secret is empty/);
});

test('a webhook that was signed with the public scheme is checked with its public key', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const time = String(Math.floor(Date.now() / 1000));
  const signature = sign(null, Buffer.from(`evt-2.${time}.${BODY}`), privateKey).toString('base64');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const headers = {
    'webhook-id': 'evt-2',
    'webhook-timestamp': time,
    'webhook-signature': `v1a,${signature}`,
  };
  assert.equal((await verifyWebhook(BODY, headers, `whpk_${raw}`)).id, 'evt-2');
  await assert.rejects(verifyWebhook(`${BODY} `, headers, `whpk_${raw}`), WebhookRefused);
});

test('a webhook with another body, id, secret or time is refused, and a parsed body with a sentence', async () => {
  const good = signedBy(SECRETS[0]);
  const old = signedBy(SECRETS[0], Date.now() - 301_000);
  const forged = {
    ...good,
    'webhook-signature': `v1,${createHmac('sha256', 'x').update(BODY).digest('base64')}`,
  };
  const { 'webhook-id': id, 'webhook-timestamp': time } = good;
  // Anybody can sign with an empty secret.
  const empty = createHmac('sha256', '').update(`${id}.${time}.${BODY}`).digest('base64');
  const byNobody = { ...good, 'webhook-signature': `v1,${empty}` };
  for (const [body, headers, secret] of [
    [BODY.replace('complete', 'failed'), good, SECRETS[0]],
    [BODY, { ...good, 'webhook-id': 'evt-9' }, SECRETS[0]],
    [BODY, good, SECRETS[1]],
    [BODY, old, SECRETS[0]],
    [BODY, forged, SECRETS[0]],
    [BODY, {}, SECRETS[0]],
    [BODY, byNobody, 'whsec_'],
    [BODY, good, []],
  ] as const)
    await assert.rejects(verifyWebhook(body, headers, secret), WebhookRefused);
  const parsed = JSON.parse(BODY) as string;
  await assert.rejects(verifyWebhook(parsed, good, SECRETS[0]), /express\.raw/);
});

type WebhookCase = {
  name: string;
  body?: string;
  bodyBase64?: string;
  headers: Record<string, string>;
  secrets: string[];
  now: number;
  id: string | null;
  says?: string;
};

test('webhooks are taken or refused as the shared cases say, which the Python client runs too', async () => {
  const file = join(import.meta.dirname, '../../packages/webhook-cases.json');
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: WebhookCase[] };
  assert.ok(cases.length > 50);
  for (const { name, body, bodyBase64 = '', headers, secrets, now, id, says = '' } of cases) {
    const checked = verifyWebhook(body ?? Buffer.from(bodyBase64, 'base64'), headers, secrets, now * 1000);
    if (id === null) {
      await assert.rejects(checked, WebhookRefused, name);
      await assert.rejects(checked, ({ message }: Error) => message.includes(says), name);
    } else assert.equal((await checked).id, id, name);
  }
});

test('the fake walks the whole challenge: wrong codes, new texts, their limits', async () => {
  const { trefoil, calls } = fakeTrefoil();
  const begun = await trefoil.reports.generate({ ...input, challengeOptions: { status: 'challenge' } });
  assert.equal(begun.status, 'authentication-required');
  if (begun.status !== 'authentication-required') return;
  const { challenge } = begun;
  const wrong = await challenge.submit('000000');
  assert.deepEqual([wrong.status, wrong.status === 'retry' && wrong.attemptsRemaining], ['retry', 2]);
  assert.deepEqual(
    [(await challenge.resend()).smsSentCount, (await challenge.resend()).remainingSmsCount],
    [2, 0],
  );
  await assert.rejects(challenge.resend(), RateLimited);
  const right = wrong.status === 'retry' ? await wrong.challenge.submit('123456') : wrong;
  assert.equal(right.status, 'complete');
  assert.equal((await trefoil.reports.read(begun.creditReportId)).status, 'complete');
  const again = trefoil.reports.challenge(challenge);
  assert.equal(again.creditReportId, begun.creditReportId);
  assert.equal(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size, calls.length);
  const blocked: GenerateOutcome = await trefoil.reports.generate({
    ...input,
    challengeOptions: { status: 'block' },
  });
  assert.equal(blocked.status, 'blocked');
  const listed = await Array.fromAsync(trefoil.reports.list());
  assert.equal(listed.length, 2);
});

test('the fake refuses, breaks off and answers as it is told, and the client retries as it does anywhere', async () => {
  const fake = fakeTrefoil();
  fake.next('generateReport', 'no-answer', { status: 503, code: 'service-unavailable', retryAfter: 1 });
  assert.equal((await fake.trefoil.reports.generate(input)).status, 'complete');
  assert.equal(fake.calls.length, 3);
  fake.next('generateReport', { status: 402, code: 'insufficient-credits' });
  await assert.rejects(fake.trefoil.reports.generate(input), InsufficientFunds);
  fake.next('submitOtp', { status: 410, code: 'challenge-expired' });
  const challenge = fake.trefoil.reports.challenge({ creditReportId: 'r', challengeId: 'c' });
  await assert.rejects(challenge.submit('123456'), ChallengeExpired);
  fake.nextOutcome({ status: 'blocked', creditReportId: 'mine', reason: 'risk-assessment' });
  assert.equal((await fake.trefoil.reports.generate(input)).creditReportId, 'mine');
  fake.next('readTenant', { answer: { balance: 7 } });
  assert.equal((await fake.trefoil.tenant.read()).balance, 7);
});

test('the fake has links to the hosted page, and its consumer is played by the test', async () => {
  const { trefoil, visit, calls } = fakeTrefoil();
  const [text] = await trefoil.consumerSessions.consentTexts();
  assert.ok(text);
  const { versions } = await trefoil.consumerSessions.consentText(text.id);
  assert.equal(versions[0]?.sha256, createHash('sha256').update(text.body).digest('hex'));
  const order = { bureaus: input.bureaus, searchType: 'pcp' as const, consentTextId: text.id, test: true };
  const make = (more = {}) => trefoil.consumerSessions.create({ ...order, ...more });
  const link = await make({ externalReference: 'case-7', prefill: { firstName: 'Bea' } });
  assert.match(link.url, new RegExp(`/c/${link.id}#t=`));
  assert.equal((await trefoil.consumerSessions.read(link.id)).status, 'created');

  visit(link.id, 'consented');
  const failed = visit(link.id, 'failed');
  const { reason, generates, triesLeft, endedAt } = failed;
  assert.deepEqual([reason, generates, triesLeft, endedAt], ['no-bureau-answered', 1, 2, null]);
  visit(link.id, 'complete');
  const done = await trefoil.consumerSessions.read(link.id);
  assert.deepEqual([done.status, done.reason, done.generates], ['complete', null, 2]);
  assert.ok(done.openedAt && done.consent.shownAt && done.consent.agreedAt && done.endedAt);
  const report = await trefoil.reports.read(done.creditReportId ?? '');
  assert.equal(report.status === 'complete' && report.creditReport.person.firstName, 'Bea');
  await assert.rejects(trefoil.consumerSessions.cancel(link.id), Conflict);
  assert.throws(() => visit(link.id, 'opened'), /over: complete/);

  const idempotencyKey = 'link-1';
  const second = await trefoil.consumerSessions.create(order, { idempotencyKey });
  visit(second.id, 'declined');
  const third = await make();
  const sent = await trefoil.consumerSessions.send(third.id, { by: 'sms', mobileNumber: '+447700900123' });
  assert.deepEqual(sent.sends[0]?.by, 'sms');
  assert.equal((await trefoil.consumerSessions.cancel(third.id)).status, 'cancelled');
  assert.deepEqual(await trefoil.consumerSessions.create(order, { idempotencyKey }), second, 'a repeat');
  const idsOf = async (query: { status?: 'declined'; externalReference?: string }) =>
    (await Array.fromAsync(trefoil.consumerSessions.list(query))).map(({ id }) => id);
  assert.deepEqual(await idsOf({}), [third.id, second.id, link.id]);
  assert.deepEqual(await idsOf({ status: 'declined' }), [second.id]);
  assert.deepEqual(await idsOf({ externalReference: 'case-7' }), [link.id]);

  await assert.rejects(make({ consentTextId: 'none' }), ValidationError);
  await assert.rejects(trefoil.consumerSessions.read('none'), NotFound);
  await assert.rejects(trefoil.consumerSessions.consentText('none'), NotFound);
  assert.ok(calls.some(({ operation }) => operation === 'cancelConsumerSession'));
});
