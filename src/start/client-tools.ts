// An integrator's commands in this process: its streams, its terminal, its signals.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ClientTools } from '../cli/client/tools.ts';
import { readClientConfig } from '../config/client-config.ts';
import { readDemo } from './demo-file.ts';

export function clientTools(env: Record<string, string | undefined>): ClientTools {
  const ending = new AbortController();
  // Once: a second Ctrl-C ends the process as usual.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());
  const { stdin, stdout, stderr } = process;
  let drawn = 0;
  const clear = (): string => {
    const text = drawn === 0 ? '' : `\r${' '.repeat(drawn)}\r`;
    drawn = 0;
    return text;
  };
  return {
    config: readClientConfig(env),
    demo: async () => {
      // Loaded where it is used: most commands start without the service's settings.
      const { readCommandConfig } = await import('../config/command-config.ts');
      return readDemo(readCommandConfig(env).DATA_DIR);
    },
    say: (line) => {
      stderr.write(clear());
      stdout.write(`${line}\n`);
    },
    note: (line) => void stderr.write(`${clear()}${line}\n`),
    redraw: stderr.isTTY
      ? (line) => {
          const cut = line.slice(0, (stderr.columns ?? 80) - 1);
          stderr.write(`${clear()}${cut}`);
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
  process.stderr.write(question);
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
    if (isSecret) process.stderr.write('\n');
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
