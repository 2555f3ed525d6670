// The visitor's next stage for each answer of the API, row for row. The API is the SDK's own fake, because its answers are the input of
// these tests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeAnswer, fakeTrefoil } from '@trefoil/sdk/testing';
import { type CodeStage, createJourney, type Stage } from './journey.ts';

const NOW_MS = Date.UTC(2026, 10, 15, 9, 30);
const creditReportId = 'report';
const CODE: CodeStage = {
  kind: 'code',
  challenge: { creditReportId, challengeId: 'challenge' },
  worksUntilMs: NOW_MS + 300_000,
  triesLeft: 3,
  textsLeft: 2,
  news: 'sent',
  hasText: true,
};
const REPORT = {
  person: { firstName: 'Ada', lastName: 'Sample', dateOfBirth: '1985-04-12' },
  residencies: [],
  consumerData: { records: [] },
  previousSearches: { providers: [] },
};
const COMPLETE = { status: 'complete', creditReportId, creditReport: REPORT };
const FAILED = { status: 'failed', creditReportId, errorMessage: 'No.' };
const refused = (status: number, code: string, ...paths: string[]): FakeAnswer => ({
  status,
  code,
  details: paths.map((path) => ({ path, message: 'No.' })),
});
const stopped = (why: string) => ({ kind: 'stopped', why });

/** The data of an answer, or a refusal. */
type Said = FakeAnswer | Record<string, unknown>;

async function after(stage: Stage, said: Said, move: 'generate' | 'submit' | 'resend'): Promise<Stage> {
  const fake = fakeTrefoil();
  const meta = { request: { timeTakenMs: 1 }, wallet: { balance: 1, cost: 0 } };
  const isRefusal = said === 'no-answer' || ('code' in said && 'status' in said);
  const planned: FakeAnswer = isRefusal ? (said as FakeAnswer) : { answer: { meta, data: said } };
  const operation = { generate: 'generateReport', submit: 'submitOtp', resend: 'resendSms' } as const;
  // Once for the call, and once for each of its retries.
  fake.next(operation[move], planned, planned, planned);
  const journey = createJourney({ client: () => fake.trefoil, bureaus: ['equifax'], nowMs: () => NOW_MS });
  const session = { answers: {}, stage };
  if (move === 'generate') journey.generate(session, { sessionId: 's', ipAddress: '203.0.113.7' });
  else if (stage.kind !== 'code') throw new Error('only a visitor with a code can do that');
  else if (move === 'submit') journey.submitCode(session, stage, '123456');
  else journey.resend(session, stage);
  const working = session.stage as Stage;
  assert.equal(working.kind, 'working');
  if (working.kind === 'working') await working.ended;
  const next = session.stage as Stage;
  if (next.kind !== 'report') return next;
  // What the SDK adds to every outcome is not the demo's.
  const { requestId: _id, wallet: _wallet, idempotencyKey: _key, ...complete } = next.complete;
  return { ...next, complete: complete as typeof next.complete };
}

const ASKED: [string, Said, object][] = [
  ['complete', COMPLETE, { kind: 'report', complete: COMPLETE, atMs: NOW_MS }],
  [
    'authentication-required',
    { status: 'authentication-required', creditReportId, challenge: { challengeId: 'challenge' } },
    CODE,
  ],
  ['blocked', { status: 'blocked', creditReportId }, stopped('blocked')],
  ['failed', FAILED, stopped('failed')],
  ['a status of tomorrow', { status: 'paused', creditReportId }, stopped('service-problem')],
  [
    '400 about two fields',
    refused(400, 'validation-error', '/mobileNumber', '/addresses/0/ukAddress/postcode', '/mobileNumber'),
    { kind: 'asking', refused: ['mobile', 'address'] },
  ],
  ['400 about nothing that was asked', refused(400, 'validation-error'), stopped('service-problem')],
  ['402', refused(402, 'insufficient-funds'), stopped('service-problem')],
  ['403', refused(403, 'forbidden'), stopped('service-problem')],
  ['429', refused(429, 'rate-limited'), stopped('too-many-requests')],
  ['503', refused(503, 'service-unavailable'), stopped('service-problem')],
  ['nothing', 'no-answer', stopped('service-problem')],
];
for (const [name, said, expected] of ASKED) {
  test(`generate that meets ${name} leads on`, async () => {
    assert.deepEqual(await after({ kind: 'asking' }, said, 'generate'), expected);
  });
}

const SUBMITTED: [string, CodeStage, Said, object][] = [
  ['complete', CODE, COMPLETE, { kind: 'report', complete: COMPLETE, atMs: NOW_MS }],
  [
    'retry',
    CODE,
    { status: 'retry', creditReportId, attemptsRemaining: 2 },
    { ...CODE, triesLeft: 2, news: 'wrong' },
  ],
  ['failed on the last try', { ...CODE, triesLeft: 1 }, FAILED, stopped('too-many-wrong-codes')],
  ['failed before it', CODE, FAILED, stopped('failed')],
  [
    'failed for an address that means several places',
    CODE,
    { ...FAILED, reason: 'address-ambiguous' },
    { kind: 'asking', refused: ['address'] },
  ],
  ['410', CODE, refused(410, 'challenge-expired'), stopped('too-late')],
  ['409', CODE, refused(409, 'challenge-already-completed'), stopped('service-problem')],
];
for (const [name, stage, said, expected] of SUBMITTED) {
  test(`a code that meets ${name} leads on`, async () => {
    assert.deepEqual(await after(stage, said, 'submit'), expected);
  });
}

const RESENT: [string, Said, object][] = [
  [
    'a new text',
    { remainingSmsCount: 1, smsSentCount: 2 },
    { ...CODE, textsLeft: 1, worksUntilMs: NOW_MS + 300_000, news: 'sent-again' },
  ],
  [
    'a text that no gateway took, and the code that was sent still works as long as before',
    { remainingSmsCount: 2, smsSentCount: 1, sms: 'refused' },
    { ...CODE, news: 'refused' },
  ],
  [
    '429, and the code that was sent may still be used',
    refused(429, 'rate-limited'),
    { ...CODE, news: 'not-sent' },
  ],
  ['410', refused(410, 'challenge-expired'), stopped('too-late')],
  ['402', refused(402, 'insufficient-funds'), stopped('service-problem')],
];
for (const [name, said, expected] of RESENT) {
  test(`a resend that meets ${name} leads on`, async () => {
    assert.deepEqual(await after({ ...CODE, worksUntilMs: CODE.worksUntilMs }, said, 'resend'), expected);
  });
}

test('a visitor who started again meanwhile is not moved by the stale answer to the first request', async () => {
  const { trefoil } = fakeTrefoil();
  const journey = createJourney({ client: () => trefoil, bureaus: ['equifax'], nowMs: () => NOW_MS });
  const session: { answers: object; stage: Stage } = { answers: {}, stage: { kind: 'asking' } };
  journey.generate(session, { sessionId: 's', ipAddress: '203.0.113.7' });
  const first = session.stage as Stage;
  session.stage = { kind: 'asking' };
  assert.equal(first.kind, 'working');
  if (first.kind === 'working') await first.ended;
  assert.deepEqual(session.stage, { kind: 'asking' });
});
