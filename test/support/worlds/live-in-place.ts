// A test's own world in place of the configured one. It sends messages without our gateways, so the hand-over is recorded here: the price
// of a message that was never handed over is released after a minute, that of one that was after 72 hours.
import type { Live, LiveParts } from '../../../src/compose/live-world.ts';
import type { World } from '../../../src/world/world.ts';

export function inPlaceOfLive(world: World, { recordHandOver }: LiveParts): Live {
  return { world: recorded(world, recordHandOver), simulatedBureaus: [], close: async () => {} };
}

function recorded(
  world: World,
  recordHandOver: (message: { tenantId: string; smsId: string; gateway: null }) => void,
): World {
  return {
    isFree: world.isFree,
    assess: (request) => world.assess(request),
    readPhone: (consumer) => world.readPhone(consumer),
    newCode: () => world.newCode(),
    sendCode: async (message) => {
      const outcome = await world.sendCode(message);
      const { tenantId, smsId } = message;
      if (outcome === 'accepted') recordHandOver({ tenantId, smsId, gateway: null });
      return outcome;
    },
    fetchCreditReport: (subject) => world.fetchCreditReport(subject),
  };
}
