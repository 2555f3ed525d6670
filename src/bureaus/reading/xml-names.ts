// The names of elements and attributes in XML. A bureau's replies have the same few hundred in the same order, so they are kept from one reply
// to the next, each with the one that came behind it last: a name that is guessed right costs neither a string nor a look-up.
import { unreadable } from './xml-text.ts';

/** With its prefix and without; as an attribute. Only what is known is expected again. */
export type Name = {
  codes: Uint16Array;
  raw: string;
  local: string;
  attribute: string;
  isKnown: boolean;
  next: Name | null;
};

/** What is kept is bounded, because a reply is hostile. */
const KNOWN_MAX = 4_096;
const KNOWN_LENGTH_MAX = 128;
/** A longer one is cut, and what follows is then no tag. */
const LENGTH_MAX = 1_024;

const COLON = 0x3a;
const [PART, START] = [1, 2];
const CLASSES = Uint8Array.from({ length: 0x10000 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z_]/.test(character) ? START : /[\w.-]/.test(character) ? PART : 0;
});

const knownNames = new Map<string, Name>();
let last = newName('', new Uint16Array(0));

/** Null where there is no name. */
export function readName(text: string, codes: Uint16Array, at: number): Name | null {
  const guess = last.next;
  const isRight =
    guess !== null && isName(codes, at, guess) && isEndOfName(codes[at + guess.codes.length] as number);
  const name = isRight ? guess : scanName(text, codes, at);
  if (name?.isKnown) {
    last.next = name;
    last = name;
  }
  return name;
}

export function isName(codes: Uint16Array, from: number, { codes: own }: Name): boolean {
  for (let at = 0; at < own.length; at += 1) if (codes[from + at] !== own[at]) return false;
  return true;
}

/** A colon would go on with a local name. */
function isEndOfName(code: number): boolean {
  return code !== COLON && CLASSES[code] === 0;
}

function scanName(text: string, codes: Uint16Array, at: number): Name | null {
  const end = qualifiedEnd(codes, at);
  if (end === at) return null;
  const known = knownNames.get(text.slice(at, end));
  if (known !== undefined) return known;
  const name = newName(text.slice(at, end), codes.slice(at, end));
  name.isKnown = knownNames.size < KNOWN_MAX && name.raw.length <= KNOWN_LENGTH_MAX;
  if (name.isKnown) knownNames.set(name.raw, name);
  return name;
}

/** The index behind a name with its prefix, if it has one; `from` itself if there is no name. */
function qualifiedEnd(codes: Uint16Array, from: number): number {
  const end = plainEnd(codes, from);
  if (end === from || codes[end] !== COLON) return end;
  const localEnd = plainEnd(codes, end + 1);
  return localEnd > end + 1 ? localEnd : end;
}

function plainEnd(codes: Uint16Array, from: number): number {
  if (CLASSES[codes[from] as number] !== START) return from;
  let end = from + 1;
  const stop = from + LENGTH_MAX;
  while (end < stop && CLASSES[codes[end] as number] !== 0) end++;
  return end;
}

/** Drops the prefix, which adds nothing to the bureaus' element names. A name that would set the prototype is rejected. */
function newName(raw: string, codes: Uint16Array): Name {
  const local = raw.slice(raw.indexOf(':') + 1);
  if (local === '__proto__') throw unreadable('a name that is refused');
  return {
    codes,
    raw: asKey(raw),
    local: asKey(local),
    attribute: asKey(`@${local}`),
    isKnown: false,
    next: null,
  };
}

/** The engine's own copy: a part of the reply would keep all of it in memory, and is looked up whenever an object is asked for it. */
function asKey(name: string): string {
  return Object.keys({ [name]: 0 })[0] as string;
}
