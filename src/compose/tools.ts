// Composes what the operators' commands use, on the service's own database, while a service runs or without one.

import type { Tools } from '../cli/commands.ts';
import type { CommandConfig } from '../config/command-config.ts';
import { BadConfig } from '../config/config.ts';
import { PURGED_ANSWER } from '../http/problems.ts';
import { createHashing } from '../identity/passwords.ts';
import { createNoMailer } from '../mail/outbox.ts';
import { createSmtpMailer } from '../mail/smtp.ts';
import type { Database } from '../storage/engine/connection/database.ts';
import { openStoreForCommand, type Store } from '../storage/engine/open.ts';
import { openDatabase } from '../storage/engine/sharded/open-database.ts';
import { createEvidenceKeyStore } from '../storage/keys/evidence-keys.ts';
import type { Keyring } from '../storage/keys/keyring.ts';
import { openKeyring } from '../storage/keys/root-key.ts';
import { createSigningKeyStore } from '../storage/keys/signing-keys.ts';
import { createVault, newWrappedDataKey } from '../storage/keys/vault.ts';
import { findTenant, listAllTenants, listOrigins } from '../storage/people/tenants.ts';
import { createDeviceSessionStore } from '../storage/reports/device-sessions.ts';
import { createErasure } from '../storage/reports/erasure.ts';
import { findReportRisk } from '../storage/reports/report-risk.ts';
import { hashPerson } from '../storage/reports/risk-facts.ts';
import { listProducts } from '../storage/wallet/prices.ts';
import { createVerifyAudit } from '../usecases/activity/read-audit.ts';
import { createVerifyConsents } from '../usecases/hosted/verify-consents.ts';
import {
  createAddPerson,
  createCreateCredential,
  createRevokeCredential,
} from '../usecases/operating/operate-in-tenant.ts';
import { createOperateService } from '../usecases/operating/operate-service.ts';
import { createOperator } from '../usecases/operating/operate-tenants.ts';
import { createEraseReports } from '../usecases/reports/erase-reports.ts';
import { createVerifyInvoiceNumbers, createVerifyLedger } from '../usecases/wallet/verify-ledger.ts';

/** `say` gets a line that names the database. */
export function withTools<T>(
  config: CommandConfig,
  say: (line: string) => void,
  work: (tools: Tools) => Promise<T>,
): Promise<T> {
  return withStore(config, say, async ({ connection }) => {
    const database = await openDatabase({
      isSharded: config.DATABASE_SHARDED,
      connection,
      poolSize: 2,
      namedStatements: false,
    });
    try {
      return await work(await openTools(config, database));
    } finally {
      await database.close();
    }
  });
}

/** For a command that needs the database's address alone. */
export async function withStore<T>(
  config: Parameters<typeof openStoreForCommand>[0],
  say: (line: string) => void,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStoreForCommand(config, say);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const needKey = (): never => {
  throw new BadConfig([
    'This command seals, opens or hashes what is in the database, and needs ENCRYPTION_KEY (or ENCRYPTION_KEY_FILE), as the service has it.',
  ]);
};

/** In place of the keys: the commands that use none of them work without. */
const NO_KEYS: Keyring = {
  get wrapKey() {
    return needKey();
  },
  get formerWrapKey() {
    return needKey();
  },
  key: needKey,
  mac: needKey,
};

async function openTools(config: CommandConfig, database: Database): Promise<Tools> {
  const { ENCRYPTION_KEY: current, ENCRYPTION_KEY_PREVIOUS: former } = config;
  const keyring = current === null ? NO_KEYS : await openKeyring(database, { current, former });
  const devices = createDeviceSessionStore({ database, keyring, ownOrigin: null });
  const vault = createVault({ database, keyring });
  // A command without a mail server sends no mail, also where the service shows mails instead of sending them.
  const { SMTP_URL: url, MAIL_FROM: from } = config;
  const mailer = url === null ? createNoMailer() : createSmtpMailer({ url, from });
  return {
    tenants: createOperator({ database, newDataKey: (id) => newWrappedDataKey(keyring, id) }),
    service: createOperateService({
      database,
      keyring,
      signingKeys: createSigningKeyStore({ database, keyring }),
      evidenceKeys: createEvidenceKeyStore({ database, keyring }),
    }),
    listAllTenants: () => listAllTenants(database),
    findTenant: (tenantId) => findTenant(database, tenantId),
    listOrigins: (tenantId) => listOrigins(database, tenantId),
    findSession: async (sessionId) => {
      const id = devices.readSessionId(sessionId);
      return id === null ? null : devices.findSession(id);
    },
    findReportRisk: (tenantId, reportId) => findReportRisk(database, tenantId, reportId),
    addPerson: createAddPerson({
      database,
      hashPassword: createHashing({ workers: 1 }).hashPassword,
      mailer,
    }),
    createCredential: createCreateCredential({
      database,
      hashSecret: (secret) => keyring.mac('hash-client-secrets', secret),
    }),
    revokeCredential: createRevokeCredential({ database }),
    listProducts: (tenantId) => listProducts(database, tenantId),
    verifyLedger: createVerifyLedger({ database }),
    verifyInvoiceNumbers: createVerifyInvoiceNumbers({ database }),
    eraseReports: createEraseReports({
      erasure: createErasure({
        database,
        vault,
        hashPerson: (tenantId, consumer) => hashPerson(keyring, tenantId, consumer),
      }),
      hashReference: (tenantId, reference) => keyring.mac('hash-references', tenantId, reference),
      answerFromNow: PURGED_ANSWER,
      journal: config.ERASURE_JOURNAL,
    }),
    verifyAudit: createVerifyAudit({ database }),
    verifyConsents: createVerifyConsents({ database, vault }),
  };
}
