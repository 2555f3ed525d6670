// Files of the user's own folder: they hold secrets, so that nobody else may read them, and are replaced whole, so that a kill leaves the
// old one or the new one.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandFailed } from '../command.ts';

export function writePrivate(file: string, content: unknown): void {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, file);
  } catch {
    throw new CommandFailed(`${file} cannot be written. Make its folder yours, or set XDG_CONFIG_HOME.`);
  }
}

/** Null where there is none. */
export function readPrivate(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw new CommandFailed(`${file} cannot be read. Mend it, or remove it and log in again: trefoil login`);
  }
}
