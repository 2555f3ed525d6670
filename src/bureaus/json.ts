// Reads a bureau's JSON within limits. A reply of 2 MB parses in some 50 ms unless it is nested for the sake of it or has keys
// without number, which takes ten times as long: so depth, lists, objects and keys are counted first, in one quick pass.
import { CallFailed } from './bureau.ts';

const DEPTH_MAX = 64;
const CONTAINERS_MAX = 200_000;
const KEYS_PER_OBJECT_MAX = 1_000;

/** Throws a CallFailed for what is no JSON, or more of it than any file of a person. */
export function readJson(text: string): unknown {
  if (!isWithinLimits(text)) throw new CallFailed('unavailable', 'The reply is no file of a person.', true);
  try {
    return JSON.parse(text);
  } catch {
    throw new CallFailed('unavailable', 'The reply is no JSON.', true);
  }
}

/** A key in any of its cases: the same field is CAISDetails, caisDetails and cAISDetails in the wild. */
export function field(value: unknown, ...path: string[]): unknown {
  let here = value;
  for (const name of path) {
    const owner = Array.isArray(here) ? (here[0] as unknown) : here;
    if (typeof owner !== 'object' || owner === null || Array.isArray(owner)) return undefined;
    const spelling = spellingsOf(name).find((one) => Object.hasOwn(owner, one));
    here = spelling === undefined ? undefined : (owner as Record<string, unknown>)[spelling];
  }
  return here;
}

/** What should be a list and may have come as its only entry, or not at all. */
export function list(value: unknown, ...path: string[]): unknown[] {
  const found = field(value, ...path);
  if (Array.isArray(found)) return found;
  return found === undefined || found === null || found === '' ? [] : [found];
}

// Asked for by names of ours alone, so that it does not grow.
const spellings = new Map<string, readonly string[]>();

function spellingsOf(name: string): readonly string[] {
  const known = spellings.get(name);
  if (known !== undefined) return known;
  const made = new Set([
    name,
    `${name[0]?.toLowerCase()}${name.slice(1)}`,
    name.replace(/^[A-Z]+(?=[A-Z][a-z]|$)/, (run) => run.toLowerCase()),
    name.toLowerCase(),
    name.toUpperCase(),
  ]);
  spellings.set(name, [...made]);
  return [...made];
}

const [QUOTE, BACKSLASH, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d,
];

function isWithinLimits(text: string): boolean {
  const keysAt = new Uint32Array(DEPTH_MAX + 1);
  let depth = 0;
  let containers = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfText(text, index);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth++;
      containers++;
      if (depth > DEPTH_MAX || containers > CONTAINERS_MAX) return false;
      keysAt[depth] = 0;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth--;
      if (depth < 0) return false;
    } else if (code === COLON) {
      const keys = (keysAt[depth] ?? 0) + 1;
      if (keys > KEYS_PER_OBJECT_MAX) return false;
      keysAt[depth] = keys;
    }
  }
  return true;
}

/** From an opening quote to the closing one, or to the end of it all. */
function endOfText(text: string, from: number): number {
  let index = from + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index;
    index += code === BACKSLASH ? 2 : 1;
  }
  return index;
}
