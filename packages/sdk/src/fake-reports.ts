// The fake's reports and their challenges: `challengeOptions.status` selects the branch, a challenge lives for five minutes by the report's
// test clock, and every step is told in the feed.
import type { FakeAnswer, FakeCall } from './fake-calls.ts';
import { answerOfCode, answerOn, bureausOf, hasAnswered, smsOf } from './fake-days.ts';
import { listOf, refusalOf } from './fake-rules.ts';
import { type FakeWorld, invalid } from './fake-world.ts';
import type {
  AuthenticationRequired,
  Blocked,
  Complete,
  CreditReport,
  Failed,
  GenerateRequest,
  Retry,
} from './generated.ts';

type Outcome = Complete | AuthenticationRequired | Blocked | Failed | Retry;
type Kept = {
  outcome: Outcome;
  challengeId: string;
  wrong: number;
  sends: number;
  madeAtMs: number;
  sentAtMs: number;
  input: GenerateRequest;
};

const RIGHT_CODE = '123456';
const LIMIT = 3;
const LIFETIME_MS = 5 * 60 * 1000;

export type FakeReports = {
  /** Null for an operation that is about something else. */
  answerOf(call: FakeCall): FakeAnswer | null;
  /** Of a session: keeps a report that ended so, and answers its id. */
  keepReport(status: 'complete' | 'failed' | 'blocked', input: GenerateRequest): string;
  /** Those that are due by their clocks. */
  expireChallenges(): void;
};

export function createFakeReports({ newId, world }: { newId: () => string; world: FakeWorld }): FakeReports {
  const reports = new Map<string, Kept>();
  const nowOf = ({ testOptions }: GenerateRequest): number => world.nowMs(testOptions?.clock) ?? Date.now();

  const tell = (creditReportId: string, type: string, facts: Record<string, unknown> = {}): void => {
    const { outcome, input } = reports.get(creditReportId) as Kept;
    const { externalReference, test = false } = input;
    const about = { creditReportId, ...(externalReference !== undefined && { externalReference }), test };
    world.tell(type, { ...about, status: outcome.status, ...facts }, nowOf(input));
  };
  const tellEnd = (creditReportId: string): void => {
    const { outcome } = reports.get(creditReportId) as Kept;
    if (outcome.status === 'complete') tell(creditReportId, 'report.completed', { bureaus: outcome.bureaus });
    if (outcome.status === 'blocked') tell(creditReportId, 'report.blocked');
    if (outcome.status === 'failed') tell(creditReportId, 'report.failed', { reason: outcome.reason });
  };
  const tellSend = (creditReportId: string, isAgain = false): void => {
    const { input, challengeId, sends } = reports.get(creditReportId) as Kept;
    const [smsId, sms] = [newId(), smsOf(input, isAgain)];
    if (sms === 'refused') tell(creditReportId, 'sms.undelivered', { smsId, reason: 'refused', sends });
    else tell(creditReportId, 'challenge.sent', { challengeId, smsId, sms, sends, sendsLeft: LIMIT - sends });
  };

  const isExpired = ({ outcome, input, sentAtMs }: Kept): boolean =>
    (outcome.status === 'authentication-required' || outcome.status === 'retry') &&
    nowOf(input) > sentAtMs + LIFETIME_MS;
  const expire = (creditReportId: string, kept: Kept): void => {
    const errorMessage = 'The challenge has expired.';
    kept.outcome = { status: 'failed', creditReportId, errorMessage, reason: 'challenge-expired' };
    tell(creditReportId, 'challenge.expired', { challengeId: kept.challengeId });
    tellEnd(creditReportId);
  };
  const expireChallenges = (): void => {
    for (const [creditReportId, kept] of reports) if (isExpired(kept)) expire(creditReportId, kept);
  };

  const generate = (input: GenerateRequest): FakeAnswer => {
    const refusal = refusalOf(input);
    if (refusal !== null) return refusal;
    if (world.nowMs(input.testOptions?.clock) === null)
      return invalid('/testOptions/clock', 'is not a test clock of this tenant');
    const creditReportId = newId();
    const branch = input.challengeOptions?.status ?? 'allow';
    const challengeId = newId();
    const sends = smsOf(input) === 'refused' ? 0 : 1;
    const sentAtMs = nowOf(input);
    const outcome: Outcome =
      branch === 'block'
        ? { status: 'blocked', creditReportId, reason: 'risk-assessment' }
        : branch === 'challenge'
          ? {
              status: 'authentication-required',
              challengeType: 'otp',
              creditReportId,
              challenge: challengeOf({ challengeId, wrong: 0, sends, sentAtMs, input }),
            }
          : ended(creditReportId, input);
    reports.set(creditReportId, {
      outcome,
      challengeId,
      wrong: 0,
      sends,
      madeAtMs: sentAtMs,
      sentAtMs,
      input,
    });
    if (branch === 'challenge') tellSend(creditReportId);
    tellEnd(creditReportId);
    return { answer: envelope(outcome) };
  };

  const keepReport = (status: 'complete' | 'failed' | 'blocked', input: GenerateRequest): string => {
    const creditReportId = newId();
    const outcome: Outcome =
      status === 'complete'
        ? complete(creditReportId, input)
        : status === 'blocked'
          ? { status, creditReportId, reason: 'risk-assessment' }
          : unanswered(creditReportId);
    const nothing = { wrong: 0, sends: 0, madeAtMs: 0, sentAtMs: 0 };
    reports.set(creditReportId, { outcome, challengeId: newId(), ...nothing, input });
    tellEnd(creditReportId);
    return creditReportId;
  };

  const submit = (kept: Kept, creditReportId: string, code: string): FakeAnswer => {
    if (kept.outcome.status === 'complete') return refused(409, 'challenge-already-completed');
    if (isExpired(kept)) expire(creditReportId, kept);
    if (hasExpired(kept)) return refused(410, 'challenge-expired');
    if (kept.outcome.status !== 'failed') {
      const { challengeId } = kept;
      kept.wrong += code === RIGHT_CODE ? 0 : 1;
      const attemptsRemaining = LIMIT - kept.wrong;
      if (code === RIGHT_CODE) {
        const { challengeType: _none, ...afterCode } = {
          challengeType: null,
          ...ended(creditReportId, kept.input),
        };
        kept.outcome = afterCode;
      } else if (attemptsRemaining > 0)
        kept.outcome = {
          status: 'retry',
          creditReportId,
          errorMessage: 'The code is wrong.',
          attemptsRemaining,
          challenge: challengeOf(kept),
        };
      else
        kept.outcome = {
          status: 'failed',
          creditReportId,
          errorMessage: 'The last code was wrong.',
          reason: 'attempts-exhausted',
        };
      const word = code === RIGHT_CODE ? 'passed' : kept.outcome.status;
      // As in the service, where the report is told of by an event of its own.
      const status = word === 'passed' ? 'authentication-required' : kept.outcome.status;
      tell(creditReportId, `challenge.${word}`, {
        challengeId,
        attemptsRemaining: leftOf(word, kept),
        status,
      });
      tellEnd(creditReportId);
    }
    return { answer: envelope(kept.outcome) };
  };

  const resend = (kept: Kept, creditReportId: string): FakeAnswer => {
    if (isExpired(kept)) expire(creditReportId, kept);
    if (hasExpired(kept)) return refused(410, 'challenge-expired');
    if (!('challenge' in kept.outcome)) return refused(409, 'challenge-closed');
    if (kept.sends === LIMIT) return { ...refused(429, 'no-sends-left'), retryAfter: LIFETIME_MS / 1000 };
    if (smsOf(kept.input, true) !== 'refused')
      Object.assign(kept, { sends: kept.sends + 1, sentAtMs: nowOf(kept.input) });
    tellSend(creditReportId, true);
    const { challengeId: _id, mobileNumber: _to, ...sent } = challengeOf(kept, true);
    kept.outcome.challenge = challengeOf(kept, true);
    return { answer: envelope({ ...sent, smsSentCount: kept.sends }) };
  };

  const answerOf = (call: FakeCall): FakeAnswer | null => {
    const { operation, path, query } = call;
    if (operation === 'generateReport') return generate(call.body);
    if (operation === 'listReports')
      return { answer: envelope({ items: listOf([...reports].map(listed), query), token: null }) };
    if (operation !== 'readReport' && operation !== 'submitOtp' && operation !== 'resendSms') return null;
    const creditReportId = /credit-reports\/([^/]+)/.exec(path)?.[1] ?? '';
    const kept = reports.get(creditReportId);
    if (kept === undefined) return refused(404, 'credit-report-not-found');
    const madeAgoMs = nowOf(kept.input) - kept.madeAtMs;
    if (operation === 'readReport')
      return answerOn(kept.input, 'read', madeAgoMs) ?? { answer: envelope(kept.outcome) };
    if (call.body?.challengeId !== kept.challengeId) return refused(404, 'challenge-not-found');
    return operation === 'submitOtp'
      ? (answerOfCode(call.body.code) ?? submit(kept, creditReportId, call.body.code))
      : (answerOn(kept.input, 'resendSms', madeAgoMs) ?? resend(kept, creditReportId));
  };

  return { answerOf, keepReport, expireChallenges };
}

const refused = (status: number, code: string) => ({ status, code });

export function envelope(data: unknown): object {
  return { meta: { request: { timeTakenMs: 1 }, wallet: { balance: 100_000, cost: 0 } }, data };
}

/** Of the event of a guess: none once it is over. */
const leftOf = (word: string, { wrong }: Kept): number => (word === 'retry' ? LIMIT - wrong : 0);

function hasExpired({ outcome }: Kept): boolean {
  return outcome.status === 'failed' && outcome.reason === 'challenge-expired';
}

function challengeOf(
  { challengeId, wrong, sends, sentAtMs, input }: Omit<Kept, 'outcome' | 'madeAtMs'>,
  isAgain = false,
) {
  const { mobileNumber } = input;
  return {
    challengeId,
    expiresAt: new Date(sentAtMs + LIFETIME_MS).toISOString(),
    attemptsRemaining: LIMIT - wrong,
    remainingSmsCount: LIMIT - sends,
    ...(mobileNumber !== undefined && { mobileNumber: mobileNumber.replace(/\d(?=\d{3})/g, '*') }),
    sms: smsOf(input, isAgain),
  };
}

function ended(creditReportId: string, input: GenerateRequest): Complete | Failed {
  return bureausOf(input).some(hasAnswered) ? complete(creditReportId, input) : unanswered(creditReportId);
}

function unanswered(creditReportId: string): Failed {
  return {
    status: 'failed',
    creditReportId,
    errorMessage: 'No bureau answered.',
    reason: 'no-bureau-answered',
  };
}

function complete(creditReportId: string, input: GenerateRequest): Complete {
  const { title, firstName, lastName, dateOfBirth } = input;
  const creditReport = {
    person: { ...(title !== undefined && { title }), firstName, lastName, dateOfBirth },
    residencies: [],
    consumerData: { records: [] },
    previousSearches: { providers: [] },
  } as unknown as CreditReport;
  return {
    status: 'complete',
    challengeType: 'none',
    creditReportId,
    creditReport,
    bureaus: bureausOf(input),
    costCredits: 0,
  };
}

function listed([creditReportId, { outcome, input }]: [string, Kept]) {
  const at = new Date().toISOString();
  const { bureaus, externalReference } = input;
  return {
    creditReportId,
    status: outcome.status,
    test: input.test ?? false,
    bureaus,
    ...(externalReference !== undefined && { externalReference }),
    createdAt: at,
    updatedAt: at,
    purged: false,
  };
}
