// Clear up: reports whose process died or whose challenge ran out, and messages that no gateway spoke of any more, are ended
// and their credits go back. Every process does it, every two seconds; rows that another one is at are passed over.
import type { ChargedReportStore } from '../../storage/reports/charged-reports.ts';
import type { SmsMessageStore } from '../../storage/reports/sms-messages.ts';
import type { LedgerStore } from '../../storage/wallet/ledger.ts';

const A_ROUND = 200;

export type ClearUp = () => Promise<{ reports: number; messages: number }>;

export function createClearUp(needs: {
  charged: ChargedReportStore;
  ledger: LedgerStore;
  messages: SmsMessageStore;
}): ClearUp {
  return async () => {
    const reports = await needs.charged.clearUp(A_ROUND);
    // What this process handed over and has not yet written down was handed over.
    await needs.messages.flushed();
    return { reports, messages: await needs.ledger.expireSmsHolds(A_ROUND) };
  };
}
