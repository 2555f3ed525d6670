// What the service asks of the outside. There are two worlds: the live one pays and phones, the test one is free and
// made up. A use case picks its world once; there is no other `if (test)` in the service.
import type { Consumer } from '../domain/consumer.ts';
import type { BureauId, CreditReport } from '../domain/credit-report.ts';
import type { BureauStatus } from '../domain/report.ts';

export const VERDICTS = ['challenge', 'allow', 'block'] as const;
export type Verdict = (typeof VERDICTS)[number];

export type Subject = { consumer: Consumer; bureaus: readonly BureauId[] };

export type World = {
  /** Does this consumer, on this device, need to prove who they are? */
  assess(request: Subject & { sessionId: string; wantedVerdict: Verdict | undefined }): Promise<Verdict>;
  /** The code of a new send. It is kept as a keyed hash only, so whoever sends it must do so now. */
  newCode(): string;
  sendCode(message: { consumer: Consumer; code: string }): Promise<void>;
  fetchCreditReport(subject: Subject): Promise<{ creditReport: CreditReport; bureaus: BureauStatus[] }>;
};

export type Worlds = { live: World; test: World };

export function pickWorld(worlds: Worlds, isTest: boolean): World {
  return isTest ? worlds.test : worlds.live;
}
