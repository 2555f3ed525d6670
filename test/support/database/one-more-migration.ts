// The migrations of this version with one more behind them, for tests of migrating. endAll() removes the folder.
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPath } from '../processes.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../src/storage/migrations');

/** After all that are in the folder. */
export function withOneMore(text: string): { folder: string; next: string } {
  const folder = newPath('migrations');
  rmSync(folder, { recursive: true, force: true });
  cpSync(MIGRATIONS, folder, { recursive: true });
  const last = Number(readdirSync(folder).sort().at(-1)?.slice(0, 4));
  const next = `${String(last + 1).padStart(4, '0')}-one-more.sql`;
  writeFileSync(join(folder, next), text);
  return { folder, next };
}
