// XML for the bureaus that speak SOAP: a strict parser of the part of XML that SOAP replies use, and a writer. No document type, no
// entities but the five and the numeric ones, names in ASCII. It is our own because a reply is hostile until it is read: one pass,
// every limit checked as it is reached, and the event loop yielded every few milliseconds. Decision 0011 compares it with libraries.
import { inTurns } from '../../turns/turns.ts';
import { CallFailed } from '../bureau.ts';

/** An element: its text where it has nothing else, otherwise its attributes as `@name`, its children and its `#text`. */
export type XmlValue = string | XmlTree | XmlValue[];
export type XmlTree = { [name: string]: XmlValue };

const LENGTH_MAX = 2 * 1024 * 1024;
const DEPTH_MAX = 64;
const ATTRIBUTES_MAX = 64;
const NODES_MAX = 250_000;
const VALUE_LENGTH_MAX = 65_536;
const CHARACTERS_PER_STEP = 8_192;

export function readXml(text: string, options: { arrays?: ReadonlySet<string> } = {}): Promise<XmlTree> {
  return inTurns(readSteps(text, options.arrays ?? new Set()));
}

function* readSteps(text: string, arrays: ReadonlySet<string>): Generator<void, XmlTree> {
  const reading = startReading(text, arrays);
  while (!readStep(reading)) yield;
  return reading.root;
}

type Frame = { rawName: string; name: string; tree: XmlTree | null; text: string };

type Reading = {
  text: string;
  arrays: ReadonlySet<string>;
  at: number;
  /** The open elements, outermost first. */
  stack: Frame[];
  nodesCount: number;
  hasRoot: boolean;
  root: XmlTree;
};

function startReading(text: string, arrays: ReadonlySet<string>): Reading {
  checkWhole(text);
  return { text, arrays, at: afterDeclaration(text), stack: [], nodesCount: 0, hasRoot: false, root: {} };
}

/** Reads on for some thousand characters, and returns whether the document has ended. */
function readStep(reading: Reading): boolean {
  const { text } = reading;
  const until = reading.at + CHARACTERS_PER_STEP;
  while (reading.at < until) {
    const next = text.indexOf('<', reading.at);
    const textEnd = next === -1 ? text.length : next;
    if (textEnd > reading.at) addText(reading, decodeText(text.slice(reading.at, textEnd)));
    reading.at = textEnd;
    if (next === -1) {
      if (reading.stack.length > 0 || !reading.hasRoot) throw unreadable('the document has no end');
      return true;
    }
    const mark = text[next + 1];
    if (mark === '/') readEndTag(reading);
    else if (mark === '!' || mark === '?') readNonElement(reading);
    else readStartTag(reading);
  }
  return false;
}

function readStartTag(reading: Reading): void {
  const rawName = readName(reading.text, reading.at + 1);
  if (reading.stack.length === 0 && reading.hasRoot) throw unreadable('more than one document');
  if (reading.stack.length >= DEPTH_MAX) throw unreadable('nested too deep');
  reading.hasRoot = true;
  const attributes = readAttributes(reading.text, reading.at + 1 + rawName.length);
  reading.nodesCount += 1 + attributes.count;
  if (reading.nodesCount > NODES_MAX) throw unreadable('too many elements');
  reading.at = attributes.end;
  const frame = { rawName, name: localName(rawName), tree: attributes.tree, text: '' };
  if (attributes.isClosed) finish(reading, frame);
  else reading.stack.push(frame);
}

function readEndTag(reading: Reading): void {
  const { text, at } = reading;
  const frame = reading.stack.pop();
  if (frame === undefined || !text.startsWith(frame.rawName, at + 2)) throw unreadable('tags do not pair');
  const end = at + 2 + frame.rawName.length;
  if (text.charCodeAt(end) === CLOSE) reading.at = end + 1;
  else {
    TAG_END.lastIndex = end;
    if (TAG_END.exec(text)?.[1] !== '') throw unreadable('tags do not pair');
    reading.at = TAG_END.lastIndex;
  }
  finish(reading, frame);
}

/** A comment, an instruction or a CDATA section; anything else that opens with such a mark is rejected. */
function readNonElement(reading: Reading): void {
  const { text, at } = reading;
  if (text.startsWith('<!--', at)) reading.at = skipTo(text, '-->', at + 4);
  else if (text.startsWith('<?', at)) reading.at = skipTo(text, '?>', at + 2);
  else if (text.startsWith('<![CDATA[', at)) {
    reading.at = skipTo(text, ']]>', at + 9);
    addText(reading, text.slice(at + 9, reading.at - 3));
  } else throw unreadable('a document type or an unknown declaration');
}

function addText(reading: Reading, value: string): void {
  const frame = reading.stack.at(-1);
  if (frame === undefined) {
    if (value.trim() !== '') throw unreadable('text outside of the document');
  } else if (value !== '') {
    if (frame.text.length + value.length > VALUE_LENGTH_MAX) throw unreadable('a value is too long');
    frame.text += value;
  }
}

/** The element is complete: it becomes a value of its parent. */
function finish(reading: Reading, frame: Frame): void {
  const parent = reading.stack.at(-1);
  const trimmed = frame.text.trim();
  if (frame.tree !== null && trimmed !== '') frame.tree['#text'] = trimmed;
  if (parent !== undefined) parent.tree ??= {};
  add(parent?.tree ?? reading.root, frame.name, frame.tree ?? trimmed, reading.arrays);
}

// A reply in another encoding than it declares shows as characters that XML forbids.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be there.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const DECLARATION = /^\ufeff?<\?xml\s[^?>]*\?>/;
const ATTRIBUTE = /\s+([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;

function checkWhole(text: string): void {
  if (text.length > LENGTH_MAX) throw unreadable('too long');
  if (FORBIDDEN.test(text)) throw unreadable('characters that XML forbids');
  if (text.includes('<!DOCTYPE') || text.includes('<!ENTITY')) throw unreadable('a document type');
}

function afterDeclaration(text: string): number {
  const declaration = DECLARATION.exec(text)?.[0];
  if (declaration === undefined) return text.startsWith('\ufeff') ? 1 : 0;
  return declaration.length;
}

// Names and ends of tags are most of a reply; scanning them by character is faster than by regular expression.
const [CLOSE, COLON] = [0x3e, 0x3a];
const [NAME_PART, NAME_START] = [1, 2];
const NAME_CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z_]/.test(character) ? NAME_START : /[\w.-]/.test(character) ? NAME_PART : 0;
});

/** The index behind a name without a prefix; `from` itself if there is no name. */
function nameEnd(text: string, from: number): number {
  if (NAME_CLASSES[text.charCodeAt(from)] !== NAME_START) return from;
  let end = from + 1;
  while ((NAME_CLASSES[text.charCodeAt(end)] ?? 0) > 0) end++;
  return end;
}

function readName(text: string, from: number): string {
  let end = nameEnd(text, from);
  if (end === from) throw unreadable('a tag without a name');
  if (text.charCodeAt(end) === COLON) {
    const localEnd = nameEnd(text, end + 1);
    if (localEnd > end + 1) end = localEnd;
  }
  return text.slice(from, end);
}

function readAttributes(text: string, from: number) {
  if (text.charCodeAt(from) === CLOSE) return { tree: null, count: 0, isClosed: false, end: from + 1 };
  let tree: XmlTree | null = null;
  let count = 0;
  let end = from;
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const found = ATTRIBUTE.exec(text);
    if (found === null) break;
    count += 1;
    if (count > ATTRIBUTES_MAX) throw unreadable('too many attributes');
    end = ATTRIBUTE.lastIndex;
    const [, rawName = '', double, single] = found;
    if (rawName === 'xmlns' || rawName.startsWith('xmlns:')) continue;
    const key = `@${localName(rawName)}`;
    tree ??= {};
    if (Object.hasOwn(tree, key)) throw unreadable('an attribute twice');
    tree[key] = decodeText(double ?? single ?? '').trim();
  }
  TAG_END.lastIndex = end;
  const tagEnd = TAG_END.exec(text);
  if (tagEnd === null) throw unreadable('a tag without an end');
  return { tree, count, isClosed: tagEnd[1] === '/', end: TAG_END.lastIndex };
}

/** Drops the prefix, which adds nothing to the bureaus' element names. A name that would set the prototype is rejected. */
function localName(rawName: string): string {
  const name = rawName.slice(rawName.indexOf(':') + 1);
  if (name === '__proto__') throw unreadable('a name that is refused');
  return name;
}

function add(tree: XmlTree, name: string, value: XmlValue, arrays: ReadonlySet<string>): void {
  const there = Object.hasOwn(tree, name) ? tree[name] : undefined;
  if (there === undefined) tree[name] = arrays.has(name) ? [value] : value;
  else if (Array.isArray(there)) there.push(value);
  else tree[name] = [there, value];
}

function skipTo(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  if (found === -1) throw unreadable('a section without an end');
  return found + mark.length;
}

const REFERENCE = /&(?:#x([0-9a-f]{1,6});|#(\d{1,7});|(amp|lt|gt|quot|apos);|)/gi;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeText(value: string): string {
  if (value.length > VALUE_LENGTH_MAX) throw unreadable('a value is too long');
  if (!value.includes('&')) return value;
  return value.replace(REFERENCE, (_all, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? refuse('an unknown entity');
    if (hex === undefined && decimal === undefined) return refuse('an unknown entity');
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    const character = isCharacter ? String.fromCodePoint(code) : '';
    return character === '' || FORBIDDEN.test(character) ? refuse('a character that XML forbids') : character;
  });
}

function refuse(why: string): never {
  throw unreadable(why);
}

// Fixed words of ours: nothing of the reply may be in an error.
function unreadable(why: string): CallFailed {
  return new CallFailed('unavailable', `the reply is not XML that we read: ${why}`, true);
}

/** A tree of the form that `readXml` returns; undefined is left out, an empty text is an empty element. */
export type XmlToWrite =
  | string
  | number
  | boolean
  | undefined
  | XmlToWrite[]
  | { [name: string]: XmlToWrite };

export function toXml(tree: { [name: string]: XmlToWrite }): string {
  return `<?xml version="1.0" encoding="utf-8"?>${Object.entries(tree).map(writeElement).join('')}`;
}

function writeElement([name, value]: [string, XmlToWrite]): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((entry) => writeElement([name, entry])).join('');
  if (typeof value !== 'object') return `<${name}>${escapeXml(String(value))}</${name}>`;
  const entries = Object.entries(value);
  const attributes = entries.map(([key, entry]) =>
    key.startsWith('@') && entry !== undefined ? ` ${key.slice(1)}="${escapeXml(String(entry))}"` : '',
  );
  const inside = entries.map(([key, entry]) => {
    if (key.startsWith('@')) return '';
    return key === '#text' ? escapeXml(String(entry ?? '')) : writeElement([key, entry]);
  });
  return `<${name}${attributes.join('')}>${inside.join('')}</${name}>`;
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const FORBIDDEN_ALL = new RegExp(FORBIDDEN, 'g');

/** Characters that XML has no way to say are left out. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN_ALL, '')
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
