// Writes a large value as JSON in steps, between which the event loop may serve others. The text is that of JSON.stringify.

/** Entries of a list that one step writes. */
const ENTRIES_PER_STEP = 50;

export function* jsonSteps(value: object): Generator<void, string> {
  const pieces: string[] = [];
  yield* write(value, pieces);
  return pieces.join('');
}

function* write(value: unknown, pieces: string[]): Generator<void> {
  if (Array.isArray(value)) yield* writeList(value, pieces);
  else if (isPlain(value)) yield* writeObject(value, pieces);
  else pieces.push(JSON.stringify(value));
}

/** An entry is written whole: none of them is long. */
function* writeList(list: unknown[], pieces: string[]): Generator<void> {
  pieces.push('[');
  for (let from = 0; from < list.length; from += ENTRIES_PER_STEP) {
    const some = JSON.stringify(list.slice(from, from + ENTRIES_PER_STEP));
    pieces.push(from === 0 ? '' : ',', some.slice(1, -1));
    yield;
  }
  pieces.push(']');
}

function* writeObject(value: object, pieces: string[]): Generator<void> {
  let opening = '{';
  for (const [key, field] of Object.entries(value)) {
    // As JSON.stringify: what JSON cannot express is left out.
    if (field === undefined || typeof field === 'function' || typeof field === 'symbol') continue;
    pieces.push(opening, JSON.stringify(key), ':');
    yield* write(field, pieces);
    opening = ',';
  }
  pieces.push(opening === '{' ? '{}' : '}');
}

/** Anything else (a date, a class) is left to JSON.stringify. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  const kind: unknown = Object.getPrototypeOf(value);
  return kind === Object.prototype || kind === null;
}
