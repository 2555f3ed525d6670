// Replay: what is kept of test requests, for whom and for how long; and that nothing is kept of live ones.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { PURGED_ANSWER } from '../../../src/http/problems.ts';
import { createTestExchanges } from '../../../src/storage/activity/test-exchanges.ts';
import { openKeyring } from '../../../src/storage/keys/root-key.ts';
import { createVault } from '../../../src/storage/keys/vault.ts';
import { createErasure } from '../../../src/storage/reports/erasure.ts';
import { hashPerson } from '../../../src/storage/reports/risk-facts.ts';
import { COMMAND_LINE } from '../../../src/usecases/operating/operate-tenants.ts';
import { type Answer, type Client, createTenant, type House, sql } from '../../support/house.ts';
import { assertProblem } from '../../support/http/problem-shape.ts';
import { LIVE, newClient, openLiveHouse } from '../../support/money.ts';
import { type Browser, createPerson, openBrowser, signIn } from '../../support/people.ts';

let house: House;
let client: Client;
let developer: Browser;
before(async () => {
  ({ house } = await openLiveHouse());
  client = await newClient(house, 100_000);
  const person = await createPerson(house, { tenantId: client.tenant.tenantId, role: 'developer' });
  developer = await signIn(openBrowser(house), person);
});
after(() => house.close());

const idOf = ({ headers }: Answer): string => String(headers['x-request-id']);
async function exchangeOf(answer: Answer, browser = developer, tenantId = client.tenant.tenantId) {
  await house.service.flushed();
  return browser.get(`/${tenantId}/v1/requests/${idOf(answer)}/exchange`);
}

test('a test request is kept with its answer, as sent and as answered, and can be sent again', async () => {
  const first = await client.generate({ externalReference: 'again', unknownField: 1 });
  const { status, body } = await exchangeOf(first);
  assert.equal(status, 200);
  assert.deepEqual(
    [body.method, body.path, body.status],
    ['POST', `/${client.tenant.tenantId}/v1/credit-reports`, 200],
  );
  assert.equal((body.body as { unknownField?: number }).unknownField, 1);
  assert.deepEqual(body.answer, first.body);
  const again = await client.post(body.path as '/t/v1/credit-reports', body.body);
  assert.equal(again.status, 200);
  assert.notEqual(again.body.data.creditReportId, first.body.data.creditReportId);
  assert.deepEqual(again.body.data.creditReport, first.body.data.creditReport);
});

test('a refused test request is kept too', async () => {
  const refused = await client.generate({ firstName: undefined });
  assert.equal(refused.status, 400);
  const { body } = await exchangeOf(refused);
  assert.deepEqual([body.status, body.answer], [400, refused.body]);
});

test('nothing is kept of a live request, nor of one that does not say that it is a test', async () => {
  const count = async () =>
    (await sql<{ count: number }>(house, 'select count(*) as count from test_exchanges'))[0]?.count;
  await house.service.flushed();
  const before = await count();
  const answers = [
    await client.generate(LIVE),
    await client.generate({ ...LIVE, test: false }),
    await client.generate({ ...LIVE, test: 'true' }),
    await client.generate({ ...LIVE, test: 1 }),
    await client.generate({ ...LIVE, firstName: undefined }),
  ];
  for (const answer of answers) assertProblem(await exchangeOf(answer), 404, 'not-found');
  assert.equal(await count(), before);
});

test('what is kept is sealed, belongs to its tenant, and is gone after a day', async () => {
  const kept = await client.generate({ lastName: 'Zwetschgenbaum' });
  await house.service.flushed();
  const [row] = await sql<{ body: Buffer; answer: Buffer }>(
    house,
    'select body, answer from test_exchanges where request_id = $1',
    [idOf(kept)],
  );
  for (const sealed of [row?.body, row?.answer])
    assert.ok(sealed !== undefined && !sealed.toString('latin1').includes('Zwetschgenbaum'));

  const other = await createTenant(house);
  const stranger = await signIn(
    openBrowser(house),
    await createPerson(house, { tenantId: other.tenantId, role: 'owner' }),
  );
  assertProblem(await exchangeOf(kept, stranger, other.tenantId), 404, 'not-found');
  const finance = await signIn(
    openBrowser(house),
    await createPerson(house, { tenantId: client.tenant.tenantId, role: 'finance' }),
  );
  assert.equal((await exchangeOf(kept, finance)).status, 403);

  await sql(house, `update test_exchanges set at = at - interval '24 hours' where request_id = $1`, [
    idOf(kept),
  ]);
  assertProblem(await exchangeOf(kept), 404, 'not-found');
  await house.service.keepHouse();
  const left = await sql(house, 'select 1 from test_exchanges where request_id = $1', [idOf(kept)]);
  assert.equal(left.length, 0);
});

test('an erased report takes what was kept of its request along', async () => {
  const kept = await client.generate();
  await house.service.flushed();
  // Written behind the request: this one comes after its report was erased.
  const late = await client.generate();
  const { database } = house.service;
  const keyring = await openKeyring(database, { current: house.config.ENCRYPTION_KEY, former: null });
  const erasure = createErasure({
    database,
    vault: createVault({ database, keyring }),
    hashPerson: (tenantId, consumer) => hashPerson(keyring, tenantId, consumer),
  });
  const reportIds = [kept, late].map(({ body }): string => body.data.creditReportId);
  const which = { reportIds, sessionIds: [] };
  await erasure.erase(COMMAND_LINE, client.tenant.tenantId, which, PURGED_ANSWER);
  await house.service.flushed();
  for (const one of [kept, late]) assertProblem(await exchangeOf(one), 404, 'not-found');
});

test('a thousand of a tenant are kept', async () => {
  await sql(
    house,
    `insert into test_exchanges (tenant_id, request_id, at, path, status, body)
     select $1, gen_random_uuid(), clock_timestamp(), '/', 200, '' from generate_series(1, 1200)`,
    [client.tenant.tenantId],
  );
  await house.service.keepHouse();
  const [row] = await sql<{ count: number }>(
    house,
    'select count(*) as count from test_exchanges where tenant_id = $1',
    [client.tenant.tenantId],
  );
  assert.equal(row?.count, 1_000);
});

test('of one second 50 of a tenant are kept, of the next second 50 more', async () => {
  const [one, other] = await Promise.all([createTenant(house), createTenant(house)]);
  const { database } = house.service;
  const keyring = await openKeyring(database, { current: house.config.ENCRYPTION_KEY, former: null });
  let nowMs = 5_000;
  const exchanges = createTestExchanges({
    database,
    vault: createVault({ database, keyring }),
    nowMs: () => nowMs,
    onDropped: (count) => assert.fail(`${count} were dropped`),
  });
  const recordMany = ({ tenantId }: { tenantId: string }): void => {
    for (let n = 0; n < 60; n += 1) {
      const requestId = randomUUID();
      exchanges.record({ tenantId, requestId, reportId: null, path: '/', status: 200, body: {}, answer: '' });
    }
  };
  recordMany(one);
  recordMany(other);
  nowMs += 1_000;
  recordMany(one);
  await exchanges.flushed();
  const counts = await sql<{ count: number }>(
    house,
    'select count(*) as count from test_exchanges where tenant_id = any($1) group by tenant_id order by 1',
    [[one.tenantId, other.tenantId]],
  );
  assert.deepEqual(counts, [{ count: 50 }, { count: 100 }]);
});
