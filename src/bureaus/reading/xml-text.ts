// The letters of XML: white space, values with their references, and what is forbidden.
import { CallFailed } from '../bureau.ts';

export const VALUE_LENGTH_MAX = 65_536;

// A reply in another encoding than it declares shows as characters that XML forbids.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be there.
export const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

export const [OPEN, CLOSE, SLASH, EQUALS, AMPERSAND] = [0x3c, 0x3e, 0x2f, 0x3d, 0x26];
const [SEMICOLON, QUOTE, APOSTROPHE] = [0x3b, 0x22, 0x27];

/** The UTF-16 numbers of a text, which are scanned faster than the text is, and a zero behind the last, where every scan ends. */
export function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length + 1);
  Buffer.from(codes.buffer).write(text, 'utf16le');
  return codes;
}

export function afterSpace(codes: Uint16Array, from: number): number {
  let at = from;
  while (isSpace(codes[at])) at += 1;
  return at;
}

function isSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

export function isQuote(code: number | undefined): boolean {
  return code === QUOTE || code === APOSTROPHE;
}

/** Without white space at its ends; where there can be none, that second string is not made. */
export function textOf(text: string, codes: Uint16Array, from: number, end: number): string {
  const value = decodeText(text.slice(from, end));
  return isPlain(codes[from]) && isPlain(codes[end - 1]) ? value : value.trim();
}

function isPlain(code: number | undefined): boolean {
  return code !== undefined && code > 0x20 && code < 0x80 && code !== AMPERSAND && code !== SEMICOLON;
}

const REFERENCE = /&(?:#x([0-9a-f]{1,6});|#(\d{1,7});|(amp|lt|gt|quot|apos);|)/gi;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function decodeText(value: string): string {
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
export function unreadable(why: string): CallFailed {
  return new CallFailed('unavailable', `the reply is not XML that we read: ${why}`, true);
}
