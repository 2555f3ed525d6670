// What was asked of the service and what it sent: the log of requests, refused ones too, and the text messages.
import type { Operations } from './generated.ts';
import type { CallOptions, Query } from './options.ts';
import { at, type CsvPages, createPages } from './pages.ts';
import type { Transport } from './transport.ts';

type Answer<Id extends keyof Operations> = Operations[Id] extends { answer: infer Given } ? Given : never;
type Item<Id extends keyof Operations> = Answer<Id> extends { items: (infer One)[] } ? One : never;
type Filter<Id extends keyof Operations> = Omit<Query<Id>, 'pageToken'>;

export type Requests = {
  /** Every call, newest first. */
  list(
    query?: Filter<'listRequests'>,
    options?: CallOptions,
  ): CsvPages<Item<'listRequests'>, Answer<'listRequests'>>;
  /** Refusals by code and route, with cause and fix. */
  errors(query?: Query<'listRequestErrors'>, options?: CallOptions): Promise<Answer<'listRequestErrors'>>;
  /** One call by its request id, which is on every outcome and every error. */
  read(requestId: string, options?: CallOptions): Promise<Answer<'readRequest'>>;
  /** A generate request of test mode with its answer, kept for 24 hours. */
  exchange(requestId: string, options?: CallOptions): Promise<Answer<'readExchange'>>;
  /** Text messages: state, gateway, cost. */
  messages(
    query?: Filter<'listMessages'>,
    options?: CallOptions,
  ): CsvPages<Item<'listMessages'>, Answer<'listMessages'>>;
};

export function createRequests({ call, stream }: Transport): Requests {
  return {
    list: (query = {}, options) => ({
      ...createPages(
        async (token) => (await call('listRequests', { query: { ...query, ...at(token) } }, options)).body,
      ),
      csv: () => stream('listRequests', { query }, 'text/csv', options),
    }),
    errors: async (query = {}, options) => (await call('listRequestErrors', { query }, options)).body,
    read: async (requestId, options) => (await call('readRequest', { path: { requestId } }, options)).body,
    exchange: async (requestId, options) =>
      (await call('readExchange', { path: { requestId } }, options)).body,
    messages: (query = {}, options) => ({
      ...createPages(
        async (token) => (await call('listMessages', { query: { ...query, ...at(token) } }, options)).body,
      ),
      csv: () => stream('listMessages', { query }, 'text/csv', options),
    }),
  };
}
