// The operators' command line: finds the command, opens the service's own database (beside a running service or without
// one), runs it. Exit codes: 0 done, 1 failed or the books are not true, 2 wrong usage.
import { type Command, CommandRefused, print, readArguments, usageOf } from './cli/command.ts';
import { COMMANDS, LedgerBroken, type Tools } from './cli/commands.ts';
import { BadConfig, type Config, readConfig } from './config.ts';
import { Refusal } from './domain/refusal.ts';
import { PURGED_ANSWER } from './http/problems.ts';
import { hashPassword } from './identity/passwords.ts';
import { createDatabase, type Database } from './storage/connection/database.ts';
import { createDeviceSessionStore } from './storage/device-sessions.ts';
import { createVault, newWrappedDataKey, SealBroken } from './storage/envelope.ts';
import { createErasure } from './storage/erasure.ts';
import { listProducts } from './storage/prices.ts';
import { findReportRisk } from './storage/report-risk.ts';
import { hashPerson } from './storage/risk-facts.ts';
import { openKeyring } from './storage/root-key.ts';
import { createSigningKeyStore } from './storage/signing-keys.ts';
import { findTenant, listAllTenants, listOrigins } from './storage/tenants.ts';
import { openStoreForCommand, StartRefused } from './store.ts';
import { createVerifyAudit } from './usecases/audit.ts';
import { createEraseReports } from './usecases/erase-reports.ts';
import { createAddPerson, createCreateCredential, createRevokeCredential } from './usecases/operate.ts';
import { createOperateService } from './usecases/operate-service.ts';
import { createOperator } from './usecases/operator.ts';
import { createVerifyLedger } from './usecases/verify-ledger.ts';

const WRONG_KEY =
  'The database was sealed under another ENCRYPTION_KEY. Run this with the keys that the service runs with.';

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
  if (error instanceof SealBroken) {
    process.stderr.write(`${WRONG_KEY}\n`);
    return 1;
  }
  if (!isTold) throw error;
  process.stderr.write(`${error.message}\n`);
  return 1;
}

async function withTools<T>(work: (tools: Tools) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const store = await openStoreForCommand(config);
  const database = createDatabase({ connection: store.connection, poolSize: 2, namedStatements: false });
  try {
    return await work(await openTools(config, database));
  } finally {
    await database.close();
    await store.close();
  }
}

async function openTools(config: Config, database: Database): Promise<Tools> {
  const { ENCRYPTION_KEY: current, ENCRYPTION_KEY_PREVIOUS: former } = config;
  const keyring = await openKeyring(database, { current, former });
  const devices = createDeviceSessionStore({ database, keyring, at: () => null });
  const vault = createVault({ database, keyring });
  return {
    tenants: createOperator({ database, newDataKey: (id) => newWrappedDataKey(keyring, id) }),
    service: createOperateService({
      database,
      keyring,
      signingKeys: createSigningKeyStore({ database, keyring }),
    }),
    listAllTenants: () => listAllTenants(database),
    findTenant: (tenantId) => findTenant(database, tenantId),
    listOrigins: (tenantId) => listOrigins(database, tenantId),
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
    revokeCredential: createRevokeCredential({ database }),
    listProducts: (tenantId) => listProducts(database, tenantId),
    verifyLedger: createVerifyLedger({ database }),
    eraseReports: createEraseReports({
      erasure: createErasure({
        database,
        vault,
        hashPerson: (tenantId, consumer) => hashPerson(keyring, tenantId, consumer),
      }),
      hashReference: (tenantId, reference) => keyring.mac('hash-references', tenantId, reference),
      answerFromNow: PURGED_ANSWER,
    }),
    erasureJournal: config.ERASURE_JOURNAL,
    verifyAudit: createVerifyAudit({ database }),
  };
}

function help(): string {
  const lines = COMMANDS.flatMap((command) => [`  ${usageOf(command)}`, `      ${command.help}`]);
  return ['Usage: npm run trefoil -- <command>   (--json for machines)', '', ...lines, ''].join('\n');
}
