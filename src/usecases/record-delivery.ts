// Record a delivery: what the gateway says became of one message. Delivered is paid for once, whatever becomes of the report;
// not delivered is free. Repeated and late words change nothing: a hold ends once.
import { SMS_PRODUCT } from '../domain/pricing.ts';
import type { LedgerStore } from '../storage/ledger.ts';

export type RecordDelivery = (receipt: {
  tenantId: string;
  smsId: string;
  isDelivered: boolean;
}) => Promise<'charged' | 'freed' | 'known-before' | 'unknown'>;

export function createRecordDelivery(needs: { ledger: LedgerStore }): RecordDelivery {
  return async ({ tenantId, smsId: holdId, isDelivered }) => {
    const hold = await needs.ledger.findHold(tenantId, holdId);
    if (hold === null || hold.purpose !== 'sms') return 'unknown';
    const { amount } = hold;
    const { result } = await needs.ledger.applyMove(
      isDelivered
        ? { kind: 'post', tenantId, holdId, amount, lines: { [SMS_PRODUCT]: amount } }
        : { kind: 'void', tenantId, holdId },
    );
    if (result === 'hold-ended') return 'known-before';
    if (result !== 'moved') throw new Error(`a hold that was found could not be ended: ${result}`);
    return isDelivered ? 'charged' : 'freed';
  };
}
