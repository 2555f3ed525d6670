// Links to the hosted page: the consumer consents, types and proves who they are there, and the report is yours.
import type { Operations } from './generated.ts';
import type { CallOptions, KeyedOptions, Query } from './options.ts';
import { at, createPages, type Pages } from './pages.ts';
import type { Transport } from './transport.ts';
import { createEvents } from './webhooks.ts';

type Answer<Id extends keyof Operations> = Operations[Id] extends { answer: infer Given } ? Given : never;
type Item<Id extends keyof Operations> = Answer<Id> extends { items: (infer One)[] } ? One : never;

export type ConsumerSessions = {
  /** Makes a link. `url` is for the consumer alone, and answered here alone, to a repeat with the same key too. */
  create(
    body: Operations['createConsumerSession']['body'],
    options?: KeyedOptions,
  ): Promise<Answer<'createConsumerSession'>>;
  /** A new link for a report that failed, with what is known of its consumer. The old one stops working. */
  renew(
    creditReportId: string,
    body?: Operations['renewLink']['body'],
    options?: KeyedOptions,
  ): Promise<Answer<'renewLink'>>;
  read(consumerSessionId: string, options?: CallOptions): Promise<Answer<'readConsumerSession'>>;
  /**
   * The session once nothing more can happen to it. For a program that may wait: it can take the link's whole time, unless a signal ends it.
   */
  ended(consumerSessionId: string, options?: CallOptions): Promise<Answer<'readConsumerSession'>>;
  list(
    query?: Omit<Query<'listConsumerSessions'>, 'pageToken'>,
    options?: CallOptions,
  ): Pages<Item<'listConsumerSessions'>, Answer<'listConsumerSessions'>>;
  /** The link stops working. Not while a report is being made. */
  cancel(consumerSessionId: string, options?: CallOptions): Promise<Answer<'cancelConsumerSession'>>;
  /** By text or e-mail, to the address given or to the one of the prefill. In test mode nothing is sent. */
  send(
    consumerSessionId: string,
    body: Operations['sendConsumerSession']['body'],
    options?: KeyedOptions,
  ): Promise<Answer<'sendConsumerSession'>>;
  /** Complaints and erasure requests that consumers sent from the hosted page, without their words. */
  requests(
    query?: Omit<Query<'listConsumerRequests'>, 'pageToken'>,
    options?: CallOptions,
  ): Pages<Item<'listConsumerRequests'>, Answer<'listConsumerRequests'>>;
  /** With what the consumer wrote, and how to answer them. */
  request(consumerRequestId: string, options?: CallOptions): Promise<Answer<'readConsumerRequest'>>;
  /** After you answered them: the service writes to nobody. */
  closeRequest(
    consumerRequestId: string,
    outcome: Operations['closeConsumerRequest']['body']['outcome'],
    options?: CallOptions,
  ): Promise<Answer<'closeConsumerRequest'>>;
  /** The texts that a link can show; those with a `version` are published. */
  consentTexts(options?: CallOptions): Promise<Item<'listConsentTexts'>[]>;
  /** With every version that was published of it. */
  consentText(consentTextId: string, options?: CallOptions): Promise<Answer<'readConsentText'>>;
};

const GENERATES_MAX = 3;
const ENDS =
  'session.completed,session.failed,session.blocked,session.declined,session.expired,session.cancelled';

/** Nothing more can happen to it. A failed one may be tried again. */
export function isOver({
  status,
  generates,
}: Pick<Answer<'readConsumerSession'>, 'status' | 'generates'>): boolean {
  if (status === 'failed') return generates >= GENERATES_MAX;
  return ['complete', 'blocked', 'declined', 'expired', 'cancelled'].includes(status);
}

/** Of a failed one. */
export const triesLeft = ({ generates }: { generates: number }): number => GENERATES_MAX - generates;

export function createConsumerSessions(transport: Transport): ConsumerSessions {
  const { call } = transport;
  const read: ConsumerSessions['read'] = async (consumerSessionId, options) =>
    (await call('readConsumerSession', { path: { consumerSessionId } }, options)).body;
  return {
    create: async (body, options) => (await call('createConsumerSession', { body }, options)).body,
    renew: async (creditReportId, body = {}, options) =>
      (await call('renewLink', { path: { creditReportId }, body }, options)).body,
    read,
    async ended(consumerSessionId, options) {
      const { page, follow } = createEvents(transport);
      // Where the feed stands before the session is read: nothing is missed.
      const { next } = await page({ after: 'latest' }, options);
      let session = await read(consumerSessionId, options);
      if (isOver(session)) return session;
      for await (const { items } of follow({ types: ENDS, after: next ?? undefined }, options)) {
        if (
          !items.some(
            ({ data }) => 'consumerSessionId' in data && data.consumerSessionId === consumerSessionId,
          )
        )
          continue;
        session = await read(consumerSessionId, options);
        if (isOver(session)) break;
      }
      return session;
    },
    list: (query = {}, options) =>
      createPages(
        async (token) =>
          (await call('listConsumerSessions', { query: { ...query, ...at(token) } }, options)).body,
      ),
    cancel: async (consumerSessionId, options) =>
      (await call('cancelConsumerSession', { path: { consumerSessionId } }, options)).body,
    send: async (consumerSessionId, body, options) =>
      (await call('sendConsumerSession', { path: { consumerSessionId }, body }, options)).body,
    requests: (query = {}, options) =>
      createPages(
        async (token) =>
          (await call('listConsumerRequests', { query: { ...query, ...at(token) } }, options)).body,
      ),
    request: async (consumerRequestId, options) =>
      (await call('readConsumerRequest', { path: { consumerRequestId } }, options)).body,
    closeRequest: async (consumerRequestId, outcome, options) =>
      (await call('closeConsumerRequest', { path: { consumerRequestId }, body: { outcome } }, options)).body,
    consentTexts: async (options) => (await call('listConsentTexts', {}, options)).body.items,
    consentText: async (consentTextId, options) =>
      (await call('readConsentText', { path: { consentTextId } }, options)).body,
  };
}
