// Both SDKs against the service itself, with a stand-in for the live world: every outcome, every kind of error, lists, files, events; and
// connections that are cut at random, where each generate must be one report and one charge. SDK_CUTS and TEST_SEED set that run.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ChallengeExpired,
  ConnectionError,
  Forbidden,
  type GenerateRequest,
  InsufficientFunds,
  NotFound,
  RateLimited,
  Trefoil,
  type TrefoilError,
  Unauthorized,
  ValidationError,
} from '@trefoil/sdk';
import { Webhook } from 'standardwebhooks';
import { createRandom } from '../../src/world/synthetic/random.ts';
import {
  countReports,
  createTenant,
  generateBody,
  type House,
  type Tenant,
  topUp,
} from '../support/house.ts';
import { type Cut, type CuttingTcp, startCuttingTcp } from '../support/http/cutting-tcp.ts';
import { LIVE, openLiveHouse } from '../support/money.ts';
import { feedSettled } from '../support/webhooks/feed.ts';
import type { StandIn } from '../support/worlds/stand-in-world.ts';

const CUTS = Number(process.env.SDK_CUTS ?? 12);
const SEED = process.env.TEST_SEED ?? '';
const PRICE = 300;
const PYTHON = join(import.meta.dirname, '../../packages/python');

let house: House;
let world: StandIn;
let tenant: Tenant;
let origin: string;
let trefoil: Trefoil;
before(async () => {
  ({ house, world } = await openLiveHouse());
  await house.service.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(house.service.app.server.address() as AddressInfo).port}`;
  tenant = await createTenant(house, { balanceCredits: 100_000 });
  trefoil = clientOf(tenant);
});
after(() => house?.close());
beforeEach(() => {
  house.travelTo(null);
  world.reset();
});

function clientOf({ tenantId, clientId, clientSecret }: Tenant, more: object = {}): Trefoil {
  return new Trefoil({ baseUrl: origin, tenantId, clientId, clientSecret, ...more });
}
const inputOf = (more: object = {}): GenerateRequest =>
  generateBody({ ...LIVE, ...more }) as unknown as GenerateRequest;

async function challenged() {
  world.verdict = 'challenge';
  const begun = await trefoil.reports.generate(inputOf());
  assert.ok(begun.status === 'authentication-required');
  return begun;
}

test('a report at once, and what it cost', async () => {
  const outcome = await trefoil.reports.generate(inputOf({ externalReference: 'sdk-1' }));
  assert.ok(outcome.status === 'complete');
  assert.equal(outcome.wallet.cost, PRICE);
  assert.match(outcome.requestId, /^[0-9a-f-]{36}$/);
  const read = await trefoil.reports.read(outcome.creditReportId);
  assert.ok(read.status === 'complete');
  assert.deepEqual(read.creditReport, outcome.creditReport);
  assert.equal((await trefoil.reports.agreements(outcome.creditReportId)).kind, 'motor');
  assert.equal((await trefoil.reports.timeline(outcome.creditReportId)).status, 'complete');
});

test('a wrong code, a new text and the right code', async () => {
  const { challenge } = await challenged();
  assert.equal(challenge.sms, 'accepted');
  const wrong = await challenge.submit('000000');
  assert.ok(wrong.status === 'retry');
  assert.equal(wrong.attemptsRemaining, 2);
  assert.equal((await wrong.challenge.resend()).smsSentCount, 2);
  // As in another process: by the ids alone.
  const { creditReportId, challengeId } = challenge;
  const right = await trefoil.reports
    .challenge({ creditReportId, challengeId })
    .submit(world.sent.at(-1)?.code ?? '');
  assert.equal(right.status, 'complete');
  assert.equal(await challenge.resend().catch((error: TrefoilError) => error.code), 'challenge-closed');
});

test('the last wrong code, no texts left, a code that is too late', async () => {
  const failing = (await challenged()).challenge;
  const statuses = [];
  for (const code of ['1', '2', '3']) statuses.push((await failing.submit(code)).status);
  assert.deepEqual(statuses, ['retry', 'retry', 'failed']);
  const { challenge } = await challenged();
  await challenge.resend();
  await challenge.resend();
  await assert.rejects(challenge.resend(), (error) => error instanceof RateLimited && error.status === 429);
  house.travelTo(new Date(Date.now() + 3_600_000));
  await assert.rejects(challenge.submit('123456'), ChallengeExpired);
});

test('blocked is an outcome; an empty wallet, a wrong field, a foreign id and a wrong secret are errors of their own', async () => {
  world.verdict = 'block';
  assert.equal((await trefoil.reports.generate(inputOf())).status, 'blocked');
  const poor = clientOf(await createTenant(house, { balanceCredits: 0 }));
  await assert.rejects(poor.reports.generate(inputOf()), InsufficientFunds);
  const wrong = inputOf({ dateOfBirth: '1985-02-30' });
  await assert.rejects(trefoil.reports.generate(wrong), (error) => {
    assert.ok(error instanceof ValidationError);
    assert.deepEqual(
      error.details.map(({ path }) => path),
      ['/dateOfBirth'],
    );
    assert.ok(error.requestId && error.idempotencyKey && error.help);
    return true;
  });
  await assert.rejects(trefoil.reports.read(randomUUID()), NotFound);
  await assert.rejects(clientOf({ ...tenant, clientSecret: 'wrong' }).tenant.read(), Unauthorized);
  await assert.rejects(clientOf(tenant, { scope: 'wallet:read' }).reports.generate(inputOf()), Forbidden);
  await assert.rejects(
    clientOf(tenant, { baseUrl: 'http://127.0.0.1:1', maxRetries: 0 }).tenant.read(),
    ConnectionError,
  );
});

test('lists are read to their end by pages, and as a file', async () => {
  const own = await createTenant(house, { balanceCredits: 5_000 });
  const client = clientOf(own);
  for (const n of [1, 2, 3, 4, 5]) await client.reports.generate(inputOf({ externalReference: `page-${n}` }));
  const references: (string | undefined)[] = [];
  for await (const { externalReference } of client.reports.list({ pageSize: 2, sort: 'oldest' }))
    references.push(externalReference);
  assert.deepEqual(references, ['page-1', 'page-2', 'page-3', 'page-4', 'page-5']);
  const first = await client.reports.list({ pageSize: 2 }).page();
  assert.equal(first.items.length, 2);
  assert.equal(
    (await client.reports.list({ pageSize: 2 }).page(first.token ?? '')).items[0]?.externalReference,
    'page-3',
  );
  const csv = await new Response(await client.reports.list().csv()).text();
  assert.equal(csv.trim().split('\r\n').length, 6);
  assert.match(csv, /page-5/);
  const lines = await Array.fromAsync(client.tenant.transactions({ kind: 'post', pageSize: 3 }));
  assert.equal(lines.length, 5);
  assert.equal((await client.tenant.read()).balance, 5_000 - 5 * PRICE);
});

test('events are followed from where one was, until it is enough', async () => {
  const tenant = await createTenant(house, { balanceCredits: 5_000 });
  const client = clientOf(tenant);
  await client.reports.generate(inputOf({ externalReference: 'event-1' }));
  await feedSettled(house, tenant.tenantId);
  const { items, next } = await client.events.page();
  assert.ok(
    items.some((event) => event.type === 'report.completed' && event.data.externalReference === 'event-1'),
  );
  const enough = new AbortController();
  const following = client.events.follow(
    { ...(next !== null && { after: next }) },
    { signal: enough.signal },
  );
  const coming = following.next();
  await client.reports.generate(inputOf({ externalReference: 'event-2' }));
  const { value } = await coming;
  assert.ok(
    value?.items.every(
      (event) => !('externalReference' in event.data) || event.data.externalReference === 'event-2',
    ),
  );
  const waiting = following.next();
  enough.abort(new Error('enough'));
  await assert.rejects(waiting, { name: 'Aborted' });
});

const python = (
  args: string[],
  env: Record<string, string> = {},
): Promise<{ text: string; fault: Error | null }> =>
  new Promise((resolve) =>
    execFile(
      'python3',
      args,
      { env: { ...process.env, PYTHONPATH: PYTHON, PYTHONDONTWRITEBYTECODE: '1', ...env } },
      (fault, stdout, stderr) => resolve({ text: stdout + stderr, fault }),
    ),
  );
const { text: version, fault: none } = await python(['-c', 'import sys; print(sys.version_info >= (3, 11))']);
const skip = none === null && version.startsWith('True') ? false : 'there is no python3 from 3.11 on here';

test('the Python client repeats, and takes or refuses webhooks, as the shared cases say', {
  skip,
}, async () => {
  const { text, fault } = await python([join(PYTHON, 'run_cases.py')]);
  assert.equal(fault, null, text);
  const { run, wrong } = JSON.parse(text);
  assert.deepEqual(wrong, []);
  assert.ok(run > 75);
});

const JOURNEY = `
import asyncio, json, os, sys
from trefoil import AsyncTrefoil, ChallengeExpired, InsufficientFunds, NotFound, RateLimited, Trefoil, Unauthorized, ValidationError
env = os.environ
body = json.loads(env["BODY"])
client = Trefoil(env["ORIGIN"], env["TENANT"], env["CLIENT"], env["SECRET"])
def refused(kind, call):
    try:
        call()
    except kind as error:
        assert error.request_id, error
        return error
    raise AssertionError(f"no {kind.__name__}")
test = {**body, "test": True}
done = client.generate_report({**test, "externalReference": "py-1"})["data"]
assert done["status"] == "complete", done
assert client.read_report(done["creditReportId"])["data"]["creditReport"] == done["creditReport"]
first = client.generate_report({**test, "challengeOptions": {"status": "challenge"}}, idempotency_key="py-key")
again = client.generate_report({**test, "challengeOptions": {"status": "challenge"}}, idempotency_key="py-key")
assert first == again, "the same key gets the same answer"
report, challenge = first["data"]["creditReportId"], first["data"]["challenge"]["challengeId"]
assert client.submit_otp(report, {"challengeId": challenge, "code": "000000"})["data"]["status"] == "retry"
assert client.resend_sms(report, {"challengeId": challenge})["data"]["smsSentCount"] == 2
client.resend_sms(report, {"challengeId": challenge})
refused(RateLimited, lambda: client.resend_sms(report, {"challengeId": challenge}))
assert client.submit_otp(report, {"challengeId": challenge, "code": "123456"})["data"]["status"] == "complete"
assert client.generate_report({**test, "challengeOptions": {"status": "block"}})["data"]["status"] == "blocked"
wrong = refused(ValidationError, lambda: client.generate_report({**test, "dateOfBirth": "1985-02-30"}))
assert [one["path"] for one in wrong.details] == ["/dateOfBirth"] and wrong.help and wrong.idempotency_key, wrong.details
refused(NotFound, lambda: client.read_report("0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a10"))
refused(Unauthorized, lambda: Trefoil(env["ORIGIN"], env["TENANT"], env["CLIENT"], "wrong").read_tenant())
charged = client.generate_report(body)
assert charged["meta"]["wallet"]["cost"] == 300, charged["meta"]
listed = list(client.pages(client.list_reports, page_size=2))
assert len(listed) == 4, len(listed)
csv = client.csv("credit-reports", created_from="2026-01-01").read().decode()
assert len(csv.strip().splitlines()) == 5, csv
async def at_once():
    same = AsyncTrefoil(client)
    made = await asyncio.gather(*(same.generate_report({**test, "externalReference": f"async-{n}"}) for n in range(3)))
    assert [one["data"]["status"] for one in made] == ["complete"] * 3, made
    assert len([one async for one in same.pages(same.list_reports, page_size=2)]) == 7
    try:
        await same.read_report("0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a10")
    except NotFound as error:
        return error.request_id
assert asyncio.run(at_once())
print("done")
`;

const CHECKS = `
import base64, hashlib, hmac, json, os
from trefoil import WebhookRefused, verify_webhook
given = json.loads(os.environ["WEBHOOK"])
body, headers, secret = given["body"], given["headers"], given["secret"]
event = verify_webhook(body.encode(), headers, ["whsec_AAAA", secret])
assert event["type"] == "ping" and event["id"] == "evt-1", event
late = int(headers["webhook-timestamp"]) + 301
signed = f"evt-1.{headers['webhook-timestamp']}.{body}".encode()
by_nobody = "v1," + base64.b64encode(hmac.new(b"", signed, hashlib.sha256).digest()).decode()
forged = {**headers, "webhook-signature": by_nobody}
for wrong in [(body + " ", headers, secret), (body, {**headers, "webhook-id": "x"}, secret), (body, headers, "whsec_AAAA"),
              (body, forged, ""), (body, headers, "whsec_é"), (body, {}, secret), (json.loads(body), headers, secret), (body, headers, secret, late)]:
    try:
        verify_webhook(*wrong)
    except WebhookRefused:
        continue
    raise AssertionError(wrong)
print("done")
`;

test('the Python client takes a webhook that is signed, and none that is not', { skip }, async () => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const at = new Date();
  const body = JSON.stringify({ type: 'ping', timestamp: at.toISOString(), data: { test: true } });
  const headers = {
    'webhook-id': 'evt-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt-1', at, body),
  };
  const { text } = await python(['-c', CHECKS], { WEBHOOK: JSON.stringify({ secret, headers, body }) });
  assert.equal(text.trim(), 'done');
});

test('the Python client walks the same journey against the service', { skip }, async () => {
  const { tenantId, clientId, clientSecret } = await createTenant(house, { balanceCredits: 1_000 });
  const env = {
    ORIGIN: origin,
    TENANT: tenantId,
    CLIENT: clientId,
    SECRET: clientSecret,
    BODY: JSON.stringify(inputOf()),
  };
  const { text } = await python(['-c', JOURNEY], env);
  assert.equal(text.trim(), 'done');
});

test(`${CUTS} generates around which the connection is cut are one report and one charge each (TEST_SEED=${SEED})`, async () => {
  const random = createRandom(SEED);
  const own = await createTenant(house, { balanceCredits: 0 });
  await topUp(house, own.tenantId, CUTS * PRICE);
  const proxy: CuttingTcp = await startCuttingTcp((house.service.app.server.address() as AddressInfo).port);
  let [givenUp, pauses] = [0, 0];
  const seams = {
    nowMs: () => performance.now(),
    random: Math.random,
    pause: async () => {
      pauses += 1;
      await sleep(2);
    },
  };
  const { tenantId, clientId, clientSecret } = own;
  const client = new Trefoil({ baseUrl: proxy.origin, tenantId, clientId, clientSecret }, seams);
  try {
    for (let n = 0; n < CUTS; n += 1) {
      const what = `generate ${n} of TEST_SEED=${SEED}`;
      proxy.arm(...Array.from({ length: random.int(1, 3) }, () => randomCut(random)));
      const input = inputOf({ externalReference: `cut-${n}` });
      const first = client.reports.generate(input);
      const outcome = await first.catch(async (error: unknown) => {
        // Three cuts in a row: the error has the key, and the caller goes on with it.
        assert.ok(error instanceof ConnectionError, `${what}: ${error}`);
        givenUp += 1;
        proxy.arm();
        return client.reports.generate(input, { idempotencyKey: error.idempotencyKey as string });
      });
      assert.equal(outcome.status, 'complete', what);
    }
    assert.ok(proxy.cuts >= CUTS / 2, `${proxy.cuts} cuts`);
    assert.equal(await countReports(house, tenantId), CUTS);
    proxy.arm();
    assert.deepEqual((({ balance, held }) => ({ balance, held }))(await client.tenant.read()), {
      balance: 0,
      held: 0,
    });
    process.stdout.write(
      `${CUTS} generates, ${proxy.cuts} cuts, ${pauses} retries, ${givenUp} given up and sent again: ${CUTS} reports, ${CUTS} charges\n`,
    );
  } finally {
    await proxy.close();
  }
});

/** Anywhere in a request of about 1 KB, or in the head and body of an answer of some KB. */
function randomCut(random: ReturnType<typeof createRandom>): Cut {
  return random.int(0, 1) === 0
    ? { direction: 'to-service', afterBytes: random.int(0, 1_100) }
    : { direction: 'to-client', afterBytes: random.int(0, 5_000) };
}
