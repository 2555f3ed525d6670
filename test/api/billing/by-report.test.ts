// The statement by report: one item a report with all of its lines, other lines by themselves; pages without gaps.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, clientOf, createTenant, type House, topUp } from '../../support/house.ts';
import { assertRefusedAt } from '../../support/http/problem-shape.ts';
import { LIVE, newClient, openLiveChallenge, openLiveHouse } from '../../support/money.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

let house: House;
let world: StandIn;
let client: Client;
before(async () => {
  ({ house, world } = await openLiveHouse());
  client = await newClient(house);
});
after(() => house?.close());

const ask = (query = '', of = client) => of.get(`/${of.tenant.tenantId}/v1/billing/reports${query}`);

test('a report is one item with its lines, its sums and what it still holds; a top-up is one by itself', async () => {
  world.outcomes = { experian: 'timeout' };
  const bought = (await client.generate(LIVE)).body.data.creditReportId;
  world.reset();
  const { reportId: waiting } = await openLiveChallenge(client, world);
  await topUp(house, client.tenant.tenantId, 50);
  const { body } = await ask();
  assert.deepEqual(
    body.items.map(({ reportId, change, spentCredits, lines }) => [
      reportId,
      change,
      spentCredits,
      lines.map(({ kind }) => kind),
    ]),
    [
      [null, 50, 0, ['top-up']],
      [waiting, -340, 0, ['hold', 'hold']],
      [bought, -200, 200, ['hold', 'post', 'void']],
      [null, 1_000, 0, ['top-up']],
    ],
  );
  const [, held, paid] = body.items;
  assert.equal(held?.heldCredits, 340);
  assert.deepEqual([paid?.heldCredits, paid?.texts], [0, 0]);
  assert.deepEqual(paid?.products, { 'credit-report-equifax': 100, 'credit-report-transunion': 100 });
  const pages: (string | null)[] = [];
  for (let token: string | null = ''; token !== null; ) {
    const page: { items: { id: string }[]; token: string | null } = (
      await ask(`?pageSize=1${token && `&pageToken=${token}`}`)
    ).body;
    pages.push(...page.items.map(({ id }) => id));
    token = page.token;
  }
  assert.deepEqual(
    pages,
    body.items.map(({ id }) => id),
  );
  assert.deepEqual((await ask('?dateTo=2020-01-01')).body.items, []);
  assertRefusedAt(await ask('?dateFrom=2026-02-01&dateTo=2026-01-01'), '/dateTo');
  const stranger = await clientOf(house, await createTenant(house, { balanceCredits: 0 }));
  assert.deepEqual((await ask('', stranger)).body, { items: [], token: null });
});
