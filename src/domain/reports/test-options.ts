// What a test request may ask for beside its scenario and its branch: bad days, alone or together. Live mode refuses them.
import type { BureauId } from './credit-report.ts';
import type { BureauStatus } from './report.ts';

/** What becomes of a text that test mode pretends to send. */
export const TEST_TEXTS = [
  'accepted',
  'refused',
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

export type TestOptions = {
  bureaus?: TestOutcomes;
  sms?: TestText;
  delayMs?: number;
  /** The id of the test clock that the report goes by. */
  clock?: string;
};
