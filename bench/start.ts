// How long a second start takes until the first answer, and the memory of an idle service.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PORT = 18_391;

export async function startFigures(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tf-start-'));
  try {
    const first = await startOnce(dataDir);
    const second = await startOnce(dataDir);
    return [
      '| figure | measured | aim |',
      '|---|---:|---:|',
      `| first start to first answer, database made | ${first.seconds.toFixed(1)} s | |`,
      `| second start to first answer | ${second.seconds.toFixed(1)} s | ≤ 2 s |`,
      `| memory of the idle service process | ${second.memoryMb} MB | ≤ 220 MB |`,
    ].join('\n');
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function startOnce(dataDir: string): Promise<{ seconds: number; memoryMb: number }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../bin/trefoil.js'), 'start'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(PORT), LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    await firstAnswer(startedAt + 60_000);
    const seconds = (performance.now() - startedAt) / 1000;
    return { seconds, memoryMb: memoryOf(child.pid ?? 0) };
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}

async function firstAnswer(deadlineMs: number): Promise<void> {
  while (performance.now() < deadlineMs) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the service did not start');
}

/** Resident memory, where the system reports it. */
function memoryOf(pid: number): number {
  try {
    const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kb) / 1024);
  } catch {
    return Number.NaN;
  }
}
