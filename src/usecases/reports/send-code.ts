// Send: hands a message to a gateway, its price already held. A rejected message is free; an accepted one is charged when the gateway
// reports its delivery.
import type { LedgerStore } from '../../storage/wallet/ledger.ts';
import type { Message, World } from '../../world/world.ts';

/** The available credits when the hold was voided; null when the message is on its way. */
export async function sendOrFree(
  ledger: LedgerStore,
  world: World,
  message: Message,
): Promise<number | null> {
  const outcome = await world.sendCode(message).catch(() => 'refused' as const);
  if (outcome !== 'refused' || world.isFree) return null;
  const { tenantId, smsId: holdId } = message;
  return (await ledger.applyMove({ kind: 'void', tenantId, holdId })).availableCredits;
}
