// What a run loses of Node's test runner by light-hooks.mjs, and what it keeps: a loaded file's tests and hooks belong to its suite, and an error
// that nobody caught fails the run, whenever it comes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'trefoil-light-'));
after(() => rmSync(folder, { recursive: true }));

const BEGINNING = `import { after, before, describe, test } from 'node:test'; import { setTimeout as sleep } from 'node:timers/promises';`;

function run(program: string): { status: number | null; said: string } {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, `${BEGINNING}\n${program}`);
  const light = `--import=${new URL('light-hooks.mjs', import.meta.url).href}`;
  const { PATH = '' } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--test', '--test-force-exit', '--test-reporter=spec', light, file],
    { cwd: folder, encoding: 'utf8', env: { PATH } },
  );
  return { status, said: `${stdout}${stderr}` };
}

test('the hooks and tests of a file that a suite loads are those of the suite', () => {
  for (const name of ['a', 'b'])
    writeFileSync(
      join(folder, `${name}.mjs`),
      `${BEGINNING}
      await sleep(10);
      before(() => console.log('SAID before ${name}'));
      after(() => console.log('SAID after ${name}'));
      test('one', () => console.log('SAID test ${name}'));`,
    );
  const { status, said } = run(`for (const name of ['a', 'b'])
    describe(name, async () => { await import('./' + name + '.mjs'); });`);
  assert.equal(status, 0, said);
  const order = ['a', 'b'].flatMap((name) => [`before ${name}`, `test ${name}`, `after ${name}`]);
  assert.deepEqual(said.match(/(?<=SAID )\w+ \w/g), order);
});

const ERRORS = {
  'thrown while its test runs': 'setTimeout(() => { throw new Error("uncaught") }, 5); await sleep(50);',
  'thrown after its test': 'setTimeout(() => { throw new Error("uncaught") }, 5);',
  'rejected while its test runs': 'sleep(5).then(() => { throw new Error("uncaught") }); await sleep(50);',
  'rejected after its test': 'sleep(5).then(() => { throw new Error("uncaught") });',
};

for (const [when, code] of Object.entries(ERRORS))
  test(`an error that nobody caught fails the run, with its stack: ${when}`, () => {
    const { status, said } = run(`test('one', async () => { await sleep(1); ${code} });
      test('two', () => sleep(100));`);
    assert.equal(status, 1, said);
    assert.match(said, /Nobody caught Error: uncaught\n +at .*program\.mjs/);
  });
