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
  /** Of test requests; live ones are refused with them. */
  testOptions?: TestOptions;
  /** The host of the page that shows the hosted page in a frame. */
  framedBy?: string;
};

export type Charged<Answer> = { answer: Answer; wallet: { balance: number; cost: number } };
