// A small reader of PDF files, for what pdfkit writes: a classic cross-reference table, direct lengths, Flate. It knows nothing of
// src/pdf/. Objects by number, and the operators of content streams.
import { inflateSync } from 'node:zlib';

export type Ref = { ref: number };
export type Name = { name: string };
export type Dict = { dict: Map<string, Value>; stream?: Buffer };
/** Strings are bytes, one a character. */
export type Value = number | boolean | null | string | Ref | Name | Value[] | Dict | { operator: string };

export type Pdf = {
  objects: Map<number, Value>;
  trailer: Dict;
  /** The value behind a reference. */
  at(value: Value | undefined): Value | undefined;
  dictAt(value: Value | undefined): Dict;
  /** A text string of an object: UTF-16 with a mark, or Latin. */
  textOf(value: Value | undefined): string;
  faults: string[];
};

export const isDict = (value: Value | undefined): value is Dict =>
  typeof value === 'object' && value !== null && 'dict' in value;
export const nameOf = (value: Value | undefined): string | undefined =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : undefined;
export const refOf = (value: Value | undefined): number | undefined =>
  typeof value === 'object' && value !== null && 'ref' in value ? value.ref : undefined;

export function readPdf(bytes: Uint8Array): Pdf {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = file.toString('latin1');
  const faults: string[] = [];
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  const table = /^xref\n0 (\d+)\n/.exec(text.slice(start));
  const objects = new Map<number, Value>();
  if (table === null) throw new Error('no cross-reference table where startxref says');
  const first = start + table[0].length;
  for (let number = 1; number < Number(table[1]); number++) {
    const offset = Number(text.slice(first + number * 20, first + number * 20 + 10));
    const head = `${number} 0 obj`;
    if (!text.startsWith(head, offset)) faults.push(`the table is wrong about object ${number}`);
    else objects.set(number, objectAt(file, text, offset + head.length));
  }
  const trailer = readValues(
    text.slice(text.indexOf('trailer', start) + 7, text.lastIndexOf('startxref')),
  )[0];
  if (!isDict(trailer)) throw new Error('no trailer');
  const at = (value: Value | undefined): Value | undefined => {
    const number = refOf(value);
    return number === undefined ? value : objects.get(number);
  };
  return {
    objects,
    trailer,
    at,
    dictAt: (value) => {
      const found = at(value);
      return isDict(found) ? found : { dict: new Map() };
    },
    textOf: (value) => {
      const found = at(value);
      return typeof found === 'string' ? toText(found) : '';
    },
    faults,
  };
}

export function toText(string: string): string {
  const bytes = Buffer.from(string, 'latin1');
  if (bytes[0] !== 0xfe || bytes[1] !== 0xff) return string;
  return bytes.subarray(2).swap16().toString('utf16le');
}

function objectAt(file: Buffer, text: string, from: number): Value {
  const reader = createReader(text, from);
  const value = reader.next();
  if (value === undefined) throw new Error('an object without a value');
  const stream = /^\s*stream\r?\n/.exec(text.slice(reader.place(), reader.place() + 20));
  if (stream === null || !isDict(value)) return value;
  const begin = reader.place() + stream[0].length;
  const raw = file.subarray(begin, begin + Number(value.dict.get('Length')));
  return { ...value, stream: nameOf(value.dict.get('Filter')) === 'FlateDecode' ? inflateSync(raw) : raw };
}

/** Every value and operator of a text, such as a content stream. */
export function readValues(text: string): Value[] {
  const reader = createReader(text, 0);
  const values: Value[] = [];
  for (let value = reader.next(); value !== undefined; value = reader.next()) values.push(value);
  return values;
}

const ENDS = { ']': true, '>>': true } as const;
const TOKEN =
  /\s*(?:(<<|>>|\[|\])|\/([^\s()<>[\]{}/%]*)|(-?\d+) (\d+) R(?![\w])|([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?![\w])|<([\da-fA-F\s]*)>|(\()|([^\s()<>[\]{}/%]+))/y;

function createReader(text: string, from: number) {
  let place = from;

  function next(): Value | undefined {
    const value = token();
    if (typeof value === 'object' && value !== null && 'end' in value)
      throw new Error(`an end of nothing at ${place}`);
    return value;
  }

  function token(): Value | { end: string } | undefined {
    TOKEN.lastIndex = place;
    const found = TOKEN.exec(text);
    if (found === null) {
      if (text.slice(place).trim() !== '') throw new Error(`unreadable at ${place}`);
      return undefined;
    }
    place = TOKEN.lastIndex;
    const [, mark, name, number, , real, hex, opened, word] = found;
    if (mark === '[') return until(']');
    if (mark === '<<') return toDict(until('>>'));
    if (mark !== undefined && mark in ENDS) return { end: mark };
    if (name !== undefined) return { name };
    if (number !== undefined) return { ref: Number(number) };
    if (real !== undefined) return Number(real);
    if (hex !== undefined) return Buffer.from(hex.replace(/\s/g, ''), 'hex').toString('latin1');
    if (opened !== undefined) return literal();
    if (word === 'true' || word === 'false') return word === 'true';
    return word === 'null' ? null : { operator: word ?? '' };
  }

  function until(end: string): Value[] {
    const values: Value[] = [];
    for (;;) {
      const value = token();
      if (value === undefined) throw new Error(`no ${end}`);
      if (typeof value === 'object' && value !== null && 'end' in value) {
        if (value.end !== end) throw new Error(`${value.end} in place of ${end}`);
        return values;
      }
      values.push(value);
    }
  }

  function literal(): string {
    const letters: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
    let [string, depth] = ['', 1];
    for (;;) {
      const letter = text[place++];
      if (letter === undefined) throw new Error('a string without an end');
      if (letter === '\\') {
        const escaped = text[place++] ?? '';
        string += letters[escaped] ?? escaped;
        continue;
      }
      if (letter === '(') depth++;
      if (letter === ')' && --depth === 0) return string;
      string += letter;
    }
  }

  return { next, place: () => place };
}

function toDict(values: Value[]): Dict {
  const dict = new Map<string, Value>();
  for (let index = 0; index < values.length; index += 2)
    dict.set(nameOf(values[index]) ?? '', values[index + 1] ?? null);
  return { dict };
}
