// Composes what keeps data: the database, the keys that seal it, the clock that every process shares, a store for each noun.
import type { FastifyBaseLogger } from 'fastify';
import type { PoolConfig } from 'pg';
import type { Config } from '../config/config.ts';
import type { Consumer } from '../domain/reports/consumer.ts';
import { createIdempotencyStore, type IdempotencyStore } from '../storage/activity/idempotency-keys.ts';
import { createOutboxStore, type OutboxStore } from '../storage/activity/outbox.ts';
import { createRateWindows, type RateWindows } from '../storage/activity/rate-windows.ts';
import { type Archive, createArchive } from '../storage/archive.ts';
import { type Clock, openClock } from '../storage/engine/clock.ts';
import type { Database } from '../storage/engine/connection/database.ts';
import { openDatabase } from '../storage/engine/sharded/open-database.ts';
import { createEvidenceKeyStore, type EvidenceKeyStore } from '../storage/keys/evidence-keys.ts';
import type { Keyring } from '../storage/keys/keyring.ts';
import { openKeyring } from '../storage/keys/root-key.ts';
import { createSigningKeyStore, type SigningKeyStore } from '../storage/keys/signing-keys.ts';
import { createVault, newWrappedDataKey, type Vault } from '../storage/keys/vault.ts';
import { type ChallengeLimits, createChallengeLimits } from '../storage/reports/challenge-limits.ts';
import { type ChallengeStore, createChallengeStore } from '../storage/reports/challenges.ts';
import { type ChargedReportStore, createChargedReportStore } from '../storage/reports/charged-reports.ts';
import { createDeviceSessionStore, type DeviceSessionStore } from '../storage/reports/device-sessions.ts';
import { createFindEarlier } from '../storage/reports/earlier-reports.ts';
import { createFinders, type Finders } from '../storage/reports/finders.ts';
import { createReferencePaths, type PathOfReference } from '../storage/reports/reference-paths.ts';
import { createReportLists } from '../storage/reports/report-lists.ts';
import { createReportStore, type ReportStore } from '../storage/reports/reports.ts';
import {
  createRiskFacts,
  createRiskKeys,
  hashNames,
  hashPerson,
  type RiskFactsStore,
  recordSecretOf,
} from '../storage/reports/risk-facts.ts';
import { createSmsMessageStore, type SmsMessageStore } from '../storage/reports/sms-messages.ts';
import { createTestClockStore, type TestClockStore } from '../storage/reports/test-clocks.ts';
import { createTestReceiptStore, type TestReceiptStore } from '../storage/reports/test-receipts.ts';
import { createLedgerStore, type LedgerStore } from '../storage/wallet/ledger.ts';
import { describeFault } from '../telemetry/fault.ts';
import { createRecordIds, type RecordIds } from '../world/record-ids.ts';

export type Stores = {
  database: Database;
  keyring: Keyring;
  vault: Vault;
  clock: Clock;
  /** Wall-clock time of the database, which every process shares; or that of a test that travels in time. */
  nowMs(): number;
  newDataKey(tenantId: string): Buffer;
  hashSecret(secret: string): Buffer;
  hashCode(challengeId: string, code: string): Buffer;
  hashReference(tenantId: string, reference: string): Buffer;
  pathOfReference: PathOfReference;
  finders: Finders;
  hashPerson(tenantId: string, consumer: Consumer): Buffer;
  hashNames(tenantId: string, consumer: Consumer): Buffer[];
  recordIds: RecordIds;
  reports: ReportStore;
  challenges: ChallengeStore;
  charged: ChargedReportStore;
  ledger: LedgerStore;
  messages: SmsMessageStore;
  challengeLimits: ChallengeLimits;
  lists: ReturnType<typeof createReportLists>;
  clocks: TestClockStore;
  receipts: TestReceiptStore;
  idempotency: IdempotencyStore;
  rateWindows: RateWindows;
  deviceSessions: DeviceSessionStore;
  riskFacts: RiskFactsStore;
  signingKeys: SigningKeyStore;
  evidenceKeys: EvidenceKeyStore;
  outbox: OutboxStore;
  archive: Archive;
};

export async function composeStores(given: {
  config: Config;
  connection: PoolConfig;
  logger: FastifyBaseLogger;
  /** In place of the real one: a benchmark brings a store that keeps nothing. */
  reports?: ReportStore;
  at?: (() => Date | null) | undefined;
  steadyMs: () => number;
}): Promise<Stores> {
  const { config, steadyMs } = given;
  const database = await openDatabase({
    isSharded: config.DATABASE_SHARDED,
    connection: given.connection,
    poolSize: config.DATABASE_POOL_SIZE,
    namedStatements: config.DATABASE_NAMED_STATEMENTS,
    at: given.at,
    onConnectionError: () => given.logger.warn('a database connection was lost'),
  });
  const { ENCRYPTION_KEY: current, ENCRYPTION_KEY_PREVIOUS: former } = config;
  const keyring = await openKeyring(database, { current, former });
  const clock = await openClock({ database, steadyMs });
  const vault = createVault({ database, keyring });
  const deviceSessions = createDeviceSessionStore({
    database,
    keyring,
    ownOrigin: new URL(config.publicUrl).origin,
  });
  const { readSessionId } = deviceSessions;
  const riskKeysOf = createRiskKeys({ keyring, readSessionId });
  const wrongCodesMax = config.SMS_WRONG_CODES_PER_NUMBER_DAY;

  return {
    database,
    keyring,
    vault,
    clock,
    nowMs: () => given.at?.()?.getTime() ?? clock.nowMs(),
    newDataKey: (tenantId) => newWrappedDataKey(keyring, tenantId),
    hashSecret: (secret) => keyring.mac('hash-client-secrets', secret),
    hashCode: (challengeId, code) => keyring.mac('hash-codes', challengeId, code),
    hashReference: (tenantId, reference) => keyring.mac('hash-references', tenantId, reference),
    pathOfReference: createReferencePaths(keyring),
    finders: createFinders(keyring),
    hashPerson: (tenantId, consumer) => hashPerson(keyring, tenantId, consumer),
    hashNames: (tenantId, consumer) => hashNames(keyring, tenantId, consumer),
    recordIds: createRecordIds({
      findEarlier: createFindEarlier({ database, vault }),
      hashNames: (tenantId, consumer) => hashNames(keyring, tenantId, consumer),
      secretOf: (tenantId, consumer) => recordSecretOf(keyring, tenantId, consumer),
      onUnread: (error) =>
        given.logger.warn(
          { fault: describeFault(error) },
          'an earlier report could not be read for its record ids',
        ),
    }),
    reports: given.reports ?? createReportStore({ database, vault }),
    challenges: createChallengeStore({ database, vault, wrongCodesMax }),
    charged: createChargedReportStore({ database, vault, riskKeysOf }),
    ledger: createLedgerStore({ database }),
    messages: createSmsMessageStore({ database }),
    challengeLimits: createChallengeLimits({ database }),
    lists: createReportLists({ database, vault }),
    clocks: createTestClockStore({ database }),
    receipts: createTestReceiptStore({ database }),
    idempotency: createIdempotencyStore({ database, vault }),
    rateWindows: createRateWindows({ database }),
    deviceSessions,
    riskFacts: createRiskFacts({ database, keyring, riskKeysOf }),
    signingKeys: createSigningKeyStore({ database, keyring }),
    evidenceKeys: createEvidenceKeyStore({ database, keyring }),
    outbox: createOutboxStore({ database, keyring }),
    archive: createArchive({ database }),
  };
}
