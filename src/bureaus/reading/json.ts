// Reads a bureau's JSON within limits, to what JSON.parse would make of it. It is our own because JSON.parse reads the whole in one go:
// 2 MB of it take a fifth of a second when every key is another. A thread beside would not help, since what it read has to be copied
// back in one go as well. Here every limit is checked where it bites, and everybody else gets a turn every few milliseconds.
import { inTurns } from '../../turns/turns.ts';
import { CallFailed } from '../bureau.ts';

const DEPTH_MAX = 64;
const CONTAINERS_MAX = 200_000;
const KEYS_PER_OBJECT_MAX = 1_000;
const CHARACTERS_PER_LOOK = 4_096;

/** Throws a CallFailed for what is no JSON, or more of it than any file of a person. */
export function readJson(text: string): Promise<unknown> {
  return inTurns(readSteps(text));
}

function* readSteps(text: string): Generator<void, unknown> {
  const reading = startReading(text);
  while (!readOn(reading)) yield;
  return reading.root;
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

type Tree = Record<string, unknown>;
/** A list or an object that is still open; `key` is where the next value goes, and `keysCount` counts repeated keys too. */
type Frame = { list: unknown[] | null; tree: Tree; key: string; keysCount: number };

type Reading = {
  text: string;
  at: number;
  /** How far the text that begins at `at` was looked through; it may be as long as the reply. */
  lookedTo: number;
  isInText: boolean;
  /** What is open, outermost first. */
  stack: Frame[];
  containersCount: number;
  expects: 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'comma' | 'end';
  root: unknown;
};

const [TAB, LINE_FEED, RETURN, BLANK] = [0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERALS: readonly [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['false', false],
];

function startReading(text: string): Reading {
  return {
    text,
    at: 0,
    lookedTo: 0,
    isInText: false,
    stack: [],
    containersCount: 0,
    expects: 'value',
    root: undefined,
  };
}

/** Goes on for some thousand characters, and says whether the text has ended. */
function readOn(reading: Reading): boolean {
  const { text } = reading;
  const until = reading.at + CHARACTERS_PER_LOOK;
  while (reading.at < until) {
    if (reading.at >= text.length) {
      if (reading.expects !== 'end') throw unreadable();
      return true;
    }
    const code = text.charCodeAt(reading.at);
    if (isBlank(code)) reading.at++;
    else readToken(reading, code);
    if (reading.isInText) return false;
  }
  return false;
}

function readToken(reading: Reading, code: number): void {
  const { expects, stack } = reading;
  const isClosing = code === CLOSE_LIST || code === CLOSE_OBJECT;
  if (isClosing && expects !== 'value' && expects !== 'key' && expects !== 'colon') close(reading, code);
  else if (expects === 'value' || expects === 'first-value') readValue(reading, code);
  else if (expects === 'key' || expects === 'first-key') readKey(reading, code);
  else if (expects === 'colon' && code === COLON) {
    reading.at++;
    reading.expects = 'value';
  } else if (expects === 'comma' && code === COMMA) {
    reading.at++;
    reading.expects = stack.at(-1)?.list === null ? 'key' : 'value';
  } else throw unreadable();
}

function readValue(reading: Reading, code: number): void {
  if (code === QUOTE) {
    const text = readText(reading);
    if (text !== null) take(reading, text);
  } else if (code === OPEN_LIST || code === OPEN_OBJECT) open(reading, code === OPEN_LIST);
  else {
    const literal = readLiteral(reading);
    take(reading, literal === undefined ? readNumber(reading) : literal);
  }
}

function open(reading: Reading, isList: boolean): void {
  reading.containersCount++;
  if (reading.stack.length >= DEPTH_MAX || reading.containersCount > CONTAINERS_MAX) throw tooMuch();
  reading.stack.push({ list: isList ? [] : null, tree: {}, key: '', keysCount: 0 });
  reading.expects = isList ? 'first-value' : 'first-key';
  reading.at++;
}

function close(reading: Reading, code: number): void {
  const frame = reading.stack.pop();
  const isPaired = frame !== undefined && (frame.list === null) === (code === CLOSE_OBJECT);
  if (!isPaired) throw unreadable();
  reading.at++;
  take(reading, frame.list ?? frame.tree);
}

/** A value is whole: it goes where it belongs. */
function take(reading: Reading, value: unknown): void {
  const parent = reading.stack.at(-1);
  reading.expects = parent === undefined ? 'end' : 'comma';
  if (parent === undefined) reading.root = value;
  else if (parent.list !== null) parent.list.push(value);
  // The one name that an assignment would take for the prototype.
  else if (parent.key === '__proto__')
    Object.defineProperty(parent.tree, parent.key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  else parent.tree[parent.key] = value;
}

function readKey(reading: Reading, code: number): void {
  const frame = reading.stack.at(-1);
  if (code !== QUOTE || frame === undefined) throw unreadable();
  const key = readText(reading);
  if (key === null) return;
  frame.key = key;
  if (++frame.keysCount > KEYS_PER_OBJECT_MAX) throw tooMuch();
  reading.expects = 'colon';
}

/** From an opening quote to behind the closing one; null when the text goes on for longer than one look. */
function readText(reading: Reading): string | null {
  const { text, at: from } = reading;
  let end = Math.max(from + 1, reading.lookedTo);
  const until = end + CHARACTERS_PER_LOOK;
  for (let code = text.charCodeAt(end); code !== QUOTE; code = text.charCodeAt(end)) {
    // Also where the text has ended: what is not there is not a number.
    if (!(code >= BLANK)) throw unreadable();
    end += code === BACKSLASH ? 2 : 1;
    if (end < until) continue;
    reading.lookedTo = end;
    reading.isInText = true;
    return null;
  }
  reading.at = end + 1;
  reading.isInText = false;
  const inner = text.slice(from + 1, end);
  return inner.includes('\\') ? decode(text.slice(from, end + 1)) : inner;
}

/** One text, with its quotes and escapes. */
function decode(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw unreadable();
  }
}

function readLiteral(reading: Reading): unknown {
  for (const [word, value] of LITERALS) {
    if (!reading.text.startsWith(word, reading.at)) continue;
    reading.at += word.length;
    return value;
  }
  return undefined;
}

function readNumber(reading: Reading): number {
  const from = reading.at;
  NUMBER.lastIndex = from;
  if (!NUMBER.test(reading.text)) throw unreadable();
  reading.at = NUMBER.lastIndex;
  return Number(reading.text.slice(from, reading.at));
}

function isBlank(code: number): boolean {
  return code === BLANK || code === LINE_FEED || code === RETURN || code === TAB;
}

// The words are ours and fixed: nothing of the reply may stand in an error.
function unreadable(): CallFailed {
  return new CallFailed('unavailable', 'The reply is no JSON.', true);
}

function tooMuch(): CallFailed {
  return new CallFailed('unavailable', 'The reply is no file of a person.', true);
}
