// Clear up: ends reports whose lease or challenge has expired, and messages that no gateway reported on, and gives their credits back. In
// test mode it ends challenges by their test clocks, and tells of receipts that nobody sends. The sessions of the hosted page follow.
// Every process does it every two seconds; rows that another process has locked are skipped.
import type { ChargedReportStore } from '../../storage/reports/charged-reports.ts';
import type { SmsMessageStore } from '../../storage/reports/sms-messages.ts';
import type { TestClockStore } from '../../storage/reports/test-clocks.ts';
import type { TestReceiptStore } from '../../storage/reports/test-receipts.ts';
import type { LedgerStore } from '../../storage/wallet/ledger.ts';

const ROWS_PER_BATCH = 200;

export type ClearUp = () => Promise<{ reports: number; messages: number }>;

export function createClearUp(needs: {
  charged: ChargedReportStore;
  ledger: LedgerStore;
  messages: SmsMessageStore;
  clocks: Pick<TestClockStore, 'expireChallenges'>;
  receipts: Pick<TestReceiptStore, 'tellDueReceipts'>;
  hosted: { tend(): Promise<void> };
}): ClearUp {
  return async () => {
    const reports = await needs.charged.clearUp(ROWS_PER_BATCH);
    await needs.receipts.tellDueReceipts(ROWS_PER_BATCH);
    await needs.clocks.expireChallenges(ROWS_PER_BATCH);
    await needs.hosted.tend();
    // First write the hand-overs that this process still buffers, or their holds would expire.
    await needs.messages.flushed();
    return { reports, messages: await needs.ledger.expireSmsHolds(ROWS_PER_BATCH) };
  };
}
