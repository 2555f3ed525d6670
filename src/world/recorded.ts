// Remembers which messages a world handed over, so that the price of one whose process died before that goes back in a minute and
// not in 72 hours. What nobody knows of counts as not handed over: if it was, its receipt is charged all the same.
import type { World } from './world.ts';

export function recorded(
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
