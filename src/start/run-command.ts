// The operators' command line: finds the command, opens the service's own database (while a service runs or without one), runs it. Exit
// codes: 0 done, 1 failed or a verification found problems, 2 wrong usage.

import { type Command, CommandRefused, print, readArguments, usageOf } from '../cli/command.ts';
import { COMMANDS, LedgerBroken, type Tools } from '../cli/commands.ts';
import { LOCAL_COMMANDS } from '../cli/evidence-commands.ts';
import { withTools } from '../compose/tools.ts';
import { readCommandConfig } from '../config/command-config.ts';
import { BadConfig } from '../config/config.ts';
import { Refusal } from '../domain/refusal.ts';
import { SealBroken } from '../storage/keys/vault.ts';
import { StartRefused } from '../storage/open.ts';

const WRONG_KEY =
  'The database was sealed under another ENCRYPTION_KEY. Run this with the keys that the service runs with.';

export async function runCommand(args: string[]): Promise<number> {
  const isNamed = ({ name }: { name: string }): boolean => name === args.slice(0, 2).join(' ');
  const [command, local] = [COMMANDS.find(isNamed), LOCAL_COMMANDS.find(isNamed)];
  const known = command ?? local;
  if (known === undefined) {
    process.stderr.write(help());
    return args.length === 0 || args[0] === 'help' || args[0] === '--help' ? 0 : 2;
  }
  try {
    const { isJson, ...given } = readArguments(known, args.slice(2));
    try {
      const output = await (local?.run(null, given) ??
        withTools(readCommandConfig(process.env), (tools) => (command as Command<Tools>).run(tools, given)));
      process.stdout.write(print(output, isJson));
      return 0;
    } catch (error) {
      if (error instanceof LedgerBroken) process.stdout.write(print(error.output, isJson));
      throw error;
    }
  } catch (error) {
    return tell(error, known);
  }
}

function tell(error: unknown, command: Command<never>): number {
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

function help(): string {
  const lines = [...COMMANDS, ...LOCAL_COMMANDS].flatMap((command) => [
    `  ${usageOf(command)}`,
    `      ${command.help}`,
  ]);
  return ['Usage: npm run trefoil -- <command>   (--json for machines)', '', ...lines, ''].join('\n');
}
