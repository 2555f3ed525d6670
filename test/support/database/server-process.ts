// The process of a PostgreSQL of a test's own: started with settings of its choice, and answering when this resolves.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, type Means } from '../../../src/storage/embedded/run-as.ts';
import { until } from '../processes.ts';

export async function runServer(needs: {
  means: Means;
  cluster: string;
  logFile: string;
  settings: Record<string, string>;
  answers: () => Promise<boolean>;
}): Promise<ChildProcess> {
  const words = Object.entries(needs.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const program = join(needs.means.programs, 'bin', 'postgres');
  const { file, args, options } = command(needs.means.runAs, program, ['-D', needs.cluster, ...words]);
  const handle = openSync(needs.logFile, 'a');
  const child = spawn(file, args, { ...options, stdio: ['ignore', handle, handle], detached: true });
  closeSync(handle);
  let hasEnded = false;
  child.once('exit', () => {
    hasEnded = true;
  });
  try {
    await until('the server answers', async () => {
      if (hasEnded) throw new Error(`PostgreSQL did not start: ${logOf(needs.logFile).slice(-1_500)}`);
      return needs.answers();
    });
  } catch (error) {
    child.kill('SIGQUIT');
    throw error;
  }
  return child;
}

/** Its words, for whoever looks into a failure. */
export function logOf(logFile: string): string {
  return existsSync(logFile) ? readFileSync(logFile, 'utf8') : '';
}
