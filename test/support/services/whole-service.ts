// The service as a process of its own, whole: its own bureaus and gateways as configured, its own assessor. Only the last word on
// the risk is the test's, because nobody sits at a device here: an e-mail address that begins with TEST_CHALLENGED is challenged,
// any other consumer is let through. It imports nothing else of the tests, so that its memory is the service's own.
import './armed.ts';
import { type LiveParts, openLive } from '../../../src/compose/live-world.ts';
import { main } from '../../../src/main.ts';
import type { World } from '../../../src/world/world.ts';

const challenged = process.env.TEST_CHALLENGED ?? '';

await main({
  openLive: async (parts: LiveParts) => {
    const live = await openLive(parts);
    const assess: World['assess'] = async (request) => {
      await live.world.assess(request);
      const isChallenged = request.consumer.email?.startsWith(challenged);
      return { verdict: isChallenged ? 'challenge' : 'allow', device: 'verified' };
    };
    return { ...live, world: { ...live.world, assess } };
  },
});
