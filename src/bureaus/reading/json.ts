// A bureau's JSON: parsed within limits, and read by the names of its fields. A key such as `__proto__` is data like any other,
// since only own properties are looked up, and only under names of ours.
import { CallFailed } from '../bureau.ts';

// A file of 60 accounts and 60 searches has 50 to 150 KB and 3,000 to 8,000 keys.
const BYTES_MAX = 512 * 1024;
/** JSON.parse takes more than a microsecond for a key that it has not seen before: 512 KB of them would block for over 50 ms. */
const KEYS_MAX = 25_000;

/** Throws a CallFailed for text that is not JSON, and for more of it than the file of any person. */
export function readJson(text: string): unknown {
  if (Buffer.byteLength(text) > BYTES_MAX || countColons(text) > KEYS_MAX) {
    throw new CallFailed('unavailable', 'The reply is too large.', true);
  }
  try {
    return JSON.parse(text);
  } catch {
    // The words are ours: those of JSON.parse quote the reply.
    throw new CallFailed('unavailable', 'The reply is not JSON.', true);
  }
}

/** At least the number of keys; colons within values count as well. */
function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) count += 1;
  return count;
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

// A cache by our own field names, so that it stays small.
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
