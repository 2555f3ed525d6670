// Submit: the consumer's guess at the code. One statement counts and judges the attempt; the domain says what the outcome means, and an
// assertion checks that the two agree.

import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { submitCode } from '../../domain/reports/challenge.ts';
import { answerOf, type ReportAnswer } from '../../domain/reports/report.ts';
import { TEST_CODES } from '../../domain/reports/test-options.ts';
import type { ChallengeStore } from '../../storage/reports/challenges.ts';
import type { ReportStore } from '../../storage/reports/reports.ts';
import { pickWorld, type Worlds } from '../../world/world.ts';
import { expired, reportNotFound, stillClearedUp, whichNotFound } from './challenge-refusals.ts';
import type { Charged } from './charged.ts';
import { wrongCodesUsedUp } from './guard-challenge.ts';
import type { ReleaseReport } from './release-report.ts';

export type SubmitOtp = (input: {
  tenantId: string;
  reportId: string;
  challengeId: string;
  code: string;
  /** Reserved by the caller's idempotency key, where there is one: a retry costs no second attempt. */
  requestId: string;
  isRepeated?: boolean;
}) => Promise<Charged<ReportAnswer>>;

export function createSubmitOtp(needs: {
  worlds: Worlds;
  reports: ReportStore;
  challenges: ChallengeStore;
  hashCode: (challengeId: string, code: string) => Buffer;
  releaseReport: ReleaseReport;
}): SubmitOtp {
  return async ({ tenantId, reportId, challengeId, code, requestId, isRepeated }) => {
    if (!isUuid(reportId)) throw reportNotFound();
    const codeHash = needs.hashCode(
      challengeId,
      await rehearsed(needs, { tenantId, reportId, code, isRepeated }),
    );
    const leaseToken = randomUUIDv7();
    const move = isUuid(challengeId)
      ? await needs.challenges.submitGuess({
          tenantId,
          reportId,
          challengeId,
          codeHash,
          requestId,
          leaseToken,
        })
      : null;
    if (move === null) throw await whichNotFound(needs.reports, tenantId, reportId);
    if (move.waitSeconds !== null) throw wrongCodesUsedUp(move.waitSeconds);
    if (move.isRepeated) return answerAgain(needs, tenantId, reportId, leaseToken);

    const { before, codeMatches, after } = move;
    if (before.challenge === null) throw new Error('a report found by its challenge has one');
    // Cleared up as expired. That is final, even if the database's clock was set back since.
    if (before.status === 'failed' && before.challenge.state === 'open') throw expired();
    const { next, outcome } = submitCode(before.challenge, codeMatches, before.atMs);
    if (!isDeepStrictEqual(after, next)) throw new Error('SQL and domain disagree about a guess');

    const report = { ...before, challenge: next };
    const wallet = { balance: before.balanceCredits, cost: 0 };
    switch (outcome.kind) {
      case 'passed':
        return needs.releaseReport(report, leaseToken, move.newest);
      case 'wrong':
        return { answer: answerOf(report, null, before.atMs), wallet };
      case 'exhausted':
      case 'doomed':
      case 'already-failed': {
        const now = outcome.kind === 'doomed' ? 'device-unverified' : 'attempts-exhausted';
        const failed = { ...report, status: 'failed' as const, failureReason: before.failureReason ?? now };
        return { answer: answerOf(failed, null, 0), wallet };
      }
      case 'already-passed':
        throw new Refusal(
          'challenge-already-completed',
          'This challenge was already passed. Read the report with GET instead of submitting a code again.',
        );
      case 'expired':
        throw expired();
    }
  };
}

/** The code to judge. Some codes are answered by test mode itself; one of them takes its time, and is then the right one. */
async function rehearsed(
  { worlds, reports }: { worlds: Worlds; reports: ReportStore },
  {
    tenantId,
    reportId,
    code,
    isRepeated,
  }: { tenantId: string; reportId: string; code: string; isRepeated: boolean | undefined },
): Promise<string> {
  if (!Object.hasOwn(TEST_CODES, code)) return code;
  const report = await reports.findReport(tenantId, reportId);
  if (report === null) return code;
  const world = pickWorld(worlds, report.isTest);
  if (world.rehearse === undefined) return code;
  await world.rehearse({ kind: 'code', code }, isRepeated);
  return world.newCode();
}

/** A process that took this guess before counted it and died: the stored report has the outcome. */
async function answerAgain(
  needs: { reports: ReportStore; releaseReport: ReleaseReport },
  tenantId: string,
  reportId: string,
  leaseToken: string,
): Promise<Charged<ReportAnswer>> {
  const report = await needs.reports.findReport(tenantId, reportId);
  if (report === null) throw new Error('a report that was guessed at must be there');
  if (report.status === 'pending' && report.challenge?.state === 'passed') {
    if (report.isTest) return needs.releaseReport(report, leaseToken);
    throw stillClearedUp();
  }
  return {
    answer: answerOf(report, report.body, report.atMs),
    wallet: { balance: report.balanceCredits, cost: 0 },
  };
}
