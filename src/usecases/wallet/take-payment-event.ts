// Takes an event of a provider. Its signature says that it is the provider's; what happened is read back from the provider, so that the order
// and the number of events do not matter.
import { randomUUIDv7 } from 'node:crypto';
import { Refusal } from '../../domain/refusal.ts';
import type { About, PaymentProvider } from '../../payments/provider.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { findTenantOfCustomer, hasMethod, keepMethod } from '../../storage/wallet/payment-methods.ts';
import { lockBalance } from '../../storage/wallet/payments.ts';
import type { Applied, ApplyReading } from './apply-reading.ts';

export const PAYMENT_EVENT_OUTCOMES = [
  'applied',
  'repeated',
  'unknown',
  'forged',
  'unreadable',
  'ignored',
] as const;

export type TakePaymentEvent = (
  provider: string,
  callback: { headers: Record<string, string | undefined>; body: string },
) => Promise<(typeof PAYMENT_EVENT_OUTCOMES)[number]>;

export function createTakePaymentEvent(needs: {
  database: Database;
  provider: PaymentProvider | null;
  apply: ApplyReading;
}): TakePaymentEvent {
  const { database, provider } = needs;
  return async (id, callback) => {
    // Nobody signs for a provider that is not in use.
    if (provider === null || provider.id !== id) return 'forged';
    const event = provider.readEvent(callback);
    if (typeof event === 'string') return event;
    if (event.about === null) return 'ignored';
    if (event.about.kind === 'card') return keepReplaced(provider, event.about);
    const reading = await provider.read(event.about);
    // It sends the event again.
    if (reading.kind === 'unanswered')
      throw new Refusal('service-unavailable', 'The provider could not be asked about this event.');
    if (reading.value === null) return 'unknown';
    return needs.apply(provider.id, reading.value, { id: event.id, type: event.type });
  };

  /** A card that the bank replaced: the new date, of a card that we keep. */
  async function keepReplaced(
    asked: PaymentProvider,
    { reference, customer }: Extract<About, { kind: 'card' }>,
  ): Promise<Applied> {
    const tenantId = await findTenantOfCustomer(database, asked.id, customer);
    if (tenantId === null || !(await hasMethod(database, tenantId, asked.id, reference))) return 'unknown';
    const found = await asked.readCard(reference);
    if (found.kind === 'unanswered')
      throw new Refusal('service-unavailable', 'The provider could not be asked about this event.');
    if (found.value === null || found.value.customer !== customer) return 'unknown';
    const { card } = found.value;
    await database.transaction(async (tx) => {
      await lockBalance(tx, tenantId);
      await keepMethod(tx, tenantId, asked.id, randomUUIDv7(), card);
    });
    return 'applied';
  }
}
