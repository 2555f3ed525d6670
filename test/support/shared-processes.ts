// Which test files of a large run share a process. To load the service and to warm it up takes longer than the tests of most files, so up to
// ten of them take turns in one process, each as a suite of its own with its own hooks, houses and database. A file that starts processes or
// threads, reads or changes its own process, or measures it, has one to itself. Files that somebody names run as they are.
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '../..');
const FILES_MAX = 10;
/** In a comment too: to have a process too many costs a second, to share one wrongly costs a search. */
const ALONE =
  /support\/(browser|services|processes|pgbouncer)|process\.|worker_threads|child_process|perf_hooks|globalThis|mock\./;
/** Needs so little of the service that its bundle would be the longer way (load-bundle.mjs). */
const SMALL = /^(src|test\/merge|test\/bureaus)\//;
/** The longest first, so that no core waits for the last one. Node's runner goes by the alphabet. */
const LONG_FIRST = [
  /^test\/browser\/\S*(looks|consumer|example)/,
  /^test\/(browser|money)\//,
  /^test\/scenarios\//,
  /^test\//,
];

export type Programs = { files: string[]; remove(): void };

/** The programs to run instead of these files, in the order of their names. */
export function sharePrograms(files: readonly string[]): Programs {
  const folder = join(ROOT, '.cache', `run-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  removeOld();
  const isAlone = (file: string) => ALONE.test(readFileSync(join(ROOT, file), 'utf8'));
  const alone = files.filter(isAlone).map((file) => [file]);
  const sharing = files.filter((file) => !isAlone(file));
  const groups = [true, false].flatMap((isSmall) =>
    inTurn(sharing.filter((file) => SMALL.test(file) === isSmall)),
  );
  const rank = ([file = '']: string[]) => LONG_FIRST.findIndex((kind) => kind.test(file)) >>> 0;
  const ordered = [...alone, ...groups].sort((one, other) => rank(one) - rank(other));
  const programs = ordered.map((group, at) => {
    const name = `${String(at).padStart(3, '0')}-${SMALL.test(group[0] ?? '') ? 'small' : 'service'}.mjs`;
    writeFileSync(join(folder, name), programOf(group));
    return join(folder, name);
  });
  return { files: programs, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Of runs that were killed, yesterday and before. */
function removeOld(): void {
  for (const old of globSync(join(ROOT, '.cache/run-*')))
    if (statSync(old).mtimeMs < Date.now() - 86_400_000) rmSync(old, { recursive: true, force: true });
}

/** Neighbours in different groups: a folder's files are alike, and often all long. */
function inTurn(files: string[]): string[][] {
  const groups: string[][] = Array.from({ length: Math.ceil(files.length / FILES_MAX) }, () => []);
  files.forEach((file, at) => void groups[at % groups.length]?.push(file));
  return groups;
}

function programOf(group: string[]): string {
  const addresses = group.map((file) => JSON.stringify(pathToFileURL(join(ROOT, file)).href));
  if (group.length === 1) return `import ${addresses[0]};\n`;
  const suites = group.map((file, at) => `suite(${JSON.stringify(file)}, () => import(${addresses[at]}));\n`);
  return `${SUITE}${suites.join('')}`;
}

/** A suite that fails to load is not among the failed tests of the runner's summary; a test of it is. */
const SUITE = `import { describe, test } from 'node:test';
const suite = (file, load) =>
  describe(file, () => load().catch((error) => test('it can be loaded', () => Promise.reject(error))));
`;
