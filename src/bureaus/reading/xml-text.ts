// The letters of XML: names, white space, references, and what is forbidden.
import { CallFailed } from '../bureau.ts';

export const VALUE_LENGTH_MAX = 65_536;
/** A longer one is cut, and what follows is then no tag. */
const NAME_LENGTH_MAX = 1_024;

// A reply in another encoding than it declares shows as characters that XML forbids.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be there.
export const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

// Names and tags are most of a reply; scanning them by character is faster than by regular expression.
export const [CLOSE, SLASH, EQUALS] = [0x3e, 0x2f, 0x3d];
const COLON = 0x3a;
const [NAME_PART, NAME_START] = [1, 2];
const NAME_CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z_]/.test(character) ? NAME_START : /[\w.-]/.test(character) ? NAME_PART : 0;
});

/** The index behind a name without a prefix; `from` itself if there is no name. */
function nameEnd(text: string, from: number): number {
  if (NAME_CLASSES[text.charCodeAt(from)] !== NAME_START) return from;
  let end = from + 1;
  const stop = from + NAME_LENGTH_MAX;
  while (end < stop && (NAME_CLASSES[text.charCodeAt(end)] ?? 0) > 0) end++;
  return end;
}

/** The index behind a name with its prefix, if it has one. */
export function qualifiedEnd(text: string, from: number): number {
  const end = nameEnd(text, from);
  if (end === from || text.charCodeAt(end) !== COLON) return end;
  const localEnd = nameEnd(text, end + 1);
  return localEnd > end + 1 ? localEnd : end;
}

/** A colon would go on with a local name. */
export function isNameEnd(code: number): boolean {
  return code === CLOSE || (code !== COLON && (NAME_CLASSES[code] ?? 0) === 0);
}

export function afterSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
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
