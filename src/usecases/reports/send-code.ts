// Send: a message is handed to a gateway, its price already held. One that no gateway took is not paid for; one that was
// taken is paid for when the gateway says that it arrived.
import type { LedgerStore } from '../../storage/wallet/ledger.ts';
import type { World } from '../../world/world.ts';

/** What can be spent afterwards, when that changed; null when the message is on its way. */
export async function sendOrFree(
  ledger: LedgerStore,
  world: World,
  message: Parameters<World['sendCode']>[0],
): Promise<number | null> {
  const outcome = await world.sendCode(message).catch(() => 'refused' as const);
  if (outcome !== 'refused' || world.isFree) return null;
  const { tenantId, smsId: holdId } = message;
  return (await ledger.applyMove({ kind: 'void', tenantId, holdId })).availableCredits;
}
