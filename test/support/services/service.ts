// The service as a process of its own, with a live world for tests: TEST_WORLD names it, the starter (../processes.ts) sets it. It exists
// to be killed. A world is imported only when it is asked for: with `configured` the memory of the process is the service's own.
import './armed.ts';
import { flushCompileCache } from 'node:module';
import { type Live, type LiveParts, openLive } from '../../../src/compose/live-world.ts';
import { main } from '../../../src/main.ts';
import { start } from '../../../src/start/primary.js';
import type { World } from '../../../src/world/world.ts';

const WORLDS = {
  /** Asks the stand-in provider at TEST_PROVIDER_URL, over HTTP. */
  provider: async (parts) => {
    const { createProviderWorld } = await import('../worlds/provider-world.ts');
    return inPlace(createProviderWorld(process.env.TEST_PROVIDER_URL ?? ''), parts);
  },
  /** Answers at once: what is left is the service itself. */
  'stand-in': async (parts) => {
    const { createStandIn } = await import('../worlds/stand-in-world.ts');
    const world = createStandIn();
    // Nothing reads the journal here, and a long run would fill it.
    world.asked.push = () => 0;
    return inPlace(world, parts);
  },
  /** Messages go through the gateways of the settings; risk and bureaus are stand-ins. */
  gateways: async (parts) => {
    const { createSmsWorld } = await import('../worlds/sms-world.ts');
    return inPlace(createSmsWorld(parts), parts);
  },
  /**
   * The service's own bureaus, gateways and assessor, as configured. Only the verdict is the test's, because there is no device here: an
   * e-mail address that begins with TEST_CHALLENGED is challenged, any other consumer is allowed.
   */
  configured: async (parts) => {
    const live = await openLive(parts);
    const assess: World['assess'] = async (request) => {
      await live.world.assess(request);
      const isChallenged = request.consumer.email?.startsWith(process.env.TEST_CHALLENGED ?? '');
      return { verdict: isChallenged ? 'challenge' : 'allow', device: 'verified' };
    };
    return { ...live, world: { ...live.world, assess } };
  },
} as const satisfies Record<string, (parts: LiveParts) => Promise<Live>>;

export type WorldName = keyof typeof WORLDS;

const inPlace = async (world: World, parts: LiveParts): Promise<Live> =>
  (await import('../worlds/live-in-place.ts')).inPlaceOfLive(world, parts);

await start(() => main({ openLive: (parts) => WORLDS[process.env.TEST_WORLD as WorldName](parts) }));
// A killed process writes no compile cache at its end, and the next one would start as slowly.
flushCompileCache();
