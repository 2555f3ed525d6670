// One line of the registry: all that the house knows of a bureau. The registry itself is index.ts.

import type { BureauId } from '../domain/credit-report.ts';
import type { Adapter, Call } from './bureau.ts';
import type { BureauSettings } from './settings.ts';
import type { Simulator, SimulatorNeeds } from './simulation/simulator.ts';

export type AdapterNeeds = {
  call: Call;
  settings: BureauSettings;
  /** The calendar's time: some replies are read by today's date. */
  nowMs: () => number;
  /** Something that the operator should hear, in fixed words of ours: a password that is about to expire. */
  onNotice: (notice: string) => void;
};

export type BureauEntry = {
  id: BureauId;
  createAdapter(needs: AdapterNeeds): Adapter;
  createSimulator(needs: SimulatorNeeds): Simulator;
  /** The settings under which the adapter speaks to its simulator at this address, credentials included. */
  simulatedSettings(baseUrl: string): Partial<BureauSettings>;
};
