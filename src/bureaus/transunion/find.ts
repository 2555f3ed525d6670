// The way to a value in TransUnion's reply, whatever the capitals of its names: versions of the service differ in them. Otherwise
// like `at` and `many` of reading/wire-values.ts.

/** The value at the end of a path; of a repeated element, the first. */
export function at(tree: unknown, ...path: string[]): unknown {
  let here = first(tree);
  for (const name of path) here = first(child(here, name));
  return here;
}

/** All values under the last name of a path: one or many look the same. */
export function many(tree: unknown, ...path: string[]): unknown[] {
  const found = child(at(tree, ...path.slice(0, -1)), path.at(-1) ?? '');
  if (Array.isArray(found)) return found;
  return found === '' || found === undefined || found === null ? [] : [found];
}

function child(parent: unknown, name: string): unknown {
  if (typeof parent !== 'object' || parent === null) return undefined;
  const fields = parent as Record<string, unknown>;
  if (Object.hasOwn(fields, name)) return fields[name];
  for (const key in fields) {
    // The length first: nearly every miss ends there.
    if (key.length === name.length && key.toLowerCase() === name.toLowerCase()) return fields[key];
  }
  return undefined;
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}
