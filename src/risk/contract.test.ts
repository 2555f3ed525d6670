// The contract of every assessor in the registry. The HTTP one is tried with its simulator.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { VERDICTS } from '../domain/reports/report.ts';
import { DEVICE_SESSION_STATES, type RiskFacts } from '../domain/reports/risk-facts.ts';
import type { RiskQuestion } from './assessor.ts';
import { createHttpAssessor } from './http-provider/assessor.ts';
import { createProviderClient, DEADLINE_MS } from './http-provider/client.ts';
import { MISBEHAVIOURS, type RiskSimulator, startRiskSimulator } from './http-provider/simulator.ts';
import { ASSESSORS, createAssessor } from './index.ts';
import { RISK_SETTINGS, type RiskValues } from './settings.ts';

let simulator: RiskSimulator;
before(async () => {
  simulator = await startRiskSimulator();
});
after(() => simulator.close());

const ids = Object.keys(ASSESSORS) as RiskValues['RISK_ASSESSOR'][];

for (const id of ids) {
  test(`${id}: has its own id, and answers a verified device with a verdict and codes without personal data`, async () => {
    for (const last of [0, 1, 2, 3]) {
      const assessor = assessorOf(id, {});
      assert.equal(assessor.id, id);
      const { verdict, device, reasons } = await assessor.assess(aQuestion(`203.0.113.${last}`));
      assert.ok(VERDICTS.includes(verdict));
      assert.equal(device, 'verified');
      assert.ok(reasons.length > 0);
      for (const reason of reasons) assert.match(reason, /^[\w:.-]{1,50}$/);
      assert.doesNotMatch(reasons.join(), /Ada|Sample|203|7700/);
    }
  });

  for (const session of DEVICE_SESSION_STATES.filter((state) => state !== 'verified')) {
    test(`${id}: a session that is ${session} is a challenge on an unverified device, and no service is asked`, async () => {
      const askedBefore = simulator.asked.length;
      const answer = await assessorOf(id, { session }).assess(aQuestion());
      assert.deepEqual(answer, {
        verdict: 'challenge',
        device: 'unverified',
        reasons: [`session-${session}`],
      });
      assert.equal(simulator.asked.length, askedBefore);
    });
  }

  test(`${id}: the facts are gathered once for each question, since gathering counts`, async () => {
    let gathered = 0;
    const assessor = createAssessor({
      values: valuesOf(id),
      isProduction: false,
      gatherFacts: async () => {
        gathered += 1;
        return factsOf({});
      },
    });
    await assessor.assess(aQuestion());
    assert.equal(gathered, 1);
  });
}

test('a reserved address is blocked in production and in shadow mode elsewhere', async () => {
  const ask = async (isProduction: boolean, ipAddress: string) => {
    const needs = { values: valuesOf('built-in'), isProduction, gatherFacts: async () => factsOf({}) };
    const { verdict, reasons } = await createAssessor(needs).assess(aQuestion(ipAddress));
    return [verdict, ...reasons];
  };
  assert.deepEqual(await ask(true, '203.0.113.1'), ['block', 'reserved-address']);
  assert.deepEqual(await ask(false, '203.0.113.1'), ['challenge', 'shadow:reserved-address', 'new-pair']);
  assert.deepEqual(await ask(true, '81.2.69.142'), ['challenge', 'new-pair']);
});

test('the answer of the provider becomes our verdict: pass, challenge, review, reject', async () => {
  const verdicts = [];
  for (const last of [0, 1, 2, 3])
    verdicts.push((await assessorOf('http-provider', {}).assess(aQuestion(`198.51.100.${last}`))).verdict);
  assert.deepEqual(verdicts, ['allow', 'challenge', 'challenge', 'block']);
  const { reasons } = await assessorOf('http-provider', {}).assess(aQuestion('198.51.100.2'));
  assert.deepEqual(reasons, ['provider-review', 'provider:_SIMULATED_RULE']);
});

test('the provider is sent the session, our id and the address, and nothing else of the consumer', async () => {
  await assessorOf('http-provider', {}).assess(aQuestion());
  assert.deepEqual(simulator.asked.at(-1), {
    session_id: 'ds_session',
    request_id: 'a-report',
    event_type: 'credit_report',
    input_ip_address: '203.0.113.1',
  });
});

for (const how of MISBEHAVIOURS.filter((one) => one !== 'none')) {
  test(`a provider that answers with ${how} costs a challenge, never the report`, async () => {
    simulator.misbehave(how);
    try {
      const { url, key } = simulator;
      const client = createProviderClient({ url, key, deadlineMs: 200 });
      const answer = await createHttpAssessor({ client, gatherFacts: async () => factsOf({}) }).assess(
        aQuestion(),
      );
      assert.deepEqual(answer, {
        verdict: 'challenge',
        device: 'verified',
        reasons: ['provider-unavailable'],
      });
    } finally {
      simulator.misbehave('none');
    }
  });
}

test('a wrong key or a closed port has no answer either; the deadline is three seconds', async () => {
  assert.equal(DEADLINE_MS, 3_000);
  for (const [url, key] of [
    [simulator.url, 'wrong'],
    ['http://127.0.0.1:9/', 'any'],
  ] as const) {
    assert.equal(
      await createProviderClient({ url, key }).query({
        session_id: 's',
        request_id: 'r',
        event_type: 'credit_report',
        input_ip_address: '203.0.113.0',
      }),
      null,
    );
  }
});

function assessorOf(id: RiskValues['RISK_ASSESSOR'], facts: Partial<RiskFacts>) {
  return createAssessor({
    values: valuesOf(id),
    isProduction: false,
    gatherFacts: async () => factsOf(facts),
  });
}

function valuesOf(id: RiskValues['RISK_ASSESSOR']): RiskValues {
  const settings = Object.entries(RISK_SETTINGS).map(([name, { fallback, parse }]) => [
    name,
    fallback === null ? null : parse(fallback),
  ]);
  const { url, key } = simulator;
  return { ...Object.fromEntries(settings), RISK_ASSESSOR: id, RISK_HTTP_URL: url, RISK_HTTP_KEY: key };
}

function factsOf(overrides: Partial<RiskFacts>): RiskFacts {
  const once = { hour: 1, day: 1, month: 1 };
  return {
    session: 'verified',
    sessionAgeMs: 60_000,
    address: 'same',
    deviceFlags: [],
    velocities: {
      'people-per-device': once,
      'devices-per-person': once,
      'people-per-number': once,
      'requests-per-address': once,
    },
    knownSinceMs: null,
    ...overrides,
  };
}

function aQuestion(ipAddress = '203.0.113.1'): RiskQuestion {
  return {
    tenantId: 'a-tenant',
    reportId: 'a-report',
    sessionId: 'ds_session',
    consumer: {
      firstName: 'Ada',
      lastName: 'Sample',
      dateOfBirth: '1985-04-12',
      mobileNumber: '+447700900123',
      ipAddress,
      addresses: [],
    },
  };
}
