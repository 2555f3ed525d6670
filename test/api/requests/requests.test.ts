// The request log: what is stored about a request and what is not, who may read it, and the grouped refusals.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { IS_SHARDED } from '../../support/database/postgres.ts';
import {
  type Client,
  clientOf,
  createTenant,
  generateBody,
  type House,
  openChallenge,
  openHouse,
  send,
  sql,
  ukAddress,
} from '../../support/house.ts';
import type { Browser } from '../../support/people.ts';
import { ask, signedIn } from '../../support/staff.ts';

let house: House;
let client: Client;
let owner: Browser;
let url: `/${string}/v1/requests`;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
  const { tenantId } = client.tenant;
  owner = await signedIn(house, { tenantId });
  url = `/${tenantId}/v1/requests`;
});
after(() => house.close());

const idOf = (answer: { headers: Record<string, unknown> }): string => String(answer.headers['x-request-id']);
const timeOf = (id: string): string => id.slice(0, 13);

test('a served and a refused request are logged, newest first, with caller and report', async () => {
  const made = await client.generate();
  const refused = await client.submit(made.body.data.creditReportId, 'no-challenge', '000000');
  const { body } = await ask(house, owner, 'GET', url);
  const [last, first] = body.items;
  assert.ok(last && first);
  assert.deepEqual([last.id, first.id], [idOf(refused), idOf(made)]);
  assert.deepEqual(
    [first.method, first.route, first.status, first.code, first.test, first.help],
    ['POST', '/:tenantId/v1/credit-reports', 200, null, true, null],
  );
  assert.equal(first.reportId, made.body.data.creditReportId);
  assert.deepEqual(
    [first.credentialId, first.credentialName],
    [client.tenant.credentialId, 'test credential'],
  );
  assert.deepEqual([last.status, last.code, last.test], [404, 'challenge-not-found', true]);
  assert.match(last.help?.mend ?? '', /challengeId/);
});

test('a refused call is kept with what its answer said, and never with text of the caller', async () => {
  const fresh = await clientOf(
    house,
    await createTenant(house, { scopes: ['reports:read', 'reports:write'] }),
  );
  const { tenantId } = fresh.tenant;
  const base = `/${tenantId}/v1`;
  const text = 'Zyxwilda';
  const answers = [
    await fresh.generate({ firstName: undefined, [text]: text }),
    await fresh.get(`${base}/${text}?${text}=${text}`),
    await fresh.get(`${base}/products?x=${text}`),
    await fresh.get(`${base}/credit-reports/${text}`),
    await fresh.get(`${base}/credit-reports?status=${text}`),
    await fresh.post(`${base}/credit-reports`, `{"${text}"`),
    await fresh.post(`${base}/credit-reports`, text, { 'content-type': `text/${text}` }),
    await fresh.generate({}, { 'idempotency-key': text.repeat(40) }),
    await fresh.submit(text, text, text),
  ];
  const reader = await signedIn(house, { tenantId });
  const { body } = await ask(house, reader, 'GET', `${base}/requests`);
  const said = new Map(body.items.map(({ id, message }) => [id, message]));
  for (const answer of answers) {
    assert.ok(answer.status >= 400, answer.text);
    const { message } = answer.body as unknown as { message: string };
    // An address without a route belongs to no tenant.
    if (said.has(idOf(answer))) assert.equal(said.get(idOf(answer)), message);
  }
  assert.ok(said.size >= answers.length - 1, [...said.values()].join());
  assert.doesNotMatch(JSON.stringify(body.items), new RegExp(text, 'i'));
  const made = await fresh.generate();
  assert.equal((await ask(house, reader, 'GET', `${base}/requests/${idOf(made)}`)).body.message, null);
});

test('a request is found by its request id, and only by its own tenant', async () => {
  const made = await client.generate();
  assert.equal((await ask(house, owner, 'GET', `${url}/${idOf(made)}`)).body.id, idOf(made));
  const other = await createTenant(house);
  const stranger = await signedIn(house, { tenantId: other.tenantId });
  assert.deepEqual((await ask(house, stranger, 'GET', `/${other.tenantId}/v1/requests`)).body.items, []);
  const answer = await ask(house, stranger, 'GET', `/${other.tenantId}/v1/requests/${idOf(made)}`);
  assert.deepEqual([answer.status, answer.body.code], [404, 'not-found']);
  assert.equal((await ask(house, stranger, 'GET', `${url}/${idOf(made)}`)).status, 403);
  assert.equal((await ask(house, owner, 'GET', `${url}/no-uuid`)).status, 404);
});

test('pages have no gap, no duplicate and no early end', async () => {
  const fresh = await clientOf(house, await createTenant(house));
  const reader = await signedIn(house, { tenantId: fresh.tenant.tenantId });
  const ids: string[] = [];
  for (let count = 0; count < 7; count += 1) ids.unshift(idOf(await fresh.generate()));
  const seen: string[] = [];
  let token: string | null = '';
  while (token !== null) {
    const more: string = token === '' ? '' : `&pageToken=${token}`;
    const { body } = await ask(
      house,
      reader,
      'GET',
      `/${fresh.tenant.tenantId}/v1/requests?pageSize=3${more}`,
    );
    seen.push(...body.items.map(({ id }) => id));
    token = body.token;
  }
  assert.deepEqual(seen, ids);
  assert.equal((await ask(house, reader, 'GET', `${url}?pageToken=bm8`)).status, 403);
  assert.equal((await ask(house, owner, 'GET', `${url}?pageToken=bm8`)).status, 400);
});

test('each filter keeps what it names and nothing else', async () => {
  const fresh = await clientOf(house, await createTenant(house));
  const { tenantId, credentialId } = fresh.tenant;
  const reader = await signedIn(house, { tenantId });
  const { reportId, challengeId } = await openChallenge(fresh);
  await fresh.submit(reportId, challengeId, '000000');
  await fresh.get(`/${tenantId}/v1/products`);
  await fresh.generate({ firstName: undefined });
  await fresh.generate({ test: undefined });
  const count = async (query: string): Promise<number> =>
    (await ask(house, reader, 'GET', `/${tenantId}/v1/requests?${query}`)).body.items.length;
  assert.equal(await count(''), 5);
  assert.equal(await count('status=2xx'), 3);
  assert.equal(await count('status=4xx'), 1);
  assert.equal(await count('status=5xx'), 1);
  assert.equal(await count('route=/products'), 1);
  assert.equal(await count('route=otp-challenge'), 1);
  assert.equal(await count(`credentialId=${credentialId}`), 5);
  assert.equal(await count(`credentialId=${tenantId}`), 0);
  assert.equal(await count('code=validation-error'), 1);
  assert.equal(await count(`reportId=${reportId}`), 2);
  assert.equal(await count('test=true'), 3);
  assert.equal(await count('test=false'), 1);
  assert.equal(await count('dateFrom=2999-01-01'), 0);
  assert.equal(await count('dateTo=2020-01-01'), 0);
  assert.equal(await count(`dateFrom=2020-01-01&dateTo=2999-01-01`), 5);
});

test('refusals are grouped by code and route, with the invalid fields, the cause and the fix', async () => {
  const fresh = await clientOf(house, await createTenant(house));
  const { tenantId } = fresh.tenant;
  const reader = await signedIn(house, { tenantId });
  const noBuilding = { ukAddress: ukAddress({ buildingNumber: undefined }) };
  for (const addresses of [[noBuilding], [{ ukAddress: ukAddress() }, noBuilding]]) {
    assert.equal((await fresh.generate({ addresses })).status, 400);
  }
  const last = await fresh.generate({ firstName: undefined });
  await fresh.get(`/${tenantId}/v1/credit-reports/no-report`);
  const { body } = await ask(house, reader, 'GET', `/${tenantId}/v1/requests/errors`);
  assert.deepEqual(
    body.items.map(({ code, count }) => [code, count]),
    [
      ['validation-error', 3],
      ['credit-report-not-found', 1],
    ],
  );
  const [group] = body.items;
  assert.ok(group);
  // Ids of one millisecond have no order: its time is what says that none is newer.
  assert.equal(timeOf(group.lastRequestId), timeOf(idOf(last)));
  assert.deepEqual(
    group.details.map(({ path, count }) => [path, count]),
    [
      ['/addresses/*/ukAddress', 2],
      ['/firstName', 1],
    ],
  );
  assert.match(group.cause, /not acceptable/);
  assert.match(group.mend, /details/);
  const later = await ask(house, reader, 'GET', `/${tenantId}/v1/requests/errors?dateFrom=2999-01-01`);
  assert.deepEqual(later.body.items, []);
});

test('nothing that a caller sent about a consumer is in the log', async () => {
  const secret = 'Zebedee';
  const body = generateBody({
    firstName: secret,
    lastName: secret,
    externalReference: secret,
    dateOfBirth: secret,
  });
  await client.post(`/${client.tenant.tenantId}/v1/credit-reports?reference=${secret}`, body, {
    'idempotency-key': secret,
  });
  await client.get(`/${client.tenant.tenantId}/v1/credit-reports/${secret}`);
  await house.service.flushed();
  const rows = await sql<{ row: string }>(house, 'select r::text as row from requests r');
  assert.ok(rows.length > 5);
  assert.deepEqual(
    rows.filter(({ row }) => row.includes(secret)),
    [],
  );
});

test('a key of the caller is neither in the log nor in the answer, and a row stays small', async () => {
  const secret = 'Zyxwilda Xylocarpus 1961';
  const base = `/${client.tenant.tenantId}/v1/credit-reports`;
  const bad = ['a\u0000b', '\ud800', [{ [secret]: '\u0000' }], 5];
  for (const url of [base, `${base}/${randomUUIDv7()}/otp-challenge`, '/v1/my/tenants/select']) {
    for (const value of bad) {
      for (const body of [
        { [secret]: value },
        { addresses: [{ ukAddress: { [secret]: value } }] },
        { addresses: { [secret]: value } },
        { bureaus: { [secret.repeat(500)]: value } },
      ]) {
        const answer = await client.post(url, body);
        assert.equal(answer.status, 400);
        assert.ok(!answer.text.includes(secret), answer.text.slice(0, 200));
      }
    }
  }
  await client.get(`${base}?${encodeURIComponent(secret)}=%00`);
  await house.service.flushed();
  const rows = await sql<{ row: string }>(house, 'select r::text as row from requests r');
  for (const { row } of rows) assert.ok(!row.includes(secret) && row.length < 10_000, row.slice(0, 300));
});

test("a person's reads are not in the log; their changes and refusals are", async () => {
  const { tenantId } = await createTenant(house);
  const person = await signedIn(house, { tenantId, role: 'developer' });
  await ask(house, person, 'GET', `/${tenantId}/v1/products`);
  await ask(house, person, 'GET', `/${tenantId}/v1/members`);
  await ask(house, person, 'POST', `/${tenantId}/v1/credit-reports`, generateBody());
  const { body } = await ask(house, person, 'GET', `/${tenantId}/v1/requests`);
  assert.deepEqual(
    body.items.map(({ method, status, personId }) => [method, status, personId]),
    [
      ['POST', 200, person.personId],
      ['GET', 403, person.personId],
    ],
  );
});

test('a caller of another tenant leaves nothing in the log of the tenant that they called', async () => {
  const { tenantId } = await createTenant(house);
  const reader = await signedIn(house, { tenantId });
  await client.get(`/${tenantId}/v1/products`);
  assert.deepEqual((await ask(house, reader, 'GET', `/${tenantId}/v1/requests`)).body.items, []);
  // It is logged for the credential's own tenant.
  const [row] = (await ask(house, owner, 'GET', `${url}?pageSize=1`)).body.items;
  assert.deepEqual([row?.status, row?.code], [403, 'forbidden']);
});

test('only roles that build on the interface read the log', async () => {
  const { tenantId } = client.tenant;
  const answers: Record<string, number> = {};
  for (const role of ['owner', 'admin', 'developer', 'finance', 'viewer']) {
    answers[role] = (await ask(house, await signedIn(house, { tenantId, role }), 'GET', url)).status;
  }
  assert.deepEqual(answers, { owner: 200, admin: 200, developer: 200, finance: 403, viewer: 403 });
});

test('rows are deleted after 30 days, and not a day sooner', async () => {
  const { tenantId } = await createTenant(house);
  const reader = await signedIn(house, { tenantId });
  for (const days of [29, 31]) {
    await sql(
      house,
      `insert into requests (tenant_id, id, at, method, route, status, ms, person_id)
       values ($1, gen_random_uuid(), clock_timestamp() - make_interval(days => $2), 'GET', '/', 200, 1, $3)`,
      [tenantId, days, reader.personId],
    );
  }
  await house.service.keepHouse();
  assert.equal((await ask(house, reader, 'GET', `/${tenantId}/v1/requests`)).body.items.length, 1);
});

test('with REQUEST_LOG=false nothing is written', async () => {
  const quiet = await openHouse({ REQUEST_LOG: 'false' });
  try {
    await (await clientOf(quiet, await createTenant(quiet))).generate();
    await quiet.service.flushed();
    assert.deepEqual(await sql(quiet, 'select 1 from requests'), []);
    assert.deepEqual(await sql(quiet, 'select 1 from test_exchanges'), []);
  } finally {
    await quiet.close();
  }
});

const ON_SHARDS = 'on shards a table has another name, which Citus changes with it';
test('when the table cannot be written, rows are dropped and counted, and no request fails', {
  skip: IS_SHARDED && ON_SHARDS,
}, async () => {
  const broken = await openHouse();
  try {
    const caller = await clientOf(broken, await createTenant(broken));
    await sql(broken, 'alter table requests rename to elsewhere');
    assert.equal((await caller.generate()).status, 200);
    await broken.service.flushed();
    const { text } = await send(broken, { method: 'GET', url: '/metrics' });
    assert.match(text, /^trefoil_log_rows_dropped_total 1$/m);
  } finally {
    await broken.close();
  }
});
