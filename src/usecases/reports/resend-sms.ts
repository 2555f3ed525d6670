// Resend: a new code for the same challenge. The older one stops working, the timer restarts, attempts stay as they are.
import { isDeepStrictEqual } from 'node:util';
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  ATTEMPTS_MAX,
  type Challenge,
  countInWords,
  expiresAtMs,
  REFUSED_SENDS_MAX,
  resendCode,
  SENDS_MAX,
  type SmsOutcome,
  sendsRemaining,
} from '../../domain/reports/challenge.ts';
import { priceOfSms, total } from '../../domain/wallet/pricing.ts';
import type { ChallengeStore } from '../../storage/reports/challenges.ts';
import type { Report, ReportStore } from '../../storage/reports/reports.ts';
import type { TestReceiptStore } from '../../storage/reports/test-receipts.ts';
import type { Who } from '../../storage/wallet/ledger.ts';
import { pickWorld, type World, type Worlds } from '../../world/world.ts';
import { insufficientFunds, type PricesOf } from '../wallet/prices.ts';
import { deviceUnverified, expired, reportNotFound, whichNotFound } from './challenge-refusals.ts';
import type { GuardChallenge } from './guard-challenge.ts';
import { laterCall } from './read-report.ts';
import type { SendCode } from './send-code.ts';

export type ResendSms = (input: {
  tenantId: string;
  reportId: string;
  challengeId: string;
  who: Who;
  /** Reserved by the caller's idempotency key, where there is one: a retry sends no second message. */
  requestId: string;
  isRepeated?: boolean;
  /** The host of the page that shows the hosted page in a frame. */
  framedBy?: string;
}) => Promise<Resent>;

type Resent = {
  remainingSmsCount: number;
  smsSentCount: number;
  sms: SmsOutcome;
  expiresAt: string;
  attemptsRemaining: number;
};

export function createResendSms(needs: {
  worlds: Worlds;
  reports: ReportStore;
  challenges: ChallengeStore;
  pricesOf: PricesOf;
  hashCode: (challengeId: string, code: string) => Buffer;
  guard: Pick<GuardChallenge, 'beforeResend' | 'giveBack'>;
  sendCode: SendCode;
  receipts: Pick<TestReceiptStore, 'planReceipt'>;
}): ResendSms {
  return async ({ tenantId, reportId, challengeId, who, requestId, isRepeated: isAgain, framedBy }) => {
    if (!isUuid(reportId)) throw reportNotFound();
    const report = await needs.reports.findReport(tenantId, reportId);
    if (report === null) throw reportNotFound();
    const world = pickWorld(needs.worlds, report.isTest);
    await world.rehearse?.(laterCall('resend', report), isAgain);

    const priceCredits = world.isFree ? 0 : total(priceOfSms(await needs.pricesOf(tenantId)));
    const isCounted =
      !world.isFree &&
      report.challengeId === challengeId &&
      (await mustBeAllowed(needs.guard, report, world, priceCredits));
    const code = world.newCode();
    const codeHash = needs.hashCode(challengeId, code);
    const move = isUuid(challengeId)
      ? await needs.challenges.countSend({
          tenantId,
          reportId,
          challengeId,
          codeHash,
          requestId,
          priceCredits,
          ...who,
        })
      : null;
    if (move === null) throw await whichNotFound(needs.reports, tenantId, reportId);

    const { before, after, isUnpaid, isRepeated } = move;
    if (isUnpaid) {
      if (isCounted) await needs.guard.giveBack({ tenantId, smsCredits: priceCredits });
      throw insufficientFunds(priceCredits, before.balanceCredits);
    }
    if (before.challenge === null) throw new Error('a report found by its challenge has one');
    // A process that took this request before counted the send and died. Whether the message was sent is unknown, and its code is
    // stored as a hash only, so it cannot be sent again. A consumer without a code asks for another.
    if (isRepeated) return resent(before.challenge, 'unknown');
    const { next, outcome } = resendCode(before.challenge, before.atMs);
    if (!isDeepStrictEqual(after, next)) throw new Error('SQL and domain disagree about a send');

    switch (outcome.kind) {
      case 'sent': {
        if (before.details === null) throw new Error('an open challenge still has its details');
        if (move.earlierCodeHash === null) throw new Error('a send replaces the code before it');
        const { consumer, testOptions } = before.details;
        const message = {
          tenantId,
          smsId: requestId,
          consumer,
          code,
          isAgain: true as const,
          ...(testOptions && { testOptions }),
          ...(framedBy && { framedBy }),
        };
        const earlier = { codeHash: move.earlierCodeHash, sentAtMs: before.challenge.lastSentAtMs };
        const { sms, takenBack } = await needs.sendCode(world, message, {
          reportId,
          challengeId,
          atMs: next.lastSentAtMs,
          sends: next.sends,
          status: next.attempts > 0 ? 'retry' : 'authentication-required',
          priceCredits,
          codeHash,
          earlier,
        });
        const receipt = sms === 'accepted' && world.receiptOf?.(message);
        if (receipt) await needs.receipts.planReceipt({ tenantId, reportId, smsId: requestId, ...receipt });
        if (takenBack === null) return resent(next, sms);
        const refusedSends = (before.challenge.refusedSends ?? 0) + 1;
        return resent({ ...before.challenge, sends: takenBack.sends, refusedSends }, sms);
      }
      case 'doomed':
        throw deviceUnverified();
      case 'closed':
        if (before.challenge.isDoomed) throw deviceUnverified();
        throw new Refusal(
          'challenge-closed',
          'This challenge is over (passed or failed), so no code is sent. Send a new generate request if another is needed.',
        );
      case 'expired':
        throw expired();
      case 'sends-used-up':
        throw noSendsLeft(
          before.challenge,
          before.atMs,
          `The ${countInWords(SENDS_MAX)} sends of this challenge are used. Submit the code that was sent last, or send a new generate request.`,
        );
      case 'refused-too-often':
        throw noSendsLeft(
          before.challenge,
          before.atMs,
          `No gateway took the last ${countInWords(REFUSED_SENDS_MAX)} texts of this challenge. Check the mobile number, then send a new generate request.`,
        );
    }
  };
}

/** Waiting does not bring a send back: when the challenge is over, only a new one helps. */
function noSendsLeft(challenge: Challenge, atMs: number, message: string): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil((expiresAtMs(challenge) - atMs) / 1000));
  return new Refusal('no-sends-left', message, { retryAfterSeconds });
}

function resent(challenge: Challenge, sms: SmsOutcome): Resent {
  const { sends, attempts } = challenge;
  return {
    remainingSmsCount: sendsRemaining(challenge),
    smsSentCount: sends,
    sms,
    expiresAt: new Date(expiresAtMs(challenge)).toISOString(),
    attemptsRemaining: ATTEMPTS_MAX - attempts,
  };
}

/** The limits against abuse. False: it is not counted, because the challenge itself refuses it. */
async function mustBeAllowed(
  guard: Pick<GuardChallenge, 'beforeResend'>,
  { tenantId, challengeId, challenge, details, atMs }: Report,
  world: World,
  smsCredits: number,
): Promise<boolean> {
  if (challenge === null || challengeId === null || details === null) return false;
  if (resendCode(challenge, atMs).outcome.kind !== 'sent') return false;
  const phone = world.readPhone(details.consumer);
  if (phone.kind === 'unusable') return false;
  const sinceLastSendMs = atMs - challenge.lastSentAtMs;
  await guard.beforeResend({ tenantId, mobileNumber: phone.to, challengeId, smsCredits, sinceLastSendMs });
  return true;
}
