// Composes the service, by hand and top to bottom; the other files of this folder compose a subject each. Neither reads the
// environment nor listens.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { createApp } from '../http/app.ts';
import { createKeepExchange } from '../http/edge/keep-exchange.ts';
import { explainError } from '../http/page-answers.ts';
import { STATUS_OF } from '../http/problems.ts';
import { createHashing } from '../identity/passwords.ts';
import { openKeyDirectory } from '../identity/signing-keys.ts';
import { registerConsumerPages } from '../pages/hosted/register.ts';
import { OUTBOX_PATH, registerPages } from '../pages/register-pages.ts';
import { createPdfMaker } from '../pdf/pdf-maker.ts';
import { createSms, type Sms } from '../sms/index.ts';
import { readBacklog } from '../storage/activity/backlog.ts';
import { readBrand } from '../storage/hosted/brands.ts';
import { countTenants } from '../storage/people/tenants.ts';
import { readQueue } from '../storage/webhooks/delivery-log.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import { createAlone, type Peers } from '../telemetry/peers.ts';
import { createProviderOutcomes } from '../telemetry/provider-outcomes.ts';
import type { Tracing } from '../telemetry/start-tracing.ts';
import { createReadExchange } from '../usecases/activity/read-exchange.ts';
import { createFreshReader } from '../usecases/fresh.ts';
import { toBrand } from '../usecases/hosted/branding.ts';
import { createHostDemo } from '../usecases/operating/host-demo.ts';
import { createKeepHouse, type KeepHouse } from '../usecases/operating/keep-house.ts';
import { createOperator } from '../usecases/operating/operate-tenants.ts';
import { createSeedDemo } from '../usecases/operating/seed-demo.ts';
import { createListMyTenants, createSelectTenant } from '../usecases/people/my-account.ts';
import { createClearUp } from '../usecases/reports/clear-up.ts';
import { createOwnLenders } from '../usecases/reports/own-lenders.ts';
import { createRecordDelivery, type RecordDelivery } from '../usecases/reports/record-delivery.ts';
import { createUnderWay } from '../world/under-way.ts';
import { type ActivityWriters, composeActivityReaders, composeActivityWriters } from './activity.ts';
import { composeEdge } from './edge.ts';
import { composeConsumerSessions, type Hosted } from './hosted.ts';
import { knownLabels } from './known-labels.ts';
import type { LiveParts } from './live-world.ts';
import { composePayments } from './payments.ts';
import { composePeople } from './people.ts';
import { createProviders } from './provider-list.ts';
import { composeParts } from './ready-parts.ts';
import { composeReports } from './reports.ts';
import type { Given, Service } from './service.ts';
import { composeStores, type Stores } from './stores.ts';
import { composeWallet } from './wallet.ts';
import { composeEvents, composeWebhooks, type Webhooks } from './webhooks.ts';

export async function compose(given: Given): Promise<Service> {
  const { config, logger, writeLogLine } = given;
  const peers = given.peers ?? createAlone();
  const steadyMs = (): number => performance.now();
  // Unreferenced: a process that stops does not wait for a test request that takes its time.
  const pause = given.pause ?? ((ms: number) => sleep(ms, undefined, { ref: false }));

  const stores = await composeStores({ ...given, steadyMs });
  const { database, reports, nowMs, newDataKey } = stores;
  const keys = await openKeyDirectory(stores.signingKeys);
  const hashing = createHashing({ workers: peers.count });
  const people = composePeople({ config, logger, stores, keys, hashing, steadyMs });
  const wallet = composeWallet({ database, steadyMs });
  const { metrics, outcomes } = composeMetrics({
    config,
    stores,
    peers,
    steadyMs,
    tracing: given.tracing ?? null,
  });
  const activity = composeActivityWriters({ config, database, vault: stores.vault, metrics });

  const recordDelivery = createRecordDelivery({ messages: stores.messages });
  const sms = composeSms({ config, stores, metrics, recordDelivery });
  const pages = given.openPages?.({ sms, hostDemo: createHostDemo({ database }) });
  const { lendersOf, ownLenders } = createOwnLenders({ database, nowMs: steadyMs });
  const underWay = createUnderWay();
  const parts = liveParts({ config, logger, stores, metrics, sms, lendersOf, underWay });
  const live = (await given.openLive?.(parts)) ?? null;
  const providers = createProviders({ config, outcomes, sms, live });

  const events = composeEvents({ stores, steadyMs });
  const webhooks = composeWebhooks({ config, logger, stores, mailer: people.mailer, metrics });
  metrics.watchWebhooks(() => readQueue(database), events.waiting);

  const pdf = createPdfMaker({ onNotice: (words, facts) => logger.warn(facts, words) });
  const payments = await composePayments({
    config,
    stores,
    metrics,
    makePdf: pdf.make,
    workers: peers.count,
    open: given.openPayments,
  });
  const { pricesOf } = wallet;
  const ofReports = { config, stores, live, pricesOf, lendersOf, metrics, pause };
  const reporting = composeReports({ ...ofReports, makePdf: pdf.make });
  const ofHosted = { config, stores, reports: reporting, metrics, sms, pricesOf };
  const hosted = await composeConsumerSessions({
    ...ofHosted,
    mailer: people.mailer,
    recordRequest: activity.recordRequest,
  });

  const edge = composeEdge({ config, stores, steadyMs });
  let [isDraining, isLeaving] = [false, false];
  const app = await createApp({
    logger,
    writeLogLine,
    metrics,
    ...edge,
    ...people.forApp,
    ...wallet.forApp,
    ...payments.forApp,
    ...events.forApp,
    ...webhooks.forApp,
    ...reporting,
    ...hosted.forApp,
    ownLenders,
    ...composeActivityReaders({
      config,
      database,
      reports,
      nowMs,
      vault: stores.vault,
      endpoints: webhooks.forApp.endpoints,
      listSimulators: providers.simulators,
      outbox: sms.outbox,
    }),
    recordRequest: activity.recordRequest,
    keepExchange: createKeepExchange(activity.recordExchange),
    readExchange: createReadExchange({ exchanges: activity.exchanges }),
    noteSeen: people.forApp.auditTrail.noteSeen,
    note: people.forApp.auditTrail.note,
    listMyTenants: createListMyTenants({ database }),
    selectTenant: createSelectTenant({ database }),
    operator: createOperator({ database, newDataKey }),
    listProviders: providers.list,
    readReceipt: sms.readReceipt,
    recordDelivery,
    parts: composeParts({ database, peers, metrics }),
    isDraining: () => isDraining,
    isLeaving: () => isDraining || isLeaving,
    demoCredential: pages?.demo.credential ?? (() => null),
    hasDemo: pages !== undefined,
    hasOutbox: pages !== undefined,
    addRoutes: (scope: FastifyInstance) => {
      registerConsumerPages(scope, {
        visits: hosted.forApp.consumerVisits,
        registerDevice: reporting.registerDevice,
        nowMs,
        requests: hosted.forApp.consumerRequests,
        findAddresses: hosted.findAddresses,
        searchesOf: underWay.of,
        countBlockedDevice: metrics.countBlockedDevice,
        isSimulated: (live?.simulatedBureaus ?? []).length > 0,
        outbox: pages === undefined ? null : OUTBOX_PATH,
        explain: (...error) => STATUS_OF[explainError(...error).code],
      });
      if (pages !== undefined) registerPages(scope, pages);
    },
  });

  return {
    app,
    database,
    identifyCaller: people.forApp.identifyCaller,
    hasTenants: async () => (await countTenants(database)) > 0,
    seedDemo: createSeedDemo({ ...stores, hashPassword: hashing.hashPassword }),
    clearUp: createClearUp({ ...stores, hosted }),
    recordDelivery,
    consumerVisits: hosted.forApp.consumerVisits,
    sms,
    live,
    flushed: activity.flushed,
    deliverer: webhooks.deliverer,
    tendEndpoints: webhooks.tend,
    tendPayments: payments.tend,
    keepHouse: composeKeepHouse({ config, stores, people, activity, webhooks, hosted, metrics, steadyMs }),
    beginDraining: () => {
      isDraining = true;
      events.stopWaiting();
    },
    beginLeaving: () => {
      isLeaving = true;
      events.stopWaiting();
    },
    close: async () => {
      isDraining = true;
      events.stopWaiting();
      await app.close();
      await pdf.stop();
      await webhooks.deliverer.stop();
      await webhooks.close();
      people.mailer.close();
      keys.stop();
      stores.clock.stop();
      await edge.limiter.stop();
      await Promise.all([sms.close(), payments.close(), hosted.close()]);
      await live?.close();
      await stores.messages.flushed();
      await activity.flushed();
      await database.close();
      await given.tracing?.stop();
    },
  };
}

function composeMetrics(given: {
  config: Config;
  stores: Stores;
  peers: Peers;
  tracing: Tracing | null;
  steadyMs: () => number;
}) {
  const { database, nowMs } = given.stores;
  const { peers } = given;
  const outcomes = createProviderOutcomes({ nowMs, peers });
  const metrics = outcomes.heard(createMetrics(peers));
  metrics.startAtZero(knownLabels(given.config.SMS_GATEWAYS));
  metrics.watchConnections(() => database.connections());
  metrics.watchBacklog(() => readBacklog(database), given.steadyMs);
  if (given.tracing !== null) metrics.watchTraces(given.tracing.dropped);
  return { metrics, outcomes };
}

function composeSms(given: {
  config: Config;
  stores: Stores;
  metrics: Metrics;
  recordDelivery: RecordDelivery;
}): Sms {
  const { config, stores, metrics, recordDelivery } = given;
  const sms = createSms({
    settings: config,
    nowMs: stores.nowMs,
    nameOf: createFreshReader({
      read: async (tenantId: string) => toBrand(await readBrand(stores.database, tenantId)).name,
      nowMs: stores.nowMs,
    }),
    store: stores.outbox,
    onReceipt: async (receipt) => metrics.countReceipt(receipt.gateway, await recordDelivery(receipt)),
    onHandOver: ({ tenantId, smsId, gateway, outcome }) => {
      metrics.countSms(gateway, outcome);
      if (outcome === 'accepted') stores.messages.recordHandOver({ tenantId, smsId, gateway });
    },
  });
  metrics.watchBreakers(sms.breakers);
  return sms;
}

function liveParts(
  given: Pick<LiveParts, 'config' | 'logger' | 'metrics' | 'sms' | 'lendersOf' | 'underWay'> & {
    stores: Stores;
  },
): LiveParts {
  const { stores, ...parts } = given;
  const { recordHandOver } = stores.messages;
  const { riskFacts, recordIds, nowMs } = stores;
  return { ...parts, riskFacts, recordIds, nowMs, recordHandOver };
}

function composeKeepHouse(given: {
  config: Config;
  stores: Stores;
  people: { keepHouse(): Promise<void> };
  activity: ActivityWriters;
  webhooks: Webhooks;
  hosted: Hosted;
  metrics: Metrics;
  steadyMs: () => number;
}): KeepHouse {
  const { config, stores, people, activity, webhooks, hosted, metrics, steadyMs } = given;
  const keepHouse = createKeepHouse({
    ...stores,
    knownDays: config.RISK_KNOWN_DAYS,
    archiveMonths: config.ARCHIVE_AFTER_MONTHS,
    people,
    activity,
    webhooks,
    hosted,
  });
  let keptHouseAtMs = steadyMs();
  metrics.watchHousekeeping(() => (steadyMs() - keptHouseAtMs) / 1000);
  return async () => {
    const removed = await keepHouse();
    keptHouseAtMs = steadyMs();
    return removed;
  };
}
