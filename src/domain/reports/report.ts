// A report: one request for a consumer's credit report and its outcome. Pure: how the stored state reads as one of the interface's
// five statuses, and the answer that a caller gets.
//
//   (generate) ──▶ complete                                   no verification needed
//              ──▶ blocked                                    the risk assessment refused it
//              ──▶ pending ──▶ complete                       the code was right and the credit report was bought
//                          ──▶ failed                         third wrong code, or an unrecoverable error
//
// While pending, the challenge says whether it reads `authentication-required`, `retry` or (expired) `failed`.
import {
  ATTEMPTS_MAX,
  CHALLENGE_LIFETIME_MINUTES,
  type Challenge,
  expiresAtMs,
  isExpired,
  type SmsOutcome,
  sendsRemaining,
  smsOf,
} from './challenge.ts';
import type { BureauId, CreditReportText } from './credit-report.ts';
import { SESSION_LIFETIME_MINUTES } from './risk-facts.ts';

export const REPORT_STATUSES = ['complete', 'authentication-required', 'blocked', 'retry', 'failed'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** The result of the risk assessment. */
export const VERDICTS = ['challenge', 'allow', 'block'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const BUREAU_OUTCOMES = [
  'ok',
  'no-trace',
  'ambiguous-address',
  'rejected-credentials',
  'rejected-request',
  'unavailable',
  'timeout',
] as const;
export type BureauStatus = {
  id: BureauId;
  status: (typeof BUREAU_OUTCOMES)[number];
  /** Present when a simulator of ours answered in place of the bureau: its data is made up. */
  simulated?: true;
};

/** A bureau that found no such person has answered too: an empty file is an answer. */
export function hasAnswered({ status }: BureauStatus): boolean {
  return status === 'ok' || status === 'no-trace';
}

/** What tells places apart that one address may mean. */
const WHAT_TO_ADD =
  'Add what tells them apart: the flat (subBuildingName), the name of the house (buildingName) or its number (buildingNumber), and the street.';

export const FAILURES = {
  'attempts-exhausted': `The code was wrong ${ATTEMPTS_MAX} times. This challenge has failed for good; send a new generate request.`,
  'challenge-expired': `The challenge expired: it lives ${CHALLENGE_LIFETIME_MINUTES} minutes from the last code that was sent. Send a new generate request.`,
  'no-bureau-answered':
    'None of the bureaus answered. The report was not charged; send the request again later.',
  'address-ambiguous': `The bureaus know several places that match this address, so none of them could tell whose file is meant. ${WHAT_TO_ADD} The report was not charged; send the request again with it.`,
  'address-ambiguous-partly': `No bureau gave a report: one or more know several places that match this address, and the others could not answer. ${WHAT_TO_ADD} The report was not charged; send the request again with it.`,
  'bureaus-refused':
    'The bureaus refused the request of this service. Sending it again does not help before the operator of the service has looked at it. The report was not charged.',
  interrupted:
    'The service was interrupted while it worked on this report. It was not charged; send the request again.',
  'device-unverified': `The device could not be verified: the sessionId is not one that the fingerprint script (GET /v1/fingerprints/device) gave to this consumer within the last ${SESSION_LIFETIME_MINUTES} minutes. No code was sent and nothing was charged. Load the script on the page, or ask it for a new session (window.trefoil.newSession()), then send a new generate request with the sessionId that it hands over.`,
  // Of reports from before a 402 withdrew them.
  'insufficient-funds': 'The wallet could not pay for the message with the code. Nothing was charged.',
  unreachable:
    'A code was needed and no usable mobile number was given. Nothing was charged; send the request again with one.',
  'too-many-challenges':
    'Too many codes were asked for, or were wrong, in a short time. Nothing was charged; send the request again later.',
} as const;
/** Why a report was blocked, for programs. One word for every rule of the assessor: more would show an attacker how to get round it. */
export const BLOCK_REASONS = ['risk-assessment'] as const;

export const FAILURE_REASONS = Object.keys(FAILURES) as FailureReason[];
export type FailureReason = keyof typeof FAILURES;

/** Why there is no report when no bureau answered. The caller can mend an address, the operator a refusal, time the rest. */
export function failureOfBureaus(statuses: readonly BureauStatus['status'][]): FailureReason {
  const isAmbiguous = (status: BureauStatus['status']): boolean => status === 'ambiguous-address';
  if (statuses.some(isAmbiguous))
    return statuses.every(isAmbiguous) ? 'address-ambiguous' : 'address-ambiguous-partly';
  const isRefused = statuses.every(
    (status) => status === 'rejected-request' || status === 'rejected-credentials',
  );
  return isRefused ? 'bureaus-refused' : 'no-bureau-answered';
}

/** The bureaus were asked: it did not fail for want of a code. */
export function isFailureOfBureaus(reason: FailureReason | null): boolean {
  return (
    reason === 'no-bureau-answered' ||
    reason === 'address-ambiguous' ||
    reason === 'address-ambiguous-partly' ||
    reason === 'bureaus-refused'
  );
}

/** For so long after the bureaus failed, a code that was passed serves the next try of the same visit. */
export const PASSED_CODE_MS = 10 * 60_000;

/** It failed at the bureaus a short while ago, after its code was passed. */
export function hasFreshCode(report: ReportCourse & { updatedAt: Date; atMs: number }): boolean {
  const { status, failureReason, challenge, updatedAt, atMs } = report;
  if (status !== 'failed' || challenge?.state !== 'passed' || !isFailureOfBureaus(failureReason))
    return false;
  return atMs - updatedAt.getTime() <= PASSED_CODE_MS;
}

const WRONG_CODE_MESSAGE = 'The code is wrong.';

/** The stored state of a report, without its personal parts. */
export type ReportCourse = {
  id: string;
  status: 'pending' | 'complete' | 'blocked' | 'failed';
  failureReason: FailureReason | null;
  challengeId: string | null;
  challenge: Challenge | null;
  /** What became of the text, for whoever has just sent it; else the challenge says what is known. */
  sms?: SmsOutcome;
  /** Where the text went; null when no number was given, or it was purged. */
  maskedNumber: string | null;
  /** Spent on it so far, its delivered texts included. */
  spentCredits: number;
};

/** What a page needs to ask for the code: until when, how often, and where the text went. */
type ChallengeAnswer = {
  challengeId: string;
  expiresAt: string;
  attemptsRemaining: number;
  remainingSmsCount: number;
  mobileNumber?: string;
  sms: SmsOutcome;
};

export type ReportAnswer =
  | {
      status: 'complete';
      challengeType?: 'none';
      creditReportId: string;
      creditReport: CreditReportText;
      bureaus: BureauStatus[];
      costCredits: number;
    }
  | {
      status: 'authentication-required';
      challengeType: 'otp';
      creditReportId: string;
      challenge: ChallengeAnswer;
    }
  | { status: 'blocked'; creditReportId: string; reason: (typeof BLOCK_REASONS)[number] }
  | {
      status: 'retry';
      creditReportId: string;
      errorMessage: string;
      attemptsRemaining: number;
      challenge: ChallengeAnswer;
    }
  | { status: 'failed'; creditReportId: string; errorMessage: string; reason: FailureReason };

export function readStatus(report: ReportCourse, nowMs: number): ReportStatus {
  if (report.status !== 'pending') return report.status;
  if (report.challenge === null) return 'authentication-required';
  if (isExpired(report.challenge, nowMs)) return 'failed';
  return report.challenge.attempts > 0 && report.challenge.state === 'open'
    ? 'retry'
    : 'authentication-required';
}

export function readFailure(report: ReportCourse, nowMs: number): FailureReason | null {
  if (report.challenge !== null && report.status === 'pending' && isExpired(report.challenge, nowMs)) {
    return 'challenge-expired';
  }
  return report.failureReason;
}

/** The answer that the caller last got, or would get now. `body` is required for a complete report. */
export function answerOf(
  report: ReportCourse,
  body: { creditReport: CreditReportText; bureaus: BureauStatus[] } | null,
  nowMs: number,
): ReportAnswer {
  const creditReportId = report.id;
  const status = readStatus(report, nowMs);
  switch (status) {
    case 'complete': {
      if (body === null) throw new Error('a complete report must have its body');
      const { creditReport, bureaus } = body;
      const costCredits = report.spentCredits;
      // Interface, "Generate and OTP response data": challengeType is on generate responses, not on an OTP submit's.
      return report.challenge === null
        ? { status, challengeType: 'none', creditReportId, creditReport, bureaus, costCredits }
        : { status, creditReportId, creditReport, bureaus, costCredits };
    }
    case 'authentication-required':
      return { status, challengeType: 'otp', creditReportId, challenge: challengeAnswerOf(report) };
    case 'blocked':
      return { status, creditReportId, reason: 'risk-assessment' };
    case 'retry': {
      const challenge = challengeAnswerOf(report);
      const { attemptsRemaining } = challenge;
      return { status, creditReportId, errorMessage: WRONG_CODE_MESSAGE, attemptsRemaining, challenge };
    }
    case 'failed': {
      const reason = readFailure(report, nowMs) ?? 'attempts-exhausted';
      return { status, creditReportId, errorMessage: FAILURES[reason], reason };
    }
  }
}

function challengeAnswerOf(report: ReportCourse): ChallengeAnswer {
  const { challengeId, challenge, maskedNumber } = report;
  if (challengeId === null || challenge === null) throw new Error('a waiting report must have its challenge');
  return {
    challengeId,
    expiresAt: new Date(expiresAtMs(challenge)).toISOString(),
    attemptsRemaining: ATTEMPTS_MAX - challenge.attempts,
    remainingSmsCount: sendsRemaining(challenge),
    ...(maskedNumber !== null && { mobileNumber: maskedNumber }),
    sms: report.sms ?? smsOf(challenge),
  };
}
