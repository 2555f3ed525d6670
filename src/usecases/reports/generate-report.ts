// Generate: one request for a consumer's credit report. It completes immediately, requires a challenge, or is blocked.

import { randomUUIDv7 } from 'node:crypto';
import type { SmsOutcome } from '../../domain/challenge.ts';
import { answerOf, type ReportAnswer } from '../../domain/report.ts';
import type { PathOfReference } from '../../storage/reports/reference-paths.ts';
import {
  maskedNumberOf,
  type NewReport,
  type ReportBody,
  type ReportStore,
} from '../../storage/reports/reports.ts';
import { pickWorld, type World, type Worlds } from '../../world/world.ts';
import { fetchBody } from './buy.ts';
import type { Charged, GenerateInput } from './charged.ts';

/** Of the text that a free world only pretends to send. */
const SIMULATED: SmsOutcome = 'accepted';

export type GenerateReport = (input: GenerateInput) => Promise<Charged<ReportAnswer>>;

export function createGenerateReport(needs: {
  worlds: Worlds;
  reports: ReportStore;
  hashCode: (challengeId: string, code: string) => Buffer;
  hashReference: (tenantId: string, reference: string) => Buffer;
  pathOfReference: PathOfReference;
  generateCharged: (input: GenerateInput, world: World) => Promise<Charged<ReportAnswer>>;
}): GenerateReport {
  return async (input) => {
    const world = pickWorld(needs.worlds, input.test);
    if (!world.isFree) return needs.generateCharged(input, world);

    // Nothing is paid for and nothing outside is called, so the report is inserted once, in its final state.
    const { consumer, bureaus, tenantId } = input;
    const { verdict } = await world.assess(input);
    const body = verdict === 'allow' ? await fetchBody(world, input) : null;
    const challenge = verdict === 'challenge' ? { id: randomUUIDv7(), code: world.newCode() } : null;
    const report: NewReport = {
      tenantId,
      id: input.reportId,
      isTest: input.test,
      bureaus,
      details: {
        consumer,
        ...(input.externalReference !== undefined && { externalReference: input.externalReference }),
      },
      externalReferenceHash:
        input.externalReference === undefined ? null : needs.hashReference(tenantId, input.externalReference),
      referencePath:
        input.externalReference === undefined
          ? null
          : needs.pathOfReference(tenantId, input.externalReference),
      status: verdict === 'allow' ? 'complete' : verdict === 'block' ? 'blocked' : 'pending',
      body,
      challenge: challenge && { id: challenge.id, codeHash: needs.hashCode(challenge.id, challenge.code) },
    };

    const stored = await needs.reports.insertReport(report);
    // A process that took this request before inserted the report and died before it answered: that report counts.
    if (stored === null) return readBack(needs, tenantId, report.id);
    return {
      answer: freshAnswer(report, body, stored.atMs),
      wallet: { balance: stored.balanceCredits, cost: 0 },
    };
  };
}

function freshAnswer(report: NewReport, body: ReportBody | null, nowMs: number): ReportAnswer {
  const { id, status, details } = report;
  const challengeId = report.challenge?.id ?? null;
  const challenge =
    challengeId === null ? null : { state: 'open' as const, attempts: 0, sends: 1, lastSentAtMs: nowMs };
  const about = { maskedNumber: maskedNumberOf(details.consumer), spentCredits: 0, sms: SIMULATED };
  return answerOf({ id, status, failureReason: null, challengeId, challenge, ...about }, body, nowMs);
}

async function readBack(
  needs: { reports: ReportStore },
  tenantId: string,
  reportId: string,
): Promise<Charged<ReportAnswer>> {
  const report = await needs.reports.findReport(tenantId, reportId);
  if (report === null) throw new Error('a report that could not be inserted must be there');
  return {
    answer: answerOf(report, report.body, report.atMs),
    wallet: { balance: report.balanceCredits, cost: 0 },
  };
}
