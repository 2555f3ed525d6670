// Finds values in Equifax's reply by the names of their elements, whatever their case: the bureau has spelt one container with a
// capital letter, and versions differ. Paths that repeat are read whole.
import { RECORDS_MAX } from '../../domain/bureau-file.ts';
import { CallFailed } from '../bureau.ts';

/** The first value at the end of a path. */
export function valueAt(tree: unknown, ...path: string[]): unknown {
  let here: unknown = first(tree);
  for (const name of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    const key = Object.hasOwn(here, name) ? name : Object.keys(here).find((one) => isSameName(one, name));
    if (key === undefined) return undefined;
    here = first((here as Record<string, unknown>)[key]);
  }
  return here;
}

/** All values at the end of a path, of all elements on the way; empty ones are none. */
export function valuesAt(tree: unknown, ...path: string[]): unknown[] {
  let here = toList(tree);
  for (const name of path) {
    // Before the work on them: these are containers, of which a place has one or two.
    if (here.length > RECORDS_MAX) throw new CallFailed('unavailable', 'too many containers', true);
    here = here.flatMap((one) => {
      if (typeof one !== 'object' || one === null) return [];
      const keys = Object.keys(one).filter((key) => isSameName(key, name));
      return keys.flatMap((key) => toList((one as Record<string, unknown>)[key]));
    });
  }
  return here;
}

function isSameName(one: string, other: string): boolean {
  return one.length === other.length && one.toLowerCase() === other.toLowerCase();
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

export function toList(value: unknown): unknown[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((one) => one !== undefined && one !== null && one !== '');
}
