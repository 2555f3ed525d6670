// The service as a process of its own with a live world, which is the stand-in provider at TEST_PROVIDER_URL. It exists to be
// killed.
import './armed.ts';
import { flushCompileCache } from 'node:module';
import { main } from '../../../src/main.ts';
import { inPlaceOfLive } from '../live-in-place.ts';
import { createProviderWorld } from '../provider-world.ts';

const world = createProviderWorld(process.env.TEST_PROVIDER_URL ?? '');
await main({ openLive: async (parts) => inPlaceOfLive(world, parts) });
// Whoever is killed writes no cache at its end, and the next one would start as slowly.
flushCompileCache();
