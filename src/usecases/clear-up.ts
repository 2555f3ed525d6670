// Clear up: reports whose process died or whose challenge ran out, and messages that no gateway spoke of any more, are ended
// and their credits go back. Every process does it, every two seconds; rows that another one is at are passed over.
import type { ChargedReportStore } from '../storage/charged-reports.ts';
import type { LedgerStore } from '../storage/ledger.ts';

const A_ROUND = 200;

export type ClearUp = () => Promise<{ reports: number; messages: number }>;

export function createClearUp(needs: { charged: ChargedReportStore; ledger: LedgerStore }): ClearUp {
  return async () => ({
    reports: await needs.charged.clearUp(A_ROUND),
    messages: await needs.ledger.expireSmsHolds(A_ROUND),
  });
}
