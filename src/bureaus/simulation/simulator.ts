// What a simulator of a bureau is: the bureau's own paths, authentication and errors. server.ts gives it a socket, latency and faults.
import type { SimulatedBureau } from './population/simulated-file.ts';

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
