// The JSON of a large value, written once: a credit report is sealed for storage and answered to the caller from the same text. And
// the other way round: what is read from storage only to be answered stays the text that it is.
// Only for values that nobody changes after they were made.

/** A value of which only the JSON is at hand. */
export type Unread<Value> = { readonly toJSON: () => Value };

/** So many entries of a list are written at a time. */
const ENTRIES_PER_STEP = 50;

const texts = new WeakMap<object, string>();

export function jsonOf(value: object): string {
  let text = texts.get(value);
  if (text === undefined) {
    text = JSON.stringify(value);
    texts.set(value, text);
  }
  return text;
}

/** Stands for what the text says; it is parsed only if somebody writes it by other means than jsonOf. */
export function unread<Value>(text: string): Unread<Value> {
  const value = { toJSON: () => JSON.parse(text) as Value };
  texts.set(value, text);
  return value;
}

/** Writes a value as jsonOf would, which answers the text from then on, in steps between which others may have their turn. */
export function* jsonSteps(value: object): Generator<void, string> {
  const pieces: string[] = [];
  yield* write(value, pieces);
  const text = pieces.join('');
  texts.set(value, text);
  return text;
}

function* write(value: unknown, pieces: string[]): Generator<void> {
  if (Array.isArray(value)) yield* writeList(value, pieces);
  else if (isPlain(value)) yield* writeObject(value, pieces);
  else pieces.push(JSON.stringify(value));
}

/** Its entries are not looked into: none of them is long. */
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
    // What JSON has no word for is left out.
    if (field === undefined || typeof field === 'function' || typeof field === 'symbol') continue;
    pieces.push(opening, JSON.stringify(key), ':');
    yield* write(field, pieces);
    opening = ',';
  }
  pieces.push(opening === '{' ? '{}' : '}');
}

/** Anything else knows itself how it is written. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  const kind: unknown = Object.getPrototypeOf(value);
  return kind === Object.prototype || kind === null;
}
