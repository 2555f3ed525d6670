// Reports, requests and messages as CSV: the same rows as in JSON, all that match the filter, for the same roles, nothing about a consumer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readCsv } from '../../support/formats/csv.ts';
import { type Client, type House, sql } from '../../support/house.ts';
import { LIVE, newClient, openLiveChallenge, openLiveHouse } from '../../support/money.ts';
import type { Browser } from '../../support/people.ts';
import { signedIn } from '../../support/staff.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

const PAGE_OF_A_FILE = 250;
const LISTS = [
  [
    'credit-reports',
    'creditReportId,status,test,bureaus,externalReference,errorMessage,createdAt,updatedAt,purged',
  ],
  [
    'requests',
    'id,at,method,route,status,code,ms,credentialId,credentialName,personId,personName,reportId,test,message',
  ],
  ['messages', 'id,createdAt,state,gateway,reportId,handedOverAt,settledAt,heldCredits,costCredits'],
] as const;

let house: House;
let world: StandIn;
let client: Client;
let owner: Browser;
let api: string;
before(async () => {
  ({ house, world } = await openLiveHouse());
  client = await newClient(house);
  const { tenantId } = client.tenant;
  api = `/${tenantId}/v1`;
  owner = await signedIn(house, { tenantId });
  await client.generate({ externalReference: 'A-1' });
  await client.generate({ ...LIVE, externalReference: '=1+1' });
  await openLiveChallenge(client, world);
  world.reset();
  await client.generate({ firstName: undefined });
  await house.service.flushed();
});
after(() => house.close());

const csvOf = (browser: Browser, path: string) => browser.get(`${api}/${path}`, { accept: 'text/csv' });

/** A value as a cell of the file. */
function toCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'string' && value.startsWith('=') ? `'${value}` : String(value);
}

for (const [list, header] of LISTS) {
  test(`the file of ${list} has the rows of the list in its order, and no formula`, async () => {
    await house.service.flushed();
    const { status, headers, text } = await csvOf(owner, list);
    assert.equal(status, 200, text);
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
    const name = list === 'credit-reports' ? 'reports' : list;
    assert.equal(headers['content-disposition'], `attachment; filename="${name}.csv"`);
    assert.equal(headers['cache-control'], 'no-store');
    const [head = [], ...rows] = readCsv(text);
    assert.equal(head.join(), header);
    const listed = JSON.parse((await owner.get(`${api}/${list}?pageSize=100`)).text);
    const items: Record<string, unknown>[] = (listed.data ?? listed).items;
    assert.ok(items.length > 0);
    assert.deepEqual(
      rows,
      items.map((item) => head.map((column) => toCell(item[column]))),
    );
    assert.doesNotMatch(text, /Ada|Sample|1985-|LS1|7700900|example\.com/);
  });

  test(`the file of ${list} is for the roles that may read the list`, async () => {
    const { tenantId } = client.tenant;
    for (const role of ['developer', 'finance', 'viewer'] as const) {
      const browser = await signedIn(house, { tenantId, role });
      const [asJson, asFile] = [await browser.get(`${api}/${list}`), await csvOf(browser, list)];
      assert.equal(asFile.status, asJson.status, role);
      if (asFile.status === 403) assert.equal(asFile.body.code, 'forbidden');
    }
  });
}

test('a developer gets only test reports in the file, and is refused the live ones', async () => {
  const developer = await signedIn(house, { tenantId: client.tenant.tenantId, role: 'developer' });
  const [, ...rows] = readCsv((await csvOf(developer, 'credit-reports')).text);
  assert.deepEqual(
    rows.map((row) => [row[2], row[4]]),
    [['true', 'A-1']],
  );
  assert.equal((await csvOf(developer, 'credit-reports?test=false')).status, 403);
});

test('the filters of a list are those of its file; the size of a page is not', async () => {
  const ofFile = async (path: string): Promise<string[][]> =>
    readCsv((await csvOf(owner, path)).text).slice(1);
  assert.deepEqual(
    (await ofFile('credit-reports?externalReference=A-1')).map((row) => row[4]),
    ['A-1'],
  );
  assert.equal((await ofFile('credit-reports?test=false&pageSize=1')).length, 2);
  assert.deepEqual(
    (await ofFile('requests?code=validation-error')).map((row) => row[5]),
    ['validation-error'],
  );
  assert.equal((await csvOf(owner, 'requests?status=none')).status, 400);
});

test('more rows than one batch are complete and without duplicates', async () => {
  const other = await newClient(house);
  const count = 2 * PAGE_OF_A_FILE + 1;
  await sql(
    house,
    `insert into reports (tenant_id, id, is_test, bureaus, status, failure_reason)
     select $1, gen_random_uuid(), true, '{equifax}', 'failed', 'no-bureau' from generate_series(1, $2)`,
    [other.tenant.tenantId, count],
  );
  const { text } = await other.get(`/${other.tenant.tenantId}/v1/credit-reports`, { accept: 'text/csv' });
  const ids = readCsv(text)
    .slice(1)
    .map(([id]) => id);
  assert.deepEqual([ids.length, new Set(ids).size], [count, count]);
});
