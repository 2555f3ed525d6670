// The process of a PostgreSQL of a test's own, started with settings of its choice. It ends with the test file, however
// that ends, and does not keep it alive.
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { launch } from '../../../src/storage/engine/embedded/postmaster.ts';
import { signal } from '../../../src/storage/engine/embedded/processes.ts';
import type { Means } from '../../../src/storage/engine/embedded/run-as.ts';
import { until } from '../waiting.ts';

export type ServerProcess = {
  /** `fast` gives up what is under way; `immediate` is a crash. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
};

/** Accepts connections when this resolves. */
export async function runServer(needs: {
  means: Means;
  cluster: string;
  logFile: string;
  settings: Record<string, string>;
}): Promise<ServerProcess> {
  const handle = openSync(needs.logFile, 'a');
  const { pid, hasEnded, isReady } = launch(needs.means, needs.cluster, needs.settings, handle);
  closeSync(handle);
  const stop: ServerProcess['stop'] = async (how) => {
    signal(pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await until('the server is gone', hasEnded);
  };
  try {
    await until('the server accepts connections', () => {
      if (hasEnded()) throw new Error(`PostgreSQL did not start: ${logOf(needs.logFile).slice(-1_500)}`);
      return isReady();
    });
  } catch (error) {
    if (!hasEnded()) await stop('immediate');
    throw error;
  }
  return { stop };
}

export function logOf(logFile: string): string {
  return existsSync(logFile) ? readFileSync(logFile, 'utf8') : '';
}
