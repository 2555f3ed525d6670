// What the operating system tells about processes: whether one lives, since when, and what it runs. A process id alone
// proves nothing (it may have been given to another), so each is judged with its start time or its command line.
// Linux answers from /proc, which needs no rights and no tools; elsewhere `ps` is asked.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** All that our helpers get to see: the service's own environment holds secrets, and PG* variables would interfere. */
export const PLAIN_ENV = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

const onLinux = process.platform === 'linux';

/** Differs between any two processes that ever had this id; undefined when none lives. watcher.ts does the same in sh. */
export function startMark(pid: number): string | undefined {
  if (!onLinux) return ps('lstart=', pid)?.trim().replace(/\s+/g, '_');
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The command's name may hold anything, so fields are counted from its closing bracket: state, then 18 more.
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
  // A zombie is dead: nobody has asked for its exit code yet, and in a container perhaps nobody ever will.
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  const boot = (read('/proc/sys/kernel/random/boot_id') ?? '').trim().split('-')[0];
  return `${fields[19]}.${boot}`;
}

export function isPostmaster(pid: number, cluster: string): boolean {
  return ` ${commandLine(pid)} `.includes(` -D ${cluster} `);
}

/** Every process of a server on this cluster, the postmaster too; backends carry the cluster's name in their title. */
export function serverProcesses(cluster: string, clusterName: string): number[] {
  return allProcesses().filter((pid) => {
    const line = commandLine(pid);
    return line.startsWith(`postgres: ${clusterName}: `) || ` ${line} `.includes(` -D ${cluster} `);
  });
}

export function allProcesses(): number[] {
  const names = onLinux
    ? readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    : spawnSync('ps', ['-axo', 'pid='], { encoding: 'utf8', env: PLAIN_ENV }).stdout.trim().split(/\s+/);
  return names.map(Number);
}

/** Fast shutdown: sessions are ended, nothing acknowledged is lost. Rougher only when that gets no answer. */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  const begun = performance.now();
  const escalation: { afterMs: number; signal: NodeJS.Signals }[] = [
    { afterMs: 0, signal: 'SIGINT' },
    { afterMs: 60_000, signal: 'SIGQUIT' },
    { afterMs: 70_000, signal: 'SIGKILL' },
  ];
  while (isPostmaster(pid, cluster)) {
    const due = escalation[0];
    if (due && performance.now() - begun >= due.afterMs) {
      signal(pid, due.signal);
      escalation.shift();
    }
    await sleep(10);
  }
}

/** A process that has ended in the meantime is no error: that is what the signal was for. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}

/** Its words, with one space between them; empty when no such process lives. */
export function commandLine(pid: number): string {
  if (!onLinux) return ps('command=', pid)?.trim() ?? '';
  return (read(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim();
}

function ps(column: string, pid: number): string | undefined {
  const asked = spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8', env: PLAIN_ENV });
  return asked.status === 0 && asked.stdout.trim() !== '' ? asked.stdout : undefined;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
