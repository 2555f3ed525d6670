// Compares the shape that came with the shape that is written down, and says in words what differs: a name that nobody knows, one that
// the adapter reads and that did not come, a value of another kind, a code that is in no list.
import type { Declared, WireShape } from './declared.ts';
import { EXPECTED } from './declared.ts';
import { isNear } from './near-names.ts';
import type { Printable } from './printable.ts';
import type { Seen } from './shape-of.ts';

/** `fails`: the adapter needs it. `look`: it may lose something. `note`: nothing that it reads. */
export type Severity = 'fails' | 'look' | 'note';
export type Finding = { severity: Severity; path: string; what: string; todo: string };
export type PathSeen = {
  path: string;
  kinds: string[];
  times: number;
  use: 'read' | 'known' | 'unknown';
  codes?: string[];
};
export type Compared = { findings: Finding[]; paths: PathSeen[] };

export type ComparingNeeds = {
  shape: WireShape;
  print: Printable;
  /** Lists of codes that the bureau itself sent, by name. */
  tables: ReadonlyMap<string, readonly string[]>;
  /** The folder of the adapter. */
  folder: string;
};

/** Names below one parent that are listed, where nobody knows them. */
const UNKNOWN_MAX = 20;

export function compareShapes(declared: Declared, seen: Seen, needs: ComparingNeeds): Compared {
  const { shape, print, folder } = needs;
  const findings: Finding[] = [];
  const paths: PathSeen[] = [];
  const ask = `Compare with the schema of your contract. The adapter that reads it is in ${folder}.`;
  const say = (severity: Severity, path: string, what: string, todo = ask) =>
    findings.push({ severity, path, what, todo });

  function walk(here: Declared, at: Seen, path: string): void {
    const known: [Declared, Seen][] = [];
    const unknown: [string, Seen][] = [];
    for (const [onWire, child] of at.children) {
      if (child.times === 0 || shape.ignored?.test(onWire)) continue;
      const match = here.children.find(({ name }) => shape.isName(onWire, name));
      if (match !== undefined) known.push([match, child]);
      else if (!here.isOpen) unknown.push([onWire, child]);
    }
    const cameOf = (one: Declared) =>
      known.reduce((sum, [match, { inParents }]) => sum + (match === one ? inParents : 0), 0);
    const absent = here.children.filter((one) => cameOf(one) < parentsFor(one, at));
    const never = absent.filter((one) => cameOf(one) === 0);
    const explained = new Set(
      unknown.map(([name, child]) => tellUnknown(here, { absent, never }, name, child, path)),
    );
    for (const one of absent) {
      if (explained.has(one)) continue;
      if (one.use === 'needed' || (one.use === 'usual' && never.includes(one))) tellMissing(one, path);
    }
    for (const [match, child] of known) tellKnown(match, child, join(path, match.name, child));
  }

  function tellKnown(here: Declared, at: Seen, path: string): void {
    const codesSeen = here.codes === null ? undefined : tellCodes(here, at, path);
    const kinds = [...at.kinds.keys()].map((kind) =>
      codesSeen !== undefined && kind !== 'empty' ? 'code' : kind,
    );
    paths.push({
      ...{ path, kinds: [...new Set(kinds)], times: at.times, use: here.use === 'known' ? 'known' : 'read' },
      ...(codesSeen !== undefined && { codes: codesSeen }),
    });
    const severity = here.use === 'known' ? 'note' : 'look';
    const { kind } = here;
    if (kind !== null) {
      const allowed: readonly string[] = ['empty', ...EXPECTED[kind]];
      const wrong = [...at.kinds].filter(([came]) => !allowed.includes(came));
      for (const [came, times] of wrong) {
        say(
          severity,
          path,
          `${times} of ${at.times} came as ${WORDS[came]} where ${WORDS[kind]} is expected.`,
        );
      }
    }
    const hasInside = here.children.some(({ name }) => !name.startsWith('@'));
    const bare = [...at.kinds].some(([came]) => came !== 'empty');
    if (hasInside && kind === null && bare && at.withChildren === 0) {
      say(severity, path, 'came as a value where elements are expected.');
    }
    walk(here, at, path);
  }

  /** The codes that may be printed; those in no list are a finding. */
  function tellCodes(here: Declared, at: Seen, path: string): string[] {
    const { list = '', isEach = false } = here.codes ?? {};
    const toPlain = shape.toPlainCode ?? ((code: string) => code);
    const all = [...(shape.codes[list] ?? []), ...(needs.tables.get(list) ?? [])];
    const byPlain = new Map(all.map((code) => [toPlain(code), code]));
    const values = [...at.values.keys()].flatMap((value) => (isEach ? [...value] : [value]));
    const came = [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))];
    if (all.length === 0) return [];
    const strange = came.filter((value) => !byPlain.has(toPlain(value)));
    const shown = strange.flatMap((value) => print.code(value, all) ?? []);
    const hidden = strange.length - shown.length;
    if (strange.length > 0) {
      const words = [
        ...(shown.length > 0 ? [`${shown.length === 1 ? 'the code' : 'the codes'} ${shown.join(', ')}`] : []),
        ...(hidden > 0
          ? [`${hidden === 1 ? 'a value' : `${hidden} values`} of ${lengthsOf(strange)} characters`]
          : []),
      ];
      const severity = here.use === 'known' ? 'note' : 'look';
      say(severity, path, `has ${words.join(' and ')}, in no list that we know (${list}).`, ASK_FOR_CODES);
    }
    return [...came.flatMap((value) => byPlain.get(toPlain(value)) ?? []), ...shown];
  }

  function tellMissing({ name, use }: Declared, path: string): void {
    const [severity, how] =
      use === 'needed' ? (['fails', 'is missing'] as const) : (['look', 'never came'] as const);
    say(
      severity,
      join(path, name),
      `${how}, and the adapter reads it: renamed, left out, or not in your contract.`,
    );
  }

  /** Says what the unknown name may be, and returns the known one that it seems to be. */
  function tellUnknown(
    here: Declared,
    { absent, never }: { absent: Declared[]; never: Declared[] },
    onWire: string,
    child: Seen,
    path: string,
  ): Declared | undefined {
    const place = join(path, print.name(onWire), child);
    listUnknown(child, place, 0);
    const inside = [...child.children.keys()];
    const has = (name: string) => inside.some((inner) => shape.isName(inner, name));
    const wrapped = never.filter(({ use, name }) => use !== 'known' && has(name));
    if (wrapped.length > 1 || wrapped.some(({ use }) => use !== 'read')) {
      const names = wrapped.map(({ name }) => name).join(', ');
      say(
        'fails',
        place,
        `is not known, and stands around ${names}, which the adapter looks for outside it.`,
      );
      return wrapped[0];
    }
    const alike = ({ name, children }: Declared) =>
      isNear(onWire, name) ||
      (children.length > 0 &&
        2 * children.filter((inner) => has(inner.name)).length > inside.length &&
        inside.length > 0);
    const renamed = absent.toSorted(byUse).find(alike);
    const isInValue = here.children.length === 0 && here.use !== 'known';
    if (renamed === undefined) {
      say(
        isInValue ? 'look' : 'note',
        place,
        `is not known${isInValue ? ', and stands where a value is read' : ''}.`,
        isInValue ? ask : NOTHING,
      );
      return undefined;
    }
    const severity = renamed.use === 'known' ? 'note' : renamed.use === 'needed' ? 'fails' : 'look';
    const reads = renamed.use === 'known' ? 'did not come' : 'the adapter reads and did not come';
    say(severity, place, `is not known. It looks like ${renamed.name}, which ${reads}.`);
    return renamed;
  }

  function listUnknown(at: Seen, path: string, depth: number): void {
    paths.push({ path, kinds: [...at.kinds.keys()], times: at.times, use: 'unknown' });
    if (depth > 4) return;
    for (const [name, child] of [...at.children].slice(0, UNKNOWN_MAX)) {
      listUnknown(child, join(path, print.name(name), child), depth + 1);
    }
  }

  walk(declared, seen, '');
  return { findings: merged(findings), paths };
}

/** Of an attribute every element is a parent; of an element only one that has something in it. */
function parentsFor({ name }: Declared, at: Seen): number {
  return name.startsWith('@') ? at.times : at.withChildren;
}

const RANK = { needed: 0, usual: 1, read: 2, known: 3 } as const;
const byUse = (one: Declared, other: Declared): number => RANK[one.use] - RANK[other.use];

function join(path: string, name: string, child?: Seen): string {
  const list = child?.isList ? '[]' : '';
  return path === '' ? name + list : `${path}/${name}${list}`;
}

/** The same words about the same place once. */
function merged(findings: Finding[]): Finding[] {
  return [...new Map(findings.map((one) => [`${one.severity} ${one.path} ${one.what}`, one])).values()];
}

function lengthsOf(values: string[]): string {
  const lengths = values.map((value) => value.length);
  return Math.max(...lengths) <= 4
    ? '1 to 4'
    : Math.min(...lengths) > 4
      ? '5 or more'
      : 'different numbers of';
}

const WORDS = {
  ...{ empty: 'nothing', flag: 'yes or no', number: 'a whole number', decimal: 'a number with a point' },
  ...{ date: 'a date', money: 'an amount', text: 'text', int: 'a whole number' },
} as const;

const ASK_FOR_CODES =
  'Ask the bureau for the meaning of the code, or look in the code tables of your contract. Until then we show "other" or "unknown".';
const NOTHING = 'Nothing to do: the adapter leaves out what it does not know.';
