// The operators' and integrators' commands with settings of their own, and assertions on how they end.
import assert from 'node:assert/strict';
import { SHARDED_SETTING } from '../database/postgres.ts';
import { type Ending, runInHost } from '../processes.ts';

/** Exit codes: wrong usage; not possible, or the ledger is inconsistent. */
export const USAGE = 2;
export const FAILED = 1;

export type Commands = {
  run(...args: string[]): Promise<Ending>;
  /** Must succeed with an empty stderr; answers stdout. */
  done(...args: string[]): Promise<string>;
  /** With --json; the caller says of what shape. */
  json<Shape>(...args: string[]): Promise<Shape>;
};

export function commandsOn(settings: Record<string, string>): Commands {
  const run = (...args: string[]): Promise<Ending> => runInHost(args, { ...SHARDED_SETTING, ...settings });
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
