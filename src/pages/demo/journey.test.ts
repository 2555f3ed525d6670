// The visitor's next stage for each answer of the API, row for row. The API is a small fake, because its answers are the input of these
// tests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiClient, ApiRefusal, ApiUnreachable, type Outcome, type Resent } from './api-client.ts';
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
const COMPLETE: Outcome = { status: 'complete', creditReportId, creditReport: REPORT };
const FAILED: Outcome = { status: 'failed', creditReportId, errorMessage: 'No.' };
const refused = (status: number, code: string, ...paths: string[]) => new ApiRefusal(status, code, paths);
const stopped = (why: string) => ({ kind: 'stopped', why });

type Said = Outcome | Resent | Error;

async function after(stage: Stage, said: Said, move: 'generate' | 'submit' | 'resend'): Promise<Stage> {
  const answer = async () => {
    if (said instanceof Error) throw said;
    return said;
  };
  const api = { generate: answer, submitCode: answer, resendSms: answer } as unknown as ApiClient;
  const journey = createJourney({ client: () => api, bureaus: ['equifax'], nowMs: () => NOW_MS });
  const session = { answers: {}, stage };
  if (move === 'generate') journey.generate(session, { sessionId: 's', ipAddress: '203.0.113.7' });
  else if (stage.kind !== 'code') throw new Error('only a visitor with a code can do that');
  else if (move === 'submit') journey.submitCode(session, stage, '123456');
  else journey.resend(session, stage);
  const working = session.stage as Stage;
  assert.equal(working.kind, 'working');
  if (working.kind === 'working') await working.ended;
  return session.stage;
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
  [
    'a status of tomorrow',
    { status: 'paused', creditReportId } as unknown as Outcome,
    stopped('service-problem'),
  ],
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
  ['nothing', new ApiUnreachable(), stopped('service-problem')],
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
  const held = Promise.withResolvers<Outcome>();
  const api = { generate: () => held.promise } as unknown as ApiClient;
  const journey = createJourney({ client: () => api, bureaus: [], nowMs: () => NOW_MS });
  const session: { answers: object; stage: Stage } = { answers: {}, stage: { kind: 'asking' } };
  journey.generate(session, { sessionId: 's', ipAddress: '203.0.113.7' });
  const first = session.stage as Stage;
  session.stage = { kind: 'asking' };
  held.resolve(COMPLETE);
  if (first.kind === 'working') await first.ended;
  assert.deepEqual(session.stage, { kind: 'asking' });
});
