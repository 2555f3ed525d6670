// XML for the bureaus that speak SOAP: a strict parser of the part of XML that SOAP replies use. No document type, no
// entities but the five and the numeric ones, names in ASCII. It is our own because a reply is hostile until it is read: one pass,
// every limit checked as it is reached, and the event loop yielded every few milliseconds. Decision 0011 compares it with libraries.
import { inTurns } from '../../turns/turns.ts';
import { isName, type Name, readName } from './xml-names.ts';
import {
  afterSpace,
  CLOSE,
  codesOf,
  decodeText,
  EQUALS,
  FORBIDDEN,
  isQuote,
  OPEN,
  SLASH,
  textOf,
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

type Frame = { name: Name; tree: XmlTree | null; text: string; parent: Frame | null; depth: number };

type Reading = {
  text: string;
  codes: Uint16Array;
  arrays: ReadonlySet<string>;
  at: number;
  /** The innermost element that is open. */
  frame: Frame | null;
  nodesCount: number;
  hasRoot: boolean;
  root: XmlTree;
};

function startReading(text: string, arrays: ReadonlySet<string>): Reading {
  if (text.length > LENGTH_MAX) throw unreadable('too long');
  if (FORBIDDEN.test(text)) throw unreadable('characters that XML forbids');
  return {
    ...{ text, codes: codesOf(text), arrays, at: afterDeclaration(text), frame: null },
    ...{ nodesCount: 0, hasRoot: false, root: {} },
  };
}

/** Reads on for some thousand characters, and returns whether the document has ended. */
function readStep(reading: Reading): boolean {
  const { text, codes } = reading;
  const until = reading.at + CHARACTERS_PER_STEP;
  while (reading.at < until) {
    if (codes[reading.at] !== OPEN) readText(reading);
    if (reading.at === text.length) {
      if (reading.frame !== null || !reading.hasRoot) throw unreadable('the document has no end');
      return true;
    }
    const mark = text.charCodeAt(reading.at + 1);
    if (mark === SLASH) readEndTag(reading);
    else if (mark === EXCLAMATION || mark === QUESTION) readNonElement(reading);
    else readStartTag(reading);
  }
  return false;
}
const [EXCLAMATION, QUESTION] = [0x21, 0x3f];

/** Between tags is mostly white space, which is not kept at the ends of a value. */
function readText(reading: Reading): void {
  const { text, codes, at } = reading;
  const next = text.indexOf('<', at);
  const end = next === -1 ? text.length : next;
  if (afterSpace(codes, at) < end || reading.frame?.text) addText(reading, decodeText(text.slice(at, end)));
  reading.at = end;
}

function readStartTag(reading: Reading): void {
  const { text, codes, frame: parent } = reading;
  const start = reading.at + 1;
  const name = readName(text, codes, start);
  if (name === null) throw unreadable('a tag without a name');
  if (parent === null && reading.hasRoot) throw unreadable('more than one document');
  const depth = parent === null ? 1 : parent.depth + 1;
  if (depth > DEPTH_MAX) throw unreadable('nested too deep');
  reading.hasRoot = true;
  const end = start + name.codes.length;
  if (codes[end] === CLOSE && readLeaf(reading, name, end + 1)) return;
  countNodes(reading, 1);
  reading.at = end;
  const tree = codes[end] === CLOSE ? null : readAttributes(reading);
  const close = afterSpace(codes, reading.at);
  const isClosed = codes[close] === SLASH;
  reading.at = isClosed ? close + 2 : close + 1;
  if (codes[reading.at - 1] !== CLOSE) throw unreadable('a tag without an end');
  const frame = { name, tree, text: '', parent, depth };
  if (isClosed) finish(reading, frame);
  else reading.frame = frame;
}

/** A fast path, since most elements are this: no attributes, a text, the end tag. Nothing is read where it is not. */
function readLeaf(reading: Reading, name: Name, start: number): boolean {
  const { text, codes } = reading;
  let end = start;
  while (codes[end] !== OPEN && codes[end] !== 0) end++;
  const endName = end + 2;
  const close = endName + name.codes.length;
  const isLeaf = codes[end + 1] === SLASH && isName(codes, endName, name) && codes[close] === CLOSE;
  if (!isLeaf) return false;
  countNodes(reading, 1);
  addToParent(reading, name.local, textOf(text, codes, start, end));
  reading.at = close + 1;
  return true;
}

function countNodes(reading: Reading, count: number): void {
  reading.nodesCount += count;
  if (reading.nodesCount > NODES_MAX) throw unreadable('too many elements');
}

function readEndTag(reading: Reading): void {
  const { codes, at, frame } = reading;
  if (frame === null || !isName(codes, at + 2, frame.name)) throw unreadable('tags do not pair');
  const end = afterSpace(codes, at + 2 + frame.name.codes.length);
  if (codes[end] !== CLOSE) throw unreadable('tags do not pair');
  reading.at = end + 1;
  reading.frame = frame.parent;
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

function addText({ frame }: Reading, value: string): void {
  if (frame === null) {
    if (value.trim() !== '') throw unreadable('text outside of the document');
  } else if (value !== '') {
    if (frame.text.length + value.length > VALUE_LENGTH_MAX) throw unreadable('a value is too long');
    frame.text += value;
  }
}

/** The element is complete: it becomes a value of its parent. */
function finish(reading: Reading, { name, tree, text }: Frame): void {
  const trimmed = text === '' ? text : text.trim();
  if (tree !== null && trimmed !== '') tree['#text'] = trimmed;
  addToParent(reading, name.local, tree ?? trimmed);
}

function addToParent({ frame, root, arrays }: Reading, name: string, value: XmlValue): void {
  if (frame === null) add(root, name, value, arrays);
  else {
    frame.tree ??= {};
    add(frame.tree, name, value, arrays);
  }
}

const DECLARATION = /^\ufeff?<\?xml\s[^?>]*\?>/;

function afterDeclaration(text: string): number {
  const declaration = DECLARATION.exec(text)?.[0];
  if (declaration === undefined) return text.startsWith('\ufeff') ? 1 : 0;
  return declaration.length;
}

function readAttributes(reading: Reading): XmlTree | null {
  const { text, codes } = reading;
  let tree: XmlTree | null = null;
  for (let count = 1; ; count += 1) {
    const start = afterSpace(codes, reading.at);
    const name = start === reading.at ? null : readName(text, codes, start);
    if (name === null) return tree;
    if (count > ATTRIBUTES_MAX) throw unreadable('too many attributes');
    countNodes(reading, 1);
    const equals = afterSpace(codes, start + name.codes.length);
    const open = afterSpace(codes, equals + 1);
    const quote = codes[open];
    let close = open + 1;
    while (codes[close] !== quote && codes[close] !== OPEN && codes[close] !== 0) close++;
    if (codes[equals] !== EQUALS || !isQuote(quote) || codes[close] !== quote)
      throw unreadable('an attribute without a value');
    reading.at = close + 1;
    if (name.raw === 'xmlns' || name.raw.startsWith('xmlns:')) continue;
    tree ??= {};
    if (count > 1 && Object.hasOwn(tree, name.attribute)) throw unreadable('an attribute twice');
    tree[name.attribute] = textOf(text, codes, open + 1, close);
  }
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
