// The port of a simulator: a bureau's own paths, authentication and errors, as a function from request to reply. server.ts gives it
// a socket, latency and faults.
import type { DialectChoice } from './dialect.ts';
import type { SimulatedBureau } from './population/simulated-file.ts';

export type SimulatorNeeds = {
  people: SimulatedBureau;
  nowMs: () => number;
  /** `by-person` unless given. */
  dialect?: DialectChoice;
};

export type SimulatedRequest = {
  method: string;
  /** With its query string, if any. */
  path: string;
  headers: Record<string, string>;
  body: string;
};

export type SimulatedReply = {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
};

export type Simulator = {
  handle(request: SimulatedRequest): SimulatedReply | Promise<SimulatedReply>;
  /** The bureau's own error reply: a SOAP fault, an error inside a 200. */
  fault(): SimulatedReply;
};
