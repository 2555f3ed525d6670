// Processes as the operating system sees them, and starting one that ends with the service. Process ids are reused, so an
// id alone proves nothing: a process is judged by its command line. Linux answers from /proc, which needs no rights and
// no tools; elsewhere `ps` is asked.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/** All that child processes see: the service's own environment holds secrets, and PG* variables would interfere. */
export const PLAIN_ENV = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

export type Process = { pid: number; parentPid: number; command: string };

/** All processes, or the one with this id. A zombie has no command. */
export function listProcesses(pid?: number): Process[] {
  if (process.platform !== 'linux') return fromPs(pid);
  const pids = pid === undefined ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [pid];
  return pids.flatMap((one) => fromProc(Number(one)));
}

/** A process that ended in the meantime is not an error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}

// The guard: a shell that blocks on a pipe whose other end only the service holds. The kernel closes the pipe when the
// service ends, kill -9 included, and the guard interrupts the child, whose id is the launching shell's because of `exec`.
const LAUNCH = `(sh -c 'read -r line <&3; kill -INT "$0"' $$ >/dev/null 2>&1 &) && exec "$@" 3<&-`;

/** Starts a child that does not outlive the service. */
export function spawnGuarded(file: string, args: string[], options: SpawnOptions): ChildProcess {
  const stdio = [...(options.stdio as ('ignore' | 'pipe' | number)[]), 'pipe' as const];
  const child = spawn('sh', ['-c', LAUNCH, 'sh', file, ...args], { ...options, stdio });
  const pipe = child.stdio[3] as Socket | undefined;
  pipe?.on('error', () => {}).unref();
  child.once('exit', () => pipe?.destroy());
  return child;
}

function fromProc(pid: number): Process[] {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    const parentPid = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return [{ pid, parentPid: Number(parentPid), command }];
  } catch {
    return [];
  }
}

function fromPs(pid?: number): Process[] {
  const which = pid === undefined ? ['-ax'] : ['-p', String(pid)];
  const args = ['-ww', '-o', 'pid=,ppid=,command=', ...which];
  const lines = spawnSync('ps', args, { encoding: 'utf8', env: PLAIN_ENV }).stdout.split('\n');
  return lines.flatMap((line) => {
    const [, id, parentPid, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return id === undefined ? [] : [{ pid: Number(id), parentPid: Number(parentPid), command }];
  });
}
