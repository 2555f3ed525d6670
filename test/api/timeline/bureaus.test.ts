// The bureaus' outcomes on the timeline: each with its duration, even when no document came of it; and simulators, marked as such.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLive } from '../../../src/compose/live-world.ts';
import type { BureauId } from '../../../src/domain/credit-report.ts';
import { createLiveWorld } from '../../../src/world/live.ts';
import { clientOf, createTenant, openHouse } from '../../support/house.ts';
import { LIVE } from '../../support/money.ts';
import { ask, assertDocumented, signedIn } from '../../support/staff.ts';

const BUREAUS: BureauId[] = ['equifax', 'experian', 'transunion'];

test('failed searches are on the timeline, each with its outcome and duration', async () => {
  const search = async () => ({ status: 'timeout' as const });
  const house = await openHouse({}, undefined, ({ onSearched }) =>
    createLiveWorld({
      assessor: { assess: async () => ({ verdict: 'allow', device: 'verified', reasons: [] }) } as never,
      sms: { readPhone: () => ({ kind: 'ok', to: '' }), send: async () => 'accepted' },
      bureaus: new Map(BUREAUS.map((id) => [id, { search, isSimulated: id === 'experian' }])),
      onSearched,
    }),
  );
  try {
    const client = await clientOf(house, await createTenant(house));
    const { creditReportId } = (await client.generate(LIVE)).body.data;
    await house.service.flushed();
    const url = `/${client.tenant.tenantId}/v1/credit-reports/${creditReportId}/timeline` as const;
    const answer = await client.get(url);
    assertDocumented('GET', url, answer);
    const asked = answer.body.events.filter(({ kind }) => kind === 'bureau');
    assert.deepEqual(
      asked
        .map(({ facts }) => [facts.bureau, facts.outcome, facts.simulated])
        // They are asked in parallel: the first answer is first.
        .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
      BUREAUS.map((id) => [id, 'timeout', id === 'experian']),
    );
    for (const { facts } of asked) assert.ok(Number.isInteger(facts.tookMs) && Number(facts.tookMs) >= 0);
  } finally {
    await house.close();
  }
});

test('a simulator is marked as one for operators, and for every tenant that could take it for the real bureau', async () => {
  const house = await openHouse({}, undefined, openLive);
  try {
    const { tenantId } = await createTenant(house);
    const operator = await signedIn(house, { tenantId, isOperator: true });
    const { body } = await ask(house, operator, 'GET', '/v1/operator/providers');
    const bureaus = body.items.filter(({ kind }) => kind === 'bureau');
    assert.deepEqual(
      bureaus.map(({ id, state, breaker }) => [id, state, breaker]),
      BUREAUS.map((id) => [id, 'simulator', 'closed']),
    );
    const { attention } = (await ask(house, operator, 'GET', `/${tenantId}/v1/overview`)).body;
    assert.deepEqual(
      attention.map(({ kind }) => kind),
      ['simulators-in-use'],
    );
    assert.match(attention[0]?.message ?? '', /equifax, experian, transunion, sms \(outbox\)/);
  } finally {
    await house.close();
  }
});
