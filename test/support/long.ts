// node:test for a file whose tests take longer than a test may (scripts/test.ts): they start processes or browsers, or send thousands of
// requests. A file says so by importing `test`, `before` and `after` from here.

import type { TestFn, TestOptions } from 'node:test';
import { type HookFn, after as nodeAfter, before as nodeBefore, test as nodeTest } from 'node:test';
import { RUN_MS } from './waiting.ts';

const LONG = { timeout: RUN_MS || 600_000 };

export function test(name: string, ...rest: [TestFn] | [TestOptions, TestFn]): Promise<void> {
  const [options, work] = rest.length === 1 ? [{}, rest[0]] : rest;
  return nodeTest(name, { ...LONG, ...options }, work);
}

export const before = (work: HookFn): void => nodeBefore(work, LONG);
export const after = (work: HookFn): void => nodeAfter(work, LONG);
