// The service as a process of its own whose messages go through the gateways of its settings, and whose risk and bureaus are stand-ins.
import './services/armed.ts';
import { main } from '../../src/main.ts';
import { inPlaceOfLive } from './live-in-place.ts';
import { createSmsWorld } from './sms-world.ts';

await main({ openLive: async (parts) => inPlaceOfLive(createSmsWorld(parts), parts) });
