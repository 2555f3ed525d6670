// The shape of a command, an operator's or an integrator's, and what all of them share: reading options, refusing in words, printing a
// table or JSON. Data goes to stdout, messages to stderr.
import { parseArgs } from 'node:util';
import { isPlainText } from '../domain/shown/plain-text.ts';
import { COMMAND } from '../settings/how-started.ts';
import { inLine } from './terminal.ts';

export type Option = { name: string; help: string; isRequired: boolean; isFlag?: true };

/** The output of a command: rows, or a sentence with its data for --json; null where it has said everything while it ran. */
export type Output = { say: string; data: unknown } | { rows: Record<string, unknown>[] } | null;

export type Command<Tools> = {
  name: string;
  /** Words after the name, such as <tenant-id>. */
  operands: string[];
  options: Option[];
  help: string;
  run: (tools: Tools, given: Given) => Promise<Output>;
};

export type Given = { operands: string[]; options: Record<string, string | undefined>; isJson: boolean };

/** A mistake in how a command was written: printed with its usage. */
export class CommandRefused extends Error {}

/** It could not be done, for a reason that the message says with what to do: printed as it is. */
export class CommandFailed extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The command that the words begin with, and the words after its name. */
export function findCommand<Any extends { name: string }>(
  commands: readonly Any[],
  words: string[],
): { command: Any; rest: string[] } | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((one) => one.name === name && words.length >= length);
    if (command !== undefined) return { command, rest: words.slice(length) };
  }
  return null;
}

export function required(name: string, help: string): Option {
  return { name, help, isRequired: true };
}

export function optional(name: string, help: string): Option {
  return { name, help, isRequired: false };
}

/** One without a value: `yes` when it is given. */
export function flag(name: string, help: string): Option {
  return { name, help, isRequired: false, isFlag: true };
}

export function usageOf(command: Command<never>): string {
  const options = command.options.map(({ name, isRequired, isFlag }) => {
    if (isFlag) return `[--${name}]`;
    return isRequired ? `--${name} <${name}>` : `[--${name} <${name}>]`;
  });
  return [command.name, ...command.operands, ...options].join(' ');
}

/** What `--help` after a command says. */
export function helpOf(command: Command<never>): string {
  const options = [...command.options, flag('json', 'for machines')];
  const lines = options.map(({ name, help }) => `  --${name.padEnd(16)} ${help}`);
  return `${[`Usage: ${COMMAND} ${usageOf(command)}`, '', command.help, '', ...lines].join('\n')}\n`;
}

export function readArguments(command: Command<never>, args: string[]): Given {
  let parsed: { values: Record<string, string | boolean | undefined>; positionals: string[] };
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        ...Object.fromEntries(command.options.map(({ name, isFlag }) => [name, { type: typeOf(isFlag) }])),
      },
    });
  } catch {
    throw new CommandRefused(
      'An option is not known, or its value is missing. A negative value is written --amount=-5.',
    );
  }
  const { json, ...values } = parsed.values;
  const options = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === true ? 'yes' : value]),
  );
  for (const [name, value] of Object.entries(options)) {
    if (typeof value === 'string' && !isPlainText(value))
      throw new CommandRefused(`--${name} must not contain control characters or text-direction marks.`);
  }
  const missing = command.options.filter(
    ({ name, isRequired }) => isRequired && !String(options[name] ?? '').trim(),
  );
  if (missing.length > 0) {
    throw new CommandRefused(
      `Missing: ${missing.map(({ name, help }) => `--${name} (${help})`).join(', ')}.`,
    );
  }
  if (parsed.positionals.length !== command.operands.length) {
    throw new CommandRefused(
      command.operands.length === 0
        ? 'This command takes options only.'
        : `This command needs ${command.operands.join(' ')}.`,
    );
  }
  return { operands: parsed.positionals, options: options as Given['options'], isJson: json === true };
}

function typeOf(isFlag: true | undefined): 'boolean' | 'string' {
  return isFlag ? 'boolean' : 'string';
}

/** A whole number of something, refused in words otherwise. */
export function readWhole(
  text: string | undefined,
  name: string,
  range: { min: number; max: number; of: string },
): number {
  const value = Number(text);
  const isWhole = /^[+-]?\d{1,16}$/.test(text ?? '') && Number.isSafeInteger(value);
  if (!isWhole || value < range.min || value > range.max) {
    throw new CommandRefused(
      `--${name} must be a whole number of ${range.of} from ${range.min} to ${range.max}.`,
    );
  }
  return value;
}

export function readCredits(
  text: string | undefined,
  name: string,
  range: { min: number; max: number },
): number {
  return readWhole(text, name, { ...range, of: 'credits' });
}

export function print(output: Output, isJson: boolean): string {
  if (output === null) return '';
  if (isJson) return `${JSON.stringify('rows' in output ? output.rows : output.data, null, 2)}\n`;
  return 'rows' in output ? table(output.rows) : `${output.say}\n`;
}

function table(rows: Record<string, unknown>[]): string {
  const [first] = rows;
  if (first === undefined) return 'Nothing to show.\n';
  const columns = Object.keys(first);
  const cell = (value: unknown): string =>
    value instanceof Date ? value.toISOString() : inLine(String(value ?? ''));
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => cell(row[column]).length)),
  );
  const line = (cells: string[], row: Record<string, unknown> | null): string =>
    cells
      .map((text, index) => {
        const isNumber = row !== null && typeof row[columns[index] as string] === 'number';
        return isNumber ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0);
      })
      .join('  ')
      .trimEnd();
  const body = rows.map((row) =>
    line(
      columns.map((column) => cell(row[column])),
      row,
    ),
  );
  return `${[line(columns, null), ...body].join('\n')}\n`;
}
