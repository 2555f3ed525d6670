// The decision as a table, row by row: facts, then the answer. Facts that a row does not name are neutral.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  DEVICE_SESSION_STATES,
  type RiskFacts,
  VELOCITIES,
  type Velocity,
} from '../../domain/reports/risk-facts.ts';
import { RISK_RULES, RISK_SETTINGS, type RiskValues, riskProblems } from '../settings.ts';
import { decide, type Thresholds, thresholdsOf, YOUNG_MS } from './decide.ts';

type Facts = Parameters<typeof decide>[0];
const DAY_MS = 86_400_000;
const ONCE: Velocity = { hour: 1, day: 1, month: 1 };
const PLAIN: Facts = {
  session: 'verified',
  sessionAgeMs: 60_000,
  address: 'same',
  deviceFlags: [],
  velocities: {
    'people-per-device': ONCE,
    'devices-per-person': ONCE,
    'people-per-number': ONCE,
    'requests-per-address': ONCE,
  },
  knownSinceMs: null,
  isReservedAddress: false,
};
const KNOWN = { knownSinceMs: DAY_MS };
const DEFAULTS = thresholdsOf(valuesOf());
const at = (name: keyof RiskFacts['velocities'], velocity: Partial<Velocity>): Pick<Facts, 'velocities'> => ({
  velocities: { ...PLAIN.velocities, [name]: { ...ONCE, ...velocity } },
});

type Row = [
  name: string,
  facts: Partial<Facts>,
  verdict: string,
  reasons: string[],
  settings?: Partial<Thresholds>,
];
const TABLE: Row[] = [
  ['a first-time pair is challenged', {}, 'challenge', ['new-pair']],
  ['a known pair is allowed', KNOWN, 'allow', ['known-pair']],
  ['but not when the operator says never', KNOWN, 'challenge', ['new-pair'], { allowKnown: false }],
  ['known for exactly 90 days', { knownSinceMs: 90 * DAY_MS }, 'allow', ['known-pair']],
  ['known for a moment longer is new', { knownSinceMs: 90 * DAY_MS + 1 }, 'challenge', ['new-pair']],
  ['from a neighbouring address', { ...KNOWN, address: 'same-network' }, 'allow', ['known-pair']],
  ['from elsewhere', { ...KNOWN, address: 'different' }, 'challenge', ['address-differs', 'score-too-high']],
  ['in a hurry', { ...KNOWN, sessionAgeMs: YOUNG_MS - 1 }, 'allow', ['session-young', 'known-pair']],
  ['not in a hurry', { ...KNOWN, sessionAgeMs: YOUNG_MS }, 'allow', ['known-pair']],
  ['a reserved address is blocked', { ...KNOWN, isReservedAddress: true }, 'block', ['reserved-address']],
  [
    'a driven browser is challenged',
    { ...KNOWN, deviceFlags: ['automation'] },
    'challenge',
    ['automation', 'score-too-high'],
  ],
  [
    'a driven browser from elsewhere is blocked',
    { deviceFlags: ['automation'], address: 'different' },
    'block',
    ['automation', 'address-differs'],
  ],
  [
    'a driven browser in a hurry is not: any integration test looks so',
    { deviceFlags: ['automation'], sessionAgeMs: 0 },
    'challenge',
    ['automation', 'session-young', 'new-pair'],
  ],
  [
    'a driven browser without signals is blocked',
    { deviceFlags: ['automation', 'signals-missing'] },
    'block',
    ['automation', 'signals-missing'],
  ],
  [
    'signals that contradict each other',
    { ...KNOWN, deviceFlags: ['signals-inconsistent'] },
    'challenge',
    ['signals-inconsistent', 'score-too-high'],
  ],
  ['at a cap', at('people-per-device', { hour: 5 }), 'challenge', ['velocity-raised', 'new-pair']],
  [
    'over the cap of the hour',
    at('people-per-device', { hour: 6 }),
    'block',
    ['people-per-device', 'velocity-raised'],
  ],
  [
    'over the cap of the day',
    at('devices-per-person', { day: 11 }),
    'block',
    ['devices-per-person', 'velocity-raised'],
  ],
  [
    'over the cap of the month',
    at('people-per-number', { month: 31 }),
    'block',
    ['people-per-number', 'velocity-raised'],
  ],
  [
    'a known pair over a cap',
    { ...KNOWN, ...at('requests-per-address', { hour: 101 }) },
    'block',
    ['requests-per-address', 'velocity-raised'],
  ],
  ['half of a cap', at('people-per-device', { month: 75 }), 'challenge', ['new-pair']],
  [
    'over half of a cap',
    { ...KNOWN, ...at('people-per-device', { month: 76 }) },
    'challenge',
    ['velocity-raised', 'score-too-high'],
  ],
  [
    'a corrected form always needs a code',
    { ...KNOWN, deviceFlags: ['form-corrected'] },
    'challenge',
    ['form-corrected', 'score-too-high'],
  ],
  [
    'a rule in shadow mode is recorded and has no effect',
    { ...KNOWN, isReservedAddress: true },
    'allow',
    ['shadow:reserved-address', 'known-pair'],
    { shadow: ['reserved-address'] },
  ],
  [
    'a sign in shadow mode costs no points',
    { ...KNOWN, address: 'different' },
    'allow',
    ['shadow:address-differs', 'known-pair'],
    { shadow: ['address-differs'] },
  ],
  [
    'allowing in shadow mode is a challenge',
    KNOWN,
    'challenge',
    ['shadow:known-pair'],
    { shadow: ['known-pair'] },
  ],
];

for (const [name, facts, verdict, reasons, settings] of TABLE) {
  test(`${name}: ${verdict}`, () => {
    const answer = decide({ ...PLAIN, ...facts }, { ...DEFAULTS, ...settings });
    assert.deepEqual(answer, { verdict, device: 'verified', reasons });
  });
}

for (const session of DEVICE_SESSION_STATES.filter((state) => state !== 'verified')) {
  test(`a session that is ${session} is challenged and cannot be verified, whatever else is true`, () => {
    const worst: Facts = {
      ...PLAIN,
      ...KNOWN,
      ...at('people-per-device', { hour: 99 }),
      isReservedAddress: true,
      session,
    };
    assert.deepEqual(decide(worst, DEFAULTS), {
      verdict: 'challenge',
      device: 'unverified',
      reasons: [`session-${session}`],
    });
  });
}

test('with every rule in shadow mode the verdict is a challenge, and all are recorded', () => {
  const all: Facts = {
    ...PLAIN,
    ...KNOWN,
    address: 'different',
    sessionAgeMs: 0,
    deviceFlags: ['automation', 'signals-missing', 'signals-inconsistent', 'form-corrected'],
    isReservedAddress: true,
    velocities: Object.fromEntries(
      VELOCITIES.map((name) => [name, { hour: 9e3, day: 9e3, month: 9e3 }]),
    ) as Facts['velocities'],
  };
  const { verdict, reasons } = decide(all, { ...DEFAULTS, shadow: RISK_RULES });
  assert.equal(verdict, 'challenge');
  assert.deepEqual([...reasons].sort(), RISK_RULES.map((rule) => `shadow:${rule}`).sort());
});

const aVelocity = fc.record({ hour: fc.nat(6_000), day: fc.nat(6_000), month: fc.nat(6_000) });
const someFacts: fc.Arbitrary<Facts> = fc.record({
  session: fc.constantFrom(...DEVICE_SESSION_STATES),
  sessionAgeMs: fc.option(fc.nat(2_000_000)),
  address: fc.constantFrom('same', 'same-network', 'different', null),
  deviceFlags: fc.subarray(['automation', 'signals-missing', 'signals-inconsistent']),
  velocities: fc.record({
    'people-per-device': aVelocity,
    'devices-per-person': aVelocity,
    'people-per-number': aVelocity,
    'requests-per-address': aVelocity,
  }),
  knownSinceMs: fc.option(fc.nat(200 * DAY_MS)),
  isReservedAddress: fc.boolean(),
});

test('no facts are allowed without an earlier code on the same device', () => {
  fc.assert(
    fc.property(someFacts, (facts) => {
      const { verdict, device, reasons } = decide(facts, DEFAULTS);
      if (verdict === 'allow') assert.ok(facts.session === 'verified' && facts.knownSinceMs !== null);
      assert.equal(device === 'unverified', facts.session !== 'verified');
      assert.ok(reasons.length > 0 && reasons.every((code) => /^[a-z:-]{3,40}$/.test(code)));
    }),
    { numRuns: 2_000 },
  );
});

test('limits that decrease, are not numbers or exceed the counters are refused with a message', () => {
  const parse = RISK_SETTINGS.RISK_PEOPLE_PER_DEVICE_MAX.parse;
  assert.deepEqual(parse(' 1, 2,3'), { hour: 1, day: 2, month: 3 });
  for (const bad of ['5', '5,10', '5,10,30,40', '10,5,30', '0,1,2', '1,2,5001', 'a,b,c', '-1,2,3', '1.5,2,3'])
    assert.throws(() => parse(bad), /must be three whole numbers/, bad);
});

test('a provider without an address or a key is reported at start-up, and plain http is refused in production', () => {
  const values = valuesOf({ RISK_ASSESSOR: 'http-provider' });
  assert.equal(riskProblems(values, false).length, 2);
  const http = { ...values, RISK_HTTP_URL: 'http://risk.example/q', RISK_HTTP_KEY: 'x'.repeat(16) };
  assert.deepEqual(riskProblems(http, false), []);
  assert.equal(riskProblems(http, true).length, 1);
  assert.deepEqual(riskProblems(valuesOf(), true), []);
});

function valuesOf(overrides: Record<string, string> = {}): RiskValues {
  const read = ([name, { fallback, parse }]: [
    string,
    (typeof RISK_SETTINGS)[keyof typeof RISK_SETTINGS],
  ]) => {
    const text = overrides[name] ?? fallback;
    return [name, text === null ? null : parse(text)];
  };
  return Object.fromEntries(Object.entries(RISK_SETTINGS).map(read));
}
