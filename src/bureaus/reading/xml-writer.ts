// Writes XML: the requests to the bureaus that speak SOAP, and the replies of their simulators.
import { FORBIDDEN } from './xml-text.ts';

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
