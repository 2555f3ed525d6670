// How the shape of a bureau's replies is written down: a short text that a reader can hold beside the schema of a contract, and the
// tree that it becomes. Each bureau's text is in its folder, in shape.ts.
import type { Kind } from './shape-of.ts';

/**
 * `name{…}`: an element and what stands in it. `@name`: an attribute. `a|b{…}`: several names with the same inside. `...`: others may
 * stand here that are not written down. Behind a name: `+` our adapter reads it where it comes; `^` it reads it, and at least one of
 * them all has it; `!` it reads it, and none is without. Then `:date`, what its value must be, and `=list`, the list that its codes
 * are from; `=list*`: every character is a code.
 */
export type Declared = {
  name: string;
  use: 'known' | 'read' | 'usual' | 'needed';
  kind: Expected | null;
  codes: { list: string; isEach: boolean } | null;
  children: Declared[];
  isOpen: boolean;
};

/** What a value must be, and the kinds that are. Nothing at all is always allowed. */
export const EXPECTED = {
  date: ['date'],
  flag: ['flag', 'number'],
  int: ['number'],
  money: ['number', 'money'],
} as const satisfies Record<string, readonly Kind[]>;
export type Expected = keyof typeof EXPECTED;

export type WireShape = {
  /** A search's reply in either form, from the outermost element on; that of the look-up where there is one. */
  search: { xml?: Declared; json?: Declared };
  lookUp?: Declared;
  /** The reply with a token, below the name `token`. */
  token?: Declared;
  /** The codes of each list. */
  codes: Record<string, readonly string[]>;
  /** The lists that the look-up must bring. */
  tables?: readonly string[];
  /** How codes are compared, where they have several spellings. */
  toPlainCode?: (code: string) => string;
  /** Whether a name of the wire is this declared one. */
  isName: (onWire: string, declared: string) => boolean;
  /** Of the message in the body, and of what is in it: the same one or none; `free`: an element with anything in it. */
  namespace?: { message: RegExp; words: string; inside: 'same' | 'none'; free?: string };
  /** Takes off what a partner puts around a JSON reply. */
  unwrap?: (tree: unknown) => unknown;
  /** Names that say only whether another one came. */
  ignored?: RegExp;
  /** The paths of the records that become accounts. */
  accounts: RegExp;
  /** Figures with which the bureau says how many records there are, and the paths of these. */
  counters: { figure: string; records: RegExp; of: string }[];
};

const USES = { '': 'known', '+': 'read', '^': 'usual', '!': 'needed' } as const;
const TOKEN =
  /(?<names>[@\w-]+(?:\|[@\w-]+)*)(?<use>[+^!]?)(?::(?<kind>\w+))?(?:=(?<list>\w+)(?<each>\*?))?|(?<open>\.\.\.)|[{}]/g;

export function declare(text: string): Declared {
  const root = newDeclared('');
  const stack: Declared[][] = [[root]];
  let last: Declared[] = [root];
  for (const { 0: token, groups = {} } of text.matchAll(TOKEN)) {
    if (token === '{') stack.push(last);
    else if (token === '}') last = stack.pop() ?? [];
    else if (groups.open !== undefined) for (const one of stack.at(-1) ?? []) one.isOpen = true;
    else {
      last = (groups.names ?? '').split('|').map((name) => ({
        ...newDeclared(name),
        use: USES[(groups.use ?? '') as keyof typeof USES],
        kind: (groups.kind ?? null) as Expected | null,
        codes: groups.list === undefined ? null : { list: groups.list, isEach: groups.each === '*' },
      }));
      for (const one of stack.at(-1) ?? []) one.children.push(...last);
    }
  }
  return root;
}

function newDeclared(name: string): Declared {
  return { name, use: 'known', kind: null, codes: null, children: [], isOpen: false };
}

/** Every name that is written down, for those that may be printed. */
export function namesIn(declared: Declared): string[] {
  return [declared.name, ...declared.children.flatMap(namesIn)];
}

/** A list of codes, written with blanks between. */
export const codes = (text: string): readonly string[] => text.split(' ');
