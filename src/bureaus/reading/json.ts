// A bureau's JSON: parsed within limits, and read by the names of its fields. A key such as `__proto__` is data like any other,
// since only own properties are looked up, and only under names of ours.
import { inTurns } from '../../turns/turns.ts';
import { CallFailed } from '../bureau.ts';

// A file of 60 accounts and 60 searches has 50 to 150 KB and 3,000 to 8,000 keys. The largest plausible one is Equifax's JSON with a
// balance beside each month: 100 accounts of 72 months are 1,005 KB and 56,000 keys, so the limit is a quarter above it.
export const JSON_BYTES_MAX = 1280 * 1024;
/** What the time of JSON.parse grows with, whatever the bytes: each of these alone takes it less than 50 ms. */
export const JSON_KEYS_MAX = 75_000;
export const JSON_ENTRIES_MAX = 262_144;
export const JSON_NESTS_MAX = 100_000;
/** A key that it has not seen before takes two microseconds. A file repeats its few hundred. */
export const JSON_DIFFERENT_KEYS_MAX = 10_000;

/** Throws a CallFailed for text that is not JSON, and for more of it than the file of any person. */
export function readJson(text: string): Promise<unknown> {
  return inTurns(readSteps(text));
}

function* readSteps(text: string): Generator<void, unknown> {
  if (Buffer.byteLength(text) > JSON_BYTES_MAX || (yield* isTooMuch(text))) {
    throw new CallFailed('unavailable', 'The reply is too large.', true);
  }
  yield;
  const value = parse(text);
  // Mapping starts in a turn of its own.
  yield;
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The words are ours: those of JSON.parse quote the reply.
    throw new CallFailed('unavailable', 'The reply is not JSON.', true);
  }
}

const CHARACTERS_PER_STEP = 65_536;
const [COLON, COMMA, BRACE, BRACKET, QUOTE] = [0x3a, 0x2c, 0x7b, 0x5b, 0x22];

/** Too short for the limits: five characters or more are one key and its value. */
const SHORT = JSON_DIFFERENT_KEYS_MAX * 5;

/** Counts at least the keys, entries, lists and objects; marks within values count as well. */
function* isTooMuch(text: string): Generator<void, boolean> {
  if (text.length < SHORT) return false;
  let [keys, entries, nests] = [0, 0, 0];
  for (let start = 0; start < text.length; start += CHARACTERS_PER_STEP) {
    const end = Math.min(start + CHARACTERS_PER_STEP, text.length);
    for (let at = start; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === COLON) keys += 1;
      else if (code === COMMA) entries += 1;
      else if (code === BRACE || code === BRACKET) nests += 1;
    }
    if (keys > JSON_KEYS_MAX || entries > JSON_ENTRIES_MAX || nests > JSON_NESTS_MAX) return true;
    yield;
  }
  return keys > JSON_DIFFERENT_KEYS_MAX && (yield* hasManyDifferentKeys(text));
}

/** By what stands between the last two quotes before each colon. In one pass: looking back from each colon would be quadratic. */
function* hasManyDifferentKeys(text: string): Generator<void, boolean> {
  const seen = new Set<string>();
  let [start, end] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) [start, end] = [end, at];
    else if (code === COLON) {
      seen.add(text.slice(Math.max(start, end - KEY_LENGTH_MAX), end));
      if (seen.size > JSON_DIFFERENT_KEYS_MAX) return true;
    }
    if (at % CHARACTERS_PER_STEP === 0) yield;
  }
  return false;
}

/** Of a key that is looked at: its end tells it from others. */
const KEY_LENGTH_MAX = 64;

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
