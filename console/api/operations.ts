// The types of a call: what an operation is given, and what it answers.
import type { Operations } from './generated.ts';

export type OperationId = keyof Operations;
export type Answer<Id extends OperationId> = Operations[Id]['answer'];
/** The query of a call; what is empty is not sent. */
export type Query = Record<string, string | undefined>;
type Part<Name extends string, Names, Value> = [Names] extends [never] ? { [N in Name]?: never } : Value;
/** What a call of the operation is given. The tenant is the one of the page. */
export type Given<Id extends OperationId> = Part<
  'params',
  Operations[Id]['params'],
  { params: Record<Operations[Id]['params'], string> }
> &
  Part<'query', Operations[Id]['query'], { query?: Partial<Record<Operations[Id]['query'], string>> }> &
  (Operations[Id]['body'] extends null ? { body?: never } : { body: Operations[Id]['body'] });
/** As the last argument: left out if nothing of it must be given. */
export type Rest<T> = object extends T ? [given?: T] : [given: T];
