// Every page of the console, as the list of its scripts has them, and which of them an address shows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIST = join(import.meta.dirname, '../../../console/frame/lazy-pages.ts');

/** One thing on a page has a slash at its end. */
export const CONSOLE_PAGES = [...readFileSync(LIST, 'utf8').matchAll(/^ {2}'?([\w/]+)'?: async/gm)].map(
  ([, path]) => path ?? '',
);

/** `/app/{tenant}/{mode}/reports/{id}` is `reports/`. */
export function consolePageOf(path: string): string {
  const [first = '', second = '', third = '', fourth = ''] = path.split('/').slice(2);
  if (first === 'me') return first;
  const [page, thing] = first === 'operator' ? [`operator/${second}`, third] : [third, fourth];
  return thing === '' ? page : `${page}/`;
}
