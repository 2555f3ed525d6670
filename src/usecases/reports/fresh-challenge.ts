// The answer of a generate that has just begun a challenge.
import type { SmsOutcome } from '../../domain/reports/challenge.ts';
import { answerOf, type ReportAnswer } from '../../domain/reports/report.ts';
import { maskedNumberOf } from '../../storage/reports/reports.ts';
import type { GenerateInput } from './charged.ts';

type Begun = {
  challengeId: string;
  sends: number;
  sms: SmsOutcome;
  sentAtMs: number;
  isDoomed?: true;
};

export function freshChallenge(
  { reportId, consumer }: Pick<GenerateInput, 'reportId' | 'consumer'>,
  { challengeId, sends, sms, sentAtMs, isDoomed }: Begun,
): ReportAnswer {
  const challenge = { state: 'open' as const, attempts: 0, sends, lastSentAtMs: sentAtMs };
  const course = {
    id: reportId,
    status: 'pending' as const,
    failureReason: null,
    challengeId,
    challenge: isDoomed ? { ...challenge, isDoomed } : challenge,
    sms,
    maskedNumber: maskedNumberOf(consumer),
    spentCredits: 0,
  };
  // As of the send: a gateway that took minutes does not change what the caller has to know.
  return answerOf(course, null, sentAtMs);
}
