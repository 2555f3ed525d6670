// Which test files of a large run share a process. To load the service and to warm it up takes longer than the tests of most files, so up to
// twenty of them take turns in one process, each as a suite of its own with its own hooks, houses and database. A file says in the comment at
// its top that it needs a process to itself, `// Alone: it replaces the timers.`, or that it waits long for others: `// Few at a time: it starts
// processes.` Files that somebody names run as they are.
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '../../..');
/** What may share is of one kind, and at most so many. Files of a browser take longest. */
const KINDS = [
  // Needs so little of the service that its bundle would be the longer way (load-bundle.mjs).
  { name: 'small', of: (file: string) => /^(src|test\/merge|test\/bureaus)\//.test(file), filesMax: 20 },
  { name: 'browser', of: (file: string) => file.startsWith('test/browser/'), filesMax: 6 },
  { name: 'waiting', of: (file: string) => says('Few at a time', file), filesMax: 4 },
  { name: 'service', of: () => true, filesMax: 20 },
];

export type Programs = { files: string[]; remove(): void };

/** The programs to run instead of these files, in the order of their names: Node's runner goes by the alphabet. */
export function sharePrograms(files: readonly string[]): Programs {
  const folder = join(ROOT, '.cache', `run-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  removeOld();
  const groups = KINDS.flatMap(({ name, filesMax }) => {
    const ofKind = files.filter((file) => kindOf(file) === name);
    const sharing = ofKind.filter((file) => !isAlone(file));
    return [...ofKind.filter(isAlone).map((file) => [file]), ...inTurn(sharing, filesMax)];
  });
  const programs = inOrder(groups).map((group, at) => {
    const name = `${String(at).padStart(3, '0')}-${kindOf(group[0])}.mjs`;
    writeFileSync(join(folder, name), programOf(group));
    return join(folder, name);
  });
  return { files: programs, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export const isAlone = (file: string): boolean => says('Alone', file);

/** In one of its first lines. */
function says(word: 'Alone' | 'Few at a time', file: string): boolean {
  return new RegExp(`^(//[^\\n]*\\n)*// ${word}: [a-z]`).test(readFileSync(join(ROOT, file), 'utf8'));
}

const kindOf = (file = ''): string | undefined => KINDS.find((kind) => kind.of(file))?.name;

/**
 * The longest first, so that no core waits for the last one. Those that compute, in a browser, take turns with those that wait for
 * processes: two of a kind at once would leave a core idle, or share it.
 */
function inOrder(groups: string[][]): string[][] {
  const are = (kind: RegExp) => groups.filter(([file = '']) => kind.test(file));
  const computing = new Set([...are(/^test\/browser\/\S*looks/), ...are(/^test\/browser\//)]);
  const waiting = groups.filter(
    ([file = '']) => kindOf(file) === 'waiting' || /^test\/(money|scenarios)\//.test(file),
  );
  const inTurns = [...computing].flatMap((group, at) => [group, ...waiting.slice(at, at + 1)]);
  return [...new Set([...inTurns, ...waiting, ...are(/^test\//), ...groups])];
}

/** Of runs that were killed, yesterday and before. */
function removeOld(): void {
  for (const old of globSync(join(ROOT, '.cache/run-*')))
    if (statSync(old).mtimeMs < Date.now() - 86_400_000) rmSync(old, { recursive: true, force: true });
}

/** Neighbours in different groups: a folder's files are alike, and often all long. */
function inTurn(files: string[], filesMax: number): string[][] {
  const groups: string[][] = Array.from({ length: Math.ceil(files.length / filesMax) }, () => []);
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
