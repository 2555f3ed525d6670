// Composes what keeps things: the database, the keys over what is in it, the clock that every process shares, a store for each noun.
// A part of compose.ts, which stays readable without it.
import type { FastifyBaseLogger } from 'fastify';
import type { PoolConfig } from 'pg';
import type { Config } from '../config/config.ts';
import { openClock } from '../storage/clock.ts';
import { createDatabase } from '../storage/connection/database.ts';
import { createIdempotencyStore } from '../storage/idempotency-keys.ts';
import { openKeyring } from '../storage/keys/root-key.ts';
import { createSigningKeyStore } from '../storage/keys/signing-keys.ts';
import { createVault, newWrappedDataKey } from '../storage/keys/vault.ts';
import { createRateWindows } from '../storage/rate-windows.ts';
import { createChallengeLimits } from '../storage/reports/challenge-limits.ts';
import { createChallengeStore } from '../storage/reports/challenges.ts';
import { createChargedReportStore } from '../storage/reports/charged-reports.ts';
import { createDeviceSessionStore } from '../storage/reports/device-sessions.ts';
import { createReportLists } from '../storage/reports/report-lists.ts';
import { createReportStore, type ReportStore } from '../storage/reports/reports.ts';
import { createRiskFacts } from '../storage/reports/risk-facts.ts';
import { createSmsMessageStore } from '../storage/reports/sms-messages.ts';
import { createLedgerStore } from '../storage/wallet/ledger.ts';

export async function composeStores(given: {
  config: Config;
  connection: PoolConfig;
  logger: FastifyBaseLogger;
  reports: ReportStore | undefined;
  at: () => Date | null;
  steadyMs: () => number;
}) {
  const { config, at, steadyMs } = given;
  const database = createDatabase({
    connection: given.connection,
    poolSize: config.DATABASE_POOL_SIZE,
    namedStatements: config.DATABASE_NAMED_STATEMENTS,
    onConnectionError: () => given.logger.warn('a database connection was lost'),
  });
  const { ENCRYPTION_KEY: current, ENCRYPTION_KEY_PREVIOUS: former } = config;
  const keyring = await openKeyring(database, { current, former });
  const clock = await openClock({ database, steadyMs });
  const vault = createVault({ database, keyring });
  const deviceSessions = createDeviceSessionStore({ database, keyring, at });
  const { readSessionId } = deviceSessions;
  const wrongCodesMax = config.SMS_WRONG_CODES_PER_NUMBER_DAY;

  return {
    database,
    keyring,
    clock,
    nowMs: (): number => at()?.getTime() ?? clock.nowMs(),
    newDataKey: (tenantId: string): Buffer => newWrappedDataKey(keyring, tenantId),
    hashSecret: (secret: string): Buffer => keyring.mac('hash-client-secrets', secret),
    hashCode: (challengeId: string, code: string): Buffer => keyring.mac('hash-codes', challengeId, code),
    hashReference: (tenantId: string, reference: string): Buffer =>
      keyring.mac('hash-references', tenantId, reference),
    reports: given.reports ?? createReportStore({ database, vault, at }),
    challenges: createChallengeStore({ database, vault, wrongCodesMax, at }),
    charged: createChargedReportStore({ database, vault, at }),
    ledger: createLedgerStore({ database }),
    messages: createSmsMessageStore({ database }),
    challengeLimits: createChallengeLimits({ database }),
    lists: createReportLists({ database, vault, at }),
    idempotency: createIdempotencyStore({ database, vault }),
    rateWindows: createRateWindows({ database }),
    deviceSessions,
    riskFacts: createRiskFacts({ database, keyring, readSessionId, at }),
    signingKeys: createSigningKeyStore({ database, keyring }),
  };
}
