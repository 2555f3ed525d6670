// The tenant with its balance, products and prices, and who may read them. The statement is in billing/statement.test.ts, its CSV in
// billing/statement-csv.test.ts, usage in billing/usage.test.ts.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTenantEnabled } from '../../../src/storage/people/tenants.ts';
import { setPrice } from '../../../src/storage/wallet/prices.ts';
import { type Client, clientOf, createTenant, type House, send } from '../../support/house.ts';
import { assertProblem, assertRefusedAt } from '../../support/http/problem-shape.ts';
import { LIVE, newClient, openLiveHouse, walletOf } from '../../support/money.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

let house: House;
let world: StandIn;
let client: Client;

before(async () => {
  ({ house, world } = await openLiveHouse());
  client = await newClient(house);
});
after(() => house.close());

const url = <Path extends string>(path: Path, one = client) => `/${one.tenant.tenantId}/v1${path}` as const;

test("the tenant's answer has its name, its balance and what is held", async () => {
  const one = await clientOf(house, await createTenant(house, { balanceCredits: 1_000, name: 'Ærø & Søn' }));
  world.verdict = 'challenge';
  await one.generate(LIVE);
  world.reset();
  const { status, body, headers } = await one.get(url('', one));
  assert.equal(status, 200);
  assert.equal(headers['cache-control'], 'no-store');
  const { createdAt, ...rest } = body;
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(rest, {
    id: one.tenant.tenantId,
    name: 'Ærø & Søn',
    isEnabled: true,
    balance: 660,
    held: 340,
    retentionDays: 30,
  });
});

test('the balance of the tenant is that of the last answer', async () => {
  const one = await newClient(house);
  const { body } = await one.generate(LIVE);
  assert.equal((await one.get(url('', one))).body.balance, body.meta.wallet.balance);
});

const PRODUCTS = [
  { code: 'credit-report-equifax', name: 'Credit report, Equifax', credits: 100, defaultCredits: 100 },
  { code: 'credit-report-experian', name: 'Credit report, Experian', credits: 100, defaultCredits: 100 },
  { code: 'credit-report-transunion', name: 'Credit report, TransUnion', credits: 100, defaultCredits: 100 },
  { code: 'sms-otp', name: 'Security code by SMS', credits: 40, defaultCredits: 40 },
];

test('the products are the three bureaus and the message, at their default prices', async () => {
  const { status, body } = await client.get(url('/products'));
  assert.deepEqual([status, body], [200, { items: PRODUCTS }]);
});

test("a tenant's own price is listed with the default, also when it is zero", async () => {
  const one = await newClient(house);
  await setPrice(house.service.database, one.tenant.tenantId, 'sms-otp', 0);
  await setPrice(house.service.database, one.tenant.tenantId, 'credit-report-equifax', 250);
  const { body } = await one.get(url('/products', one));
  assert.deepEqual(
    body.items.map(({ credits }) => credits),
    [250, 100, 100, 0],
  );
  assert.deepEqual(
    (await client.get(url('/products'))).body,
    { items: PRODUCTS },
    'other tenants are unchanged',
  );
});

const resolve = (body: unknown, one = client) => one.post(url('/products/resolve-price', one), body);
const EQUIFAX = { productCode: 'credit-report-equifax', credits: 100, count: 1 };
const EXPERIAN = { productCode: 'credit-report-experian', credits: 100, count: 1 };

test("a request's price is resolved line by line", async () => {
  const rows: [unknown, unknown][] = [
    [{ bureaus: ['equifax'] }, { totalCredits: 100, lines: [EQUIFAX] }],
    [{ bureaus: ['experian', 'equifax'] }, { totalCredits: 200, lines: [EXPERIAN, EQUIFAX] }],
    [
      { bureaus: ['equifax'], smsCount: 0 },
      { totalCredits: 100, lines: [EQUIFAX] },
    ],
    [
      { bureaus: ['equifax'], smsCount: 3 },
      { totalCredits: 220, lines: [EQUIFAX, { productCode: 'sms-otp', credits: 120, count: 3 }] },
    ],
    [
      { bureaus: ['equifax'], test: false, unknown: 1 },
      { totalCredits: 100, lines: [EQUIFAX] },
    ],
    [
      { bureaus: ['equifax', 'experian', 'transunion'], smsCount: 2, test: true },
      { totalCredits: 0, lines: [] },
    ],
  ];
  for (const [body, expected] of rows) {
    const answer = await resolve(body);
    assert.deepEqual([answer.status, answer.body], [200, expected], JSON.stringify(body));
  }
});

test('the resolved price is the price that is charged, and resolving costs nothing', async () => {
  const one = await newClient(house);
  await setPrice(house.service.database, one.tenant.tenantId, 'credit-report-transunion', 7);
  const bureaus = ['transunion', 'equifax'];
  const told = await resolve({ bureaus }, one);
  assert.deepEqual(await walletOf(house, one), { available: 1_000, held: 0, spent: 0 });
  const { body } = await one.generate({ ...LIVE, bureaus });
  assert.deepEqual([told.body.totalCredits, body.meta.wallet.cost], [107, 107]);
});

const BAD: [body: unknown, path: string][] = [
  [{}, '/bureaus'],
  [{ bureaus: [] }, '/bureaus'],
  [{ bureaus: ['equifax', 'equifax'] }, '/bureaus'],
  [{ bureaus: ['somebody'] }, '/bureaus/0'],
  [{ bureaus: 'equifax' }, '/bureaus'],
  [{ bureaus: [null] }, '/bureaus/0'],
  [{ bureaus: ['equifax'], smsCount: -1 }, '/smsCount'],
  [{ bureaus: ['equifax'], smsCount: 4 }, '/smsCount'],
  [{ bureaus: ['equifax'], smsCount: 0.5 }, '/smsCount'],
  [{ bureaus: ['equifax'], smsCount: '1' }, '/smsCount'],
  [{ bureaus: ['equifax'], smsCount: null }, '/smsCount'],
  [{ bureaus: ['equifax'], test: 'true' }, '/test'],
];
for (const [body, path] of BAD) {
  test(`no price is resolved for ${JSON.stringify(body)}`, async () => {
    assertRefusedAt(await resolve(body), path);
  });
}

test('a price request that is not JSON is refused like any other', async () => {
  assertProblem(await resolve('{"bureaus":'), 400, 'validation-error');
  assertProblem(await resolve('[]'), 400, 'validation-error');
});

const MONEY: [method: 'GET' | 'POST', path: string][] = [
  ['GET', ''],
  ['GET', '/products'],
  ['POST', '/products/resolve-price'],
  ['GET', '/billing/transactions'],
  ['GET', '/billing/credit-usage?dateFrom=2026-01-01&dateTo=2026-01-31'],
];
const ask = (one: Client, method: 'GET' | 'POST', at: string) =>
  method === 'GET' ? one.get(at) : one.post(at, { bureaus: ['equifax'] });

for (const [method, path] of MONEY) {
  const name = `${method} /{tenantId}/v1${path.split('?')[0]}`;

  test(`${name} needs wallet:read`, async () => {
    const scopes = ['reports:read', 'reports:write'] as const;
    const reader = await clientOf(house, await createTenant(house, { scopes }));
    assertProblem(await ask(reader, method, url(path, reader)), 403, 'forbidden');
    const treasurer = await clientOf(house, await createTenant(house, { scopes: ['wallet:read'] }));
    assert.equal((await ask(treasurer, method, url(path, treasurer))).status, 200);
  });

  test(`${name} is refused to other tenants, without a token, and for an unknown or disabled tenant`, async () => {
    const stranger = await newClient(house);
    assertProblem(await ask(stranger, method, url(path)), 403, 'forbidden');
    for (const id of [randomUUIDv7(), 'nowhere']) {
      assertProblem(await ask(client, method, `/${id}/v1${path}`), 403, 'forbidden');
    }
    const disabled = await newClient(house);
    await setTenantEnabled(house.service.database, disabled.tenant.tenantId, false);
    assertProblem(await ask(disabled, method, url(path, disabled)), 403, 'forbidden');
    const nobody = await send(house, {
      method,
      url: url(path),
      ...(method === 'POST' && { payload: { bureaus: ['equifax'] } }),
    });
    assertProblem(nobody, 401, 'unauthorized');
  });
}
