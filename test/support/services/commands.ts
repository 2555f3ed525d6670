// The operators' commands as child processes on one database, and what a good and a bad ending look like.
import assert from 'node:assert/strict';
import { type Ending, runToEnd } from '../processes.ts';

/** Exit codes: the operator asked wrongly; it could not be done, or the books are not true. */
export const USAGE = 2;
export const FAILED = 1;

export type Commands = {
  run(...args: string[]): Promise<Ending>;
  /** Done without a word on stderr; answers what was printed. */
  done(...args: string[]): Promise<string>;
  /** With --json; the caller says of what shape. */
  json<Shape>(...args: string[]): Promise<Shape>;
};

export function commandsOn(settings: Record<string, string>): Commands {
  const run = (...args: string[]): Promise<Ending> => runToEnd(args, settings);
  const done = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(...args);
    assert.deepEqual([code, stderr], [0, ''], args.join(' '));
    return stdout;
  };
  return { run, done, json: async (...args) => JSON.parse(await done(...args, '--json')) };
}

/** Nothing on stdout, the reason on stderr, and this exit code. */
export function assertTold({ code, stdout, stderr }: Ending, exitCode: number, reason: RegExp): void {
  assert.match(stderr, reason);
  assert.doesNotMatch(stderr, /\n {4}at /, 'no stack');
  assert.deepEqual([code, stdout], [exitCode, '']);
}
