// An integrator's commands in this process: its streams, its terminal, its signals.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ClientTools } from '../cli/client/tools.ts';
import { inLine, toStderr, toStdout, wipeLine } from '../cli/terminal.ts';
import { readClientConfig } from '../config/client-config.ts';
import { readDemo } from './demo-file.ts';

export function clientTools(env: Record<string, string | undefined>): ClientTools {
  const ending = new AbortController();
  // Once: a second Ctrl-C ends the process as usual.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());
  const { stdin, stderr } = process;
  let drawn = 0;
  const wipe = (): void => {
    if (drawn > 0) wipeLine(drawn);
    drawn = 0;
  };
  return {
    config: readClientConfig(env),
    demo: async () => {
      // Loaded where it is used: most commands start without the service's settings.
      const { readCommandConfig } = await import('../config/command-config.ts');
      return readDemo(readCommandConfig(env).DATA_DIR);
    },
    say: (line) => {
      wipe();
      toStdout(`${inLine(line)}\n`);
    },
    note: (line) => {
      wipe();
      toStderr(`${inLine(line)}\n`);
    },
    redraw: stderr.isTTY
      ? (line) => {
          const cut = inLine(line).slice(0, (stderr.columns ?? 80) - 1);
          wipe();
          toStderr(cut);
          drawn = cut.length;
        }
      : null,
    ask: stdin.isTTY ? askPerson : null,
    readInput: () => text(stdin),
    openPage,
    ending: ending.signal,
  };
}

async function askPerson(question: string, isSecret: boolean): Promise<string> {
  toStderr(question);
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? hidden : process.stderr,
    terminal: true,
  });
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    if (isSecret) toStderr('\n');
  }
}

function openPage(url: string): Promise<boolean> {
  const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
  return new Promise((resolve) => {
    const child = spawn(command, [url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
