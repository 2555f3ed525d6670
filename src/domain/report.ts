// A report: one request for a consumer's credit report and its outcome. Pure: how the stored state reads as one of the interface's
// five statuses, and the answer that a caller gets.
//
//   (generate) ──▶ complete                                   no verification needed
//              ──▶ blocked                                    the risk assessment refused it
//              ──▶ pending ──▶ complete                       the code was right and the credit report was bought
//                          ──▶ failed                         third wrong code, or an unrecoverable error
//
// While pending, the challenge says whether it reads `authentication-required`, `retry` or (expired) `failed`.
import type { Challenge } from './challenge.ts';
import { ATTEMPTS_MAX, CHALLENGE_LIFETIME_MINUTES, isExpired } from './challenge.ts';
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

export const FAILURES = {
  'attempts-exhausted': `The code was wrong ${ATTEMPTS_MAX} times. This challenge has failed for good; send a new generate request.`,
  'challenge-expired': `The challenge expired: more than ${CHALLENGE_LIFETIME_MINUTES} minutes passed since the last code was sent. Send a new generate request.`,
  'no-bureau-answered':
    'None of the bureaus answered. The report was not charged; send the request again later.',
  interrupted:
    'The service was interrupted while it worked on this report. It was not charged; send the request again.',
  'device-unverified': `The device could not be verified: the sessionId is not one that the fingerprint script (GET /v1/fingerprints/device) gave to this consumer within the last ${SESSION_LIFETIME_MINUTES} minutes. No code was sent and nothing was charged. Load the script on the page, then send a new generate request with the sessionId that it hands over.`,
  // Of reports from before a 402 withdrew them.
  'insufficient-funds': 'The wallet could not pay for the message with the code. Nothing was charged.',
  unreachable:
    'A code was needed and no usable mobile number was given. Nothing was charged; send the request again with one.',
  'too-many-challenges':
    'Too many codes were asked for in a short time. Nothing was charged; send the request again later.',
} as const;
export type FailureReason = keyof typeof FAILURES;

const WRONG_CODE_MESSAGE = 'The code is wrong.';

/** The stored state of a report, without its personal parts. */
export type ReportCourse = {
  id: string;
  status: 'pending' | 'complete' | 'blocked' | 'failed';
  failureReason: FailureReason | null;
  challengeId: string | null;
  challenge: Challenge | null;
};

export type ReportAnswer =
  | {
      status: 'complete';
      challengeType?: 'none';
      creditReportId: string;
      creditReport: CreditReportText;
      bureaus: BureauStatus[];
    }
  | {
      status: 'authentication-required';
      challengeType: 'otp';
      creditReportId: string;
      challenge: { challengeId: string };
    }
  | { status: 'blocked'; creditReportId: string }
  | { status: 'retry'; creditReportId: string; errorMessage: string; attemptsRemaining: number }
  | { status: 'failed'; creditReportId: string; errorMessage: string };

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
      // Interface, "Generate and OTP response data": challengeType is on generate responses, not on an OTP submit's.
      return report.challenge === null
        ? { status, challengeType: 'none', creditReportId, creditReport, bureaus }
        : { status, creditReportId, creditReport, bureaus };
    }
    case 'authentication-required':
      if (report.challengeId === null) throw new Error('a waiting report must have its challenge');
      return {
        status,
        challengeType: 'otp',
        creditReportId,
        challenge: { challengeId: report.challengeId },
      };
    case 'blocked':
      return { status, creditReportId };
    case 'retry': {
      const attemptsRemaining = ATTEMPTS_MAX - (report.challenge?.attempts ?? 0);
      return { status, creditReportId, errorMessage: WRONG_CODE_MESSAGE, attemptsRemaining };
    }
    case 'failed': {
      const reason = readFailure(report, nowMs) ?? 'attempts-exhausted';
      return { status, creditReportId, errorMessage: FAILURES[reason] };
    }
  }
}
