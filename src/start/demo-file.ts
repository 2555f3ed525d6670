// The secrets of the demo tenant, in DATA_DIR/demo.json (mode 0600).
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoSecrets } from '../usecases/operating/seed-demo.ts';

export type Demo = DemoSecrets & { baseUrl: string };

const NAMES = [
  'baseUrl',
  'tenantId',
  'clientId',
  'clientSecret',
  'email',
  'password',
] as const satisfies (keyof Demo)[];

const fileIn = (dataDir: string): string => join(dataDir, 'demo.json');

/** Null where no start has made one. */
export function readDemo(dataDir: string): Demo | null {
  try {
    const demo = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
    return NAMES.every((name) => typeof demo[name] === 'string') ? demo : null;
  } catch {
    return null;
  }
}

/** Atomic: a crash must not leave half a file. */
export function writeDemo(dataDir: string, demo: Demo): void {
  const draft = `${fileIn(dataDir)}.new`;
  writeFileSync(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, fileIn(dataDir));
}
