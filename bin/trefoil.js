#!/usr/bin/env node
// The front door, in plain JavaScript so that any Node can read it: checks the runtime, then opens the service
// or the operators' command line. Everything else is TypeScript that Node runs as it stands.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import * as module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

endWithNpm();
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 16)) runByInstalledNode();
else await run(process.argv.slice(2));

/** `npm start` and `npx trefoil` pass a signal to the shell that they put between, which ends and passes nothing on: what it ran ends with it. */
function endWithNpm() {
  // Of a worker the primary decides, and what a script of somebody's starts apart goes on without it.
  const { npm_lifecycle_script: script = '', NODE_UNIQUE_ID: worker } = process.env;
  if (!/\btrefoil\b/.test(script) || worker !== undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 1_000).unref();
}

/** npm installed a Node beside the service, for machines that have an older one. */
function runByInstalledNode() {
  const node = installedNode();
  if (node === null) {
    process.stderr.write(
      `Trefoil needs Node 24.16 or later and was started with ${process.version}. Install a newer Node.\n`,
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  // Ctrl-C reaches both from the terminal; what is sent to this process alone is passed on.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === 'SIGKILL' ? 9 : 15);
  });
}

function installedNode() {
  try {
    const file = module
      .createRequire(import.meta.url)
      .resolve(`node-${process.platform}-${process.arch}/package.json`);
    return join(dirname(file), 'bin/node');
  } catch {
    return null;
  }
}

async function run([command, ...args]) {
  // What the first start compiled is kept for the next one: in the folder of NODE_COMPILE_CACHE, which the unit and the image set, or beside
  // the packages. Where that may not be written, each process compiles all of it again: two seconds of a core.
  module.enableCompileCache(join(dirname(fileURLToPath(import.meta.url)), '../node_modules/.cache/trefoil'));
  if (command === 'start' && args.length === 0) {
    const { start } = await import('../src/start/primary.js');
    const serve = async () => {
      loadFile();
      const { main } = await import('../src/main.ts');
      await main();
    };
    // A primary of several workers does not take the file into its environment: each worker reads it anew.
    await start(serve, { ...readFile(), ...process.env });
  } else {
    loadFile();
    const { runCommand } = await import('../src/start/run-command.ts');
    process.exitCode = await runCommand(command === undefined ? [] : [command, ...args]);
  }
}

function loadFile() {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

function readFile() {
  return existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
}
