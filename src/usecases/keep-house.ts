// Housekeeping: what has had its time goes. Every process runs it now and then; the work is safe to do twice.
import type { IdempotencyStore } from '../storage/idempotency-keys.ts';
import type { RateWindows } from '../storage/rate-windows.ts';
import type { ReportStore } from '../storage/reports.ts';
import type { SigningKeyStore } from '../storage/signing-keys.ts';

const REPORTS_A_ROUND = 500;

export type KeepHouse = () => Promise<{ reports: number; idempotencyKeys: number }>;

export function createKeepHouse(needs: {
  reports: ReportStore;
  idempotency: IdempotencyStore;
  rateWindows: RateWindows;
  signingKeys: SigningKeyStore;
  people: { keepHouse(): Promise<void> };
}): KeepHouse {
  return async () => {
    let reports = 0;
    for (let purged = REPORTS_A_ROUND; purged === REPORTS_A_ROUND; reports += purged) {
      purged = await needs.reports.purgeReports(REPORTS_A_ROUND);
    }
    const idempotencyKeys = await needs.idempotency.purgeKeys();
    await needs.rateWindows.purgeWindows();
    await needs.signingKeys.purgeSigningKeys();
    await needs.people.keepHouse();
    return { reports, idempotencyKeys };
  };
}
