// The bureaus' outcomes on the timeline: each with its time and duration, even when no document came of it; and simulators, marked as such.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BureauAnswer } from '../../../src/bureaus/bureau.ts';
import { openLive } from '../../../src/compose/live-world.ts';
import type { BureauId } from '../../../src/domain/reports/credit-report.ts';
import { createLiveWorld } from '../../../src/world/live.ts';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from '../../support/house.ts';
import { LIVE } from '../../support/money.ts';
import { ask, assertDocumented, signedIn } from '../../support/staff.ts';

const BUREAUS: BureauId[] = ['equifax', 'experian', 'transunion'];

let house: House;
let search: (id: BureauId) => Promise<BureauAnswer>;
before(async () => {
  house = await openHouse({}, undefined, ({ recordIds, nowMs, lendersOf }) =>
    createLiveWorld({
      assessor: { assess: async () => ({ verdict: 'allow', device: 'verified', reasons: [] }) } as never,
      sms: { readPhone: () => ({ kind: 'ok', to: '' }), send: async () => 'accepted' },
      bureaus: new Map(
        BUREAUS.map((id) => [id, { search: () => search(id), isSimulated: id === 'experian' }]),
      ),
      recordIds,
      nowMs,
      lendersOf,
    }),
  );
});
after(() => house.close());

async function timelineOf(client: Client, reportId: string) {
  await house.service.flushed();
  const url = `/${client.tenant.tenantId}/v1/credit-reports/${reportId}/timeline` as const;
  const answer = await client.get(url);
  assertDocumented('GET', url, answer);
  return answer.body.events;
}

test('failed searches are on the timeline, each with its outcome and duration', async () => {
  search = async () => ({ status: 'timeout' });
  const client = await clientOf(house, await createTenant(house));
  const { creditReportId } = (await client.generate(LIVE)).body.data;
  const asked = (await timelineOf(client, creditReportId)).filter(({ kind }) => kind === 'bureau');
  assert.deepEqual(
    asked
      .map(({ facts }) => [facts.bureau, facts.outcome, facts.simulated])
      // They are asked in parallel: the first answer is first.
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    BUREAUS.map((id) => [id, 'timeout', id === 'experian']),
  );
  for (const { facts } of asked) assert.ok(Number.isInteger(facts.tookMs) && Number(facts.tookMs) >= 0);
});

const WHOLE = [
  'request-received',
  'device-check',
  'risk',
  'money',
  ...BUREAUS.map(() => 'bureau'),
  'money',
  'ended',
];

test('a live timeline is in the order in which things happened: each bureau when it answered, then money and end', async () => {
  // The database's own clock moves on between two answers.
  const later = (): Promise<unknown> => sql(house, 'select pg_sleep(0.03)');
  const equifaxIn = Promise.withResolvers<void>();
  search = async (id) => {
    if (id === 'equifax') equifaxIn.resolve();
    else await equifaxIn.promise.then(later);
    return { status: 'no-trace' };
  };
  const client = await clientOf(house, await createTenant(house));
  const { creditReportId } = (await client.generate(LIVE)).body.data;
  // As a slow statement writes it: long after it settled the report.
  await sql(house, `update events set at = at + interval '1 second' where subject_id = $1`, [creditReportId]);
  const events = await timelineOf(client, creditReportId);
  assert.deepEqual(
    events.map(({ kind }) => kind),
    WHOLE,
  );
  const [first, ...others] = events.filter(({ kind }) => kind === 'bureau');
  assert.equal(first?.facts.bureau, 'equifax');
  for (const { at, facts } of others) assert.ok(first && first.at < at, `${facts.bureau} came later`);

  // As an earlier version wrote it, by a process whose clock was ahead: after the end that it led to.
  await sql(
    house,
    `insert into report_events (tenant_id, report_id, id, at, kind, facts)
     values ($1, $2, gen_random_uuid(), now() + interval '1 minute', 'bureau',
             '{"bureau":"equifax","outcome":"no-trace","tookMs":3,"simulated":false}')`,
    [client.tenant.tenantId, creditReportId],
  );
  assert.deepEqual(
    (await timelineOf(client, creditReportId)).map(({ kind }) => kind),
    WHOLE.toSpliced(4, 0, 'bureau'),
  );
});

test('a simulator is marked as one for operators, and for every tenant that could take it for the real bureau', async () => {
  const simulated = await openHouse({}, undefined, openLive);
  try {
    const { tenantId } = await createTenant(simulated);
    const operator = await signedIn(simulated, { tenantId, isOperator: true });
    const { body } = await ask(simulated, operator, 'GET', '/v1/operator/providers');
    const bureaus = body.items.filter(({ kind }) => kind === 'bureau');
    assert.deepEqual(
      bureaus.map(({ id, state, breaker }) => [id, state, breaker]),
      BUREAUS.map((id) => [id, 'simulator', 'closed']),
    );
    const { attention } = (await ask(simulated, operator, 'GET', `/${tenantId}/v1/overview`)).body;
    assert.deepEqual(
      attention.map(({ kind }) => kind),
      ['simulators-in-use'],
    );
    assert.match(attention[0]?.message ?? '', /Equifax, Experian, TransUnion, texts/);
  } finally {
    await simulated.close();
  }
});
