// What the service is composed of, and the composed service as the process, the tests and the benchmarks use it.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { PoolConfig } from 'pg';
import type { Config } from '../config/config.ts';
import type { PagesNeeds } from '../pages/register-pages.ts';
import type { Sms } from '../sms/index.ts';
import type { Database } from '../storage/engine/connection/database.ts';
import type { ReportStore } from '../storage/reports/reports.ts';
import type { Peers } from '../telemetry/peers.ts';
import type { Tracing } from '../telemetry/start-tracing.ts';
import type { ConsumerVisits } from '../usecases/hosted/visit.ts';
import type { HostDemo } from '../usecases/operating/host-demo.ts';
import type { KeepHouse } from '../usecases/operating/keep-house.ts';
import type { SeedDemo } from '../usecases/operating/seed-demo.ts';
import type { IdentifyCaller } from '../usecases/people/identify-caller.ts';
import type { ClearUp } from '../usecases/reports/clear-up.ts';
import type { RecordDelivery } from '../usecases/reports/record-delivery.ts';
import type { Deliverer } from '../usecases/webhooks/deliver.ts';
import type { Live, LiveParts } from './live-world.ts';
import type { OpenPayments } from './payments.ts';

export type Given = {
  config: Config;
  connection: PoolConfig;
  logger: FastifyBaseLogger;
  writeLogLine: (line: string, isError: boolean) => void;
  /** Tests travel in time with this; null leaves the database's clock in charge. */
  at?: () => Date | null;
  /** Of test requests that are to take their time; tests do not wait. */
  pause?: (ms: number) => Promise<void>;
  /** In place of the real one: a benchmark of the edge brings a store that keeps nothing. */
  reports?: ReportStore;
  /** Opens the live world; without it live requests are refused. Tests bring worlds of their own. */
  openLive?: (parts: LiveParts) => Promise<Live> | Live;
  /** Opens the provider of payments; without it the settings name it. Tests bring their own. */
  openPayments?: OpenPayments;
  /** Started by the caller, where a collector is configured; stopped with the service. */
  tracing?: Tracing | null;
  /** The other workers of the service, where there are any. */
  peers?: Peers;
  /** The pages of the embedded development default; none in production. */
  openPages?: (parts: { sms: Sms; hostDemo: HostDemo }) => PagesNeeds | undefined;
};

export type Service = {
  app: FastifyInstance;
  database: Database;
  identifyCaller: IdentifyCaller;
  hasTenants(): Promise<boolean>;
  seedDemo: SeedDemo;
  keepHouse: KeepHouse;
  clearUp: ClearUp;
  recordDelivery: RecordDelivery;
  /** What the hosted page calls. */
  consumerVisits: ConsumerVisits;
  /** The worker of webhooks: the process starts it, tests run it by hand. */
  deliverer: Deliverer;
  /** Tells of endpoints that fail, and sends the mails that are due. */
  tendEndpoints(): Promise<void>;
  /** Begins automatic top-ups, asks about payments that are open. */
  tendPayments(): Promise<void>;
  sms: Sms;
  live: Live | null;
  /** Resolves when buffered writes are done: the request log, the steps of timelines. */
  flushed(): Promise<void>;
  /** Readiness fails and answers close their connections; nothing is refused yet. */
  beginDraining(): void;
  /** Answers close their connections, and nobody waits for events: another worker has taken over. Readiness stays. */
  beginLeaving(): void;
  /** Finishes requests in flight, then closes everything. */
  close(): Promise<void>;
};
