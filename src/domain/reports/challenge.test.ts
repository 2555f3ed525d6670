import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ATTEMPTS_MAX,
  CHALLENGE_LIFETIME_MS,
  type Challenge,
  countInWords,
  isExpired,
  type ResendOutcome,
  resendCode,
  SENDS_MAX,
  type SubmitOutcome,
  submitCode,
} from './challenge.ts';

const SENT_AT_MS = 1_000_000;
const IN_TIME_MS = SENT_AT_MS + CHALLENGE_LIFETIME_MS;
const TOO_LATE_MS = IN_TIME_MS + 1;

const aChallenge = (overrides: Partial<Challenge> = {}): Challenge => ({
  state: 'open',
  attempts: 0,
  sends: 1,
  lastSentAtMs: SENT_AT_MS,
  ...overrides,
});

test('the limits are those of the interface: 3 attempts, 3 sends, 5 minutes', () => {
  assert.deepEqual([ATTEMPTS_MAX, SENDS_MAX, CHALLENGE_LIFETIME_MS], [3, 3, 300_000]);
});

type SubmitRow = [
  name: string,
  before: Partial<Challenge>,
  isRight: boolean,
  atMs: number,
  outcome: SubmitOutcome,
  change: Partial<Challenge>,
];

const SUBMITS: SubmitRow[] = [
  ['a right first code passes', {}, true, SENT_AT_MS, { kind: 'passed' }, { state: 'passed', attempts: 1 }],
  [
    'a right third code passes',
    { attempts: 2 },
    true,
    SENT_AT_MS,
    { kind: 'passed' },
    { state: 'passed', attempts: 3 },
  ],
  [
    'a first wrong code leaves two',
    {},
    false,
    SENT_AT_MS,
    { kind: 'wrong', attemptsRemaining: 2 },
    { attempts: 1 },
  ],
  [
    'a second leaves one',
    { attempts: 1 },
    false,
    SENT_AT_MS,
    { kind: 'wrong', attemptsRemaining: 1 },
    { attempts: 2 },
  ],
  [
    'a third fails for good',
    { attempts: 2 },
    false,
    SENT_AT_MS,
    { kind: 'exhausted' },
    { state: 'failed', attempts: 3 },
  ],
  ['at 5:00 it is in time', {}, true, IN_TIME_MS, { kind: 'passed' }, { state: 'passed', attempts: 1 }],
  ['a millisecond later it is not', {}, true, TOO_LATE_MS, { kind: 'expired' }, {}],
  [
    'a wrong code that is too late uses no attempt',
    { attempts: 2 },
    false,
    TOO_LATE_MS,
    { kind: 'expired' },
    {},
  ],
  ['failed stays failed', { state: 'failed', attempts: 3 }, true, SENT_AT_MS, { kind: 'already-failed' }, {}],
  [
    'failed comes before expired',
    { state: 'failed', attempts: 3 },
    true,
    TOO_LATE_MS,
    { kind: 'already-failed' },
    {},
  ],
  [
    'passed does not pass again',
    { state: 'passed', attempts: 1 },
    true,
    SENT_AT_MS,
    { kind: 'already-passed' },
    {},
  ],
  [
    'nor does a wrong code undo it',
    { state: 'passed', attempts: 1 },
    false,
    SENT_AT_MS,
    { kind: 'already-passed' },
    {},
  ],
  [
    'passed comes before expired',
    { state: 'passed', attempts: 1 },
    true,
    TOO_LATE_MS,
    { kind: 'already-passed' },
    {},
  ],
  [
    'a doomed challenge fails at the first code, right or not',
    { isDoomed: true },
    true,
    SENT_AT_MS,
    { kind: 'doomed' },
    { state: 'failed', attempts: 1 },
  ],
  ['expired comes before doomed', { isDoomed: true }, false, TOO_LATE_MS, { kind: 'expired' }, {}],
  [
    'failed comes before doomed',
    { isDoomed: true, state: 'failed', attempts: 1 },
    true,
    SENT_AT_MS,
    { kind: 'already-failed' },
    {},
  ],
];

for (const [name, before, isRight, atMs, outcome, change] of SUBMITS) {
  test(`submit: ${name}`, () => {
    const challenge = aChallenge(before);
    assert.deepEqual(submitCode(challenge, isRight, atMs), { next: { ...challenge, ...change }, outcome });
  });
}

type ResendRow = [
  name: string,
  before: Partial<Challenge>,
  atMs: number,
  outcome: ResendOutcome,
  change: Partial<Challenge>,
];

const RESENDS: ResendRow[] = [
  [
    'the second send restarts the timer',
    {},
    IN_TIME_MS,
    { kind: 'sent', sends: 2, sendsRemaining: 1 },
    { sends: 2, lastSentAtMs: IN_TIME_MS },
  ],
  [
    'the third is the last, and gives no attempt back',
    { sends: 2, attempts: 2 },
    SENT_AT_MS + 1,
    { kind: 'sent', sends: 3, sendsRemaining: 0 },
    { sends: 3, lastSentAtMs: SENT_AT_MS + 1 },
  ],
  ['there is no fourth', { sends: 3 }, SENT_AT_MS, { kind: 'sends-used-up' }, {}],
  ['a millisecond after 5:00 nothing is sent', {}, TOO_LATE_MS, { kind: 'expired' }, {}],
  ['expired comes before used up', { sends: 3 }, TOO_LATE_MS, { kind: 'expired' }, {}],
  ['a passed challenge is closed', { state: 'passed' }, SENT_AT_MS, { kind: 'closed' }, {}],
  ['a failed challenge is closed', { state: 'failed' }, SENT_AT_MS, { kind: 'closed' }, {}],
  ['closed comes before expired', { state: 'passed' }, TOO_LATE_MS, { kind: 'closed' }, {}],
  ['closed comes before used up', { state: 'failed', sends: 3 }, SENT_AT_MS, { kind: 'closed' }, {}],
  ['a doomed challenge sends nothing', { isDoomed: true }, SENT_AT_MS, { kind: 'doomed' }, {}],
  ['expired comes before doomed', { isDoomed: true }, TOO_LATE_MS, { kind: 'expired' }, {}],
  ['closed comes before doomed', { isDoomed: true, state: 'failed' }, SENT_AT_MS, { kind: 'closed' }, {}],
  ['doomed comes before used up', { isDoomed: true, sends: 3 }, SENT_AT_MS, { kind: 'doomed' }, {}],
];

for (const [name, before, atMs, outcome, change] of RESENDS) {
  test(`resend: ${name}`, () => {
    const challenge = aChallenge(before);
    assert.deepEqual(resendCode(challenge, atMs), { next: { ...challenge, ...change }, outcome });
  });
}

test('only an open challenge expires: alive at 4:59.999 and 5:00.000, expired at 5:00.001', () => {
  const at = (ms: number, state: Challenge['state'] = 'open') =>
    isExpired(aChallenge({ state }), SENT_AT_MS + ms);
  assert.deepEqual([at(299_999), at(300_000), at(300_001)], [false, false, true]);
  assert.deepEqual([at(300_001, 'passed'), at(300_001, 'failed')], [false, false]);
});

test('a transition returns a copy: the given challenge is unchanged', () => {
  const challenge = Object.freeze(aChallenge());
  submitCode(challenge, true, SENT_AT_MS);
  resendCode(challenge, SENT_AT_MS);
  assert.deepEqual(challenge, aChallenge());
});

test('a limit is spelled out for messages', () => {
  assert.deepEqual([0, 3, 5, 12].map(countInWords), ['zero', 'three', 'five', '12']);
});
