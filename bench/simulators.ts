// The simulated bureaus of the benchmark, in a process of their own, so that what they spend is not the service's. Each answers so
// many milliseconds after it was asked, and remembers whom it has looked up: inventing a person is no bureau's work.

import { BUREAUS } from '../src/bureaus/index.ts';
import { inventedPopulation } from '../src/bureaus/open.ts';
import type { SimulatedBureau } from '../src/bureaus/simulation/population/simulated-file.ts';
import { startSimulator } from '../src/bureaus/simulation/server.ts';

export type SimulatorsOrder = { latencyMs: number };
/** Under which the service asks them, as it would read them from its environment. */
export type SimulatorsAnswer = { env: Record<string, string> };

process.once('message', async ({ latencyMs }: SimulatorsOrder) => {
  const population = inventedPopulation();
  const env: Record<string, string> = {};
  for (const entry of BUREAUS) {
    const people = remembering(population.bureau(entry.id));
    const server = await startSimulator(entry.createSimulator({ people, nowMs: Date.now }));
    server.setFaults({ latencyMs });
    for (const [name, value] of Object.entries(entry.simulatedSettings(server.url)))
      env[name] = String(value);
  }
  process.send?.({ env } satisfies SimulatorsAnswer);
});
process.on('disconnect', () => process.exit(0));

function remembering(bureau: SimulatedBureau): SimulatedBureau {
  const known = new Map<string, ReturnType<SimulatedBureau['find']>>();
  return {
    find(question) {
      const key = JSON.stringify(question);
      const found = known.get(key) ?? bureau.find(question);
      known.set(key, found);
      return found;
    },
  };
}
