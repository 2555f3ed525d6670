// The port: what we ask of a bureau, and what may come back. Each bureau is a folder beside this file; index.ts lists them. A
// bureau never throws for what the outside did: every fault of theirs is one of the outcomes.
import type { BureauFile } from '../domain/bureau-file.ts';
import type { Consumer } from '../domain/consumer.ts';
import type { BureauId } from '../domain/credit-report.ts';
import type { BureauStatus } from '../domain/report.ts';

export type Enquiry = {
  /** Our id of the report: sent along as our reference, so that both sides can find the search again. */
  reportId: string;
  consumer: Consumer;
};

export type BureauAnswer =
  | { status: 'ok'; file: BureauFile }
  | { status: Exclude<BureauStatus['status'], 'ok'> };

/** An adapter: one bureau's dialect over `Call`. What keeps it within its limits stands around it, in guarded.ts. */
export type Adapter = {
  search(enquiry: Enquiry): Promise<BureauAnswer>;
};

export type Bureau = Adapter & {
  id: BureauId;
  /** True when it is our own simulator that answers. */
  isSimulated: boolean;
  /** For the operator: whether it is being asked at the moment. */
  breaker(): 'closed' | 'open' | 'half-open';
  close(): Promise<void>;
};

/** One HTTP exchange within the limits of call.ts. Redirects are not followed; a status of any kind is an answer. */
export type Call = (request: {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}) => Promise<{ status: number; headers: Record<string, string>; text: string }>;

/** Thrown by a Call, and by an adapter that cannot read a reply: it carries the outcome and not one word of the bureau's. */
export class CallFailed extends Error {
  readonly outcome: Exclude<BureauStatus['status'], 'ok' | 'no-trace'>;
  /** False when the bureau cannot have seen the whole request, so that asking again is not a second search. */
  readonly mayHaveArrived: boolean;

  constructor(outcome: CallFailed['outcome'], why: string, mayHaveArrived: boolean) {
    super(why);
    this.name = 'CallFailed';
    this.outcome = outcome;
    this.mayHaveArrived = mayHaveArrived;
  }
}
