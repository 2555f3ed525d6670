// The port: what we ask of a bureau and what it may answer. Each bureau is a folder beside this file; index.ts lists them. A
// bureau never throws: every failure of the outside is one of the outcomes.
import type { BureauFile } from '../domain/reports/bureau-file.ts';
import type { Consumer } from '../domain/reports/consumer.ts';
import type { Altered, BureauId, LeftOut } from '../domain/reports/credit-report.ts';
import type { FilePart } from '../domain/reports/file-parts.ts';
import type { BureauStatus } from '../domain/reports/report.ts';

export type Enquiry = {
  /** Our id of the report, sent as our reference: both sides can find the search by it. */
  reportId: string;
  consumer: Consumer;
};

/** `altered`: what was sent otherwise than it was given; absent where nothing was. `leftOut`: as in a file, where there is none. */
export type BureauAnswer =
  | { status: 'ok'; file: BureauFile; altered?: Altered[] }
  | { status: Exclude<BureauStatus['status'], 'ok'>; altered?: Altered[]; leftOut?: LeftOut[] };

/** One bureau's wire format over `Call`. asking/guarded.ts wraps it in a circuit breaker, slots and a deadline. */
export type Adapter = {
  search(enquiry: Enquiry): Promise<BureauAnswer>;
};

export type Bureau = Adapter & {
  id: BureauId;
  /** True when our own simulator answers. */
  isSimulated: boolean;
  /** The parts of a file that it is asked for, beside accounts, searches and addresses. */
  asks: readonly FilePart[];
  /** The state of its circuit breaker, for the operator. */
  breaker(): 'closed' | 'open' | 'half-open';
  close(): Promise<void>;
};

/** One HTTP exchange within the limits of asking/call.ts. Redirects are not followed; any HTTP status is a reply. */
export type Call = (request: {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}) => Promise<{ status: number; headers: Record<string, string>; text: string }>;

/** Thrown by a Call, and by an adapter that cannot read a reply. It carries the outcome and no text of the bureau's. */
export class CallFailed extends Error {
  readonly outcome: Exclude<BureauStatus['status'], 'ok' | 'no-trace'>;
  /** False when the bureau cannot have received the whole request: a retry is then not a second search. */
  readonly mayHaveArrived: boolean;

  constructor(outcome: CallFailed['outcome'], why: string, mayHaveArrived: boolean) {
    super(why);
    this.name = 'CallFailed';
    this.outcome = outcome;
    this.mayHaveArrived = mayHaveArrived;
  }
}
