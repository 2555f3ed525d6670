// The shape of a parsed reply, XML or JSON: which names came where, how often, and as what kind of value. The values themselves are kept
// for comparing with lists of codes and are never printed from here: printable.ts decides what may be.
import { isDayOfCalendar } from '../../domain/days/months.ts';

export type Kind = 'empty' | 'flag' | 'number' | 'decimal' | 'date' | 'money' | 'text';

export type Seen = {
  /** How often it came, in all. */
  times: number;
  /** In how many of its parents. */
  inParents: number;
  /** How many of them had something in them. */
  withChildren: number;
  isList: boolean;
  kinds: Map<Kind, number>;
  values: Map<string, number>;
  children: Map<string, Seen>;
};

/** Deeper than any reply; what is below is not looked at. */
const DEPTH_MAX = 64;

export function shapeOf(tree: unknown): Seen {
  const root = newSeen();
  add(root, tree, 0);
  return root;
}

function newSeen(): Seen {
  const counts = { times: 0, inParents: 0, withChildren: 0, isList: false };
  return { ...counts, kinds: new Map(), values: new Map(), children: new Map() };
}

function add(seen: Seen, value: unknown, depth: number): void {
  if (depth > DEPTH_MAX) return;
  if (Array.isArray(value)) {
    seen.isList = true;
    for (const one of value) add(seen, one, depth);
    return;
  }
  seen.times += 1;
  const isTree = typeof value === 'object' && value !== null;
  const kind = isTree ? kindOfParts(value) : kindOf(value);
  if (!isTree || kind !== null) {
    addValue(seen, kind ?? 'empty', isTree ? '' : String(value ?? ''));
    return;
  }
  const entries = Object.entries(value);
  // Attributes alone are not an inside.
  if (entries.some(([name]) => !/^[@#]/.test(name))) seen.withChildren += 1;
  for (const [name, inner] of entries) {
    if (name === '#text') addValue(seen, kindOf(inner), String(inner));
    else addChild(seen, name, inner, depth);
  }
}

function addChild(seen: Seen, name: string, inner: unknown, depth: number): void {
  const child = seen.children.get(name) ?? newSeen();
  seen.children.set(name, child);
  // An empty list says that there is none.
  if (!Array.isArray(inner) || inner.length > 0) child.inParents += 1;
  add(child, inner, depth + 1);
}

function addValue(seen: Seen, kind: Kind, value: string): void {
  seen.kinds.set(kind, (seen.kinds.get(kind) ?? 0) + 1);
  if (value !== '') seen.values.set(value, (seen.values.get(value) ?? 0) + 1);
}

const DATE = /^(\d{4}-\d{2}(?:-\d{2})?)(?:T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?)?(Z|[+-]\d{2}:\d{2})?$/;

export function kindOf(value: unknown): Kind {
  if (typeof value === 'boolean') return 'flag';
  const text = String(value ?? '').trim();
  if (text === '') return 'empty';
  if (/^(true|false|[YN])$/i.test(text)) return 'flag';
  if (/^-?\d+$/.test(text)) return 'number';
  if (/^-?\d+\.\d+$/.test(text)) return 'decimal';
  if (/^-?£? ?[\d,]+ *-?$/.test(text)) return 'money';
  const [, day = ''] = DATE.exec(text) ?? [];
  return isDayOfCalendar(day.length === 7 ? `${day}-01` : day) ? 'date' : 'text';
}

/** Of a date in parts, `{CCYY, MM, DD}` or `{day, month, year}`; null for anything else. */
function kindOfParts(value: object): Kind | null {
  const parts = new Map(Object.entries(value).map(([name, part]) => [name.toLowerCase(), String(part)]));
  const isDate = [...parts.keys()].every((name) => /^(ccyy|mm|dd|year|month|day)(specified)?$/.test(name));
  const year = parts.get('ccyy') ?? parts.get('year');
  if (!isDate || year === undefined) return null;
  if (parts.get('ccyyspecified') === 'false') return 'empty';
  const [month = '', day = ''] = [parts.get('mm') ?? parts.get('month'), parts.get('dd') ?? parts.get('day')];
  return isDayOfCalendar(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`) ? 'date' : 'text';
}
