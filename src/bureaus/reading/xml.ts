// XML for the bureaus that speak SOAP: a strict parser of the part of XML that SOAP replies use. No document type, no
// entities but the five and the numeric ones, names in ASCII. It is our own because a reply is hostile until it is read: one pass,
// every limit checked as it is reached, and the event loop yielded every few milliseconds. Decision 0011 compares it with libraries.
import { inTurns } from '../../turns/turns.ts';
import {
  afterSpace,
  CLOSE,
  decodeText,
  EQUALS,
  FORBIDDEN,
  isNameEnd,
  qualifiedEnd,
  SLASH,
  unreadable,
  VALUE_LENGTH_MAX,
} from './xml-text.ts';

/** An element: its text where it has nothing else, otherwise its attributes as `@name`, its children and its `#text`. */
type XmlValue = string | XmlTree | XmlValue[];
export type XmlTree = { [name: string]: XmlValue };

const LENGTH_MAX = 2 * 1024 * 1024;
const DEPTH_MAX = 64;
const ATTRIBUTES_MAX = 64;
const NODES_MAX = 250_000;
const CHARACTERS_PER_STEP = 8_192;

export function readXml(text: string, options: { arrays?: ReadonlySet<string> } = {}): Promise<XmlTree> {
  return inTurns(readSteps(text, options.arrays ?? new Set()));
}

function* readSteps(text: string, arrays: ReadonlySet<string>): Generator<void, XmlTree> {
  const reading = startReading(text, arrays);
  while (!readStep(reading)) yield;
  return reading.root;
}

/** With its prefix and without; as an attribute. `next`: what came behind it last, which is mostly what comes behind it again. */
type Name = { raw: string; local: string; attribute: string; next: Name | null };

type Frame = { name: Name; tree: XmlTree | null; text: string };

type Reading = {
  text: string;
  arrays: ReadonlySet<string>;
  at: number;
  /** The open elements, outermost first. */
  stack: Frame[];
  names: Map<string, Name>;
  lastName: Name;
  nodesCount: number;
  hasRoot: boolean;
  root: XmlTree;
};

function startReading(text: string, arrays: ReadonlySet<string>): Reading {
  checkWhole(text);
  return {
    ...{ text, arrays, at: afterDeclaration(text), stack: [] },
    ...{ names: new Map(), lastName: { raw: '', local: '', attribute: '', next: null } },
    ...{ nodesCount: 0, hasRoot: false, root: {} },
  };
}

/** Reads on for some thousand characters, and returns whether the document has ended. */
function readStep(reading: Reading): boolean {
  const { text } = reading;
  const until = reading.at + CHARACTERS_PER_STEP;
  while (reading.at < until) {
    const next = text.indexOf('<', reading.at);
    const textEnd = next === -1 ? text.length : next;
    if (textEnd > reading.at) readText(reading, textEnd);
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

/** Between tags is mostly white space, which is not kept at the ends of a value. */
function readText(reading: Reading, end: number): void {
  const { text, at } = reading;
  if (afterSpace(text, at) < end || reading.stack.at(-1)?.text)
    addText(reading, decodeText(text.slice(at, end)));
  reading.at = end;
}

function readStartTag(reading: Reading): void {
  const name = readName(reading, reading.at + 1);
  if (name === null) throw unreadable('a tag without a name');
  if (reading.stack.length === 0 && reading.hasRoot) throw unreadable('more than one document');
  if (reading.stack.length >= DEPTH_MAX) throw unreadable('nested too deep');
  reading.hasRoot = true;
  if (readLeaf(reading, name)) return;
  const attributes = readAttributes(reading, reading.at + 1 + name.raw.length);
  countNodes(reading, 1 + attributes.count);
  reading.at = attributes.end;
  const frame = { name, tree: attributes.tree, text: '' };
  if (attributes.isClosed) finish(reading, frame);
  else reading.stack.push(frame);
}

/** A fast path, since most elements are this: no attributes, a text, the end tag. Nothing is read where it is not. */
function readLeaf(reading: Reading, { raw, local }: Name): boolean {
  const { text, at } = reading;
  const start = at + 1 + raw.length;
  if (text.charCodeAt(start) !== CLOSE) return false;
  const end = text.indexOf('<', start);
  const endName = end + 2;
  const isLeaf =
    text.charCodeAt(end + 1) === SLASH &&
    text.startsWith(raw, endName) &&
    text.charCodeAt(endName + raw.length) === CLOSE;
  if (!isLeaf) return false;
  countNodes(reading, 1);
  addToParent(reading, local, decodeText(text.slice(start + 1, end)).trim());
  reading.at = endName + raw.length + 1;
  return true;
}

function countNodes(reading: Reading, count: number): void {
  reading.nodesCount += count;
  if (reading.nodesCount > NODES_MAX) throw unreadable('too many elements');
}

function readEndTag(reading: Reading): void {
  const { text, at } = reading;
  const frame = reading.stack.pop();
  if (frame === undefined || !text.startsWith(frame.name.raw, at + 2)) throw unreadable('tags do not pair');
  const end = at + 2 + frame.name.raw.length;
  if (text.charCodeAt(end) === CLOSE) reading.at = end + 1;
  else {
    const tagEnd = afterSpace(text, end);
    if (text.charCodeAt(tagEnd) !== CLOSE) throw unreadable('tags do not pair');
    reading.at = tagEnd + 1;
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
  const trimmed = frame.text.trim();
  if (frame.tree !== null && trimmed !== '') frame.tree['#text'] = trimmed;
  addToParent(reading, frame.name.local, frame.tree ?? trimmed);
}

function addToParent({ stack, root, arrays }: Reading, name: string, value: XmlValue): void {
  const parent = stack.at(-1);
  if (parent !== undefined) parent.tree ??= {};
  add(parent?.tree ?? root, name, value, arrays);
}

const DECLARATION = /^\ufeff?<\?xml\s[^?>]*\?>/;

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

/** Of an element or an attribute; null where there is none. A name that is guessed right is neither scanned nor looked up. */
function readName(reading: Reading, from: number): Name | null {
  const { text, lastName, names } = reading;
  const guess = lastName.next;
  const isRight =
    guess !== null && text.startsWith(guess.raw, from) && isNameEnd(text.charCodeAt(from + guess.raw.length));
  const name = isRight ? guess : scanName(text, from, names);
  if (name === null) return null;
  lastName.next = name;
  reading.lastName = name;
  return name;
}

function scanName(text: string, from: number, names: Map<string, Name>): Name | null {
  const end = qualifiedEnd(text, from);
  if (end === from) return null;
  const raw = text.slice(from, end);
  const known = names.get(raw);
  if (known !== undefined) return known;
  const local = localName(raw);
  const name = { raw, local, attribute: `@${local}`, next: null };
  names.set(raw, name);
  return name;
}

function readAttributes(reading: Reading, from: number) {
  const { text } = reading;
  if (text.charCodeAt(from) === CLOSE) return { tree: null, count: 0, isClosed: false, end: from + 1 };
  let tree: XmlTree | null = null;
  let count = 0;
  let end = from;
  for (;;) {
    const start = afterSpace(text, end);
    const name = start === end ? null : readName(reading, start);
    if (name === null) break;
    count += 1;
    if (count > ATTRIBUTES_MAX) throw unreadable('too many attributes');
    const equals = afterSpace(text, start + name.raw.length);
    const open = afterSpace(text, equals + 1);
    const quote = text.charAt(open);
    const close = quote === '"' || quote === "'" ? text.indexOf(quote, open + 1) : -1;
    const value = text.slice(open + 1, close);
    if (close - open > VALUE_LENGTH_MAX) throw unreadable('a value is too long');
    if (text.charCodeAt(equals) !== EQUALS || close === -1 || value.includes('<'))
      throw unreadable('an attribute without a value');
    end = close + 1;
    if (name.raw === 'xmlns' || name.raw.startsWith('xmlns:')) continue;
    tree ??= {};
    if (Object.hasOwn(tree, name.attribute)) throw unreadable('an attribute twice');
    tree[name.attribute] = decodeText(value).trim();
  }
  return { tree, count, ...readTagEnd(text, end) };
}

function readTagEnd(text: string, from: number): { isClosed: boolean; end: number } {
  const at = afterSpace(text, from);
  const isClosed = text.charCodeAt(at) === SLASH;
  const end = isClosed ? at + 1 : at;
  if (text.charCodeAt(end) !== CLOSE) throw unreadable('a tag without an end');
  return { isClosed, end: end + 1 };
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
