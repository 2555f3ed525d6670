// The refusals that generate, submit, resend and read share, so that one condition has one wording.

import { Refusal } from '../../domain/refusal.ts';
import { FAILURES } from '../../domain/reports/report.ts';
import type { ReportStore } from '../../storage/reports/reports.ts';

/** The same for another tenant's report: whether that exists must not show. */
export function reportNotFound(): Refusal {
  return new Refusal('credit-report-not-found', 'There is no credit report with this id.');
}

function challengeNotFound(): Refusal {
  return new Refusal(
    'challenge-not-found',
    'There is no challenge with this id on this report. Use the challengeId that generate answered.',
  );
}

/** A process died while working on this request. Its outcome is known once its lease has expired and it is cleared up. */
export function stillClearedUp(): Refusal {
  return new Refusal(
    'request-in-progress',
    'The first request with this Idempotency-Key is still being cleared up.',
    { retryAfterSeconds: 5 },
  );
}

export function stillRunning(): Refusal {
  return new Refusal('request-in-progress', 'The first request with this Idempotency-Key is still running.', {
    retryAfterSeconds: 1,
  });
}

/** A code is needed, and no phone can take it. */
export function unreachable(why: string): Refusal {
  const details = [{ path: '/mobileNumber', message: why }];
  return new Refusal('validation-error', `A code is needed. ${why}`, { details });
}

export function expired(): Refusal {
  return new Refusal('challenge-expired', FAILURES['challenge-expired']);
}

/** A resend of a challenge that can only fail: nothing is sent; the message is the one that a guess would get. */
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
