// The composed service, as the process, the tests and the benchmarks use it.
import type { FastifyInstance } from 'fastify';
import type { Sms } from '../sms/index.ts';
import type { Database } from '../storage/engine/connection/database.ts';
import type { ConsumerVisits } from '../usecases/hosted/visit.ts';
import type { KeepHouse } from '../usecases/operating/keep-house.ts';
import type { SeedDemo } from '../usecases/operating/seed-demo.ts';
import type { IdentifyCaller } from '../usecases/people/identify-caller.ts';
import type { ClearUp } from '../usecases/reports/clear-up.ts';
import type { RecordDelivery } from '../usecases/reports/record-delivery.ts';
import type { Deliverer } from '../usecases/webhooks/deliver.ts';
import type { Live } from './live-world.ts';

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
