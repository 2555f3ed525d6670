// What an answer consists of, to compare two of them: its fields with their types, without the values.

/** The fields with their types; of an array the fields of all its entries. What the file of a person has is the bureaus' to say. */
export function shapeOf(value: unknown, at = '', into = new Set<string>()): Set<string> {
  if (Array.isArray(value)) {
    into.add(`${at}[]`);
    for (const one of value) shapeOf(one, `${at}[]`, into);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value))
      if (name === 'creditReport') into.add(`${at}.${name}: ${typeof field}`);
      else shapeOf(field, `${at}.${name}`, into);
  } else into.add(`${at}: ${value === null ? 'null' : typeof value}`);
  return into;
}
