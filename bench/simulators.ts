// The simulated bureaus of the benchmark, in their own process, so that their CPU time is not the service's. Each answers after a fixed latency
// and caches the people it has looked up: generating a person is not a bureau's work.

import { BUREAUS } from '../src/bureaus/index.ts';
import { inventedPopulation } from '../src/bureaus/open.ts';
import type { SimulatedBureau } from '../src/bureaus/simulation/population/simulated-file.ts';
import { startSimulator } from '../src/bureaus/simulation/server.ts';

export type SimulatorsOrder = { latencyMs: number };
/** The settings with which the service finds them. */
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
