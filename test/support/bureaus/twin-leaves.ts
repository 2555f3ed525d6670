// The values of a twin, each with its path, and the twin with one of them changed: what an adapter reads is what changes its answer.
export type Leaf = {
  /** Names from the outside in, without prefixes and without places in a list: `accs/acc/acchistory/ah/@pay`. */
  path: string;
  value: string;
  /** The whole reply with another value here. */
  with(value: string): string;
};

export function leavesOf(text: string): Leaf[] {
  return text.trimStart().startsWith('<') ? xmlLeaves(text) : jsonLeaves(JSON.parse(text));
}

/** Nothing, and something else of the same kind: what is read shows by one of them. */
export function othersOf(value: string): string[] {
  return [...new Set(['', otherOf(value)])].filter((other) => other !== value);
}

const FLIPS: Record<string, string> = { true: 'false', false: 'true', Y: 'N', N: 'Y', '0': '1', '1': '0' };

function otherOf(value: string): string {
  const flipped = FLIPS[value];
  if (flipped !== undefined) return flipped;
  // The last digit, which of a date is the day's, of a sum the pound's.
  const last = /\d(?=\D*$)/.exec(value);
  if (last === null) return `${value}X`;
  const digit = last[0] === '1' ? '2' : '1';
  return `${value.slice(0, last.index)}${digit}${value.slice(last.index + 1)}`;
}

const TAG = /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"]*")*)\s*(\/?)>([^<]*)/g;
const ATTRIBUTE = /\s+([\w:.-]+)="([^"]*)"/g;
const local = (name: string): string => name.replace(/^.*:/, '');

function xmlLeaves(text: string): Leaf[] {
  const leaves: Leaf[] = [];
  const open: string[] = [];
  const leaf = (path: string, value: string, start: number): void => {
    const replaced = (other: string) => text.slice(0, start) + other + text.slice(start + value.length);
    leaves.push({ path, value, with: replaced });
  };
  for (const {
    index,
    0: whole,
    1: isEnd,
    2: name = '',
    3: attributes = '',
    4: isClosed,
    5: content = '',
  } of text.matchAll(TAG)) {
    if (isEnd) {
      open.pop();
      continue;
    }
    open.push(local(name));
    const path = open.join('/');
    const attributesAt = index + 1 + name.length;
    for (const { index: at, 1: attribute = '', 2: value = '' } of attributes.matchAll(ATTRIBUTE)) {
      if (attribute.startsWith('xmlns')) continue;
      leaf(`${path}/@${attribute}`, value, attributesAt + at + attributes.slice(at).indexOf('"') + 1);
    }
    if (isClosed) open.pop();
    else if (content.trim() !== '') leaf(path, content, index + whole.length - content.length);
  }
  return leaves;
}

function jsonLeaves(root: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (holder: Record<string, unknown>, key: string, path: string): void => {
    const value = holder[key];
    const isTree = typeof value === 'object' && value !== null;
    const here = Array.isArray(holder) ? path : path === '' ? key : `${path}/${key}`;
    if (isTree) for (const name of Object.keys(value)) walk(value as Record<string, unknown>, name, here);
    else leaves.push({ path: here, value: String(value), with: (other) => changed(holder, key, other) });
  };
  const changed = (holder: Record<string, unknown>, key: string, other: string): string => {
    const before = holder[key];
    holder[key] = typeof before === 'string' || other === '' ? other : JSON.parse(other);
    const text = JSON.stringify(root);
    holder[key] = before;
    return text;
  };
  for (const name of Object.keys(root as object)) walk(root as Record<string, unknown>, name, '');
  return leaves;
}
