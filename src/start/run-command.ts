// The command line: finds the command and runs it. An operator's opens the service's own database, while a service runs or without one; an
// integrator's calls a service. Exit codes: 0 done, 1 failed or a verification found problems, 2 wrong usage, 6 the service stayed away.

import { CLIENT_COMMANDS } from '../cli/client/commands.ts';
import { callInWords } from '../cli/client/in-words.ts';
import {
  type Command,
  CommandFailed,
  CommandRefused,
  findCommand,
  type Given,
  helpOf,
  print,
  readArguments,
  usageOf,
} from '../cli/command.ts';
import { inLine, toStderr, toStdout } from '../cli/terminal.ts';
import { COMMAND } from '../settings/how-started.ts';
import { VERSION } from '../settings/version.ts';
import { clientTools } from './client-tools.ts';
import type { Runnable } from './operator-commands.ts';

const FOR_INTEGRATORS: Runnable[] = CLIENT_COMMANDS.map((command) => ({
  name: command.name,
  command,
  run: (given: Given) => command.run(clientTools(process.env), given),
  errorInWords: callInWords,
}));

export async function runCommand(args: string[]): Promise<number> {
  if (args[0] === '--version' || args[0] === 'version') {
    toStdout(`${VERSION}\n`);
    return 0;
  }
  if (args.length === 0 || args[0] === 'help' || args[0] === '--help' || args.join(' ') === 'start --help') {
    toStdout(await help());
    return 0;
  }
  const found = findCommand(FOR_INTEGRATORS, args) ?? findCommand(await forOperators(), args);
  if (found === null) {
    toStderr(`${await unknown(args)}\n`);
    return 2;
  }
  const { command, run, errorInWords } = found.command;
  if (found.rest.includes('--help')) {
    toStdout(helpOf(command));
    return 0;
  }
  try {
    const given = readArguments(command, found.rest);
    const output = await run(given);
    toStdout(print(output, given.isJson));
    return 0;
  } catch (error) {
    return tell(error, command, errorInWords);
  }
}

/** Loaded where they are used: an integrator's commands start without the service's own parts. */
async function forOperators(): Promise<Runnable[]> {
  const { operatorCommands } = await import('./operator-commands.ts');
  return operatorCommands(process.env);
}

function tell(error: unknown, command: Command<never>, errorInWords: Runnable['errorInWords']): number {
  if (error instanceof CommandRefused) {
    toStderr(`${error.message}\nUsage: ${COMMAND} ${usageOf(command)}\n`);
    return 2;
  }
  const words = error instanceof CommandFailed ? error.message : errorInWords(error);
  // A bug keeps its stack.
  if (words === null) throw error;
  toStderr(`${words}\n`);
  return error instanceof CommandFailed ? error.exitCode : 1;
}

async function unknown([first = '', second = '']: string[]): Promise<string> {
  if (first === 'start')
    return 'start takes no options: the settings of the service are variables of the environment, or lines of .env. docs/settings.md lists them.';
  const near = [...FOR_INTEGRATORS, ...(await forOperators())]
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${first} `));
  if (near.length > 0)
    return `There is no command "${inLine(`${first} ${second}`.trim())}". There are: ${near.join(', ')}.`;
  return `There is no command "${inLine(first)}". All are listed by: ${COMMAND} --help`;
}

async function help(): Promise<string> {
  const list = (commands: readonly Runnable[]): string[] =>
    commands.flatMap(({ command }) => [`  ${usageOf(command)}`, `      ${command.help}`]);
  return [
    `Usage: ${COMMAND} <command>   (--json for machines, --help after a command, --version)`,
    '',
    'The service itself:',
    '  start',
    '      Serve until Ctrl-C. Its settings are variables of the environment, or lines of .env.',
    '',
    'For integrators, over HTTP:',
    ...list(FOR_INTEGRATORS),
    '',
    'For operators, on the database:',
    ...list(await forOperators()),
    '',
  ].join('\n');
}
