// The service as a process of its own with a live world, which is the stand-in provider at TEST_PROVIDER_URL. It exists to be
// killed.
import './armed.ts';
import { flushCompileCache } from 'node:module';
import { inPlaceOfLive } from '../../src/live.ts';
import { main } from '../../src/main.ts';
import { createProviderWorld } from './provider-world.ts';

const world = createProviderWorld(process.env.TEST_PROVIDER_URL ?? '');
await main({ openLive: async () => inPlaceOfLive(world) });
// Whoever is killed writes no cache at its end, and the next one would start as slowly.
flushCompileCache();
