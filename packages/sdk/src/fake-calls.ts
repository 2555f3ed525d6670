// What the fake is asked and what it can be told to answer.
import type { Operations } from './generated.ts';
import type { OperationId } from './options.ts';

/** Of an operation: what it answers with 200, an error of the service, or a connection that breaks. */
export type FakeAnswer =
  | { answer: unknown }
  | {
      status: number;
      code: string;
      message?: string;
      retryAfter?: number;
      details?: { path: string; message: string }[];
    }
  | 'no-answer';
type CallOf<Id extends OperationId> = {
  operation: Id;
  path: string;
  query: Record<string, string>;
  /** Of the type that its operation takes: compare `operation` first. */
  body: Operations[Id]['body'];
  idempotencyKey: string | undefined;
};
export type FakeCall = { [Id in OperationId]: CallOf<Id> }[OperationId];
