// The state machine of a visitor after the questions: each move is one call of the API, and its answer is the next stage. The stage
// alone decides which page is shown.
//
//   asking ──▶ working ──▶ report                            no code was needed
//                      ──▶ stopped                           blocked, failed, no money, no answer
//                      ──▶ code ──▶ working ──▶ report       the code was right
//                                           ──▶ code         wrong, tries left; or a new code was sent
//                                           ──▶ stopped      third wrong code, or too late
import { randomUUID } from 'node:crypto';
import {
  type GenerateOutcome,
  type GenerateRequest,
  type OtpOutcome,
  type Resent,
  type Trefoil,
  TrefoilError,
  ValidationError,
} from '@trefoil/sdk';
import { ATTEMPTS_MAX, CHALLENGE_LIFETIME_MS, SENDS_MAX } from '../../domain/challenge.ts';
import { type Answers, type QuestionId, questionBehind, toGenerateRequest } from './answers.ts';

type Outcome = GenerateOutcome | OtpOutcome;
type Challenge = { creditReportId: string; challengeId: string };

export type CodeStage = {
  kind: 'code';
  challenge: Challenge;
  worksUntilMs: number;
  triesLeft: number;
  textsLeft: number;
  /** The result of the last move. */
  news: 'sent' | 'wrong' | 'sent-again' | 'not-sent' | 'refused';
  /** A text of this challenge is on its way, or may be. */
  hasText: boolean;
};
export type ReportStage = {
  kind: 'report';
  complete: Extract<Outcome, { status: 'complete' }>;
  atMs: number;
};
export type WhyStopped =
  | 'too-many-wrong-codes'
  | 'too-late'
  | 'blocked'
  | 'failed'
  | 'too-many-requests'
  | 'service-problem';

/** What the service is asked: for a report, whether a code is right, for a new text. */
export type Doing = 'request' | 'code' | 'text';

export type Stage =
  | { kind: 'asking'; refused?: QuestionId[] }
  | { kind: 'working'; doing: Doing; sinceMs: number; ended: Promise<void> }
  | CodeStage
  | ReportStage
  | { kind: 'stopped'; why: WhyStopped };

export type Journey = {
  generate(session: Moved, device: { sessionId: string; ipAddress: string }): void;
  submitCode(session: Moved, stage: CodeStage, code: string): void;
  resend(session: Moved, stage: CodeStage): void;
};
type Moved = { answers: Answers; stage: Stage };

export function createJourney(needs: {
  client: () => Pick<Trefoil, 'reports'>;
  bureaus: readonly GenerateRequest['bureaus'][number][];
  nowMs: () => number;
}): Journey {
  const { nowMs } = needs;

  /** Does not block the visitor, who gets a waiting page: a bureau may take seconds. */
  const work = (session: Moved, doing: Doing, call: () => Promise<Stage>): void => {
    const ended = call()
      .catch((error: unknown) => stageAfterRefusal(error))
      .then((stage) => {
        // A visitor who started again meanwhile must not be moved by a stale answer.
        if (session.stage === working) session.stage = stage;
      });
    const working = { kind: 'working', doing, sinceMs: nowMs(), ended } as const;
    session.stage = working;
  };

  const after = (outcome: Outcome, before: CodeStage | null): Stage => {
    switch (outcome.status) {
      case 'complete':
        return { kind: 'report', complete: outcome, atMs: nowMs() };
      case 'authentication-required': {
        const { creditReportId, challenge } = outcome;
        const isRefused = challenge.sms === 'refused';
        return {
          kind: 'code',
          challenge: { creditReportId, challengeId: challenge.challengeId },
          worksUntilMs: nowMs() + CHALLENGE_LIFETIME_MS,
          triesLeft: ATTEMPTS_MAX,
          textsLeft: isRefused ? SENDS_MAX : SENDS_MAX - 1,
          news: isRefused ? 'refused' : 'sent',
          hasText: !isRefused,
        };
      }
      case 'retry':
        if (before === null) return { kind: 'stopped', why: 'failed' };
        return { ...before, triesLeft: outcome.attemptsRemaining, news: 'wrong' };
      case 'blocked':
        return { kind: 'stopped', why: 'blocked' };
      case 'failed': {
        // The bureaus know several places that match: only the consumer can say which.
        if (outcome.reason?.startsWith('address-ambiguous')) return { kind: 'asking', refused: ['address'] };
        const wasLastTry = before?.triesLeft === 1;
        return { kind: 'stopped', why: wasLastTry ? 'too-many-wrong-codes' : 'failed' };
      }
      default:
        return { kind: 'stopped', why: 'service-problem' };
    }
  };

  return {
    generate(session, device) {
      const more = { ...device, bureaus: [...needs.bureaus], externalReference: `demo-${randomUUID()}` };
      const request = toGenerateRequest(session.answers, more);
      work(session, 'request', async () => after(await needs.client().reports.generate(request), null));
    },
    submitCode(session, stage, code) {
      const submit = () => needs.client().reports.challenge(stage.challenge).submit(code);
      work(session, 'code', async () => after(await submit(), stage));
    },
    resend(session, stage) {
      work(session, 'text', async () => {
        try {
          const resent = await needs.client().reports.challenge(stage.challenge).resend();
          return afterResend(stage, resent, nowMs() + CHALLENGE_LIFETIME_MS);
        } catch (error) {
          // Rate limited: the code that was sent before may still work.
          if (error instanceof TrefoilError && error.status === 429) return { ...stage, news: 'not-sent' };
          throw error;
        }
      });
    },
  };
}

/** A text that no gateway took changes nothing: neither the code that works nor its time. */
function afterResend(stage: CodeStage, { remainingSmsCount, sms }: Resent, worksUntilMs: number): Stage {
  if (sms === 'refused') return { ...stage, news: 'refused' };
  return { ...stage, textsLeft: remainingSmsCount, worksUntilMs, news: 'sent-again', hasText: true };
}

function stageAfterRefusal(error: unknown): Stage {
  const paths = error instanceof ValidationError ? error.details.map(({ path }) => path) : [];
  switch (error instanceof TrefoilError ? error.status : 0) {
    case 400: {
      const refused = [...new Set(paths.map(questionBehind))];
      return refused.length > 0 ? { kind: 'asking', refused } : { kind: 'stopped', why: 'service-problem' };
    }
    case 410:
      return { kind: 'stopped', why: 'too-late' };
    case 429:
      return { kind: 'stopped', why: 'too-many-requests' };
    // 402 among them: the consumer never reads about the tenant's credits.
    default:
      return { kind: 'stopped', why: 'service-problem' };
  }
}
