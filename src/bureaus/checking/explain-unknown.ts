// What an element that nobody knows may be: a wrapper around known ones, a known one by another name, one more record, or simply new.

import { type Declared, EXPECTED, type WireShape } from './declared.ts';
import type { Severity } from './findings.ts';
import { isNear } from './near-names.ts';
import type { Seen } from './shape-of.ts';

type Explained = { severity: Severity; what: string; known?: Declared };

export function explainUnknown(needs: {
  here: Declared;
  /** Known ones that did not come with every parent, or with none. */
  missing: { one: Declared; isNever: boolean }[];
  onWire: string;
  child: Seen;
  shape: WireShape;
}): Explained {
  const { here, missing, onWire, child, shape } = needs;
  const inside = [...child.children.keys()];
  const has = ({ name }: Declared) => inside.some((inner) => shape.isName(inner, name));
  const isRead = ({ use }: Declared) => use !== 'known';
  const isTree = ({ children }: Declared) => children.length > 0;
  /** More than half of what is in it would be at home in the other. */
  const isMadeLike = ({ children }: Declared) =>
    2 * inside.filter((inner) => children.some(({ name }) => shape.isName(inner, name))).length >
    inside.length;

  /** Its values would do for the other, and are none that would do for anything. */
  const fits = ({ kind, codes }: Declared) => {
    const values = [...child.values.keys()];
    const list = shape.codes[codes?.list ?? ''] ?? [];
    if (codes !== null)
      return values.length > 0 && values.every((value) => value.length > 1 && list.includes(value));
    if (kind === null || kind === 'flag') return false;
    const kinds = [...child.kinds.keys()].filter((came) => came !== 'empty');
    const isFigure = kind === 'date' || values.some((value) => /\d\d/.test(value));
    return isFigure && kinds.length > 0 && kinds.every((came) => EXPECTED[kind].some((one) => one === came));
  };

  const wrapped = missing.flatMap(({ one, isNever }) => (isNever && isRead(one) && has(one) ? [one] : []));
  // A single text inside, such as a name, makes no wrapper.
  if (wrapped.length > 1 || wrapped.some((one) => isTree(one) || one.use !== 'read')) {
    const names = wrapped.map(({ name }) => name).join(', ');
    const what = `is not known, and stands around ${names}, which the adapter looks for outside it.`;
    return { severity: wrapped.some(isNeeded) ? 'fails' : 'look', what, ...first(wrapped) };
  }
  const renamed = missing
    .map(({ one }) => one)
    .toSorted((one, other) => RANK[one.use] - RANK[other.use])
    .filter((one) => isNear(onWire, one.name) || isMadeLike(one));
  const [meant] = renamed;
  if (meant !== undefined) {
    const which = isRead(meant) ? 'the adapter reads and which did not come' : 'did not come';
    const severity = isNeeded(meant) ? 'fails' : isRead(meant) ? 'look' : 'note';
    return { severity, what: `is not known. It looks like ${meant.name}, which ${which}.`, known: meant };
  }
  const fitting = missing.flatMap(({ one, isNever }) =>
    isNever && isRead(one) && fits(one) ? [one.name] : [],
  );
  if (fitting.length > 0) {
    const names = fitting.join(', ');
    return { severity: 'look', what: `is not known. By its values it may be ${names}, which did not come.` };
  }
  const sibling = here.children.find((one) => isRead(one) && isMadeLike(one));
  if (sibling !== undefined)
    return { severity: 'look', what: `is not known. It is made like ${sibling.name}.` };
  if (isRead(here) && here.children.length === 0) {
    return { severity: 'look', what: 'is not known, and stands where a value is read.' };
  }
  return { severity: 'note', what: 'is not known.' };
}

const RANK = { needed: 0, usual: 1, read: 2, known: 3 } as const;
const isNeeded = ({ use }: Declared): boolean => use === 'needed';

function first([known]: Declared[]): { known?: Declared } {
  return known === undefined ? {} : { known };
}
