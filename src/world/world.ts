// What the service asks of the outside. There are two worlds: the live one pays and phones, the test one is free and
// made up. A use case picks its world once; there is no other `if (test)` in the service.
import type { Consumer } from '../domain/consumer.ts';
import type { BureauId, CreditReport } from '../domain/credit-report.ts';
import { Refusal } from '../domain/refusal.ts';
import type { BureauStatus } from '../domain/report.ts';

export const VERDICTS = ['challenge', 'allow', 'block'] as const;
export type Verdict = (typeof VERDICTS)[number];

export type Subject = { consumer: Consumer; bureaus: readonly BureauId[] };

export type World = {
  /** Nothing in it costs credits, so nothing is held before it is asked. */
  isFree: boolean;
  /** Does this consumer, on this device, need to prove who they are? */
  assess(request: Subject & { sessionId: string; wantedVerdict: Verdict | undefined }): Promise<Verdict>;
  /** The code of a new send. It is kept as a keyed hash only, so whoever sends it must do so now. */
  newCode(): string;
  /** Hands a message to a gateway; whether it arrives is heard later. */
  sendCode(message: {
    tenantId: string;
    smsId: string;
    consumer: Consumer;
    code: string;
  }): Promise<'accepted' | 'refused'>;
  /** The credit report is null when no bureau answered. */
  fetchCreditReport(
    subject: Subject,
  ): Promise<{ creditReport: CreditReport | null; bureaus: BureauStatus[] }>;
};

/** The live world is null until it is connected. */
export type Worlds = { live: World | null; test: World };

export function pickWorld(worlds: Worlds, isTest: boolean): World {
  const world = isTest ? worlds.test : worlds.live;
  if (world !== null) return world;
  throw new Refusal(
    'service-unavailable',
    'Live mode is not available on this service yet. Send "test": true to use test mode.',
  );
}
