// The statement: every line has what moved, why and for whom; running balances; pages without gaps while lines arrive; filters.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { TRANSFER_KINDS } from '../../../src/domain/wallet/ledger.ts';
import type { StatementLine } from '../../../src/usecases/wallet/read-statement.ts';
import { type Client, clientOf, createCredential, type House, sql, topUp } from '../../support/house.ts';
import { assertProblem, assertRefusedAt } from '../../support/http/problem-shape.ts';
import { LIVE, newClient, openLiveChallenge, openLiveHouse, WRONG_CODE } from '../../support/money.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

type Shown = Omit<StatementLine, 'createdAt'> & { createdAt: string };

let house: House;
let world: StandIn;
let client: Client;

before(async () => {
  ({ house, world } = await openLiveHouse());
});
after(() => house.close());
beforeEach(async () => {
  house.travelTo(null);
  world.reset();
  client = await newClient(house);
});

const ask = (query = '', one = client) => one.get(`/${one.tenant.tenantId}/v1/billing/transactions${query}`);
const lines = async (query = '?pageSize=100', one = client): Promise<Shown[]> => {
  const answer = await ask(query, one);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.items;
};
const oldestFirst = async (): Promise<Shown[]> => (await lines()).reverse();

test('a top-up is a line with its reference and reason, and without a credential', async () => {
  const [line, ...others] = await lines();
  assert.deepEqual(others, []);
  assert.match(line?.createdAt ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.match(line?.reference ?? '', /^[0-9a-f]{12}$/);
  const { createdAt: _time, reference: _reference, ...rest } = line as Shown;
  assert.deepEqual(rest, {
    ...{ id: '1', kind: 'top-up', amount: 1_000, change: 1_000, balance: 1_000, reason: 'for a test' },
    ...{ reportId: null, smsId: null, credentialId: null, personId: null, products: null },
  });
});

test('a live report is a hold, a post with its products, and what was released, each attributed to its caller', async () => {
  world.outcomes = { experian: 'timeout' };
  const { body } = await client.generate(LIVE);
  const [, ...made] = await oldestFirst();
  assert.deepEqual(
    made.map(({ kind, amount, change, balance }) => [kind, amount, change, balance]),
    [
      ['hold', 300, -300, 700],
      ['post', 200, 0, 700],
      ['void', 100, 100, 800],
    ],
  );
  const { credentialId, personId } = client.tenant;
  for (const line of made) {
    assert.deepEqual(
      [line.reportId, line.smsId, line.credentialId, line.personId, line.reference, line.reason],
      [body.data.creditReportId, null, credentialId, personId, null, null],
    );
  }
  assert.deepEqual(
    made.map(({ products }) => products),
    [null, { 'credit-report-equifax': 100, 'credit-report-transunion': 100 }, null],
  );
});

test('a message has lines of its own, with its id and that of its report', async () => {
  const { reportId, smsId } = await openLiveChallenge(client, world);
  await house.service.recordDelivery({ tenantId: client.tenant.tenantId, smsId, state: 'delivered' });
  const of = (await oldestFirst()).filter((line) => line.smsId !== null);
  const { credentialId, personId } = client.tenant;
  assert.deepEqual(
    of.map((line) => [line.kind, line.amount, line.smsId, line.reportId, line.credentialId, line.personId]),
    [
      ['hold', 40, smsId, reportId, credentialId, personId],
      ['post', 40, smsId, reportId, credentialId, personId],
    ],
  );
  assert.deepEqual(of[1]?.products, { 'sms-otp': 40 });
});

test('a resend is attributed to the credential that sent it, not to the one that generated', async () => {
  const { reportId, challengeId } = await openLiveChallenge(client, world);
  const second = await createCredential(house, client.tenant);
  const other = await clientOf(house, { ...client.tenant, ...second });
  await other.resend(reportId, challengeId);
  const [line] = await lines('?pageSize=1');
  assert.deepEqual(
    [line?.kind, line?.smsId, line?.credentialId],
    ['hold', world.sent.at(-1)?.smsId, second.credentialId],
  );
});

test('balances are running totals, and the last is the balance', async () => {
  const { reportId, challengeId } = await openLiveChallenge(client, world);
  for (let i = 0; i < 3; i += 1) await client.submit(reportId, challengeId, WRONG_CODE);
  world.verdict = 'allow';
  for (let i = 0; i < 4; i += 1) await client.generate(LIVE);
  await topUp(house, client.tenant.tenantId, 5);
  let balance = 0;
  for (const line of await oldestFirst()) {
    assert.equal(line.balance, balance + line.change, `line ${line.id}`);
    assert.equal(Math.abs(line.change), line.kind === 'post' ? 0 : line.amount);
    balance = line.balance;
  }
  const { body } = await client.get(`/${client.tenant.tenantId}/v1`);
  assert.equal(balance, body.balance);
});

test('joined pages equal the whole list in every field, newest first, however many lines arrive meanwhile', async () => {
  const { tenantId } = client.tenant;
  // Lines of every kind: 1 top-up, 3 of a report, 27 top-ups.
  world.outcomes = { experian: 'timeout' };
  await client.generate(LIVE);
  for (let i = 0; i < 27; i += 1) await topUp(house, tenantId, 1);
  const there = await lines();
  assert.deepEqual(
    there.map(({ id }) => id),
    Array.from({ length: 31 }, (_none, i) => String(31 - i)),
  );
  const seen: Shown[] = [];
  let token: string | null = null;
  let pages = 0;
  do {
    const answer = await ask(`?pageSize=7${token === null ? '' : `&pageToken=${token}`}`);
    seen.push(...answer.body.items);
    token = answer.body.token;
    pages += 1;
    await topUp(house, tenantId, 1);
  } while (token !== null);
  assert.deepEqual([seen, pages], [there, 5]);
});

test('a page has 50 lines by default; the last page has no token', async () => {
  for (let i = 0; i < 50; i += 1) await topUp(house, client.tenant.tenantId, 1);
  const first = (await ask()).body;
  assert.equal(first.items.length, 50);
  const second = (await ask(`?pageToken=${first.token}`)).body;
  assert.deepEqual([second.items.length, second.token], [1, null]);
  assert.equal((await ask('?pageSize=51')).body.token, null, 'exactly full is the last');
});

test('filter by kind: exactly the lines of that kind', async () => {
  await openLiveChallenge(client, world);
  world.outcomes = { equifax: 'timeout' };
  world.verdict = 'allow';
  await client.generate(LIVE);
  const all = await lines();
  for (const kind of TRANSFER_KINDS) {
    assert.deepEqual(
      await lines(`?pageSize=100&kind=${kind}`),
      all.filter((line) => line.kind === kind),
    );
  }
});

test('filter by report: its own lines and those of its messages', async () => {
  const { reportId, smsId } = await openLiveChallenge(client, world);
  await openLiveChallenge(client, world);
  const of = await lines(`?reportId=${reportId.toUpperCase()}`);
  assert.deepEqual(of.map((line) => [line.kind, line.smsId]).reverse(), [
    ['hold', null],
    ['hold', smsId],
  ]);
  assert.deepEqual(await lines(`?reportId=${randomUUIDv7()}`), []);
});

test('filter by time: both ends included, as they are shown', async () => {
  for (let i = 0; i < 6; i += 1) await topUp(house, client.tenant.tenantId, 1);
  const all = await lines();
  for (const line of all) {
    const at = encodeURIComponent(line.createdAt);
    const exact = await lines(`?dateFrom=${at}&dateTo=${at}`);
    assert.ok(
      exact.some(({ id }) => id === line.id),
      `a line is within the very time it shows: ${line.createdAt}`,
    );
    const upTo = await lines(`?dateTo=${at}`);
    assert.deepEqual(
      upTo,
      all.filter(({ createdAt }) => createdAt <= line.createdAt),
    );
    const from = await lines(`?dateFrom=${at}`);
    assert.deepEqual(
      from,
      all.filter(({ createdAt }) => createdAt >= line.createdAt),
    );
  }
  assert.deepEqual(await lines('?dateTo=2020-01-01'), []);
  assert.deepEqual(await lines('?dateFrom=2999-01-01T00:00:00%2B01:00'), []);
  assert.deepEqual(await lines('?dateFrom=2020-01-01'), all);
});

test('filters combine with each other and with pages', async () => {
  for (let i = 0; i < 5; i += 1) await client.generate({ ...LIVE, bureaus: ['equifax'] });
  const posts = await lines('?pageSize=100&kind=post&dateFrom=2020-01-01');
  const first = (await ask('?pageSize=3&kind=post&dateFrom=2020-01-01')).body;
  const second = (await ask(`?pageSize=3&kind=post&dateFrom=2020-01-01&pageToken=${first.token}`)).body;
  assert.deepEqual([...first.items, ...second.items], posts);
  assert.deepEqual([posts.length, second.token], [5, null]);
});

test("another tenant's lines are never in it", async () => {
  const other = await newClient(house);
  await other.generate(LIVE);
  const [post] = await lines('?kind=post', other);
  assert.deepEqual(await lines(`?reportId=${post?.reportId}`), []);
  assert.equal((await lines()).length, 1);
});

const BAD: [query: string, path: string][] = [
  ['?kind=gift', '/kind'],
  ['?kind=', '/kind'],
  ['?reportId=7', '/reportId'],
  ['?dateFrom=yesterday', '/dateFrom'],
  ['?dateFrom=2026-02-29', '/dateFrom'],
  ['?dateTo=2026-01-01T00:00:00', '/dateTo'],
  ['?dateFrom=2026-01-02&dateTo=2026-01-01', '/dateTo'],
  ['?dateFrom=2026-01-01T00:00:00.001Z&dateTo=2026-01-01T00:00:00Z', '/dateTo'],
  ['?pageSize=0', '/pageSize'],
  ['?pageSize=101', '/pageSize'],
  ['?pageSize=1e1', '/pageSize'],
  ['?pageToken=x', '/pageToken'],
  [`?pageToken=${Buffer.from('-1').toString('base64url')}`, '/pageToken'],
  [`?pageToken=${Buffer.from('9'.repeat(16)).toString('base64url')}`, '/pageToken'],
  [`?pageToken=${Buffer.from("1' or 1=1").toString('base64url')}`, '/pageToken'],
];
for (const [query, path] of BAD) {
  test(`refused, and the field is named: ${query}`, async () => assertRefusedAt(await ask(query), path));
}

test('every invalid field of a query is reported at once', async () => {
  const answer = await ask('?kind=gift&reportId=7&dateFrom=x');
  assertProblem(answer, 400, 'validation-error');
  const paths = answer.body.details.map(({ path }) => path);
  assert.deepEqual(paths.sort(), ['/dateFrom', '/kind', '/reportId']);
});

test('the largest safe integers come out exact', async () => {
  const most = 2 ** 53 - 1;
  const one = await newClient(house, 0);
  await topUp(house, one.tenant.tenantId, most);
  const [line] = await lines('', one);
  assert.deepEqual([line?.amount, line?.change, line?.balance], [most, most, most]);
  const [row] = await sql(house, 'select amount::text as amount from ledger_entries where tenant_id = $1', [
    one.tenant.tenantId,
  ]);
  assert.equal(row?.amount, String(most));
});
