// What the service asks of the outside. There are two worlds: the live one costs money and sends messages, the test one is free and
// synthetic. A use case picks its world once; there is no other `if (test)` in the service.
import { Refusal } from '../domain/refusal.ts';
import type { Consumer } from '../domain/reports/consumer.ts';
import type { BureauId, CreditReportText } from '../domain/reports/credit-report.ts';
import type { BureauStatus, Verdict } from '../domain/reports/report.ts';
import type { RiskFacts } from '../domain/reports/risk-facts.ts';
import type { TestAnswer, TestOptions } from '../domain/reports/test-options.ts';
import type { NewestReport } from '../storage/reports/charged-steps.ts';

export type Subject = {
  tenantId: string;
  reportId: string;
  consumer: Consumer;
  bureaus: readonly BureauId[];
  /** Absent: not looked up. */
  newest?: NewestReport;
  /** Of test mode; the live world never looks at them, and is never given any. */
  testOptions?: TestOptions;
  /** How far the report's test clock is ahead. */
  aheadMs?: number;
  /** What takes its time on purpose did so when the request was begun, and does not again. */
  isRepeated?: boolean;
};

/** A request whose risk is to be judged; with the facts of it, where its report's opening gathered them. */
type AskedAbout = Subject & { sessionId: string; wantedVerdict: Verdict | undefined; facts?: RiskFacts };

export type Assessment = {
  verdict: Verdict;
  /** Unverified: a challenge is required and always fails (interface, "Prerequisite"); nothing is sent. */
  device: 'verified' | 'unverified';
  /** Codes that are stored with the report, for the operator. */
  reasons?: readonly string[];
  /** Test mode: the report is made, and the caller hears that it still is being made. */
  isInProgress?: true;
  /** Test mode: the challenge expires as it begins. */
  isExpired?: true;
};

/** The number in canonical form, or why no code can reach it, in words for the caller. */
export type Phone = { kind: 'ok'; to: string } | { kind: 'unusable'; why: string };

export type Message = {
  tenantId: string;
  smsId: string;
  consumer: Consumer;
  code: string;
  /** The host of the page that shows ours in a frame: a phone fills in a code only there. */
  framedBy?: string;
  /** A resend. */
  isAgain?: true;
  testOptions?: TestOptions;
};

/** A later call about a report, or a token request. Test mode may answer it in its own way; the live world is not asked. */
export type LaterCall =
  | { kind: 'code'; code: string }
  | { kind: 'token'; answer: TestAnswer }
  | { kind: 'resend' | 'read'; options: TestOptions | undefined; madeAgoMs: number };

/** What a gateway that does not exist will report of a text. */
export type PretendedReceipt = { isDelivered: boolean; afterSeconds: number };

/** One bureau's answer: how long it took, and when it came by the monotonic clock of this process. */
export type Searched = BureauStatus & { tookMs: number; answeredMs: number };

/** The credit report is null when no bureau answered. */
export type Fetched = {
  creditReport: CreditReportText | null;
  bureaus: BureauStatus[];
  searches?: Searched[];
  /** Of its records' ids, kept with the report for the next one. */
  recordsHash?: Buffer | null;
};

export type World = {
  /** It costs no credits, so nothing is held before it is asked. */
  isFree: boolean;
  /** Does this consumer, on this device, need to prove who they are? */
  assess(request: AskedAbout): Promise<Assessment>;
  /** Whether a code can reach this consumer. Local, without a call. */
  readPhone(consumer: Consumer): Phone;
  /** The code of a new send. It is stored as a keyed hash only, so it must be sent now. */
  newCode(): string;
  /** Hands a message to a gateway; delivery is reported later. `unknown`: the gateway may have accepted it. */
  sendCode(message: Message): Promise<'accepted' | 'refused' | 'unknown'>;
  /** Of an accepted text, in a world that only pretends to send; null when it pretends no receipt either. Real gateways report by themselves. */
  receiptOf?(message: Message): PretendedReceipt | null;
  fetchCreditReport(subject: Subject): Promise<Fetched>;
  /** Refuses the call, or lets it take its time, where it was asked for. */
  rehearse?(call: LaterCall, isRepeated?: boolean): Promise<void>;
};

/** The live world is null until it is connected. */
export type Worlds = { live: World | null; test: World };

export function pickWorld(worlds: Worlds, isTest: boolean): World {
  const world = isTest ? worlds.test : worlds.live;
  if (world !== null) return world;
  throw new Refusal(
    'service-unavailable',
    'Live mode is not available on this service yet. Send "test": true to use test mode.',
    // An operator has to connect it.
    { retryAfterSeconds: 60 },
  );
}
