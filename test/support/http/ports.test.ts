// Two test files whose process numbers name the same hundred ports.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { freePort } from './ports.ts';

const hundredOf = (port: number): number => Math.floor(port / 100);

test('two files that begin at the same hundred never get the same port', async () => {
  const own = [await freePort(), await freePort()];
  const other = portsOfAnother();
  assert.equal(new Set([...own, ...other]).size, 4);
  assert.equal(hundredOf(own[0] ?? 0), hundredOf(own[1] ?? 0));
  assert.ok(!other.some((port) => hundredOf(port) === hundredOf(own[0] ?? 0)), `${own} ${other}`);
});

/** Two ports of another process, which begins where this one did. */
function portsOfAnother(): number[] {
  const program = `
    Object.defineProperty(process, 'pid', { value: ${process.pid} });
    const { freePort } = await import(${JSON.stringify(new URL('./ports.ts', import.meta.url).href)});
    console.log(JSON.stringify([await freePort(), await freePort()]));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program]);
  assert.equal(String(stderr), '');
  return JSON.parse(String(stdout));
}
