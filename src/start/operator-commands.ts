// The operators' commands with what runs them: the service's own database, while a service runs or without one, a bureau's settings, or a
// file alone.
import { BUREAU_COMMANDS, CheckFound } from '../cli/bureau-commands.ts';
import { type Command, type Given, type Output, print } from '../cli/command.ts';
import { COMMANDS, LedgerBroken } from '../cli/commands.ts';
import { DATABASE_COMMANDS } from '../cli/database-commands.ts';
import { FILE_COMMANDS } from '../cli/evidence-commands.ts';
import { toStderr, toStdout } from '../cli/terminal.ts';
import { withStore, withTools } from '../compose/tools.ts';
import { readCommandConfig } from '../config/command-config.ts';
import { BadConfig } from '../config/config.ts';
import { Refusal } from '../domain/refusal.ts';
import { databaseInWords } from '../storage/engine/in-words.ts';
import { StartRefused } from '../storage/engine/open.ts';
import { DistributeRefused, distribute } from '../storage/engine/sharded/distribute.ts';
import { SealBroken } from '../storage/keys/vault.ts';
import { JournalRefused } from '../usecases/reports/erasure-journal.ts';
import { bureauTools } from './bureau-tools.ts';

/** A command with what runs it, and its errors as sentences: null for one that is a bug. */
export type Runnable = {
  name: string;
  command: Command<never>;
  run: (given: Given) => Promise<Output>;
  errorInWords: (error: unknown) => string | null;
};

const WRONG_KEY =
  'The database was sealed under another ENCRYPTION_KEY. Run this with the keys that the service runs with.';

/** `note` writes a line for people, beside the output. */
export function operatorCommands(
  env: Record<string, string | undefined>,
  note: (line: string) => void = (line) => toStderr(`${line}\n`),
): Runnable[] {
  return [
    ...COMMANDS.map((command) =>
      runnable(command, (given) =>
        withTools(readCommandConfig(env), note, (tools) => command.run(tools, given)),
      ),
    ),
    ...DATABASE_COMMANDS.map((command) =>
      runnable(command, (given) =>
        withStore({ ...readCommandConfig(env), DATABASE_SHARDED: null }, note, ({ connection }) =>
          command.run({ distribute: (isToBeDone) => distribute(connection, isToBeDone) }, given),
        ),
      ),
    ),
    ...BUREAU_COMMANDS.map((command) =>
      runnable(command, (given) => command.run(bureauTools(env, note), given)),
    ),
    ...FILE_COMMANDS.map((command) => runnable(command, (given) => command.run(null, given))),
  ];
}

function runnable(command: Command<never>, run: Runnable['run']): Runnable {
  return {
    name: command.name,
    command,
    run: async (given) => {
      try {
        return await run(given);
      } catch (error) {
        const hasOutput = error instanceof LedgerBroken || error instanceof CheckFound;
        if (hasOutput) toStdout(print(error.output, given.isJson));
        throw error;
      }
    },
    errorInWords,
  };
}

function errorInWords(error: unknown): string | null {
  const isTold =
    error instanceof Refusal ||
    error instanceof BadConfig ||
    error instanceof StartRefused ||
    error instanceof DistributeRefused ||
    error instanceof JournalRefused ||
    error instanceof LedgerBroken;
  if (isTold) return error.message;
  return error instanceof SealBroken ? WRONG_KEY : databaseInWords(error);
}
