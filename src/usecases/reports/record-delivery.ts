// Record a delivery: a gateway's receipt for one message. A delivered message is charged once, whatever the state of the report and the
// order of the receipts; everything else is free.
//
//   on its way      moves no credits; the message is known to have been handed over
//   delivered       the hold is posted; if it had ended otherwise, the price is charged now. A late charge needs available credits: a
//                   wallet is never overdrawn, and what cannot be paid is counted as unbilled
//   not delivered   the hold is voided, unless the message was delivered before
import type { MessageReceipt, SmsMessageStore } from '../../storage/reports/sms-messages.ts';

export const DELIVERY_WORDS = ['charged', 'freed', 'known-before', 'noted', 'unbilled', 'unknown'] as const;
type DeliveryWord = (typeof DELIVERY_WORDS)[number];

export type RecordDelivery = (
  receipt: Omit<MessageReceipt, 'gateway'> & { gateway?: string },
) => Promise<DeliveryWord>;

export function createRecordDelivery(needs: { messages: SmsMessageStore }): RecordDelivery {
  return async ({ tenantId, smsId, state, gateway }) => {
    const receipt = { tenantId, smsId, state, gateway: gateway ?? null };
    const { holdState, moved, isKnown } = await needs.messages.takeReceipt(receipt);
    if (!isKnown) return 'unknown';
    if (state === 'on-its-way') return 'noted';
    // A free message has no hold.
    if (holdState === null) return 'noted';
    if (moved === 'moved') return state === 'delivered' ? 'charged' : 'freed';
    const isEnded = holdState !== 'open' || moved === 'hold-ended';
    if (!isEnded) throw new Error(`a hold that was found open could not be ended: ${moved}`);
    if (state === 'not-delivered' || holdState === 'posted') return 'known-before';
    return needs.messages.chargeLate(tenantId, smsId);
  };
}
