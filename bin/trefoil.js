#!/usr/bin/env node
// The front door, in plain JavaScript so that any Node can read it: checks the runtime, then opens the service
// or the operators' command line. Everything else is TypeScript that Node runs as it stands.
import { existsSync, readFileSync } from 'node:fs';
import * as module from 'node:module';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 16)) {
  process.stderr.write(
    `Trefoil needs Node 24.16 or later and was started with ${process.version}. ` +
      'Run it through npm (npm start), which uses the Node in node_modules, or install a newer Node.\n',
  );
  process.exit(1);
}

// What the first start compiled is kept for the next one: in the folder of NODE_COMPILE_CACHE, which the unit and the image set, or beside the
// packages. Where that may not be written, each process compiles all of it again: two seconds of a core.
module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/trefoil'));

const [command, ...args] = process.argv.slice(2);
if (command === 'start') {
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

function loadFile() {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

function readFile() {
  return existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
}
