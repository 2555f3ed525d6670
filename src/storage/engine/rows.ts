// A list of objects as the rows of a statement: each column with its name, its type and where its value comes from, once. The list is sent as
// parallel arrays, one a column: PostgreSQL reads them faster than JSON, and a Buffer needs no text form of its own.
import { unnested } from './connection/database.ts';

type Column<One> = readonly [type: string, read: (one: One, place: number) => unknown];

export type Rows<One> = {
  /** SQL: `unnest(…) as g (…)`, with the parameters from $1 on. */
  sql: string;
  /** The parameter behind them: `after(1)` is the next one. */
  after(place: number): string;
  values(list: readonly One[]): unknown[][];
};

export function rowsOf<One>(columns: Record<string, Column<One>>): Rows<One> {
  const all = Object.values(columns);
  const [first = '', ...others] = all.map(([type], index) => `$${index + 1}::${type}[]`);
  return {
    sql: `${unnested(first, ...others)} as g (${Object.keys(columns).join(', ')})`,
    after: (place) => `$${all.length + place}`,
    values: (list) => all.map(([, read]) => list.map(read)),
  };
}

/** The place of an object in its list, for answers that come back in another order. */
export const PLACE: Column<unknown> = ['int', (_one, place) => place];
