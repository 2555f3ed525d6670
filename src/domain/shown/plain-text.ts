// Text in one line, for people: letters of any script, without what hides or reverses text.

/** Control characters, line separators, marks of text direction, the byte order mark: inside a class of a regular expression. */
export const UNSEEN = '\\u0000-\\u001f\\u007f-\\u009f\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff';
const ANY_UNSEEN = new RegExp(`[${UNSEEN}]`);

export function isPlainText(text: string): boolean {
  return !ANY_UNSEEN.test(text) && text.isWellFormed();
}
