// Consent texts: what a consumer reads and agrees to. The tenant writes the words; we bring a skeleton with blanks, and none that has a
// blank left is published. Plain text: paragraphs with an empty line between them, no markup.
import { DEVICE_HASHES_KEPT_MONTHS, SIGNALS_KEPT_DAYS } from '../reports/device-signals.ts';

export const CONSENT_LENGTH_MAX = 10_000;
export const CONSENT_TEXTS_MAX = 20;

export const CONSENT_SKELETON = `[[name of your firm]] asks for your permission to get your credit report.

If you agree, we send your name, any earlier names, your date of birth and your addresses to the credit reference agencies [[names of the agencies that you use]]. They look for a record about you and send us a copy of it.

We use your report to [[what you use the report for]]. We keep it for [[how long you keep it]] and share it with [[whom you share it with, or "nobody else"]].

[[How this search shows on a credit file, in words that your agencies confirmed]]

To protect you, we check the device that you use and send a security code to your mobile. We use what we learn of the device against fraud and for nothing else. Its settings are deleted after ${SIGNALS_KEPT_DAYS} days; a mark that recognises it is kept for ${DEVICE_HASHES_KEPT_MONTHS} months.

You do not have to agree. If you do, you can withdraw your permission later: [[how to reach you]]. Our privacy notice is at [[address of your privacy notice]].`;

/** As it is stored and hashed: one kind of line end, no spaces at the ends of lines, no empty lines around it. */
export function toConsentBody(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The blanks that are left, each once, as they are written between the brackets; at most ten. */
export function blanksIn(body: string): string[] {
  const found = [...body.matchAll(/\[\[([^\]]*)\]?\]?/g)].map(([, words = '']) => nameOfBlank(words));
  return [...new Set(found)].slice(0, 10);
}

/** With these in place of its blanks; a blank without an entry, or with an empty one, stays. */
export function fillBlanks(body: string, filled: Readonly<Record<string, string>>): string {
  return body.replace(/\[\[([^\]]*)\]\]/g, (blank, words: string) => {
    const name = nameOfBlank(words);
    const text = Object.hasOwn(filled, name) ? (filled[name] ?? '').trim() : '';
    return text === '' ? blank : text;
  });
}

/** Long enough for a question; a text that forgot to close its brackets is not one. */
const NAME_LENGTH_MAX = 100;
const nameOfBlank = (words: string): string => words.trim().slice(0, NAME_LENGTH_MAX);

export function paragraphsOf(body: string): string[] {
  return body.split('\n\n');
}
