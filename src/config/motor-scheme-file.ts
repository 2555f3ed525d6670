// The setting for a scheme file in place of the shipped one: read and checked when the service starts, every problem at once.
import { readFileSync } from 'node:fs';
import { type MotorScheme, readMotorScheme } from '../domain/agreements/motor-scheme.ts';
import { BadSetting, optional } from '../settings/setting.ts';

export const SCHEME_SETTINGS = {
  MOTOR_SCHEME_FILE: optional(
    'A file with the periods and facts of the motor-finance schemes, in place of the shipped one: see docs/agreements.md.',
    readSchemeFile,
  ),
} as const;

function readSchemeFile(path: string): MotorScheme {
  const read = readMotorScheme(parse(textOf(path)));
  if ('scheme' in read) return read.scheme;
  throw new BadSetting(`names a scheme file that is wrong: ${read.problems.join(' ')}`);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new BadSetting('names a file that cannot be read. Check the path and its permissions.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadSetting('names a file that is not JSON.');
  }
}
