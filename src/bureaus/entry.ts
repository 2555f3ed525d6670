// One line of the registry: all that the house knows of a bureau. The registry itself is index.ts.
import type { BureauId } from '../domain/credit-report.ts';
import type { Adapter, Call } from './bureau.ts';
import type { SimulatedBureau } from './population/simulated-file.ts';
import type { BureauSettings } from './settings.ts';

export type AdapterNeeds = {
  call: Call;
  settings: BureauSettings;
  /** The calendar's time: some replies are read by today's date. */
  nowMs: () => number;
  /** Something that the operator should hear, in fixed words of ours: a password that is about to expire. */
  onNotice: (notice: string) => void;
};

export type SimulatorNeeds = {
  people: SimulatedBureau;
  nowMs: () => number;
};

export type SimulatedRequest = {
  method: string;
  /** With its query, if there is one. */
  path: string;
  headers: Record<string, string>;
  body: string;
};

export type SimulatedReply = {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
};

/** A simulator: one bureau's own paths, authentication and errors. simulator-server.ts gives it a socket, latency and faults. */
export type Simulator = {
  handle(request: SimulatedRequest): SimulatedReply | Promise<SimulatedReply>;
  /** What the bureau answers when it says no in its own words: a SOAP fault, an error inside a 200. */
  fault(): SimulatedReply;
};

export type BureauEntry = {
  id: BureauId;
  createAdapter(needs: AdapterNeeds): Adapter;
  createSimulator(needs: SimulatorNeeds): Simulator;
  /** The settings under which the adapter speaks to its simulator at this address, credentials included. */
  simulatedSettings(baseUrl: string): Partial<BureauSettings>;
};
