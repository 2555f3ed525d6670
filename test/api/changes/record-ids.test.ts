// The ids of records in live mode: inherited from the consumer's earlier reports, made where there is none, and never in the way of the
// answer. The real live world over bureaus that say what the test wants.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FileAccount } from '../../../src/domain/reports/bureau-file.ts';
import type { BureauId } from '../../../src/domain/reports/credit-report.ts';
import type { Verdict } from '../../../src/domain/reports/report.ts';
import { PURGED_ANSWER } from '../../../src/http/problems.ts';
import { openKeyring } from '../../../src/storage/keys/root-key.ts';
import { createVault } from '../../../src/storage/keys/vault.ts';
import { createErasure } from '../../../src/storage/reports/erasure.ts';
import { hashPerson } from '../../../src/storage/reports/risk-facts.ts';
import { COMMAND_LINE } from '../../../src/usecases/operating/operate-tenants.ts';
import { createLiveWorld } from '../../../src/world/live.ts';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from '../../support/house.ts';
import { LIVE } from '../../support/money.ts';

const BUREAUS: BureauId[] = ['equifax', 'experian', 'transunion'];
const CARD: FileAccount = {
  ref: 'c',
  accountNumber: '4929000011112222',
  accountType: 'credit-card',
  accountStatus: 'open',
  companyType: 'bank',
  companyName: 'PUFFIN CARD SERVICES (UK)',
  startDate: '2019-03-14',
  balance: { amount: 61_200, currency: 'GBP' },
  creditLimit: { amount: 250_000, currency: 'GBP' },
  lastUpdated: '2026-09-20',
};
const CAR: FileAccount = {
  ref: 'h',
  accountNumber: '88120045',
  accountType: 'hire-purchase',
  accountStatus: 'open',
  companyType: 'motor-finance',
  companyName: 'Larkfield Motor Finance',
  startDate: '2023-05-02',
  startBalance: { amount: 1_234_500, currency: 'GBP' },
  payment: { amount: 24_300, currency: 'GBP' },
  balance: { amount: 700_000, currency: 'GBP' },
  lastUpdated: '2026-09-20',
};

let house: House;
let files: Partial<Record<BureauId, FileAccount[]>>;
let verdict: Verdict = 'allow';
before(async () => {
  house = await openHouse({}, undefined, ({ recordIds, nowMs, lendersOf }) =>
    createLiveWorld({
      assessor: { assess: async () => ({ verdict, device: 'verified', reasons: [] }) } as never,
      sms: { readPhone: () => ({ kind: 'ok', to: '' }), send: async () => 'accepted' },
      bureaus: new Map(
        BUREAUS.map((bureau) => {
          const search = async () => {
            const accounts = files[bureau];
            if (accounts === undefined) return { status: 'timeout' as const };
            return { status: 'ok' as const, file: { bureau, accounts, searches: [], residencies: [] } };
          };
          return [bureau, { search, isSimulated: false }];
        }),
      ),
      recordIds,
      nowMs,
      lendersOf,
      draw: () => 654_321,
    }),
  );
});
after(() => house?.close());

type Made = { id: string; ids: (string | undefined)[]; kinds: string[]; amounts: (number | undefined)[] };

async function generate(client: Client, more: Record<string, unknown> = {}): Promise<Made> {
  const answer = await client.generate({ ...LIVE, bureaus: BUREAUS, ...more });
  assert.equal(answer.body.data.status, 'complete', answer.text);
  const { records } = answer.body.data.creditReport.consumerData;
  return {
    id: answer.body.data.creditReportId,
    ids: records.map(({ recordId }) => recordId),
    kinds: records.map(({ accountType }) => accountType),
    amounts: records.map(({ balance }) => balance?.amount),
  };
}
const unreadLines = () =>
  house.logLines.filter((line) => JSON.stringify(line).includes('could not be read for its record ids'));
const newClient = async () => clientOf(house, await createTenant(house, { balanceCredits: 100_000 }));

/** The same two agreements as other bureaus say them, weeks later. */
function otherwise(): void {
  const { accountNumber: _, ...unnumbered } = CARD;
  files = {
    experian: [
      {
        ...unnumbered,
        companyName: 'Puffin Cards',
        startDate: '2019-03-17',
        balance: { amount: 9_900, currency: 'GBP' },
      },
    ],
    transunion: [
      { ...CAR, companyName: 'LARKFIELD MOTOR FIN', startDate: '2023-05-04', accountNumber: '****0045' },
    ],
  };
}

test('the same agreements keep their ids, whichever bureaus are asked and however they are spelt', async () => {
  const client = await newClient();
  files = { equifax: [CARD, CAR] };
  const first = await generate(client);
  assert.equal(new Set(first.ids).size, 2);
  otherwise();
  const second = await generate(client);
  assert.deepEqual(new Set(second.ids), new Set(first.ids));
  assert.deepEqual(second.ids, first.ids, second.kinds.join());
  const url = `/${client.tenant.tenantId}/v1/credit-reports/${second.id}/changes?since=${first.id}` as const;
  const { records, coverage } = (await client.get(url)).body.data;
  assert.deepEqual([records.new, records.gone, coverage.isSame], [[], [], false]);
});

test('an agreement that one report lacked is known again in the next', async () => {
  const client = await newClient();
  files = { equifax: [CARD], transunion: [CAR] };
  const first = await generate(client);
  files = { equifax: [CARD] };
  assert.deepEqual((await generate(client)).ids, [first.ids[first.kinds.indexOf('credit-card')]]);
  otherwise();
  assert.deepEqual((await generate(client)).ids, first.ids);
});

test('a consumer who says their previous name keeps the ids of then', async () => {
  const client = await newClient();
  files = { equifax: [CARD, CAR] };
  const { ids } = await generate(client);
  const before = { firstName: 'Ada', lastName: 'Sample' };
  assert.deepEqual((await generate(client, { lastName: 'Married', previousNames: [before] })).ids, ids);
});

test('a report that a code releases inherits the ids too', async (t) => {
  const client = await newClient();
  files = { equifax: [CARD, CAR] };
  const first = await generate(client);
  verdict = 'challenge';
  t.after(() => {
    verdict = 'allow';
  });
  const { creditReportId, challenge } = (await client.generate({ ...LIVE, bureaus: BUREAUS })).body.data;
  otherwise();
  const released = await client.submit(creditReportId, challenge.challengeId, '654321');
  assert.equal(released.body.data.status, 'complete', released.text);
  const { records } = released.body.data.creditReport.consumerData;
  assert.deepEqual(
    records.map(({ recordId }) => recordId),
    first.ids,
  );
});

test('other consumers, other tenants and test mode have other ids; two reports at once have the same', async () => {
  const client = await newClient();
  files = { equifax: [CARD, CAR] };
  const [one, two] = await Promise.all([generate(client), generate(client)]);
  assert.deepEqual(two?.ids, one?.ids);
  const others = [
    await generate(client, { firstName: 'Nora' }),
    await generate(await newClient()),
    await generate(client, { dateOfBirth: '1985-04-13' }),
  ];
  const all = [one, ...others].flatMap((made) => made?.ids ?? []);
  assert.equal(new Set(all).size, all.length);
});

test('records that say the same are two agreements with two ids, the same two in the next report', async () => {
  const client = await newClient();
  const { accountNumber: _, balance: __, creditLimit: ___, ...bare } = CARD;
  files = { equifax: [bare, { ...bare, ref: 'd' }] };
  const first = await generate(client);
  assert.equal(new Set(first.ids).size, 2);
  assert.deepEqual(new Set((await generate(client)).ids), new Set(first.ids));
});

test('records that only their balances tell apart keep their ids in another order', async () => {
  const client = await newClient();
  const { accountNumber: _, balance: __, creditLimit: ___, ...bare } = CARD;
  const one = { ...bare, balance: { amount: 10_000, currency: 'GBP' as const } };
  const other = { ...bare, ref: 'd', balance: { amount: 90_000, currency: 'GBP' as const } };
  files = { equifax: [one, other] };
  const first = await generate(client);
  files = {
    equifax: [
      { ...other, ref: 'c' },
      { ...one, ref: 'd' },
    ],
  };
  const second = await generate(client);
  const idOf = ({ ids, amounts }: Made, amount: number) => ids[amounts.indexOf(amount)];
  assert.deepEqual(
    [10_000, 90_000].map((amount) => idOf(second, amount)),
    [10_000, 90_000].map((amount) => idOf(first, amount)),
  );
});

test('a consumer whose records are as before has no report read', async () => {
  const client = await newClient();
  files = { equifax: [CARD, CAR] };
  const first = await generate(client);
  await sql(house, `update reports set body = '\\x01' where id = $1`, [first.id]);
  house.logLines.length = 0;
  files = { transunion: [CAR], experian: [{ ...CARD, balance: { amount: 5, currency: 'GBP' } }] };
  const second = await generate(client);
  assert.deepEqual(second.ids.toSorted(), first.ids.toSorted());
  assert.deepEqual(unreadLines(), []);
});

test('erased reports and those past their retention are not read, and nothing of them is left to find them by', async () => {
  const client = await newClient();
  const { tenantId } = client.tenant;
  const { database } = house.service;
  const keyring = await openKeyring(database, { current: house.config.ENCRYPTION_KEY, former: null });
  const erasure = createErasure({
    database,
    vault: createVault({ database, keyring }),
    hashPerson: (...given) => hashPerson(keyring, ...given),
  });
  const hashes = async () =>
    sql<{ id: string }>(
      house,
      'select id from reports where tenant_id = $1 and (person_hash is not null or records_hash is not null)',
      [tenantId],
    );
  files = { equifax: [CARD, CAR] };
  const erased = await generate(client);
  assert.equal((await hashes()).length, 1);
  await erasure.erase(COMMAND_LINE, tenantId, { reportIds: [erased.id], sessionIds: [] }, PURGED_ANSWER);
  assert.deepEqual(await hashes(), []);
  otherwise();
  const fresh = await generate(client);
  assert.ok(fresh.ids.every((id) => !erased.ids.includes(id)));

  // Too old, and not purged yet.
  await sql(house, `update reports set created_at = now() - interval '31 days' where id = $1`, [fresh.id]);
  files = { equifax: [CARD, CAR] };
  assert.deepEqual((await generate(client)).ids, erased.ids);
  await house.service.keepHouse();
  assert.equal((await hashes()).length, 1);
});

test('a report whose earlier one cannot be read is complete, with ids of its own', async () => {
  const client = await newClient();
  files = { equifax: [CARD, CAR] };
  const first = await generate(client);
  await sql(house, `update reports set body = '\\x01' where id = $1`, [first.id]);
  house.logLines.length = 0;
  otherwise();
  const second = await generate(client);
  assert.ok(second.ids.every((id) => id !== undefined && !first.ids.includes(id)));
  const [line] = unreadLines();
  assert.ok(line !== undefined);
  assert.doesNotMatch(JSON.stringify(line), /Larkfield|Puffin|Ada/i);
});

test('the look-up goes by its index, however many reports a tenant has', async () => {
  const client = await newClient();
  const { tenantId } = client.tenant;
  await sql(
    house,
    `insert into reports (tenant_id, id, is_test, bureaus, status, body, person_hash)
     select $1, gen_random_uuid(), false, '{equifax}', 'complete', '\\x01', sha256(n::text::bytea) from generate_series(1, 3000) n`,
    [tenantId],
  );
  await sql(house, 'analyze reports');
  const plan = await sql<{ 'QUERY PLAN': string }>(
    house,
    `explain select r.id from reports r where r.tenant_id = $1 and r.person_hash = sha256('7'::bytea) and r.purged_at is null
       and not r.is_test order by r.created_at desc limit 3`,
    [tenantId],
  );
  assert.match(plan.map((row) => row['QUERY PLAN']).join('\n'), /Index Scan using reports_person/);
});
