// The operators' command line: small commands on the service's own database, beside a running service or without one.
// Data goes to stdout, talk to stderr; an error says how to mend it. Exit codes: 0 done, 1 failed, 2 wrong usage.
import { BadConfig, readConfig } from './config.ts';
import { isUuid } from './domain/ids.ts';
import { ACTIVATION_DELAY_SECONDS, makeSigningKey, RETIRED_KEY_SECONDS } from './identity/signing-keys.ts';
import { revokeCredential } from './storage/credentials.ts';
import { createDatabase, type Database } from './storage/database.ts';
import { createKeyring, type Keyring } from './storage/keyring.ts';
import { createSigningKeyStore } from './storage/signing-keys.ts';
import { setTenantEnabled } from './storage/tenants.ts';
import { openStoreForCommand, StartRefused } from './store.ts';

type Tools = { database: Database; keyring: Keyring };
type Command = { usage: string; help: string; run: (tools: Tools, args: string[]) => Promise<string> };

/** Wrong usage or something that is not there: told without a stack. */
class CommandRefused extends Error {}

const COMMANDS: Record<string, Command> = {
  'keys rotate': {
    usage: 'keys rotate',
    help: 'Make a new key for signing tokens. Tokens signed by the old one go on working until they expire.',
    run: async ({ database, keyring }) => {
      const key = await makeSigningKey();
      const store = createSigningKeyStore({ database, keyring });
      await store.rotateSigningKey(key, ACTIVATION_DELAY_SECONDS, RETIRED_KEY_SECONDS);
      return `The new signing key ${key.kid} is in use in ${ACTIVATION_DELAY_SECONDS} seconds.`;
    },
  },
  'credentials revoke': {
    usage: 'credentials revoke <client-id>',
    help: 'Stop a credential: it gets no new tokens, and its live ones are refused within 5 seconds.',
    run: async ({ database }, [clientId = '']) => {
      if (clientId === '') throw new CommandRefused('Name the client id of the credential.');
      const isDone = await revokeCredential(database, clientId);
      if (!isDone) throw new CommandRefused(`There is no live credential with the client id ${clientId}.`);
      return `The credential ${clientId} is revoked.`;
    },
  },
  'tenants disable': {
    usage: 'tenants disable <tenant-id>',
    help: 'Refuse all calls on a tenant.',
    run: (tools, args) => setEnabled(tools, args, false),
  },
  'tenants enable': {
    usage: 'tenants enable <tenant-id>',
    help: 'Take calls on a tenant again.',
    run: (tools, args) => setEnabled(tools, args, true),
  },
};

export async function runCommand(args: string[]): Promise<number> {
  const command = COMMANDS[args.slice(0, 2).join(' ')];
  if (command === undefined) {
    process.stderr.write(help());
    return args.length === 0 || args[0] === 'help' || args[0] === '--help' ? 0 : 2;
  }
  try {
    process.stdout.write(`${await withTools((tools) => command.run(tools, args.slice(2)))}\n`);
    return 0;
  } catch (error) {
    if (error instanceof CommandRefused) {
      process.stderr.write(`${error.message}\nUsage: npm run trefoil -- ${command.usage}\n`);
      return 2;
    }
    if (error instanceof BadConfig || error instanceof StartRefused) {
      process.stderr.write(`${error.message}\n`);
      return 1;
    }
    throw error;
  }
}

async function withTools<T>(work: (tools: Tools) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const store = await openStoreForCommand(config);
  const database = createDatabase({ connection: store.connection, poolSize: 1, namedStatements: false });
  try {
    return await work({ database, keyring: createKeyring(config.ENCRYPTION_KEY) });
  } finally {
    await database.close();
    await store.close();
  }
}

async function setEnabled(
  { database }: Tools,
  [tenantId = '']: string[],
  isEnabled: boolean,
): Promise<string> {
  const isDone = isUuid(tenantId) && (await setTenantEnabled(database, tenantId, isEnabled));
  if (!isDone) throw new CommandRefused(`There is no tenant with the id ${tenantId || '(none given)'}.`);
  return `The tenant ${tenantId} is ${isEnabled ? 'enabled' : 'disabled'}.`;
}

function help(): string {
  const width = Math.max(...Object.values(COMMANDS).map((command) => command.usage.length));
  const lines = Object.values(COMMANDS).map(({ usage, help: text }) => `  ${usage.padEnd(width)}  ${text}`);
  return ['Usage: npm run trefoil -- <command>', '', ...lines, ''].join('\n');
}
