// The only file that knows every room: wired by hand, top to bottom. It neither reads the environment nor listens.

import type { FastifyBaseLogger } from 'fastify';
import type { PoolConfig } from 'pg';
import type { Config } from '../config/config.ts';
import { createApp } from '../http/app.ts';
import { createKeepLiveApart } from '../http/edge/keep-live-apart.ts';
import { createRateLimiter } from '../http/edge/rate-limiter.ts';
import { hashPassword } from '../identity/passwords.ts';
import { openKeyDirectory } from '../identity/signing-keys.ts';
import { type PagesNeeds, registerPages } from '../pages/register-pages.ts';
import { createSms, type Sms } from '../sms/index.ts';
import { readBacklog } from '../storage/activity/backlog.ts';
import { askDatabase } from '../storage/connection/readiness.ts';
import { isTestReport } from '../storage/reports/report-lists.ts';
import type { ReportStore } from '../storage/reports/reports.ts';
import { countTenants, findTenant } from '../storage/tenants.ts';
import { listProducts } from '../storage/wallet/prices.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createProviderOutcomes } from '../telemetry/provider-outcomes.ts';
import type { Tracing } from '../telemetry/start-tracing.ts';
import { createKeepHouse } from '../usecases/operating/keep-house.ts';
import { createOperator } from '../usecases/operating/operate-tenants.ts';
import { createSeedDemo } from '../usecases/operating/seed-demo.ts';
import { createListMyTenants, createSelectTenant } from '../usecases/people/my-account.ts';
import { createClearUp } from '../usecases/reports/clear-up.ts';
import { createGenerateCharged } from '../usecases/reports/generate-charged.ts';
import { createGenerateReport } from '../usecases/reports/generate-report.ts';
import { createGuardChallenge } from '../usecases/reports/guard-challenge.ts';
import { createListReports } from '../usecases/reports/list-reports.ts';
import { createReadReport } from '../usecases/reports/read-report.ts';
import { createRecordDelivery } from '../usecases/reports/record-delivery.ts';
import { createRegisterDevice } from '../usecases/reports/register-device.ts';
import { createReleaseReport } from '../usecases/reports/release-report.ts';
import { createResendSms } from '../usecases/reports/resend-sms.ts';
import { createSubmitOtp } from '../usecases/reports/submit-otp.ts';
import { createPriceBook, createResolvePrice } from '../usecases/wallet/prices.ts';
import {
  createListTransactions,
  createReadUsage,
  createStreamTransactions,
} from '../usecases/wallet/read-statement.ts';
import { createTestWorld } from '../world/test-mode.ts';
import { watched } from '../world/watched.ts';
import { composeActivityReaders, composeActivityWriters } from './activity.ts';
import type { Live, LiveParts } from './live-world.ts';
import { composePeople } from './people.ts';
import { createProviders } from './provider-list.ts';
import type { Service } from './service.ts';
import { composeStores } from './stores.ts';

export async function compose(given: {
  config: Config;
  connection: PoolConfig;
  logger: FastifyBaseLogger;
  writeLogLine: (line: string, isError: boolean) => void;
  /** Tests travel in time with this; null leaves the database's clock in charge. */
  at?: () => Date | null;
  /** A benchmark of what stands before the store brings one that forgets. */
  reports?: ReportStore;
  /** Opens the live world; without it live requests are refused. Tests bring worlds of their own. */
  openLive?: (parts: LiveParts) => Promise<Live> | Live;
  /** Begun before, where a collector is configured; ended with the service. */
  tracing?: Tracing | null;
  /** The pages of the embedded development default; nothing in production. */
  openPages?: (parts: { sms: Sms }) => PagesNeeds | undefined;
}): Promise<Service> {
  const { config, logger } = given;
  const at = given.at ?? (() => null);
  const steadyMs = (): number => performance.now();

  const stores = await composeStores({ ...given, at, steadyMs, reports: given.reports });
  const { database, keyring, clock, nowMs, newDataKey, hashSecret, hashCode, hashReference } = stores;
  const { reports, challenges, charged, ledger, messages, challengeLimits, lists, idempotency } = stores;
  const { rateWindows, deviceSessions, riskFacts, signingKeys } = stores;

  const keys = await openKeyDirectory(signingKeys);
  const people = composePeople({
    config,
    database,
    keyring,
    keys,
    logger,
    hashSecret,
    clock,
    nowMs,
    steadyMs,
  });

  const pricesOf = createPriceBook({
    listProducts: (tenantId) => listProducts(database, tenantId),
    nowMs: steadyMs,
  });
  const outcomes = createProviderOutcomes({ nowMs });
  const metrics = outcomes.heard(createMetrics());
  metrics.watchConnections(() => database.connections());
  metrics.watchBacklog(() => readBacklog(database), steadyMs);
  if (given.tracing) metrics.watchTraces(given.tracing.dropped);
  const activity = composeActivityWriters({ config, database, metrics, nowMs });
  let keptHouseAtMs = steadyMs();
  metrics.watchHousekeeping(() => (steadyMs() - keptHouseAtMs) / 1000);
  const keepHouse = createKeepHouse({
    reports,
    idempotency,
    rateWindows,
    signingKeys,
    deviceSessions,
    riskFacts,
    knownDays: config.RISK_KNOWN_DAYS,
    messages,
    challengeLimits,
    people,
    activity,
  });
  const recordDelivery = createRecordDelivery({ messages });
  const sms = createSms({
    settings: config,
    nowMs,
    onReceipt: async (receipt) => metrics.countReceipt(receipt.gateway, await recordDelivery(receipt)),
    onHandOver: ({ tenantId, smsId, gateway, outcome }) => {
      metrics.countSms(gateway, outcome);
      if (outcome === 'accepted') messages.recordHandOver({ tenantId, smsId, gateway });
    },
  });
  metrics.watchBreakers(sms.breakers);
  const pages = given.openPages?.({ sms });
  const live =
    (await given.openLive?.({
      config,
      logger,
      metrics,
      sms,
      riskFacts,
      recordHandOver: messages.recordHandOver,
      onSearched: activity.onSearched,
    })) ?? null;
  const providers = createProviders({ config, outcomes, sms, live });
  const worlds = {
    live: live && watched(live.world),
    test: createTestWorld({ nowMs }),
  };
  const releaseReport = createReleaseReport({ worlds, reports, charged });
  const guard = createGuardChallenge({
    limits: challengeLimits,
    hashKey: (...parts) => keyring.mac('hash-challenge-keys', ...parts),
    settings: config,
  });
  const generateCharged = createGenerateCharged({
    charged,
    reports,
    ledger,
    pricesOf,
    nowMs,
    hashCode,
    hashReference,
    guard,
  });
  const generateReport = createGenerateReport({
    worlds,
    reports,
    nowMs,
    hashCode,
    hashReference,
    generateCharged,
  });

  const submitOtp = createSubmitOtp({
    reports,
    challenges,
    hashCode,
    releaseReport,
    noteStep: activity.noteStep,
  });
  // Keys carry addresses and client ids, which are personal data: the shared counter knows them as keyed hashes.
  const hashRateKey = (key: string): string => keyring.mac('hash-rate-keys', key).toString('base64url');
  const limiter = createRateLimiter({
    take: (key, ...rest) => rateWindows.take(hashRateKey(key), ...rest),
    giveBack: (key, ...rest) => rateWindows.giveBack(hashRateKey(key), ...rest),
    nowMs: steadyMs,
  });
  let isDraining = false;
  const app = await createApp({
    logger,
    writeLogLine: given.writeLogLine,
    metrics,
    publicUrl: config.publicUrl,
    trustProxy: config.TRUST_PROXY,
    limiter,
    inFlightMax: config.REQUESTS_IN_FLIGHT_MAX,
    deadlineMs: config.REQUEST_DEADLINE_MS,
    limits: {
      perAddress: config.RATE_LIMIT_PER_ADDRESS,
      perCaller: config.RATE_LIMIT_PER_CALLER,
      perTenant: config.RATE_LIMIT_PER_TENANT,
      tokensPerClient: config.RATE_LIMIT_TOKENS_PER_CLIENT,
    },
    ...people.forApp,
    recordRequest: activity.recordRequest,
    ...composeActivityReaders({ database, reports, nowMs, at, listSimulators: providers.simulators }),
    operator: createOperator({ database, newDataKey }),
    listProviders: providers.list,
    keepLiveApart: createKeepLiveApart({ isTestReport: (...ids) => isTestReport(database, ...ids) }),
    noteSeen: people.forApp.auditTrail.noteSeen,
    idempotency: { store: idempotency, hash: (...parts) => keyring.mac('hash-idempotency-keys', ...parts) },
    generateReport: activity.noting(async (input) => {
      const charged = await generateReport(input);
      metrics.countReport(input.test ? 'test' : 'live', charged.answer.status);
      return charged;
    }),
    submitOtp: activity.noting(async (input) => {
      const answered = await submitOtp(input);
      metrics.countCode(answered.answer.status);
      return answered;
    }),
    resendSms: createResendSms({
      ...{ worlds, reports, challenges, ledger, pricesOf, hashCode, guard },
      noteStep: activity.noteStep,
    }),
    readReport: createReadReport({ reports, releaseReport }),
    listReports: createListReports({ lists, hashReference }),
    findTenant: (tenantId) => findTenant(database, tenantId),
    listProducts: (tenantId) => listProducts(database, tenantId),
    resolvePrice: createResolvePrice({ pricesOf }),
    listTransactions: createListTransactions({ database }),
    streamTransactions: createStreamTransactions({ database }),
    readUsage: createReadUsage({ database }),
    listMyTenants: createListMyTenants({ database }),
    selectTenant: createSelectTenant({ database }),
    registerDevice: createRegisterDevice({ sessions: deviceSessions }),
    readReceipt: sms.readReceipt,
    recordDelivery,
    parts: [{ name: 'database', check: () => askDatabase(database) }],
    isDraining: () => isDraining,
    metricsToken: config.METRICS_TOKEN,
    ...(pages !== undefined && { addRoutes: (scope) => registerPages(scope, pages) }),
  });

  return {
    app,
    database,
    identifyCaller: people.forApp.identifyCaller,
    hasTenants: async () => (await countTenants(database)) > 0,
    seedDemo: createSeedDemo({ database, newDataKey, hashSecret, hashPassword }),
    clearUp: createClearUp({ charged, ledger, messages }),
    recordDelivery,
    sms,
    live,
    flushed: activity.flushed,
    keepHouse: async () => {
      const removed = await keepHouse();
      keptHouseAtMs = steadyMs();
      return removed;
    },
    beginDraining: () => {
      isDraining = true;
    },
    close: async () => {
      isDraining = true;
      await app.close();
      people.mailer.close();
      keys.stop();
      clock.stop();
      await limiter.stop();
      await sms.close();
      await live?.close();
      await messages.flushed();
      await activity.flushed();
      await database.close();
      await given.tracing?.stop();
    },
  };
}
