// The service as a process of its own with a live world, which is the stand-in provider at TEST_PROVIDER_URL. It exists to be
// killed.
import './armed.ts';
import { flushCompileCache } from 'node:module';
import { main } from '../../src/main.ts';
import { createProviderWorld } from './provider-world.ts';

await main({ liveWorld: createProviderWorld(process.env.TEST_PROVIDER_URL ?? '') });
// Whoever is killed writes no cache at its end, and the next one would start as slowly.
flushCompileCache();
