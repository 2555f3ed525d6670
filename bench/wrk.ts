// wrk as the driver where the service needs both cores: it takes a few hundredths of one. Debian has it; without it its lines are left out.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Shot } from './driver.ts';

const CONNECTIONS = 64;

export function hasWrk(): boolean {
  try {
    execFileSync('which', ['wrk'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Requests a second; anything but 2xx is an error. */
export async function runWrk(port: number, shot: Shot, seconds: number): Promise<number> {
  const file = join(mkdtempSync(join(tmpdir(), 'tf-bench-')), 'shot.lua');
  const headers = Object.entries(shot.headers).map(
    ([name, value]) => `wrk.headers["${name}"] = [==[${value}]==]`,
  );
  writeFileSync(
    file,
    [`wrk.method = "${shot.method}"`, `wrk.body = [==[${shot.body ?? ''}]==]`, ...headers].join('\n'),
  );
  const args = [
    '-t1',
    `-c${CONNECTIONS}`,
    `-d${seconds}`,
    '-s',
    file,
    `http://127.0.0.1:${port}${shot.path}`,
  ];
  const { stdout } = await promisify(execFile)('wrk', args);
  const perSecond = /Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1];
  if (perSecond === undefined || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk: ${stdout}`);
  return Number(perSecond);
}
