// The overview: each figure against what was done, for its own tenant only.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, createTenant, type House, openChallenge, sql } from '../../support/house.ts';
import { LIVE, newClient, openLiveChallenge, openLiveHouse } from '../../support/money.ts';
import { ask, assertDocumented, signedIn } from '../../support/staff.ts';
import { registerEndpoint } from '../../support/webhooks/webhooks.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

let house: House;
let world: StandIn;
before(async () => {
  ({ house, world } = await openLiveHouse());
});
after(() => house.close());

async function overviewOf(client: Client) {
  await house.service.flushed();
  const url = `/${client.tenant.tenantId}/v1/overview` as const;
  const answer = await client.get(url);
  assertDocumented('GET', url, answer);
  return answer.body;
}

test('a new tenant has a credential and nothing else yet', async () => {
  const { tenantId } = await createTenant(house, { balanceCredits: 0 });
  const owner = await signedIn(house, { tenantId });
  const { body } = await ask(house, owner, 'GET', `/${tenantId}/v1/overview`);
  const { credentialMadeAt, liveCredentialMadeAt, ...others } = body.firstSteps;
  assert.ok(credentialMadeAt);
  assert.equal(liveCredentialMadeAt, credentialMadeAt);
  await sql(house, 'update credentials set is_test_only = true where tenant_id = $1', [tenantId]);
  const { firstSteps } = (await ask(house, owner, 'GET', `/${tenantId}/v1/overview`)).body;
  assert.deepEqual([firstSteps.credentialMadeAt, firstSteps.liveCredentialMadeAt], [credentialMadeAt, null]);
  assert.deepEqual(new Set(Object.values(others)), new Set([null]));
  assert.deepEqual([body.balance, body.held, body.openChallenges, body.daysLeft], [0, 0, 0, null]);
  assert.deepEqual([body.spend.totalCredits, body.spend.byDay, body.reports], [0, [], []]);
});

test('each first step is ticked when it is done', async () => {
  const client = await newClient(house);
  const ticked = async (): Promise<string[]> =>
    Object.entries((await overviewOf(client)).firstSteps)
      .filter(([, at]) => at !== null)
      .map(([name]) => name);
  assert.ok(!(await ticked()).includes('testReportMadeAt'));
  const { reportId, challengeId } = await openChallenge(client);
  assert.ok((await ticked()).includes('testReportMadeAt'));
  assert.ok(!(await ticked()).includes('challengePassedAt'));
  await client.submit(reportId, challengeId, '123456');
  assert.ok((await ticked()).includes('challengePassedAt'));
  world.verdict = 'allow';
  await client.generate(LIVE);
  assert.ok((await ticked()).includes('liveReportMadeAt'));
});

test('money and reports are counted: what is held, by day and product, by status and mode', async () => {
  const client = await newClient(house, 1_000);
  world.verdict = 'allow';
  await client.generate(LIVE);
  await client.generate();
  await openLiveChallenge(client, world);
  const body = await overviewOf(client);
  assert.deepEqual([body.balance, body.held, body.openChallenges], [360, 340, 1]);
  assert.equal(body.spend.totalCredits, 300);
  assert.deepEqual(
    body.spend.byDay.map(({ productCode, credits, count }) => [productCode, credits, count]),
    [
      ['credit-report-equifax', 100, 1],
      ['credit-report-experian', 100, 1],
      ['credit-report-transunion', 100, 1],
    ],
  );
  assert.deepEqual(body.reports, [
    { status: 'authentication-required', test: false, lastDay: 1, lastMonth: 1 },
    { status: 'complete', test: false, lastDay: 1, lastMonth: 1 },
    { status: 'complete', test: true, lastDay: 1, lastMonth: 1 },
  ]);
});

test('a report of last week counts for the month and not for the day, one of last year for neither', async () => {
  const client = await newClient(house);
  for (const days of [7, 365]) {
    const { creditReportId } = (await client.generate()).body.data;
    await sql(
      house,
      'update reports set created_at = created_at - make_interval(days => $3) where tenant_id = $1 and id = $2',
      [client.tenant.tenantId, creditReportId, days],
    );
  }
  const { reports } = await overviewOf(client);
  assert.deepEqual(reports, [{ status: 'complete', test: true, lastDay: 0, lastMonth: 1 }]);
});

test('a low balance, rising refusals and undelivered texts are reported', async () => {
  const client = await newClient(house, 400);
  const { tenantId } = client.tenant;
  world.verdict = 'allow';
  await client.generate(LIVE);
  for (let count = 0; count < 10; count += 1) await client.generate({ firstName: undefined });
  await sql(
    house,
    `insert into sms_messages (tenant_id, id, handed_over_at, state) values ($1, gen_random_uuid(), clock_timestamp(), 'not-delivered')`,
    [tenantId],
  );
  const { attention } = await overviewOf(client);
  const kinds = attention.map(({ kind }) => kind).filter((kind) => kind !== 'simulators-in-use');
  assert.deepEqual(kinds, ['balance-low', 'errors-rising', 'texts-undelivered']);
  assert.deepEqual(
    (await overviewOf(await newClient(house))).attention.filter(({ kind }) => kind !== 'simulators-in-use'),
    [],
  );
});

test('fired alerts, a secret that ends in use and endpoints that fail need attention, of what the caller may see', async () => {
  const client = await newClient(house, 400);
  const { tenantId } = client.tenant;
  const owner = await signedIn(house, { tenantId });
  await ask(house, owner, 'PUT', `/${tenantId}/v1/alerts`, { low: [300], velocity: 100 });
  world.verdict = 'allow';
  await client.generate(LIVE);
  await sql(
    house,
    `update credentials set old_secret_hash = secret_hash, old_secret_hint = 'abcd', secret_created_at = clock_timestamp() - interval '1 day',
       old_expires_at = clock_timestamp() + interval '1 hour', old_last_used_at = clock_timestamp() where tenant_id = $1`,
    [tenantId],
  );
  const live = await registerEndpoint(client, 'https://live.example/hook');
  const gone = await registerEndpoint(client, 'https://test.example/hook', { mode: 'test' });
  await registerEndpoint(client, 'https://new.example/hook');
  const failingFor = (id: string, time: string) =>
    sql(
      house,
      'update webhook_health set failing_since = clock_timestamp() - $2::interval where endpoint_id = $1',
      [id, time],
    );
  await failingFor(live.id, '61 minutes');
  await sql(
    house,
    `update webhook_endpoints set state = 'disabled', disabled_reason = 'gone', missed_since = clock_timestamp() where id = $1`,
    [gone.id],
  );
  await house.service.tendEndpoints();
  const seen = async (role: 'owner' | 'developer' | 'finance') => {
    const person = await signedIn(house, { tenantId, role });
    const url = `/${tenantId}/v1/attention` as const;
    const answer = await ask(house, person, 'GET', url);
    assertDocumented('GET', url, answer);
    return answer.body.items.filter(({ kind }) => kind !== 'simulators-in-use');
  };
  const all = await seen('owner');
  assert.deepEqual(
    all.map(({ kind, subjectId, test: isTest }) => [kind, kind === 'secret-ending' ? '' : subjectId, isTest]),
    [
      ['balance-low', null, null],
      ['spending-fast', null, null],
      ['secret-ending', '', null],
      ['endpoint-failing', live.id, false],
      ['endpoint-disabled', gone.id, true],
    ],
  );
  const kindsOf = (items: typeof all): string[] => items.map(({ kind }) => kind);
  // Endpoints of live mode are not a developer's.
  assert.deepEqual(kindsOf(await seen('developer')), [
    'balance-low',
    'spending-fast',
    'secret-ending',
    'endpoint-disabled',
  ]);
  assert.deepEqual(kindsOf(await seen('finance')), ['balance-low', 'spending-fast']);
  await failingFor(live.id, '11 minutes');
  assert.ok(kindsOf(await seen('owner')).includes('endpoint-failing'), 'sooner than mail');
  await failingFor(live.id, '9 minutes');
  assert.ok(!kindsOf(await seen('owner')).includes('endpoint-failing'));
  await sql(house, 'update credentials set revoked_at = clock_timestamp() where tenant_id = $1', [tenantId]);
  assert.ok(!kindsOf(await seen('owner')).includes('secret-ending'), 'neither secret works');
});
