// A reply as a tree of names and values, written as XML or as JSON.

/** A date, and a word that one style writes as `singleMatch` and the other as `SINGLE_MATCH`. */
export class Day {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
export class Word {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
export type Node = string | number | boolean | Day | Word | undefined | Node[] | { [name: string]: Node };
export type Branch = { [name: string]: Node };

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Names that begin with @ are attributes; undefined is no element, an empty branch an empty one. */
export function toXml(name: string, node: Node): string {
  if (node === undefined) return '';
  if (Array.isArray(node)) return node.map((one) => toXml(name, one)).join('');
  if (typeof node !== 'object') return `<${name}>${escapeXml(String(node))}</${name}>`;
  if (node instanceof Day || node instanceof Word) return `<${name}>${node.text}</${name}>`;
  const entries = Object.entries(node).filter(([, value]) => value !== undefined);
  const attributes = entries
    .filter(([key]) => key.startsWith('@'))
    .map(([key, value]) => ` ${key.slice(1)}="${escapeXml(String(value))}"`)
    .join('');
  const inside = entries
    .filter(([key]) => !key.startsWith('@'))
    .map(([key, value]) => (key === '#' ? escapeXml(String(value)) : toXml(key, value)))
    .join('');
  return inside === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inside}</${name}>`;
}

/** The same tree for JSON.stringify: dates and words as the caller writes them, attributes as keys. */
export function toJson(
  node: Node,
  style: { day(text: string): unknown; word(text: string): string },
): unknown {
  if (Array.isArray(node)) return node.map((one) => toJson(one, style));
  if (node instanceof Day) return style.day(node.text);
  if (node instanceof Word) return style.word(node.text);
  if (typeof node !== 'object') return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key.replace('@', ''), toJson(value, style)]),
  );
}
