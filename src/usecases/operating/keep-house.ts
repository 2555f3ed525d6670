// Housekeeping: deletes what is past its retention, and archives what is old. Every process runs it periodically; it is safe to run twice.

import type { IdempotencyStore } from '../../storage/activity/idempotency-keys.ts';
import type { OutboxStore } from '../../storage/activity/outbox.ts';
import type { RateWindows } from '../../storage/activity/rate-windows.ts';
import type { Archive } from '../../storage/archive.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import { purgeCommits } from '../../storage/engine/sharded/commits.ts';
import type { SigningKeyStore } from '../../storage/keys/signing-keys.ts';
import type { ChallengeLimits } from '../../storage/reports/challenge-limits.ts';
import type { DeviceSessionStore } from '../../storage/reports/device-sessions.ts';
import type { ReportStore } from '../../storage/reports/reports.ts';
import type { RiskFactsStore } from '../../storage/reports/risk-facts.ts';
import type { SmsMessageStore } from '../../storage/reports/sms-messages.ts';
import type { TestClockStore } from '../../storage/reports/test-clocks.ts';
import { purgePaymentEvents } from '../../storage/wallet/payments.ts';

const REPORTS_PER_BATCH = 500;

export type KeepHouse = () => Promise<{ reports: number; idempotencyKeys: number; devices: number }>;

export function createKeepHouse(needs: {
  database: Queryable;
  reports: ReportStore;
  idempotency: IdempotencyStore;
  rateWindows: RateWindows;
  signingKeys: SigningKeyStore;
  deviceSessions: DeviceSessionStore;
  riskFacts: RiskFactsStore;
  /** How long a device counts as a person's own after a right code. */
  knownDays: number;
  messages: SmsMessageStore;
  clocks: Pick<TestClockStore, 'endOldClocks'>;
  challengeLimits: ChallengeLimits;
  outbox: Pick<OutboxStore, 'purgeOutbox'>;
  archive: Archive;
  archiveMonths: number | null;
  people: { keepHouse(): Promise<void> };
  activity: { keepHouse(): Promise<void> };
  webhooks: { keepHouse(): Promise<void> };
  hosted: { keepHouse(): Promise<void> };
}): KeepHouse {
  return async () => {
    await needs.clocks.endOldClocks();
    let reports = 0;
    for (let purged = REPORTS_PER_BATCH; purged === REPORTS_PER_BATCH; reports += purged) {
      purged = await needs.reports.purgeReports(REPORTS_PER_BATCH);
    }
    const idempotencyKeys = await needs.idempotency.purgeKeys();
    await needs.rateWindows.purgeWindows();
    await needs.signingKeys.purgeSigningKeys();
    const devices = await needs.deviceSessions.purgeSessions();
    await needs.riskFacts.purgeRisk(needs.knownDays);
    await needs.messages.purgeMessages();
    await needs.challengeLimits.purgeLimits();
    await needs.outbox.purgeOutbox();
    await purgeCommits(needs.database);
    await purgePaymentEvents(needs.database);
    await needs.people.keepHouse();
    await needs.webhooks.keepHouse();
    await needs.hosted.keepHouse();
    await needs.activity.keepHouse();
    // After the figures: they count rows that it moves.
    await needs.archive.archiveOld(needs.archiveMonths);
    return { reports, idempotencyKeys, devices };
  };
}
