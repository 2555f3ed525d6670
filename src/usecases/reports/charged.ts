// The input of generate, and an answer together with its cost.

import type { Consumer } from '../../domain/reports/consumer.ts';
import type { BureauId } from '../../domain/reports/credit-report.ts';
import type { Verdict } from '../../domain/reports/report.ts';
import type { TestOptions } from '../../domain/reports/test-options.ts';
import type { Who } from '../../storage/wallet/ledger.ts';

export type GenerateInput = {
  tenantId: string;
  who: Who;
  /** Reserved by the caller's idempotency key, where there is one: a retry makes no second report. */
  reportId: string;
  test: boolean;
  sessionId: string;
  bureaus: BureauId[];
  consumer: Consumer;
  externalReference: string | undefined;
  wantedVerdict: Verdict | undefined;
  /** A request with the same idempotency key was begun before: test mode keeps it waiting on purpose no second time. */
  isRepeated?: boolean;
  /** Of test requests; live ones are refused with them. */
  testOptions?: TestOptions;
  /** The same person has just passed a code, from the same browser, and the bureaus failed: none is asked for again. */
  hasFreshCode?: boolean;
  /** The host of the page that shows the hosted page in a frame. */
  framedBy?: string;
};

/** A risk reason of our own: why no code was asked for. */
export const CODE_PASSED = 'code-passed';

/** A challenge becomes an allow where its code was passed already; never for a device that is not verified. */
export function withFreshCode<A extends { verdict: Verdict; device: string }>(
  assessment: A,
  input: GenerateInput,
): A {
  const isServed = assessment.verdict === 'challenge' && assessment.device !== 'unverified';
  return isServed && input.hasFreshCode === true ? { ...assessment, verdict: 'allow' } : assessment;
}

export type Charged<Answer> = { answer: Answer; wallet: { balance: number; cost: number } };
