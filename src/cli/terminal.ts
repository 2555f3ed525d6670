// The one way to the terminal. What is printed may come from a file, another service or a database: a name, a description, a text. A
// control character in it could rewrite what the reader sees, so each is shown as an escape, which JSON reads back as the character.

/** Controls but for tab and line feed, and what turns the direction of a line or breaks it. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

const asEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

export function clean(text: string): string {
  return text.replaceAll(UNSEEN, asEscape);
}

/** In one line: what a cell of a table shows, or a name in a sentence. */
export function inLine(text: string): string {
  return clean(text).replaceAll(/[\n\t]/g, asEscape);
}

export function toStdout(text: string): void {
  process.stdout.write(clean(text));
}

export function toStderr(text: string): void {
  process.stderr.write(clean(text));
}

/** The last line of stderr, of so many characters, to be drawn anew. */
export function wipeLine(length: number): void {
  process.stderr.write(`\r${' '.repeat(length)}\r`);
}
