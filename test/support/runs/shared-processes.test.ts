// Which files share a process: each runs once, and one that needs a process to itself says so.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAlone, sharePrograms } from './shared-processes.ts';

const ROOT = join(import.meta.dirname, '../../..');
const files = ['src/**/*.test.ts', 'test/**/*.test.ts'].flatMap((glob) => globSync(glob, { cwd: ROOT }));

/** It replaces what all files of a process share, or measures or searches the process. */
const NEEDS_ITS_OWN =
  /mock\.(timers|method)|node:worker[_]threads|process\.(threadCpuUsage|cpuUsage|memoryUsage|chdir|kill)\(|collectStatements\(/;

test('every file is in one program, and a file that is alone shares it with none', () => {
  const programs = sharePrograms(files);
  try {
    const texts = programs.files.map((program) => readFileSync(program, 'utf8'));
    const within = (file: string) => texts.filter((text) => text.includes(`${file}"`));
    for (const file of files) {
      const [text = '', ...more] = within(file);
      assert.deepEqual([more.length, text === ''], [0, false], file);
      if (isAlone(file)) assert.equal(text.match(/\.test\.ts"/g)?.length, 1, file);
    }
  } finally {
    programs.remove();
  }
});

test('a file that needs a process to itself says so at its top', () => {
  const silent = files.filter(
    (file) => !isAlone(file) && NEEDS_ITS_OWN.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  assert.deepEqual(silent, []);
});
