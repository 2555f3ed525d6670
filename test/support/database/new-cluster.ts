// The files of a new server of a test's own. To make them takes most of a second of CPU, so a run makes them once, for its own server, and
// keeps a copy for the tests that are not about that. Those that are begin from nothing: test/scenarios/embedded-postgres.test.ts, start.test.ts.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createCluster } from '../../../src/storage/engine/embedded/cluster.ts';
import { chooseMeans, giveTo, type Means } from '../../../src/storage/engine/embedded/run-as.ts';

export async function newCluster(dataDir: string, cluster: string, means: Means): Promise<void> {
  const kept = process.env.TREFOIL_TEST_CLUSTER;
  if (kept === undefined) return createCluster(dataDir, cluster, means);
  copyFolder(kept, cluster);
  giveTo(cluster, means.runAs);
}

/** As the first start of a service leaves it, without our tables. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { mode: 0o700 });
  const cluster = join(dataDir, 'postgres');
  await newCluster(dataDir, cluster, chooseMeans(dataDir, cluster));
}

/** With the owners and rights of its files. */
export function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}
