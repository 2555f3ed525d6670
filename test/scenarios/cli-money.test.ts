// The operators' commands that move money and verify the ledger, on a real database: booked once by the reference, refused with a message,
// and visible to the service.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { createTestDatabase, SHARDED_SETTING, type TestDatabase } from '../support/database/postgres.ts';
import { clientOf, createTenant, type House, openHouse, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { LIVE, pastTheRules } from '../support/money.ts';
import { endAll, runToEnd } from '../support/processes.ts';
import { assertTold, type Commands, commandsOn, FAILED, USAGE } from '../support/services/commands.ts';
import { createStandIn } from '../support/worlds/stand-in-world.ts';

const CREDITS_MAX = 1_000_000_000_000;

let database: TestDatabase;
let house: House;
let run: Commands['run'];
let done: Commands['done'];
let json: Commands['json'];
before(async () => {
  database = await createTestDatabase();
  house = await openHouse({}, database, createStandIn());
  ({ run, done, json } = commandsOn({ DATABASE_URL: database.url }));
});
after(async () => {
  await house.close();
  await database.drop();
  await endAll();
});

const newTenant = async (balanceCredits = 0): Promise<string> =>
  (await createTenant(house, { balanceCredits })).tenantId;
const funding = (tenantId: string, amount: string, reference: string, kind = 'top-up') => [
  'wallet',
  kind,
  tenantId,
  `--amount=${amount}`,
  '--reference',
  reference,
  '--reason',
  'paid by bank',
];
const fund = (...given: Parameters<typeof funding>) => run(...funding(...given));
const balanceOf = async (tenantId: string): Promise<number> => {
  const [row] = await sql<{ available: number }>(
    house,
    'select available from wallets where tenant_id = $1',
    [tenantId],
  );
  return row?.available ?? Number.NaN;
};

test('a top-up is booked once by its reference; another amount under it is refused and names the first', async () => {
  const tenantId = await newTenant();
  const first = await fund(tenantId, '5000', 'invoice-7');
  assert.deepEqual([first.code, first.stdout], [0, 'Booked 5000 credits. Balance: 5000 credits.\n']);
  const again = await fund(tenantId, '5000', 'invoice-7');
  assert.deepEqual(
    [again.code, again.stdout],
    [0, 'The reference invoice-7 was booked before; nothing was moved. Balance: 5000 credits.\n'],
  );
  const other = await fund(tenantId, '6000', 'invoice-7');
  assertTold(other, FAILED, /This reference was used before, for 5000 credits\. Nothing was moved\./);
  assert.equal(await balanceOf(tenantId), 5_000);
  const [row] = await sql(house, 'select reference, reason from ledger_entries where tenant_id = $1', [
    tenantId,
  ]);
  assert.deepEqual(row, { reference: 'invoice-7', reason: 'paid by bank' });
});

test('one reference from four concurrent operators is one top-up', async () => {
  const tenantId = await newTenant();
  const booking = funding(tenantId, '70', 'invoice-8');
  const operators = [1, 2, 3, 4].map(() =>
    runToEnd(booking, { DATABASE_URL: database.url, ...SHARDED_SETTING }),
  );
  const endings = await Promise.all(operators);
  assert.deepEqual(
    endings.map(({ code }) => code),
    [0, 0, 0, 0],
  );
  assert.equal(endings.filter(({ stdout }) => stdout.startsWith('Booked')).length, 1);
  assert.equal(await balanceOf(tenantId), 70);
});

test('an adjustment goes up or down, never below zero, and is idempotent too', async () => {
  const tenantId = await newTenant(100);
  const down = await json(
    'wallet',
    'adjust',
    tenantId,
    '--amount=-30',
    '--reference',
    'b',
    '--reason',
    'slip',
  );
  assert.deepEqual(down, { isRepeated: false, balance: 70 });
  const [repeated, up, tooMuch, reused] = await Promise.all([
    fund(tenantId, '-30', 'b', 'adjust'),
    fund(tenantId, '+5', 'c', 'adjust'),
    fund(tenantId, '-1000', 'd', 'adjust'),
    fund(tenantId, '-31', 'b', 'adjust'),
  ]);
  assert.match(repeated.stdout, /nothing was moved/);
  assert.match(up.stdout, /^Booked 5 credits/);
  assertTold(tooMuch, FAILED, /^Only 7[05] credits are there to take back\.\n$/);
  assertTold(reused, FAILED, /was used before, for -30 credits/);
  assert.equal(await balanceOf(tenantId), 75);
});

test('invalid amounts are refused with a message, and nothing moves', async () => {
  const tenantId = await newTenant(50);
  const whole =
    /--amount must be a whole number of credits from 1 to 1000000000000\.\nUsage: .*wallet top-up/;
  const [zero, negative, fraction, beyond, text] = await Promise.all(
    ['0', '-5', '1.5', String(2 ** 53), 'ten'].map((amount) => fund(tenantId, amount, 'b')),
  );
  for (const ending of [zero, negative, fraction, beyond, text]) assertTold(ending!, USAGE, whole);
  const [nothing, empty, detached, most] = await Promise.all([
    fund(tenantId, '0', 'b', 'adjust'),
    fund(tenantId, '', 'b'),
    run('wallet', 'adjust', tenantId, '--amount', '-5', '--reference', 'b', '--reason', 'r'),
    fund(tenantId, String(-CREDITS_MAX - 1), 'b', 'adjust'),
  ]);
  assertTold(nothing, USAGE, /--amount must not be zero/);
  assertTold(empty, USAGE, /Missing: --amount \(credits; 1000 credits are one pound\)/);
  assertTold(detached, USAGE, /A negative value is written --amount=-5/);
  assertTold(most, USAGE, /from -1000000000000 to 1000000000000/);
  assert.equal(await balanceOf(tenantId), 50);
});

test('a wallet is shown in credits and in pounds', async () => {
  const tenantId = await newTenant(12_345);
  const [header, row = ''] = (await done('wallet', 'show', tenantId)).split('\n');
  assert.match(header ?? '', /^id +name +balance +held +pounds$/);
  assert.match(row, / 12345 +0 +12\.345$/);
  assert.deepEqual(await json('wallet', 'show', tenantId), [
    { id: tenantId, name: 'Northgate Claims', balance: 12_345, held: 0, pounds: '12.345' },
  ]);
});

test('a price is set for one tenant, listed, and charged from then on', async () => {
  const tenant = await createTenant(house, { balanceCredits: 500 });
  const { tenantId } = tenant;
  const set = (product: string, credits: string) =>
    run('prices', 'set', tenantId, '--product', product, `--credits=${credits}`);
  assert.equal(
    (await set('credit-report-experian', '7')).stdout,
    'Northgate Claims pays 7 credits for credit-report-experian.\n',
  );
  const [free, product, text, negative] = await Promise.all([
    set('sms-otp', '0'),
    set('lunch', '5'),
    set('sms-otp', 'free'),
    set('sms-otp', '-1'),
  ]);
  assert.equal(free.code, 0);
  assertTold(product, USAGE, /--product must be one of credit-report-equifax, .*, sms-otp\./);
  for (const one of [text, negative]) {
    assertTold(one, USAGE, /--credits must be a whole number of credits from 0 to 1000000000\./);
  }
  assert.match(
    await done('prices', 'list', tenantId),
    /\ncredit-report-experian +Credit report, Experian +7 +100\n/,
  );

  const client = await clientOf(house, tenant);
  const { body } = await client.generate({ ...LIVE, bureaus: ['experian'] });
  assert.deepEqual(body.meta.wallet, { balance: 493, cost: 7 });
});

test('a top-up beyond the largest safe integer is refused with a message', async () => {
  const tenantId = await newTenant(1);
  await pastTheRules(database, (query) =>
    query('update wallets set available = $2::bigint, funded = -$2::bigint where tenant_id = $1', [
      tenantId,
      Number.MAX_SAFE_INTEGER,
    ]),
  );
  const more = ['--amount', '1', '--reference', 'one-too-many', '--reason', 'test'];
  assertTold(await run('wallet', 'top-up', tenantId, ...more), FAILED, /cannot count so many credits/);
  await pastTheRules(database, (query) =>
    query('update wallets set available = 1, funded = -1 where tenant_id = $1', [tenantId]),
  );
});

test('the ledger is verified; each problem in it is named, and the exit code is 1', async () => {
  const tenantId = await newTenant(100);
  assert.match(await done('ledger', 'verify', '--tenant', tenantId), new RegExp(`\n${tenantId} +1  none\n$`));
  assert.deepEqual(await json('ledger', 'verify', '--tenant', tenantId), [
    { tenant: tenantId, entries: 1, problem: 'none' },
  ]);
  const proved = await json<{ problem: string }[]>('ledger', 'verify');
  assert.ok(proved.every(({ problem }) => problem === 'none'));
  await pastTheRules(database, (query) =>
    query('update ledger_entries set amount = 101 where tenant_id = $1', [tenantId]),
  );
  const [one, all, forMachines] = await Promise.all([
    run('ledger', 'verify', '--tenant', tenantId),
    run('ledger', 'verify'),
    run('ledger', 'verify', '--tenant', tenantId, '--json'),
  ]);
  for (const ending of [one, all]) {
    assert.match(ending.stdout, new RegExp(`${tenantId} +1  entry 1 was altered: its hash does not follow`));
  }
  const [{ tenant, problem }] = JSON.parse(forMachines.stdout);
  assert.equal(tenant, tenantId);
  assert.match(problem, /entry 1 was altered/);
  for (const { code, stderr } of [one, all, forMachines]) {
    assert.deepEqual([code, stderr], [FAILED, 'The books are not true.\n']);
  }
  await pastTheRules(database, (query) =>
    query('update ledger_entries set amount = 100 where tenant_id = $1', [tenantId]),
  );
});
