// What a test request may ask for beside its scenario and its branch: bad days, alone or together. Live mode refuses them.
import type { BureauId } from './credit-report.ts';
import type { BureauStatus } from './report.ts';

/** What becomes of a text that test mode pretends to send. */
export const TEST_TEXTS = [
  'accepted',
  'refused',
  'refused-first',
  'unknown',
  'undelivered',
  'delivered',
  'no-receipt',
] as const;
export type TestText = (typeof TEST_TEXTS)[number];

/** How a bureau answers in place of `ok`. In the order of the last digit of its test number. */
export const TEST_OUTCOMES = [
  'no-trace',
  'ambiguous-address',
  'rejected-credentials',
  'rejected-request',
  'unavailable',
  'timeout',
] as const satisfies readonly BureauStatus['status'][];
export type TestOutcomes = Partial<Record<BureauId, BureauStatus['status']>>;

export const TEST_DELAY_MS_MAX = 25_000;
export const TEST_FAILING_MS_MAX = 600_000;
export const TEST_BALANCE_MAX = 1_000_000_000;

/** What a call about a test report is answered in place of its own answer. `hang`: it takes longer than the deadline of a request. */
export const TEST_ANSWERS = ['rate-limited', 'internal-error', 'service-unavailable', 'hang'] as const;
export const TEST_RESEND_ANSWERS = ['insufficient-funds', ...TEST_ANSWERS] as const;
export type TestAnswer = (typeof TEST_RESEND_ANSWERS)[number];

/** Codes that a test challenge answers so, before it counts an attempt. The ending is the status of the answer. */
export const TEST_CODES: Readonly<Record<string, TestAnswer>> = {
  '000429': 'rate-limited',
  '000500': 'internal-error',
  '000503': 'service-unavailable',
  '000504': 'hang',
};

/** A scope of a token request that asks for such an answer: `test-answer:hang`. */
export function toTokenAnswer(scope: string | null): TestAnswer | undefined {
  const [, named] = /^test-answer:([a-z-]+)$/.exec(scope ?? '') ?? [];
  return TEST_ANSWERS.find((answer) => answer === named);
}

export type TestOptions = {
  bureaus?: TestOutcomes;
  /** How long each bureau takes. */
  bureauDelayMs?: Partial<Record<BureauId, number>>;
  sms?: TestText;
  delayMs?: number;
  /** Of later calls about the report; `forMs` after it was made, or always. */
  on?: { resendSms?: TestAnswer; read?: TestAnswer; forMs?: number };
  /** Answers say what they would of a wallet with so many credits. */
  walletBalance?: number;
  /** The id of the test clock that the report goes by. */
  clock?: string;
};
