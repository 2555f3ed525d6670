// Compares the shape that came with the shape that is written down, and says in words what differs: a name that nobody knows, one that
// the adapter reads and that did not come, a value of another kind, a code that is in no list.
import { type Declared, EXPECTED, type WireShape } from './declared.ts';
import { explainUnknown } from './explain-unknown.ts';
import type { Compared, Severity } from './findings.ts';
import type { Printable } from './printable.ts';
import type { Seen } from './shape-of.ts';

export type ComparingNeeds = {
  shape: WireShape;
  print: Printable;
  /** Lists of codes that the bureau itself sent, by name. */
  tables: ReadonlyMap<string, readonly string[]>;
  /** The folder of the adapter. */
  folder: string;
};

type Comparing = ComparingNeeds & Compared;

export function compareShapes(declared: Declared, seen: Seen, needs: ComparingNeeds): Compared {
  const comparing = { ...needs, findings: [], paths: [] };
  compareInside(comparing, declared, seen, '');
  return { findings: comparing.findings, paths: comparing.paths };
}

/** Attributes that XML itself has. */
const OF_XML = /^@(nil|schemaLocation)$/;

function compareInside(comparing: Comparing, here: Declared, at: Seen, path: string): void {
  const { shape, print } = comparing;
  const came = [...at.children].filter(
    ([name, { times }]) => times > 0 && !shape.ignored?.test(name) && !OF_XML.test(name),
  );
  const known = here.children.map((one) => ({
    one,
    found: came.filter(([onWire]) => shape.isName(onWire, one.name)).map(([, child]) => child),
  }));
  const missing = known.flatMap(({ one, found }) => {
    // Of an attribute every element is a parent; of an element only one that has something in it.
    const parents = one.name.startsWith('@') ? at.times : at.withChildren;
    const times = found.reduce((sum, { inParents }) => sum + inParents, 0);
    return times < parents ? [{ one, isNever: times === 0 }] : [];
  });
  const isKnown = (onWire: string) => here.children.some(({ name }) => shape.isName(onWire, name));
  const unknown = here.isOpen ? [] : came.filter(([onWire]) => !isKnown(onWire));
  const explained = unknown.map(([onWire, child]) => {
    const { severity, what, known: meant } = explainUnknown({ here, missing, onWire, child, shape });
    const place = join(path, print.name(onWire), child);
    listUnknown(comparing, child, place, 0);
    say(comparing, severity, place, what, severity === 'note' ? NOTHING : undefined);
    return meant;
  });
  for (const { one, isNever } of missing) {
    if (explained.includes(one)) continue;
    if (one.use === 'needed') say(comparing, 'fails', join(path, one.name), `is missing, ${MISSED}`);
    if (one.use === 'usual' && isNever) say(comparing, 'look', join(path, one.name), `never came, ${MISSED}`);
  }
  for (const { one, found } of known) {
    for (const child of found) compareKnown(comparing, one, child, join(path, one.name, child));
  }
}

function compareKnown(comparing: Comparing, here: Declared, at: Seen, path: string): void {
  const codesSeen = here.codes === null ? undefined : compareCodes(comparing, here, at, path);
  const kinds = [...at.kinds.keys()].map((came) => (here.codes !== null && came !== 'empty' ? 'code' : came));
  comparing.paths.push({
    path,
    kinds: [...new Set(kinds)],
    times: at.times,
    use: here.use === 'known' ? 'known' : 'read',
    ...(codesSeen !== undefined && { codes: codesSeen }),
  });
  const { kind } = here;
  const severity = severityOf(here);
  const allowed: readonly string[] = kind === null ? [] : ['empty', ...EXPECTED[kind]];
  for (const [came, times] of kind === null ? [] : at.kinds) {
    if (allowed.includes(came)) continue;
    const what = `${times} of ${at.times} came as ${WORDS[came]} where ${WORDS[kind ?? 'text']} is expected.`;
    say(comparing, severity, path, what);
  }
  const hasInside = here.children.some(({ name }) => !name.startsWith('@'));
  const isBare = at.withChildren === 0 && [...at.kinds.keys()].some((came) => came !== 'empty');
  if (hasInside && isBare) say(comparing, severity, path, 'came as a value where elements are expected.');
  compareInside(comparing, here, at, path);
}

/** The codes that may be printed; those in no list are a finding. */
function compareCodes(comparing: Comparing, here: Declared, at: Seen, path: string): string[] {
  const { shape, print, tables } = comparing;
  const { list = '', isEach = false } = here.codes ?? {};
  const all = [...(shape.codes[list] ?? []), ...(tables.get(list) ?? [])];
  if (all.length === 0) return [];
  const toPlain = shape.toPlainCode ?? ((code: string) => code);
  const listed = new Map(all.map((code) => [toPlain(code), code]));
  const values = [...at.values.keys()].flatMap((value) => (isEach ? [...value] : [value]));
  const came = [...new Set(values.map((value) => value.trim()))].filter((value) => value !== '');
  const strange = came.filter((value) => !listed.has(toPlain(value)));
  const shown = strange.flatMap((value) => print.code(value, all) ?? []);
  const hidden = strange.filter((value) => !shown.includes(value));
  const words = [
    ...(shown.length > 0 ? [`the ${shown.length === 1 ? 'code' : 'codes'} ${shown.join(', ')}`] : []),
    ...(hidden.length > 0 ? [`${hidden.length === 1 ? 'a value' : 'values'} of ${lengthsOf(hidden)}`] : []),
  ].join(' and ');
  if (strange.length > 0) {
    say(comparing, severityOf(here), path, `has ${words}, in no list that we know (${list}).`, ASK_FOR_CODES);
  }
  return [...came.flatMap((value) => listed.get(toPlain(value)) ?? []), ...shown];
}

/** Names below one parent, and levels of them, that are listed where nobody knows them. */
const UNKNOWN_MAX = 20;
const LEVELS_MAX = 4;

function listUnknown(comparing: Comparing, at: Seen, path: string, level: number): void {
  comparing.paths.push({ path, kinds: [...at.kinds.keys()], times: at.times, use: 'unknown' });
  if (level === LEVELS_MAX) return;
  for (const [name, child] of [...at.children].slice(0, UNKNOWN_MAX)) {
    listUnknown(comparing, child, join(path, comparing.print.name(name), child), level + 1);
  }
}

function say(
  { findings, folder }: Comparing,
  severity: Severity,
  path: string,
  what: string,
  todo?: string,
): void {
  const compare = `Compare with the schema of your contract. The adapter that reads it is in ${folder}.`;
  // Two names that are not printed may be said in the same words.
  if (findings.some((one) => one.path === path && one.what === what)) return;
  findings.push({ severity, path, what, todo: todo ?? compare });
}

const severityOf = ({ use }: Declared): Severity => (use === 'known' ? 'note' : 'look');

function join(path: string, name: string, child?: Seen): string {
  const step = child?.isList ? `${name}[]` : name;
  return path === '' ? step : `${path}/${step}`;
}

function lengthsOf(values: string[]): string {
  return values.every(({ length }) => length < 5) ? '1 to 4 characters' : '5 or more characters';
}

const WORDS = {
  empty: 'nothing',
  flag: 'yes or no',
  number: 'a whole number',
  decimal: 'a number with a point',
  date: 'a date',
  money: 'an amount',
  text: 'text',
  int: 'a whole number',
} as const;

const MISSED = 'and the adapter reads it: renamed, left out, or not in your contract.';
const NOTHING = 'Nothing to do: the adapter leaves out what it does not know.';
const ASK_FOR_CODES =
  'Look in the code tables of your contract, or ask the bureau. Until then we show "other" or "unknown".';
