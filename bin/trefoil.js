#!/usr/bin/env node
// The front door, in plain JavaScript so that any Node can read it: checks the runtime, then opens the service
// or the operators' command line. Everything else is TypeScript that Node runs as it stands.
import { existsSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 16)) {
  process.stderr.write(
    `Trefoil needs Node 24.16 or later and was started with ${process.version}. ` +
      'Run it through npm (npm start), which uses the Node in node_modules, or install a newer Node.\n',
  );
  process.exit(1);
}
if (existsSync('.env')) process.loadEnvFile('.env');

const [command, ...args] = process.argv.slice(2);
if (command === 'start') {
  const { main } = await import('../src/main.ts');
  await main();
} else {
  const { runCommand } = await import('../src/start/run-command.ts');
  process.exitCode = await runCommand(command === undefined ? [] : [command, ...args]);
}
