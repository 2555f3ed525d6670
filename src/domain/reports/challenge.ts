// The one-time-password challenge of a report: a value and two pure state transitions. Nothing is sent or stored here.
//
//              wrong code, 1st or 2nd (attempts + 1)      resend (sends + 1, timer restarts)
//                    ┌──────────┐                               ┌──────────┐
//   (generate) ──▶  open ◀──────┘                              open ◀──────┘
//                    ├── right code ─────────────▶ passed   (final)
//                    ├── 3rd wrong code ─────────▶ failed   (final)
//                    ├── any code, when doomed ──▶ failed   (final; the device could not be verified, nothing was sent)
//                    └── 5:00 since last send ───▶ expired  (computed from the last send, never stored)
//
// A text that no gateway took is no send: it is taken back, with its code and its place in the timer, and counted apart.
//
// A submit and a resend check their guards in the order written in each function. The SQL in storage/reports/challenges.ts makes
// the same transitions in one statement each, so that parallel guesses cannot slip past a limit; both use cases compare its result
// with the one computed here.

// Interface, "Limits": 3 attempts, 3 sends (1 initial plus 2 resends), 5 minutes, each resend resets the timer. SQL and messages
// are built from these; test/tidy.test.ts refuses a copy of them outside the domain.
export const ATTEMPTS_MAX = 3;
export const SENDS_MAX = 3;
/** Texts of one challenge that no gateway took. They are not sends, so they need a bound of their own. */
export const REFUSED_SENDS_MAX = 5;
export const CHALLENGE_LIFETIME_MINUTES = 5;
export const CHALLENGE_LIFETIME_MS = CHALLENGE_LIFETIME_MINUTES * 60_000;

export type ChallengeState = 'open' | 'passed' | 'failed';

/**
 * What became of a challenge's text: a gateway took it; certainly none did; one may have; or none was handed over, because the device
 * could not be verified.
 */
export const SMS_OUTCOMES = ['accepted', 'refused', 'unknown', 'none'] as const;
export type SmsOutcome = (typeof SMS_OUTCOMES)[number];

export type Challenge = {
  state: ChallengeState;
  attempts: number;
  /** None while no gateway took the first text. */
  sends: number;
  /** Texts that no gateway took; absent when there are none. */
  refusedSends?: number;
  lastSentAtMs: number;
  /** Interface, "Prerequisite": without a verified device the challenge always fails. No code was sent, so none is right. */
  isDoomed?: true;
};

export type SubmitOutcome =
  | { kind: 'passed' }
  | { kind: 'wrong'; attemptsRemaining: number }
  | { kind: 'exhausted' }
  | { kind: 'doomed' }
  | { kind: 'already-failed' }
  | { kind: 'already-passed' }
  | { kind: 'expired' };

export type ResendOutcome =
  | { kind: 'sent'; sends: number; sendsRemaining: number }
  | { kind: 'closed' }
  | { kind: 'expired' }
  | { kind: 'doomed' }
  | { kind: 'sends-used-up' }
  | { kind: 'refused-too-often' };

/** Exactly at 5:00 the challenge is alive; one millisecond later it is not. */
export function isExpired(challenge: Challenge, nowMs: number): boolean {
  return challenge.state === 'open' && nowMs > expiresAtMs(challenge);
}

/** Guards: failed, passed, expired. Then the attempt is counted and, unless the challenge is doomed, the code is compared. */
export function submitCode(
  challenge: Challenge,
  codeMatches: boolean,
  nowMs: number,
): { next: Challenge; outcome: SubmitOutcome } {
  if (challenge.state === 'failed') return { next: challenge, outcome: { kind: 'already-failed' } };
  if (challenge.state === 'passed') return { next: challenge, outcome: { kind: 'already-passed' } };
  if (isExpired(challenge, nowMs)) return { next: challenge, outcome: { kind: 'expired' } };

  const attempts = challenge.attempts + 1;
  if (challenge.isDoomed)
    return { next: { ...challenge, attempts, state: 'failed' }, outcome: { kind: 'doomed' } };
  if (codeMatches) return { next: { ...challenge, attempts, state: 'passed' }, outcome: { kind: 'passed' } };
  if (attempts >= ATTEMPTS_MAX) {
    return { next: { ...challenge, attempts, state: 'failed' }, outcome: { kind: 'exhausted' } };
  }
  return {
    next: { ...challenge, attempts },
    outcome: { kind: 'wrong', attemptsRemaining: ATTEMPTS_MAX - attempts },
  };
}

/** Guards: passed or failed, expired, doomed, sends used up, refused too often. Then a send is counted. Attempts are never reset. */
export function resendCode(challenge: Challenge, nowMs: number): { next: Challenge; outcome: ResendOutcome } {
  if (challenge.state !== 'open') return { next: challenge, outcome: { kind: 'closed' } };
  if (isExpired(challenge, nowMs)) return { next: challenge, outcome: { kind: 'expired' } };
  if (challenge.isDoomed) return { next: challenge, outcome: { kind: 'doomed' } };
  if (challenge.sends >= SENDS_MAX) return { next: challenge, outcome: { kind: 'sends-used-up' } };
  if ((challenge.refusedSends ?? 0) >= REFUSED_SENDS_MAX)
    return { next: challenge, outcome: { kind: 'refused-too-often' } };

  const sends = challenge.sends + 1;
  return {
    next: { ...challenge, sends, lastSentAtMs: nowMs },
    outcome: { kind: 'sent', sends, sendsRemaining: SENDS_MAX - sends },
  };
}

/** What the stored challenge says of its texts. That a gateway only may have taken one is known to its sender alone. */
export function smsOf(challenge: Challenge): SmsOutcome {
  if (challenge.isDoomed) return 'none';
  return challenge.sends === 0 ? 'refused' : 'accepted';
}

/** Exactly then the challenge is still alive. */
export function expiresAtMs(challenge: Challenge): number {
  return challenge.lastSentAtMs + CHALLENGE_LIFETIME_MS;
}

/** Texts that a resend could still send. */
export function sendsRemaining({ sends, refusedSends = 0, isDoomed }: Challenge): number {
  return isDoomed || refusedSends >= REFUSED_SENDS_MAX ? 0 : SENDS_MAX - sends;
}

/** A limit as messages spell it: `three`. */
export function countInWords(count: number): string {
  return ['zero', 'one', 'two', 'three', 'four', 'five'][count] ?? String(count);
}
