// PUT, GET and DELETE …/lenders: a tenant's own lenders, which its live reports are merged and named by. The CSV itself is tested beside
// the domain's file, the roles in test/security/route-roles.test.ts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BureauFile } from '../../../src/domain/reports/bureau-file.ts';
import { createLiveWorld } from '../../../src/world/live.ts';
import { readCsv } from '../../support/formats/csv.ts';
import {
  type Client,
  clientOf,
  createTenant,
  type House,
  openHouse,
  send,
  sql,
} from '../../support/house.ts';

const CSV =
  'name,companies,brands,motor,complaintsAddress,moves\r\nMarlowick,Marlowick Holdings Limited,Fernhollow Sofas|Fernhollow Drive,yes,"1 Long Lane, Leeds",NatWest 2024-05-01\r\n';
const NAMES = { equifax: 'FERNHOLLOW DRIVE', experian: 'MARLOWICK HOLDINGS LTD' };

/** One hire purchase, under its brand at one bureau and its company at the other: only the registry knows that they are one lender. */
function fileOf(bureau: keyof typeof NAMES): BureauFile {
  const pounds = (amount: number) => ({ amount: amount * 100, currency: 'GBP' });
  const terms = { startDate: '2021-03-04', numberOfPayments: 24 };
  const kind = { accountType: 'hire-purchase', accountStatus: 'open', companyType: 'finance-house' };
  const account = {
    ref: `ref-${bureau}`,
    companyName: NAMES[bureau],
    ...kind,
    ...terms,
    balance: pounds(bureau === 'equifax' ? 412 : 460),
  };
  return { bureau, accounts: [account], searches: [], residencies: [] } as unknown as BureauFile;
}

let house: House;
before(async () => {
  house = await openHouse({}, undefined, ({ recordIds, nowMs, lendersOf }) =>
    createLiveWorld({
      assessor: { assess: async () => ({ verdict: 'allow', device: 'verified', reasons: [] }) } as never,
      sms: { readPhone: () => ({ kind: 'ok', to: '' }), send: async () => 'accepted' },
      bureaus: new Map(
        (['equifax', 'experian'] as const).map((id) => [
          id,
          { search: async () => ({ status: 'ok', file: fileOf(id) }), isSimulated: true },
        ]),
      ),
      recordIds,
      nowMs,
      lendersOf,
    }),
  );
});
after(() => house?.close());

const urlOf = ({ tenant }: Client) => `/${tenant.tenantId}/v1/lenders` as const;

function put(client: Client, body: unknown) {
  const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' };
  return send(house, { method: 'PUT', url: urlOf(client), headers, payload: JSON.stringify(body) });
}

function remove(client: Client) {
  const headers = { authorization: `Bearer ${client.token}` };
  return send(house, { method: 'DELETE', url: urlOf(client), headers });
}

async function liveNames(client: Client) {
  const { body } = await client.generate({ test: undefined, bureaus: ['equifax', 'experian'] });
  const { creditReportId, creditReport } = body.data;
  const agreements = await client.get(
    `/${client.tenant.tenantId}/v1/credit-reports/${creditReportId}/agreements`,
  );
  return {
    names: creditReport.consumerData.records.map(({ companyName }) => companyName),
    lenders: agreements.body.data.agreements.map(({ lender }) => lender),
    notCounted: agreements.body.data.notCounted.length,
    later: creditReport.consumerData.records.flatMap(({ companyNow = [] }) => companyNow),
  };
}

test("a tenant's own lenders merge and name its live reports, and nobody else's, until they are removed", async () => {
  const [own, other] = [
    await clientOf(house, await createTenant(house)),
    await clientOf(house, await createTenant(house)),
  ];
  const plain = { names: [NAMES.equifax, NAMES.experian], lenders: [], notCounted: 2, later: [] };
  assert.deepEqual(await liveNames(own), plain);

  const taken = await put(own, { csv: CSV });
  assert.equal(taken.status, 200, taken.text);
  const named = {
    names: ['Fernhollow Drive'],
    lenders: [
      {
        name: 'Fernhollow Drive',
        names: undefined,
        brandOf: 'Marlowick',
        complaintsAddress: '1 Long Lane, Leeds',
        motor: true,
        movedTo: [{ name: 'NatWest', on: '2024-05-01', isVerified: false }],
        notVerified: ['brandOf', 'complaintsAddress', 'motor', 'movedTo'],
      },
    ],
    notCounted: 0,
    later: [{ name: 'NatWest', on: '2024-05-01', isVerified: false }],
  };
  const seen = await liveNames(own);
  const { names: _spellings, ...lender } = seen.lenders[0] ?? assert.fail();
  assert.deepEqual({ ...seen, lenders: [{ ...lender, names: undefined }] }, named);
  assert.deepEqual(await liveNames(other), plain);
  assert.deepEqual((await other.get(urlOf(other))).body, { items: [], updatedAt: null });

  assert.equal((await remove(own)).status, 204);
  assert.deepEqual(await liveNames(own), plain);
  const trail = await sql(
    house,
    `select action, actor_kind, before, after from audit_entries where tenant_id = $1 and action = 'lenders-changed' order by seq`,
    [own.tenant.tenantId],
  );
  assert.deepEqual(trail, [
    { action: 'lenders-changed', actor_kind: 'credential', before: '{"lenders":0}', after: '{"lenders":1}' },
    { action: 'lenders-changed', actor_kind: 'credential', before: '{"lenders":1}', after: '{"lenders":0}' },
  ]);
});

test('a fact of ours stands with its page and day, and what the tenant adds to it as not verified', async () => {
  const client = await clientOf(house, await createTenant(house));
  await put(client, {
    csv: 'name,companies,brands\r\nJBR Capital,Marlowick Holdings Limited,Fernhollow Drive\r\n',
  });
  const { lenders } = await liveNames(client);
  assert.deepEqual([lenders[0]?.brandOf, lenders[0]?.motor], ['JBR Capital', true]);
  assert.deepEqual(lenders[0]?.notVerified, ['brandOf']);
  const [page, ...none] = lenders[0]?.seen ?? [];
  assert.deepEqual([page?.confirms, none], [['motor'], []]);
  assert.match(page?.where ?? '', /^https:\/\/jbrcapital\.com\//);
  assert.match(page?.when ?? '', /^2026-11-\d\d$/);
});

test('what is sent comes back as JSON and as CSV, and that CSV is taken again', async () => {
  const client = await clientOf(house, await createTenant(house));
  const { body } = await put(client, { csv: CSV });
  const read = await client.get(urlOf(client));
  assert.deepEqual(read.body, body);
  assert.equal(read.body.items[0]?.complaintsAddress, '1 Long Lane, Leeds');
  const { text, headers } = await client.get(urlOf(client), { accept: 'text/csv' });
  assert.match(String(headers['content-disposition']), /lenders\.csv/);
  assert.deepEqual(readCsv(text)[1]?.slice(0, 3), [
    'Marlowick',
    'Marlowick Holdings Limited',
    'Fernhollow Sofas|Fernhollow Drive',
  ]);
  const again = await put(client, { csv: text });
  assert.deepEqual([again.status, again.body.items], [200, read.body.items]);
});

test('a bad file changes nothing and is answered by its rows, in words that are not the file’s', async () => {
  const client = await clientOf(house, await createTenant(house));
  await put(client, { csv: CSV });
  const { status, body, text } = await put(client, {
    csv: 'name\r\nWick\r\n=HYPERLINK("x")\r\nBank',
  });
  assert.deepEqual([status, body.code], [400, 'validation-error']);
  assert.deepEqual(
    body.details.map(({ path }) => path),
    ['/csv', '/csv'],
  );
  assert.match(body.details[0]?.message ?? '', /^Row 3: name must not begin/);
  assert.match(body.details[1]?.message ?? '', /^Row 4: /);
  assert.doesNotMatch(text, /HYPERLINK|Wick/);
  assert.equal((await client.get(urlOf(client))).body.items[0]?.name, 'Marlowick');
  for (const wrong of [{}, { csv: '' }, { csv: 7 }, { csv: 'a'.repeat(60_001) }, []]) {
    assert.equal((await put(client, wrong)).status, 400, JSON.stringify(wrong).slice(0, 20));
  }
  assert.equal((await put(client, { csv: 'a'.repeat(300_000) })).status, 413);
});

test('a credential for test mode does not name the lenders of live reports', async () => {
  const tenant = await createTenant(house);
  await sql(house, 'update credentials set is_test_only = true where tenant_id = $1', [tenant.tenantId]);
  const client = await clientOf(house, tenant);
  for (const answer of [await put(client, { csv: CSV }), await remove(client)]) {
    assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], answer.text);
  }
});
