// Housekeeping: what has had its time goes. Every process runs it now and then; the work is safe to do twice.

import type { IdempotencyStore } from '../../storage/idempotency-keys.ts';
import type { SigningKeyStore } from '../../storage/keys/signing-keys.ts';
import type { RateWindows } from '../../storage/rate-windows.ts';
import type { ChallengeLimits } from '../../storage/reports/challenge-limits.ts';
import type { DeviceSessionStore } from '../../storage/reports/device-sessions.ts';
import type { ReportStore } from '../../storage/reports/reports.ts';
import type { RiskFactsStore } from '../../storage/reports/risk-facts.ts';
import type { SmsMessageStore } from '../../storage/reports/sms-messages.ts';

const REPORTS_A_ROUND = 500;

export type KeepHouse = () => Promise<{ reports: number; idempotencyKeys: number; devices: number }>;

export function createKeepHouse(needs: {
  reports: ReportStore;
  idempotency: IdempotencyStore;
  rateWindows: RateWindows;
  signingKeys: SigningKeyStore;
  deviceSessions: DeviceSessionStore;
  riskFacts: RiskFactsStore;
  /** How long a device and a person are known to each other after a right code. */
  knownDays: number;
  messages: SmsMessageStore;
  challengeLimits: ChallengeLimits;
  people: { keepHouse(): Promise<void> };
  activity: { keepHouse(): Promise<void> };
}): KeepHouse {
  return async () => {
    let reports = 0;
    for (let purged = REPORTS_A_ROUND; purged === REPORTS_A_ROUND; reports += purged) {
      purged = await needs.reports.purgeReports(REPORTS_A_ROUND);
    }
    const idempotencyKeys = await needs.idempotency.purgeKeys();
    await needs.rateWindows.purgeWindows();
    await needs.signingKeys.purgeSigningKeys();
    const devices = await needs.deviceSessions.purgeSessions();
    await needs.riskFacts.purgeRisk(needs.knownDays);
    await needs.messages.purgeMessages();
    await needs.challengeLimits.purgeLimits();
    await needs.people.keepHouse();
    await needs.activity.keepHouse();
    return { reports, idempotencyKeys, devices };
  };
}
