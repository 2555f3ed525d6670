// All values at the end of a path of Equifax's reply, of every element on the way: containers come more than once, and in other
// capitals.
import { RECORDS_MAX } from '../../domain/reports/bureau-file.ts';
import { CallFailed } from '../bureau.ts';
import { isSameName } from '../reading/wire-values.ts';

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

export function toList(value: unknown): unknown[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((one) => one !== undefined && one !== null && one !== '');
}
