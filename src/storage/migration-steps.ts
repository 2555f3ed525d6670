// Reads migrations: the steps of a file, and the locks that a step takes. Not here: running them (migrate.ts).
//
// A line that begins with `-- step` divides a file. A step is one transaction, or one statement that says `concurrently`.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Migration = { name: string; steps: string[] };
/** Tables that a step changes, and those that it only adds something to or refers to: others may go on reading these. */
type StepLocks = { exclusive: string[]; shared: string[] };

const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;
const DIVIDER = /^[ \t]*-- step\b.*$/m;
const COMMENTS_AND_BODIES = /--[^\n]*|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'/g;
/** Lets others write meanwhile, for as long as it takes. */
const VALIDATES = /\balter table \w+ validate constraint \w+/g;
const CHANGES = /\b(?:alter table(?: only)?|drop table(?: if exists)?) (\w+)/g;
const ADDS = /\b(?:on|references|insert into|delete from|update) (\w+)/g;

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).sort();
  const twice = names.find((name, index) => name.slice(0, 4) === names[index + 1]?.slice(0, 4));
  if (twice !== undefined) throw new Error(`two migrations have the number of ${twice}`);
  return Promise.all(
    names.map(async (name) => ({ name, steps: stepsOf(await readFile(join(folder, name), 'utf8')) })),
  );
}

export function stepsOf(file: string): string[] {
  return file.split(DIVIDER);
}

/** In small letters and single spaces, without comments, the text of functions and what is quoted. */
export function statementsOf(step: string): string {
  return step.replace(COMMENTS_AND_BODIES, ' ').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The index of a step that is built or dropped beside the others' work; null of one that is a transaction. */
export function concurrentIndexOf(step: string): string | null {
  const found = /\bindex concurrently(?: if (?:not )?exists)? (\w+)/.exec(statementsOf(step));
  return found?.[1] ?? null;
}

/** Of such a step: whether its index is there when it is done. */
export function builds(step: string): boolean {
  return statementsOf(step).startsWith('create ');
}

export function locksOf(step: string): StepLocks {
  const text = statementsOf(step).replace(VALIDATES, '');
  const named = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, table = '']) => table));
  const exclusive = named(CHANGES);
  return { exclusive: [...exclusive].sort(), shared: [...named(ADDS).difference(exclusive)].sort() };
}
