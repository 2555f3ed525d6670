// Composes webhooks: endpoints, the worker that delivers, the mails about endpoints that fail; and the feed of events.
import { isIP } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Mailer } from '../mail/mailer.ts';
import { createExchange } from '../outbound/exchange.ts';
import { createAddressCheck, isHostRefused } from '../outbound/guard.ts';
import { tellOfEndingSecrets } from '../storage/people/ending-secrets.ts';
import { sweepAlerts } from '../storage/wallet/alerts.ts';
import { purgeDeliveries } from '../storage/webhooks/delivery-log.ts';
import { peekEvents } from '../storage/webhooks/event-feed.ts';
import { purgeEndpoints, tellOfFailing } from '../storage/webhooks/health.ts';
import { describeFault } from '../telemetry/fault.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createDeliverer, type Deliverer } from '../usecases/webhooks/deliver.ts';
import { createDeliveries, type Deliveries } from '../usecases/webhooks/deliveries.ts';
import { createEndpoints, type Endpoints } from '../usecases/webhooks/endpoints.ts';
import { createReadEvents, type ReadEvents } from '../usecases/webhooks/read-events.ts';
import { createSendNotices } from '../usecases/webhooks/send-notices.ts';
import { createPublicKeysOf, type PublicKeysOf } from '../usecases/webhooks/show-endpoint.ts';
import { createTriggerEvent, type TriggerEvent } from '../usecases/webhooks/trigger-event.ts';
import { createEventWatch } from '../usecases/webhooks/wait-for-events.ts';
import type { Stores } from './stores.ts';

// No limit of connections to a host: endpoints of several tenants may share one, and a dead one must not keep the others waiting.
const LIMITS = {
  connectMs: 3_000,
  deadlineMs: 15_000,
  replyBytesMax: 16 * 1_024,
  isReplyCut: true,
};
const USER_AGENT = 'Trefoil-Webhooks/1.0';

export type Webhooks = {
  forApp: {
    endpoints: Endpoints;
    deliveries: Deliveries;
    publicKeysOf: PublicKeysOf;
    triggerEvent: TriggerEvent;
    webhookSources: readonly string[];
  };
  deliverer: Deliverer;
  /** Tells of endpoints that fail and of alerts, and sends the mails that are due. */
  tend(): Promise<void>;
  keepHouse(): Promise<void>;
  close(): Promise<void>;
};

export function composeWebhooks(given: {
  config: Config;
  logger: FastifyBaseLogger;
  stores: Stores;
  mailer: Mailer;
  metrics: Metrics;
}): Webhooks {
  const { config, logger, stores, mailer, metrics } = given;
  const { database, vault, keyring, nowMs } = stores;
  const guard = {
    allowedNetworks: config.WEBHOOK_ALLOWED_NETWORKS,
    // On a laptop the receiver runs beside the service.
    isLoopbackAllowed: config.isEmbedded && config.NODE_ENV === 'development',
  };
  const isFit = createAddressCheck(guard);
  const { exchange, close } = createExchange({ ...LIMITS, guard, proxyUrl: config.WEBHOOK_PROXY_URL });
  const onFault = (error: unknown): void => logger.error({ fault: describeFault(error) }, 'fault');
  const endpoints = createEndpoints({
    database,
    vault,
    makeSecret: (...parts) => keyring.mac('make-webhook-secrets', ...parts),
    isPlainHttpAllowed: (host) => isLoopback(host) && isFit(literalOf(host) ?? '127.0.0.1'),
    isHostRefused: isHostRefused(guard),
  });
  const sendNotices = createSendNotices({ database, mailer, publicUrl: config.publicUrl, onFault });
  const deliverer = createDeliverer({
    database,
    vault,
    exchange,
    nowMs,
    onFault,
    onOutcome: metrics.countDelivery,
    userAgent: USER_AGENT,
  });
  return {
    forApp: {
      endpoints,
      deliveries: createDeliveries({ database, vault, endpoints, hashReference: stores.hashReference }),
      triggerEvent: createTriggerEvent({ database }),
      webhookSources: config.WEBHOOK_SOURCE_ADDRESSES,
      publicKeysOf: createPublicKeysOf({ database }),
    },
    deliverer,
    tend: async () => {
      await tellOfFailing(database);
      await sweepAlerts(database);
      await tellOfEndingSecrets(database);
      await sendNotices();
    },
    keepHouse: async () => {
      await purgeDeliveries(database);
      await purgeEndpoints(database);
    },
    close,
  };
}

function literalOf(host: string): string | null {
  const bare = host.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? null : bare;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** The feed, and those who wait for it. */
export function composeEvents(given: { stores: Stores; steadyMs: () => number }): {
  forApp: { readEvents: ReadEvents };
  /** Answers those who wait for an event. */
  stopWaiting(): void;
  waiting(): number;
} {
  const { database, vault } = given.stores;
  const watch = createEventWatch({ peek: (readers) => peekEvents(database, readers) });
  return {
    forApp: { readEvents: createReadEvents({ database, vault, watch, steadyMs: given.steadyMs }) },
    stopWaiting: watch.stop,
    waiting: watch.waiting,
  };
}
