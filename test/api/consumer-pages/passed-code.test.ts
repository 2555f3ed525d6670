// A code that was passed before all bureaus failed: the next try of the same person, from the same browser, within ten minutes costs no
// second text and asks for no second code.
import assert from 'node:assert/strict';
import { after as afterAll, before as beforeAll, beforeEach, test } from 'node:test';
import {
  answerAll,
  createVisitor,
  hostPages,
  type Link,
  type MakeLink,
  press,
  type Visitor,
} from '../../support/consumers/consumer-visitor.ts';
import { clientOf, createTenant, type House, openHouse, sql, type Tenant } from '../../support/house.ts';
import { walletOf } from '../../support/money.ts';
import { createStandIn, type StandIn } from '../../support/worlds/stand-in-world.ts';

const DOWN = { equifax: 'timeout', experian: 'timeout', transunion: 'unavailable' } as const;

let house: House;
let world: StandIn;
let tenant: Tenant;
let makeLink: MakeLink;
beforeAll(async () => {
  world = createStandIn();
  house = await openHouse({}, undefined, world);
});
afterAll(() => house?.close());
beforeEach(async () => {
  world.reset();
  world.verdict = 'challenge';
  tenant = await createTenant(house, { balanceCredits: 100_000 });
  makeLink = await hostPages(house, tenant);
});

/** To the page that says that the bureaus failed, after the right code. */
async function failedAfterCode(): Promise<{ visitor: Visitor; link: Link }> {
  world.outcomes = DOWN;
  const link = await makeLink({ test: false });
  const visitor = createVisitor(house);
  await answerAll(visitor, link);
  assert.equal((await press(visitor, link)).h1, 'Check your phone');
  const code = world.sent.at(-1)?.code ?? '';
  const failed = await visitor.post(`/c/${link.id}/code`, { code });
  assert.equal(failed.h1, 'The bureaus did not answer');
  assert.match(failed.text, /you do not need a new one for 10 minutes/);
  assert.equal(world.sent.length, 1);
  return { visitor, link };
}

test('the next try needs no code and pays for no text; one that fails again is served too', async () => {
  const { visitor, link } = await failedAfterCode();
  await visitor.post(`/c/${link.id}/again`);
  assert.equal((await press(visitor, link)).h1, 'The bureaus did not answer');
  world.outcomes = {};
  await visitor.post(`/c/${link.id}/again`);
  assert.equal((await press(visitor, link)).h1, 'Your report');
  assert.equal(world.sent.length, 1);
  const reports = await sql<{ status: string; reasons: string[] | null }>(
    house,
    'select status, risk_reasons as reasons from reports where tenant_id = $1 order by created_at',
    [tenant.tenantId],
  );
  assert.deepEqual(
    reports.map(({ status, reasons }) => [status, reasons?.includes('code-passed') ?? false]),
    [
      ['failed', false],
      ['failed', true],
      ['complete', true],
    ],
  );
});

test('after ten minutes, or with another name, birthday or number, a new code is asked for', async () => {
  const late = await failedAfterCode();
  await sql(
    house,
    `update reports set updated_at = updated_at - interval '10 minutes 1 second' where tenant_id = $1`,
    [tenant.tenantId],
  );
  await late.visitor.post(`/c/${late.link.id}/again`);
  assert.equal((await press(late.visitor, late.link)).h1, 'Check your phone');

  for (const [question, form] of [
    ['name', { firstName: 'Bea', lastName: 'Sample' }],
    ['date-of-birth', { day: '13', month: '4', year: '1985' }],
    ['mobile', { mobile: '07700 900 983' }],
  ] as const) {
    world.sent = [];
    const { visitor, link } = await failedAfterCode();
    await visitor.post(`/c/${link.id}/again`);
    await visitor.post(`/c/${link.id}/${question}`, form);
    assert.equal((await press(visitor, link)).h1, 'Check your phone', question);
    assert.equal(world.sent.length, 2, question);
  }
});

test('a corrected address is served, a block stays a block, and another link asks for a code of its own', async () => {
  const moved = await failedAfterCode();
  world.outcomes = {};
  await moved.visitor.post(`/c/${moved.link.id}/again`);
  await moved.visitor.post(`/c/${moved.link.id}/address`, {
    ...{ building: '14', street: 'Example Street', town: 'Leeds', postcode: 'LS1 4AB' },
  });
  assert.equal((await press(moved.visitor, moved.link)).h1, 'Your report');
  world.sent = [];
  const blocked = await failedAfterCode();
  world.verdict = 'block';
  await blocked.visitor.post(`/c/${blocked.link.id}/again`);
  assert.equal((await press(blocked.visitor, blocked.link)).h1, 'We cannot complete this check online');
  world.reset();
  world.verdict = 'challenge';
  const other = await makeLink({ test: false });
  const visitor = createVisitor(house);
  await answerAll(visitor, other);
  assert.equal((await press(visitor, other)).h1, 'Check your phone');
});

test('two presses of the same page make one report and one charge', async () => {
  const { visitor, link } = await failedAfterCode();
  const client = await clientOf(house, tenant);
  const before = await walletOf(house, client);
  world.outcomes = {};
  await visitor.post(`/c/${link.id}/again`);
  const [one, two] = await Promise.all([press(visitor, link), press(visitor, link)]);
  assert.deepEqual([one.h1, two.h1], ['Your report', 'Your report']);
  assert.equal(world.sent.length, 1);
  assert.equal(world.asked.length, 6, 'three bureaus, asked twice in all');
  const after = await walletOf(house, client);
  assert.deepEqual([after.available - before.available, after.held - before.held], [-300, 0]);
});
