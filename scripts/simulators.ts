// Runs the simulated bureaus on fixed loopback ports: npm run simulators
// Without addresses the service starts its own; these are for inspection, for fault injection and for several processes that share
// them.
import { BUREAUS } from '../src/bureaus/index.ts';
import { inventedPopulation } from '../src/bureaus/open.ts';
import { FAULT_MODES, startSimulator } from '../src/bureaus/simulation/server.ts';

const FIRST_PORT = 9301;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const population = inventedPopulation();
const running = await Promise.all(
  BUREAUS.map(async (entry, index) => {
    const simulator = entry.createSimulator({ people: population.bureau(entry.id), nowMs: Date.now });
    return { entry, server: await startSimulator(simulator, FIRST_PORT + index) };
  }),
).catch((error: { code?: string; port?: number }) => {
  if (error.code !== 'EADDRINUSE') throw error;
  const ports = `${FIRST_PORT} to ${FIRST_PORT + BUREAUS.length - 1}`;
  process.stderr.write(
    `Port ${error.port} is taken. The simulators need ${ports}: stop what uses them, perhaps other simulators.\n`,
  );
  process.exit(1);
});

say('SIMULATED bureaus: the people are invented, and nothing of this is a credit file.\n');
for (const { entry, server } of running) say(`  ${entry.id.padEnd(12)} ${server.url}`);
say('\nFor the service to ask these, in .env:\n');
for (const { entry, server } of running) {
  for (const [name, value] of Object.entries(entry.simulatedSettings(server.url))) say(`${name}=${value}`);
}
say(`\nTo break one (modes: ${FAULT_MODES.join(', ')}), for instance half of the next hundred requests:\n`);
say(`  curl -d '{"mode":"500","share":0.5,"count":100}' ${running[0]?.server.url}/_simulator/faults`);
say('\nCtrl-C ends them.');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await Promise.all(running.map(({ server }) => server.close()));
    process.exit(0);
  });
}
