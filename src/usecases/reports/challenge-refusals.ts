// The refusals that generate, submit, resend and read share, so that one condition has one wording.

import { Refusal } from '../../domain/refusal.ts';
import { FAILURES } from '../../domain/report.ts';
import type { ReportStore } from '../../storage/reports/reports.ts';

/** Another tenant's report is answered with these very words: whether it exists is not ours to tell. */
export function reportNotFound(): Refusal {
  return new Refusal('credit-report-not-found', 'There is no credit report with this id.');
}

export function challengeNotFound(): Refusal {
  return new Refusal(
    'challenge-not-found',
    'There is no challenge with this id on this report. Use the challengeId that generate answered.',
  );
}

/** A process died at work on this very request. How it ends is known once its lease is over and somebody has cleared up. */
export function stillClearedUp(): Refusal {
  return new Refusal(
    'request-in-progress',
    'The first request with this Idempotency-Key is still being cleared up.',
    { retryAfterSeconds: 5 },
  );
}

export function expired(): Refusal {
  return new Refusal('challenge-expired', FAILURES['challenge-expired']);
}

/** A resend of a challenge that can only fail: nothing is sent, in the words that the guess would hear. */
export function deviceUnverified(): Refusal {
  return new Refusal('challenge-closed', FAILURES['device-unverified']);
}

/** Rule 3 of the interface's endpoints: an unknown report and an unknown challenge have codes of their own. */
export async function whichNotFound(
  reports: ReportStore,
  tenantId: string,
  reportId: string,
): Promise<Refusal> {
  const report = await reports.findReport(tenantId, reportId);
  return report === null ? reportNotFound() : challengeNotFound();
}
