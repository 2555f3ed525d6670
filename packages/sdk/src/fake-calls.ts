// What the fake is asked and what it can be told to answer.
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
export type FakeCall = {
  operation: OperationId;
  path: string;
  query: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it sent
  body: any;
  idempotencyKey: string | undefined;
};
