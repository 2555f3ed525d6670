// Webhook endpoints and the feed of events.
import type {
  DeliveryDetail,
  DeliveryHistogram,
  EnableEndpoint,
  EndpointChange,
  EndpointRequest,
  NewWebhookEndpoint,
  Operations,
  QueuedDelivery,
  RecoverEvents,
  Recovered,
  Recovery,
  TriggerEvent,
  WebhookEndpoint,
} from './generated.ts';
import type { CallOptions, KeyedOptions, Query } from './options.ts';
import { at, createPages, type Pages } from './pages.ts';
import type { Transport } from './transport.ts';
import { verify, type WebhookEvent } from './verify.ts';

type Answer<Id extends keyof Operations> = Operations[Id] extends { answer: infer Given } ? Given : never;
type Deliveries = Answer<'listDeliveries'>;

export type Webhooks = {
  /** Checks the signature of a request that came to your endpoint, and reads its event. */
  verify: typeof verify;
  list(options?: CallOptions): Promise<WebhookEndpoint[]>;
  /** The answer is `{ endpoint, secret }`; the secret is answered here alone. */
  create(body: EndpointRequest, options?: KeyedOptions): Promise<NewWebhookEndpoint>;
  read(endpointId: string, options?: CallOptions): Promise<WebhookEndpoint>;
  change(endpointId: string, body: EndpointChange, options?: CallOptions): Promise<WebhookEndpoint>;
  remove(endpointId: string, options?: CallOptions): Promise<void>;
  rotate(
    endpointId: string,
    body: Operations['rotateWebhookEndpoint']['body'],
    options?: KeyedOptions,
  ): Promise<Answer<'rotateWebhookEndpoint'>>;
  setOverlap(
    endpointId: string,
    body: Operations['setWebhookOverlap']['body'],
    options?: CallOptions,
  ): Promise<void>;
  disable(endpointId: string, options?: CallOptions): Promise<Answer<'disableWebhookEndpoint'>>;
  enable(
    endpointId: string,
    body: EnableEndpoint,
    options?: KeyedOptions,
  ): Promise<Answer<'enableWebhookEndpoint'>>;
  deliveries(
    endpointId: string,
    query?: Omit<Query<'listDeliveries'>, 'pageToken'>,
    options?: CallOptions,
  ): Pages<Deliveries['items'][number], Deliveries>;
  delivery(endpointId: string, deliveryId: string, options?: CallOptions): Promise<DeliveryDetail>;
  histogram(
    endpointId: string,
    query?: Query<'countDeliveries'>,
    options?: CallOptions,
  ): Promise<DeliveryHistogram>;
  /** Sends one event again. */
  replay(endpointId: string, eventId: string, options?: KeyedOptions): Promise<QueuedDelivery>;
  /** Sends a ping. */
  test(endpointId: string, options?: KeyedOptions): Promise<QueuedDelivery>;
  /** Sends what was missed in a period; with `preview`, says how many. */
  recover(endpointId: string, body: RecoverEvents, options?: KeyedOptions): Promise<Recovered>;
  recovery(endpointId: string, recoveryId: string, options?: CallOptions): Promise<Recovery>;
  cancelRecovery(endpointId: string, recoveryId: string, options?: CallOptions): Promise<Recovery>;
};

export function createWebhooks({ call }: Transport): Webhooks {
  return {
    verify,
    list: async (options) => (await call('listWebhookEndpoints', {}, options)).body.items,
    create: async (body, options) => (await call('createWebhookEndpoint', { body }, options)).body,
    read: async (endpointId, options) =>
      (await call('readWebhookEndpoint', { path: { endpointId } }, options)).body,
    change: async (endpointId, body, options) =>
      (await call('changeWebhookEndpoint', { path: { endpointId }, body }, options)).body,
    remove: async (endpointId, options) =>
      void (await call('deleteWebhookEndpoint', { path: { endpointId } }, options)),
    rotate: async (endpointId, body, options) =>
      (await call('rotateWebhookEndpoint', { path: { endpointId }, body }, options)).body,
    setOverlap: async (endpointId, body, options) =>
      void (await call('setWebhookOverlap', { path: { endpointId }, body }, options)),
    disable: async (endpointId, options) =>
      (await call('disableWebhookEndpoint', { path: { endpointId } }, options)).body,
    enable: async (endpointId, body, options) =>
      (await call('enableWebhookEndpoint', { path: { endpointId }, body }, options)).body,
    deliveries: (endpointId, query = {}, options) =>
      createPages(async (token) => {
        const ask = { path: { endpointId }, query: { ...query, ...at(token) } };
        return (await call('listDeliveries', ask, options)).body;
      }),
    delivery: async (endpointId, deliveryId, options) =>
      (await call('readDelivery', { path: { endpointId, deliveryId } }, options)).body,
    histogram: async (endpointId, query = {}, options) =>
      (await call('countDeliveries', { path: { endpointId }, query }, options)).body,
    replay: async (endpointId, eventId, options) =>
      (await call('replayEvent', { path: { endpointId }, body: { eventId } }, options)).body,
    test: async (endpointId, options) =>
      (await call('sendTestEvent', { path: { endpointId } }, options)).body,
    recover: async (endpointId, body, options) =>
      (await call('recoverEvents', { path: { endpointId }, body }, options)).body,
    recovery: async (endpointId, recoveryId, options) =>
      (await call('readRecovery', { path: { endpointId, recoveryId } }, options)).body,
    cancelRecovery: async (endpointId, recoveryId, options) =>
      (await call('cancelRecovery', { path: { endpointId, recoveryId } }, options)).body,
  };
}

export type EventPage = {
  items: WebhookEvent[] /** Keep it, and send it as `after` to go on from here. */;
  next: string | null;
};

export type Events = {
  /** Events of the last 30 days, oldest first, one page of them. */
  page(query?: Query<'listEvents'>, options?: CallOptions): Promise<EventPage>;
  /**
   * Pages of events for ever, as they happen, until the signal ends it. Keep `next` once a page is dealt with: from there on nothing is
   * missed and nothing comes twice, however long you were away.
   */
  follow(query?: Query<'listEvents'>, options?: CallOptions): AsyncGenerator<EventPage, void>;
  /** Makes up an event of any type in test mode, for your handler to be tried with. */
  trigger(body: TriggerEvent, options?: KeyedOptions): Promise<WebhookEvent>;
};

/** The longest that the service holds a request for an event to happen. */
const WAIT_SECONDS = 25;

export function createEvents({ call }: Transport): Events {
  const page: Events['page'] = async (query = {}, options) =>
    (await call('listEvents', { query }, options)).body as EventPage;
  return {
    page,
    trigger: async (body, options) => (await call('triggerEvent', { body }, options)).body as WebhookEvent,
    async *follow(query = {}, options = {}) {
      for (let after = query.after; ; ) {
        const asked = { wait: WAIT_SECONDS, ...query, ...(after !== undefined && { after }) };
        const read = await page(asked, { timeoutMs: (WAIT_SECONDS + 10) * 1000, ...options });
        if (read.items.length > 0) yield read;
        after = read.next ?? after;
      }
    },
  };
}
