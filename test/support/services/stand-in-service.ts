// The service as a process of its own whose live world answers at once: what is left is the service itself.
import './armed.ts';
import { main } from '../../../src/main.ts';
import { inPlaceOfLive } from '../live-in-place.ts';
import { createStandIn } from '../stand-in-world.ts';

await main({
  openLive: async (parts) => {
    const world = createStandIn();
    // The journal is not read here, and a long run would fill it.
    world.asked.push = () => 0;
    return inPlaceOfLive(world, parts);
  },
});
