// Reads a bureau's JSON within limits. A reply of 2 MB parses in some 50 ms unless it is nested for the sake of it, which takes
// ten times as long: so depth and the number of lists and objects are counted first, in one quick pass.
import { CallFailed } from './bureau.ts';

const DEPTH_MAX = 64;
const CONTAINERS_MAX = 200_000;

/** Throws a CallFailed for what is no JSON, or more of it than any file of a person. */
export function readJson(text: string): unknown {
  if (!isWithinLimits(text)) throw new CallFailed('unavailable', 'The reply is nested too deeply.', true);
  try {
    return JSON.parse(text);
  } catch {
    throw new CallFailed('unavailable', 'The reply is no JSON.', true);
  }
}

/** A key in whatever case: the same field is CAISDetails, caisDetails and cAISDetails in the wild. */
export function field(value: unknown, ...path: string[]): unknown {
  let here = value;
  for (const name of path) here = fieldsOf(here)?.get(name.toLowerCase());
  return here;
}

/** What should be a list and may have come as its only entry, or not at all. */
export function list(value: unknown, ...path: string[]): unknown[] {
  const found = field(value, ...path);
  if (Array.isArray(found)) return found;
  return found === undefined || found === null || found === '' ? [] : [found];
}

// An object's keys are folded once, however many fields are asked for: a hostile one has 90,000 of them.
const folded = new WeakMap<object, Map<string, unknown>>();

function fieldsOf(value: unknown): Map<string, unknown> | null {
  const here = Array.isArray(value) ? (value[0] as unknown) : value;
  if (typeof here !== 'object' || here === null || Array.isArray(here)) return null;
  const known = folded.get(here);
  if (known !== undefined) return known;
  const fields = new Map<string, unknown>();
  for (const [name, one] of Object.entries(here)) {
    const key = name.toLowerCase();
    if (!fields.has(key)) fields.set(key, one);
  }
  folded.set(here, fields);
  return fields;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function isWithinLimits(text: string): boolean {
  let depth = 0;
  let containers = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isInText) {
      if (code === BACKSLASH) index++;
      else if (code === QUOTE) isInText = false;
    } else if (code === QUOTE) isInText = true;
    else if (code === 0x5b || code === 0x7b) {
      depth++;
      containers++;
      if (depth > DEPTH_MAX || containers > CONTAINERS_MAX) return false;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return true;
}
