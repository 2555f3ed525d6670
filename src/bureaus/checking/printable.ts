// What of a reply may be printed: names that a schema could have, and codes. A name or a code that is also a word of the person asked
// about, or of any text in the reply, is not: where a bureau writes a value in such a place, it stays unseen.
import type { Consumer } from '../../domain/reports/consumer.ts';
import { nameWords } from '../reading/whose.ts';

export const NOT_PRINTED = '(a name that is not printed)';

export type Printable = {
  name(onWire: string): string;
  /** Null for one that does not look like a code of its list. */
  code(value: string, list: readonly string[]): string | null;
  namespace(uri: string): string;
};

const CODE_LENGTH_MAX = 4;

export function createPrintable(needs: {
  /** Names that are written down: always printed. */
  known: ReadonlySet<string>;
  consumer: Consumer;
  /** Words of the texts in the reply, in small letters. */
  words: ReadonlySet<string>;
}): Printable {
  const { known, consumer } = needs;
  const own = new Set(textsIn(consumer).flatMap(wordsOf));
  const isTaken = (text: string) => own.has(text.toLowerCase()) || needs.words.has(text.toLowerCase());
  const names = [consumer, ...(consumer.previousNames ?? [])]
    .flatMap(({ firstName, middleName, lastName }) => [firstName, middleName, lastName].flatMap(nameWords))
    .map((name) => name.toLowerCase());
  const hasAName = (text: string) => {
    const parts = (text.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).map((part) => part.toLowerCase());
    const isIn = (name: string) => name.length > 4 && text.toLowerCase().includes(name);
    return names.some((name) => parts.includes(name) || isIn(name));
  };
  return {
    name(onWire) {
      const bare = onWire.replace(/^@/, '');
      if (known.has(onWire) || known.has(bare)) return onWire;
      // Of a schema's names few have figures, and none a number.
      const looksRight = /^[A-Za-z][\w-]{0,59}$/.test(bare) && !/\d{4}|(\d\D*){7}/.test(bare);
      return looksRight && !isTaken(bare) && !hasAName(bare) ? onWire : NOT_PRINTED;
    },
    code(value, list) {
      if (list.includes(value)) return value;
      const longest = Math.max(0, ...list.map((code) => code.length));
      const looksRight = /^[A-Z0-9]+$/.test(value) && value.length <= Math.min(longest, CODE_LENGTH_MAX);
      return looksRight && !isTaken(value) ? value : null;
    },
    namespace(uri) {
      const looksRight = /^(urn:|https?:\/\/)[A-Za-z][\w./:#-]{0,150}$/.test(uri) && !/\d{5}/.test(uri);
      return uri === '' ? 'no namespace' : looksRight && !hasAName(uri) ? uri : NOT_PRINTED;
    },
  };
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return value === undefined || value === null ? [] : [String(value)];
}

/** Single letters and figures say nothing of a person, and are most codes. */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1);
}
