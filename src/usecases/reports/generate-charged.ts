// Generate where it costs: first the report is inserted and its price held, then the world is asked outside any transaction, then the
// report and its hold end together. Whatever happens in between, the report ends: here, or by clear-up if this process dies.
import { randomUUIDv7 } from 'node:crypto';
import { Refusal } from '../../domain/refusal.ts';
import { smsOf } from '../../domain/reports/challenge.ts';
import { answerOf, type FailureReason, type ReportAnswer } from '../../domain/reports/report.ts';
import { type PriceList, priceOfReport, priceOfSms, total } from '../../domain/wallet/pricing.ts';
import { orUndo, writeWhenBack } from '../../storage/engine/connection/when-back.ts';
import type { Counter } from '../../storage/reports/challenge-limits.ts';
import type { ChargedReportStore } from '../../storage/reports/charged-reports.ts';
import type { NewestReport, StepResult } from '../../storage/reports/charged-steps.ts';
import type { Finders } from '../../storage/reports/finders.ts';
import type { PathOfReference } from '../../storage/reports/reference-paths.ts';
import type { ReportStore } from '../../storage/reports/reports.ts';
import type { LedgerStore } from '../../storage/wallet/ledger.ts';
import type { Assessment, Subject, World } from '../../world/world.ts';
import { insufficientFunds, type PricesOf, withdrawn } from '../wallet/prices.ts';
import { buy, type Ending, type HashPerson } from './buy.ts';
import { stillClearedUp, unreachable } from './challenge-refusals.ts';
import { type Charged, CODE_PASSED, type GenerateInput, withFreshCode } from './charged.ts';
import { freshChallenge } from './fresh-challenge.ts';
import type { GuardChallenge } from './guard-challenge.ts';
import type { SendCode } from './send-code.ts';

type Needs = {
  charged: ChargedReportStore;
  reports: ReportStore;
  ledger: LedgerStore;
  pricesOf: PricesOf;
  nowMs: () => number;
  hashCode: (challengeId: string, code: string) => Buffer;
  hashReference: (tenantId: string, reference: string) => Buffer;
  hashPerson: HashPerson;
  pathOfReference: PathOfReference;
  finders: Pick<Finders, 'of'>;
  guard: Pick<GuardChallenge, 'withChallenge' | 'giveBack' | 'numberKey'>;
  sendCode: SendCode;
};

/** A report that this process works on: inserted, its price held, leased to us; with the reasons once it was assessed. */
type InHand = {
  input: GenerateInput;
  prices: PriceList;
  leaseToken: string;
  personHash: Buffer;
  newest?: NewestReport;
  riskReasons?: readonly string[];
};

export function createGenerateCharged(needs: Needs) {
  return async (input: GenerateInput, world: World): Promise<Charged<ReportAnswer>> => {
    const prices = await needs.pricesOf(input.tenantId);
    const personHash = needs.hashPerson(input.tenantId, input.consumer);
    let inHand: InHand = { input, prices, leaseToken: randomUUIDv7(), personHash };
    const priceCredits = total(priceOfReport(prices, input.bureaus));
    const giveBack = () => settle(needs, inHand, failedFor('interrupted'));
    const opened = await orUndo(openReport(needs, inHand, priceCredits), giveBack);
    // 402 is decided here, before anything is asked of a bureau or sent to a phone.
    if (opened.result === 'insufficient') throw insufficientFunds(priceCredits, opened.availableCredits);
    if (opened.result !== 'done') return resume(needs, input);
    if (opened.newest !== undefined) inHand = { ...inHand, newest: opened.newest };

    try {
      const assessment = await world.assess({ ...input, ...(opened.facts && { facts: opened.facts }) });
      // Kept from here on, so that a report that fails later still says why it was to be challenged.
      if (assessment.reasons !== undefined) inHand = { ...inHand, riskReasons: assessment.reasons };
      const settled = withFreshCode(assessment, input);
      if (settled !== assessment)
        inHand = { ...inHand, riskReasons: [...(inHand.riskReasons ?? []), CODE_PASSED] };
      return await proceed(needs, inHand, world, settled, priceCredits);
    } catch (error) {
      const { reason, cause } =
        error instanceof Unfit ? error : { reason: 'interrupted' as const, cause: error };
      // If this process dies first, clear-up ends the report.
      if (reason !== null) await writeWhenBack(() => settle(needs, inHand, failedFor(reason)));
      throw cause;
    }
  };
}

/**
 * Ends the report and refuses the caller: `reason` is stored with the report, the refusal is the answer. Null when the report was
 * withdrawn and there is nothing left to end.
 */
class Unfit extends Error {
  readonly reason: FailureReason | null;
  constructor(reason: FailureReason | null, refusal: Refusal) {
    super(refusal.message, { cause: refusal });
    this.reason = reason;
  }
}

function failedFor(failureReason: FailureReason): Ending {
  return { status: 'failed', failureReason, body: null, lines: {} };
}

async function proceed(
  needs: Needs,
  inHand: InHand,
  world: World,
  { verdict, device }: Assessment,
  priceCredits: number,
): Promise<Charged<ReportAnswer>> {
  switch (verdict) {
    case 'block':
      return end(needs, inHand, { status: 'blocked', failureReason: null, body: null, lines: {} });
    case 'allow':
      return end(needs, inHand, await buy(world, subjectOf(inHand), inHand.prices, inHand.personHash));
    case 'challenge':
      return device === 'unverified'
        ? doomedChallenge(needs, inHand, world)
        : challenge(needs, inHand, world, priceCredits);
  }
}

/**
 * Interface, "Prerequisite": the device cannot be verified, so the challenge always fails. Nothing is sent, so no mobile number is
 * needed, and the statement that starts the challenge voids the hold.
 */
async function doomedChallenge(needs: Needs, inHand: InHand, world: World): Promise<Charged<ReportAnswer>> {
  const { input, leaseToken, riskReasons } = inHand;
  const { tenantId, reportId, who } = input;
  const challengeId = randomUUIDv7();
  const started = await needs.charged.startChallenge({
    tenantId,
    reportId,
    leaseToken,
    challengeId,
    // Of a code that is never sent; the statement that judges a guess ignores it.
    codeHash: needs.hashCode(challengeId, world.newCode()),
    sms: null,
    isDoomed: true,
    numberKey: null,
    ...(riskReasons !== undefined && { riskReasons }),
    ...who,
  });
  if (started.result !== 'done') return resume(needs, input);
  const sentAtMs = started.atMs ?? needs.nowMs();
  const wallet = { balance: started.availableCredits, cost: 0 };
  const answer = freshChallenge(input, { challengeId, sends: 1, sms: 'none', isDoomed: true, sentAtMs });
  return { answer, wallet };
}

async function challenge(
  needs: Needs,
  inHand: InHand,
  world: World,
  priceCredits: number,
): Promise<Charged<ReportAnswer>> {
  const { input, prices, leaseToken, riskReasons } = inHand;
  const { tenantId, reportId, who, consumer, framedBy } = input;
  const sms = { id: randomUUIDv7(), priceCredits: total(priceOfSms(prices)) };
  const challengeId = randomUUIDv7();
  const code = world.newCode();
  const codeHash = needs.hashCode(challengeId, code);
  const started = await startIfReachable(needs, input, world, sms.priceCredits, (numberKey, counters) =>
    needs.charged.startChallenge({
      tenantId,
      reportId,
      leaseToken,
      challengeId,
      codeHash,
      sms,
      isDoomed: false,
      numberKey,
      counters,
      ...(riskReasons !== undefined && { riskReasons }),
      ...who,
    }),
  );
  if (started.result === 'insufficient') {
    await needs.guard.giveBack({ tenantId, smsCredits: sms.priceCredits });
    throw new Unfit(null, insufficientFunds(priceCredits + sms.priceCredits, started.availableCredits));
  }
  if (started.result !== 'done') return resume(needs, input);

  const message = { tenantId, smsId: sms.id, consumer, code, ...(framedBy && { framedBy }) };
  const sentAtMs = started.atMs ?? needs.nowMs();
  const step = {
    reportId,
    challengeId,
    atMs: sentAtMs,
    status: 'authentication-required' as const,
    sends: 1,
  };
  const sent = { ...step, priceCredits: sms.priceCredits, codeHash, earlier: null };
  const handedOver = await needs.sendCode(world, message, sent);
  const balance = handedOver.takenBack?.availableCredits ?? started.availableCredits;
  const answer = freshChallenge(input, {
    challengeId,
    sends: handedOver.takenBack?.sends ?? 1,
    sms: handedOver.sms,
    sentAtMs,
  });
  return { answer, wallet: { balance, cost: priceCredits } };
}

/** Before anything is sent: can a code reach the number? And with its price: do the limits allow one now? */
async function startIfReachable(
  { guard }: Needs,
  { tenantId, sessionId, consumer }: GenerateInput,
  world: World,
  smsCredits: number,
  start: (numberKey: Buffer | null, counters: readonly Counter[]) => Promise<StepResult>,
): Promise<StepResult> {
  const phone = world.readPhone(consumer);
  if (phone.kind === 'unusable') {
    throw new Unfit('unreachable', unreachable(phone.why));
  }
  const number = { tenantId, mobileNumber: phone.to };
  const counted = { ...number, sessionId, ipAddress: consumer.ipAddress, smsCredits };
  try {
    return await guard.withChallenge(counted, (counters) => start(guard.numberKey(number), counters));
  } catch (error) {
    throw error instanceof Refusal ? new Unfit('too-many-challenges', error) : error;
  }
}

function subjectOf({ input, newest }: InHand): Subject {
  return { ...input, ...(newest !== undefined && { newest }) };
}

async function end(needs: Needs, inHand: InHand, ending: Ending): Promise<Charged<ReportAnswer>> {
  const settled = await settle(needs, inHand, ending);
  if (settled.result !== 'done') return resume(needs, inHand.input);
  const { status, failureReason, body, lines } = ending;
  const spentCredits = total(lines);
  const withoutCode = { challengeId: null, challenge: null, maskedNumber: null };
  const course = { id: inHand.input.reportId, status, failureReason, spentCredits, ...withoutCode };
  const wallet = { balance: settled.availableCredits, cost: spentCredits };
  return { answer: answerOf(course, body, needs.nowMs()), wallet };
}

function settle(
  needs: Needs,
  { input, leaseToken, riskReasons }: InHand,
  ending: Ending,
): Promise<StepResult> {
  return needs.charged.settleReport({
    tenantId: input.tenantId,
    reportId: input.reportId,
    leaseToken,
    ...(riskReasons !== undefined && { riskReasons }),
    ...ending,
  });
}

function openReport(
  needs: Needs,
  { input, prices, leaseToken, personHash }: InHand,
  priceCredits: number,
): Promise<StepResult> {
  const { tenantId, externalReference } = input;
  return needs.charged.openReport({
    tenantId,
    id: input.reportId,
    isTest: false,
    bureaus: input.bureaus,
    details: {
      consumer: input.consumer,
      prices: priceOfReport(prices, input.bureaus),
      ...(externalReference !== undefined && { externalReference }),
    },
    externalReferenceHash:
      externalReference === undefined ? null : needs.hashReference(tenantId, externalReference),
    referencePath:
      externalReference === undefined ? null : needs.pathOfReference(tenantId, externalReference),
    finders: needs.finders.of(tenantId, input.consumer),
    status: 'pending',
    body: null,
    challenge: null,
    leaseToken,
    priceCredits,
    personHash,
    sessionId: input.sessionId,
    ...input.who,
  });
}

/**
 * Another process got here first: one that took this request before and died after it had inserted the report, or one that
 * cleared up after our lease expired. The stored report has the outcome.
 */
async function resume(needs: Needs, input: GenerateInput): Promise<Charged<ReportAnswer>> {
  const { tenantId, reportId } = input;
  const report = await needs.reports.findReport(tenantId, reportId);
  // The hold is there and the report is not: it was withdrawn, and its caller never heard why. 402 frees the key for a new report.
  if (report === null) throw withdrawn();
  if (report.status === 'pending' && report.challenge === null) throw stillClearedUp();
  const hold = await needs.ledger.findHold(tenantId, reportId);
  const cost = hold === null ? 0 : hold.state === 'open' ? hold.amount : hold.posted;
  // Whether the text was handed over died with the process that sent it.
  const known = report.challenge && smsOf(report.challenge);
  const sms = known === null || known === 'accepted' ? 'unknown' : known;
  return {
    answer: answerOf({ ...report, sms }, report.body, report.atMs),
    wallet: { balance: report.balanceCredits, cost },
  };
}
