// How bureaus answered a tenant's live reports: counted alike whether rows, minutes, half hours or days are read, with the reports behind each
// figure, and without test mode.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BureauAnswer } from '../../../src/bureaus/bureau.ts';
import type { BureauId } from '../../../src/domain/reports/bureaus.ts';
import { addUpFigures } from '../../../src/storage/activity/add-up-figures.ts';
import type { Bureaus } from '../../../src/usecases/activity/read-bureaus.ts';
import { createLiveWorld } from '../../../src/world/live.ts';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from '../../support/house.ts';
import { assertRefusedAt } from '../../support/http/problem-shape.ts';
import { LIVE } from '../../support/money.ts';
import { assertDocumented } from '../../support/staff.ts';

const BUREAUS: BureauId[] = ['equifax', 'experian', 'transunion'];

let house: House;
let search: (id: BureauId) => BureauAnswer;
before(async () => {
  house = await openHouse({ FIGURES_KEPT_MS: '0' }, undefined, ({ recordIds, nowMs, lendersOf }) =>
    createLiveWorld({
      assessor: { assess: async () => ({ verdict: 'allow', device: 'verified', reasons: [] }) } as never,
      sms: { readPhone: () => ({ kind: 'ok', to: '' }), send: async () => 'accepted' },
      bureaus: new Map(BUREAUS.map((id) => [id, { search: async () => search(id), isSimulated: false }])),
      recordIds,
      nowMs,
      lendersOf,
    }),
  );
});
after(() => house?.close());

async function bureausOf(client: Client, period = 'today'): Promise<Bureaus> {
  const url: string = `/${client.tenant.tenantId}/v1/bureaus?period=${period}`;
  const answer = await client.get(url);
  assert.equal(answer.status, 200, answer.text);
  assertDocumented('GET', url, answer);
  return answer.body as unknown as Bureaus;
}

async function reportsBehind(client: Client, query: string): Promise<string[]> {
  const answer = await client.get(
    `/${client.tenant.tenantId}/v1/credit-reports?${query}&count=true&details=true`,
  );
  assert.equal(answer.status, 200, answer.text);
  const { items, total } = answer.body.data;
  assert.equal(total?.count, items.length);
  return items.map(({ creditReportId }) => creditReportId).sort();
}

const countsOf = ({ bureaus }: Bureaus) =>
  Object.fromEntries(
    bureaus.map(({ id, asked, answered, noFile, unanswered }) => [id, [asked, answered, noFile, unanswered]]),
  );

/** Three live reports: all answer; Experian does not; Equifax has no file and TransUnion was not asked. And a test. */
async function made(client: Client): Promise<string[]> {
  const ids = [];
  search = () => ({ status: 'no-trace' });
  const generate = async (given: object) => {
    const { status, body, text } = await client.generate({ ...LIVE, ...given });
    assert.equal(status, 200, text);
    return body.data.creditReportId;
  };
  ids.push(await generate({ bureaus: BUREAUS }));
  search = (id) => ({ status: id === 'experian' ? 'timeout' : 'no-trace' });
  ids.push(await generate({ bureaus: BUREAUS }));
  search = () => ({ status: 'unavailable' });
  ids.push(await generate({ bureaus: ['equifax'] }));
  await client.generate();
  return ids;
}

test('each bureau: asked, answered, without a file, unanswered; what it cost; and the reports behind it', async () => {
  const client = await clientOf(house, await createTenant(house));
  const [whole = '', partial = '', failed = ''] = await made(client);
  const read = await bureausOf(client);
  assert.deepEqual(countsOf(read), {
    equifax: [3, 0, 2, 1],
    experian: [2, 0, 1, 1],
    transunion: [2, 0, 2, 0],
  });
  const [equifax, experian] = read.bureaus;
  assert.deepEqual(equifax?.spend, { credits: 200, count: 2 });
  assert.deepEqual(experian?.spend, { credits: 100, count: 1 }, 'no answer is no charge');
  assert.ok(equifax?.p95Ms !== null && equifax?.p50Ms !== null);
  assert.deepEqual(read.spend, { credits: 500, bureauCredits: 500, textCredits: 0 });
  assert.deepEqual(read.reports, { complete: 2, whole: 1, costCredits: 250 });
  assert.deepEqual(await reportsBehind(client, 'bureau=equifax'), [whole, partial, failed].sort());
  assert.deepEqual(await reportsBehind(client, 'bureau=experian&bureauAnswer=unanswered'), [partial]);
  assert.deepEqual(
    await reportsBehind(client, 'bureau=equifax&bureauAnswer=no-trace'),
    [whole, partial].sort(),
  );
  assert.deepEqual(await reportsBehind(client, 'bureau=equifax&bureauAnswer=ok'), []);
  assert.deepEqual(await reportsBehind(client, 'bureau=equifax&test=true'), []);
  const now = read.bureaus.map(({ steps }) => steps.filter(({ asked }) => asked > 0));
  assert.deepEqual(
    now.map((steps) => steps.at(-1)?.state),
    ['unanswered', 'unanswered', 'usual'],
  );
  for (const { steps } of read.bureaus) assert.ok([46, 48, 50].includes(steps.length), `${steps.length}`);
});

test('rows, minutes, half hours and days come to the same, and what is before the period is what is usual', async () => {
  const client = await clientOf(house, await createTenant(house));
  await made(client);
  const { tenantId } = client.tenant;
  const counted = await bureausOf(client);
  const back = (interval: string) =>
    sql(house, `update reports set created_at = created_at - interval '${interval}' where tenant_id = $1`, [
      tenantId,
    ]);
  await back('3 minutes');
  await addUpFigures(house.service.database);
  const [minutes] = await sql<{ count: number }>(
    house,
    `select count(*) as count from figure_minutes where tenant_id = $1 and kind = 'bureaus'`,
    [tenantId],
  );
  assert.ok((minutes?.count ?? 0) > 0, 'they are added up by the minute');
  assert.deepEqual(countsOf(await bureausOf(client, '7-days')), countsOf(counted), 'by the minute');
  for (const [interval, period] of [
    ['3 hours', '7-days'],
    ['3 days', '7-days'],
    ['5 days', '30-days'],
  ] as const) {
    await back(interval);
    for (const table of ['figure_marks', 'figures', 'figure_minutes'])
      await sql(house, `delete from ${table} where tenant_id = $1`, [tenantId]);
    assert.deepEqual(countsOf(await bureausOf(client, period)), countsOf(counted), `${interval}, from rows`);
    await addUpFigures(house.service.database);
    const read = await bureausOf(client, period);
    assert.deepEqual(countsOf(read), countsOf(counted), `${interval}, added up`);
    assert.deepEqual([read.reports.complete, read.reports.whole], [2, 1]);
  }
  const [halves] = await sql<{ count: number }>(
    house,
    `select count(*) as count from figures where tenant_id = $1 and span = 'half-hour'`,
    [tenantId],
  );
  assert.equal(halves?.count, 0, 'half hours of days that are over are gone');
  // Eight days ago: not in the last seven, nor of what was usual before today, but before the last seven days.
  const read = await bureausOf(client, '7-days');
  assert.deepEqual(countsOf(read), {
    equifax: [0, 0, 0, 0],
    experian: [0, 0, 0, 0],
    transunion: [0, 0, 0, 0],
  });
  assert.deepEqual(
    read.bureaus.map(({ usual }) => usual.asked),
    [3, 2, 2],
  );
  assert.equal(read.usual.complete, 2);
});

test('filters that cannot be combined are refused in words', async () => {
  const client = await clientOf(house, await createTenant(house));
  const url = `/${client.tenant.tenantId}/v1/credit-reports` as const;
  assertRefusedAt(await client.get(`${url}?bureauAnswer=unanswered`), '/bureauAnswer');
  assertRefusedAt(await client.get(`${url}?bureau=experian&referenceStart=case`), '/referenceStart');
  assertRefusedAt(await client.get(`${url}?bureau=nobody`), '/bureau');
});
