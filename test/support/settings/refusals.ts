// What the terminal shows when the service refuses to start.
import assert from 'node:assert/strict';
import type { Ending } from '../processes.ts';

/** Exactly these sentences on stderr, no stack, exit code 1. */
export function assertRefused({ code, stdout, stderr }: Ending, ...sentences: string[]): void {
  assert.deepEqual({ code, stderr: stderr.trimEnd().split('\n') }, { code: 1, stderr: sentences });
  assert.doesNotMatch(stdout + stderr, /^\s+at |Error:|hush-hush|ready in/m);
}
