// The operators' command line: finds the command, opens the service's own database (beside a running service or without
// one), runs it. Exit codes: 0 done, 1 failed or the books are not true, 2 wrong usage.
import { type Command, CommandRefused, print, readArguments, usageOf } from './cli/command.ts';
import { COMMANDS, LedgerBroken, type Tools } from './cli/commands.ts';
import { BadConfig, readConfig } from './config.ts';
import { Refusal } from './domain/refusal.ts';
import { PURGED_ANSWER } from './http/problems.ts';
import { hashPassword } from './identity/passwords.ts';
import { revokeCredential } from './storage/credentials.ts';
import { createDatabase } from './storage/database.ts';
import { createDeviceSessionStore } from './storage/device-sessions.ts';
import { createVault, newWrappedDataKey } from './storage/envelope.ts';
import { createErasure } from './storage/erasure.ts';
import { createKeyring } from './storage/keyring.ts';
import { setOperator } from './storage/people.ts';
import { listProducts, setPrice } from './storage/prices.ts';
import { findReportRisk } from './storage/report-risk.ts';
import { createSigningKeyStore } from './storage/signing-keys.ts';
import { findTenant, listAllTenants, listOrigins, setOrigins, setTenantEnabled } from './storage/tenants.ts';
import { openStoreForCommand, StartRefused } from './store.ts';
import { createVerifyAudit } from './usecases/audit.ts';
import { createEraseReports } from './usecases/erase-reports.ts';
import {
  createAddPerson,
  createCreateCredential,
  createCreateTenant,
  createMoveFunds,
} from './usecases/operate.ts';
import { createRotateSigningKey } from './usecases/rotate-signing-key.ts';
import { createVerifyLedger } from './usecases/verify-ledger.ts';

export async function runCommand(args: string[]): Promise<number> {
  const command = COMMANDS.find(({ name }) => name === args.slice(0, 2).join(' '));
  if (command === undefined) {
    process.stderr.write(help());
    return args.length === 0 || args[0] === 'help' || args[0] === '--help' ? 0 : 2;
  }
  try {
    const { isJson, ...given } = readArguments(command, args.slice(2));
    try {
      const output = await withTools((tools) => command.run(tools, given));
      process.stdout.write(print(output, isJson));
      return 0;
    } catch (error) {
      if (error instanceof LedgerBroken) process.stdout.write(print(error.output, isJson));
      throw error;
    }
  } catch (error) {
    return tell(error, command);
  }
}

function tell(error: unknown, command: Command<Tools>): number {
  if (error instanceof CommandRefused) {
    process.stderr.write(`${error.message}\nUsage: npm run trefoil -- ${usageOf(command)}\n`);
    return 2;
  }
  const isTold =
    error instanceof Refusal ||
    error instanceof BadConfig ||
    error instanceof StartRefused ||
    error instanceof LedgerBroken;
  if (!isTold) throw error;
  process.stderr.write(`${error.message}\n`);
  return 1;
}

async function withTools<T>(work: (tools: Tools) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const store = await openStoreForCommand(config);
  const database = createDatabase({ connection: store.connection, poolSize: 2, namedStatements: false });
  const keyring = createKeyring(config.ENCRYPTION_KEY);
  const devices = createDeviceSessionStore({ database, keyring, at: () => null });
  const eraseReports = createEraseReports({
    erasure: createErasure({ database, vault: createVault({ database, keyring }) }),
    hashReference: (tenantId, reference) => keyring.mac('hash-references', tenantId, reference),
    answerFromNow: PURGED_ANSWER,
  });
  try {
    return await work({
      createTenant: createCreateTenant({ database, newDataKey: (id) => newWrappedDataKey(keyring, id) }),
      listAllTenants: () => listAllTenants(database),
      findTenant: (tenantId) => findTenant(database, tenantId),
      setTenantEnabled: (tenantId, isEnabled) => setTenantEnabled(database, tenantId, isEnabled),
      listOrigins: (tenantId) => listOrigins(database, tenantId),
      setOrigins: (tenantId, origins) => setOrigins(database, tenantId, origins),
      findSession: async (sessionId) => {
        const id = devices.readSessionId(sessionId);
        return id === null ? null : devices.findSession(id);
      },
      findReportRisk: (tenantId, reportId) => findReportRisk(database, tenantId, reportId),
      addPerson: createAddPerson({ database, hashPassword }),
      createCredential: createCreateCredential({
        database,
        hashSecret: (secret) => keyring.mac('hash-client-secrets', secret),
      }),
      revokeCredential: (clientId) => revokeCredential(database, clientId),
      moveFunds: createMoveFunds({ database }),
      listProducts: (tenantId) => listProducts(database, tenantId),
      setPrice: (tenantId, product, credits) => setPrice(database, tenantId, product, credits),
      verifyLedger: createVerifyLedger({ database }),
      eraseReports,
      erasureJournal: config.ERASURE_JOURNAL,
      verifyAudit: createVerifyAudit({ database }),
      setOperator: (email, isOperator) => setOperator(database, email, isOperator),
      rotateSigningKey: createRotateSigningKey({ signingKeys: createSigningKeyStore({ database, keyring }) }),
    });
  } finally {
    await database.close();
    await store.close();
  }
}

function help(): string {
  const lines = COMMANDS.flatMap((command) => [`  ${usageOf(command)}`, `      ${command.help}`]);
  return ['Usage: npm run trefoil -- <command>   (--json for machines)', '', ...lines, ''].join('\n');
}
