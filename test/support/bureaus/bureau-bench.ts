// One bureau's adapter on its own simulator over a real socket: the test bench of the contract and the hostile replies.
import { type CallOptions, createCall } from '../../../src/bureaus/asking/call.ts';
import { createGuarded } from '../../../src/bureaus/asking/guarded.ts';
import type { BureauAnswer, Call } from '../../../src/bureaus/bureau.ts';
import type { RegisteredBureau } from '../../../src/bureaus/index.ts';
import { BUREAU_SETTINGS, type BureauSettings } from '../../../src/bureaus/settings.ts';
import type { Dialect } from '../../../src/bureaus/simulation/dialect.ts';
import { type SimulatorServer, startSimulator } from '../../../src/bureaus/simulation/server.ts';
import type { Consumer } from '../../../src/domain/reports/consumer.ts';
import { defaultsOf } from '../settings/default-values.ts';
import { consumerLike, peopleOf } from './bureau-people.ts';

export const DEFAULT_BUREAU_SETTINGS: BureauSettings = defaultsOf(BUREAU_SETTINGS);

export type BureauBench = {
  server: SimulatorServer;
  faults: string[];
  search(consumer?: Consumer): Promise<BureauAnswer>;
  close(): Promise<void>;
};

export type BenchOptions = {
  settings?: Partial<BureauSettings>;
  call?: CallOptions;
  /** In which dialect the simulator writes; by person unless given. */
  dialect?: Dialect;
  /** Wraps the adapter's calls. */
  between?: (call: Call) => Call;
};

export async function openBureauBench(
  entry: RegisteredBureau,
  options: BenchOptions = {},
): Promise<BureauBench> {
  const simulator = entry.createSimulator({
    people: peopleOf(entry.id),
    nowMs: Date.now,
    ...(options.dialect !== undefined && { dialect: options.dialect }),
  });
  const server = await startSimulator(simulator);
  const { call, close } = createCall(options.call);
  const faults: string[] = [];
  const adapter = entry.createAdapter({
    call: options.between?.(call) ?? call,
    settings: { ...DEFAULT_BUREAU_SETTINGS, ...entry.simulatedSettings(server.url), ...options.settings },
    nowMs: Date.now,
    onNotice: () => {},
  });
  return {
    server,
    faults,
    search(consumer = consumerLike()) {
      // A new breaker for each search: an open circuit would hide the next reply.
      const guarded = createGuarded({
        id: entry.id,
        adapter,
        isSimulated: true,
        callsMax: 1,
        close: async () => {},
        onOutcome: () => {},
        onBreaker: () => {},
        onFault: (_id, fault) => faults.push(fault),
      });
      return guarded.search({ reportId: '01999999-0000-7000-8000-000000000000', consumer });
    },
    async close() {
      await close();
      await server.close();
    },
  };
}
