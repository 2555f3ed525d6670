// A tenant's own lenders, as CSV by RFC 4180: read with every problem by its row, in words that never quote the file. The rows count as a
// spreadsheet counts them: the header is row 1.
import { isCalendarDay } from '../days/calendar-day.ts';
import { wordsOf } from '../merging/lender-words.ts';
import { LENDERS, type LenderEntry, type Move, nameKey } from './registry.ts';

export const LENDER_COLUMNS = [
  'name',
  'companies',
  'brands',
  'formerNames',
  'group',
  'complaintsAddress',
  'motor',
  'moves',
] as const;
type Column = (typeof LENDER_COLUMNS)[number];

export const OWN_LENDERS_MAX = 500;
export const LENDER_CSV_LENGTH_MAX = 60_000;
const NAME_LENGTH_MAX = 120;
const ADDRESS_LENGTH_MAX = 300;
const NAMES_MAX = 20;
/** More problems than anybody mends at once. */
const PROBLEMS_MAX = 20;
/** Between the names of a cell. */
export const NAMES_MARK = '|';

/** Of a tenant's own: it finances vehicles under every name, or not. */
export type OwnLender = Omit<LenderEntry, 'motor' | 'moves' | 'seen'> & {
  motor?: boolean;
  moves?: readonly OwnMove[];
};
type OwnMove = Pick<Move, 'to' | 'on'>;
type LenderCsv = { lenders: OwnLender[]; problems: string[] };

export function readLenderCsv(text: string): LenderCsv {
  const rows = rowsOf(text.replace(/^\ufeff/, ''));
  if (rows === null) return refused('A quoted cell has no end, or text after its end: close every quote.');
  const [header = [], ...body] = rows;
  const columns = header.map((cell) => cell.trim());
  const headerProblem = problemOfHeader(columns);
  if (headerProblem !== null) return refused(`Row 1: ${headerProblem}`);
  const filled = body
    .map((cells, at) => ({ row: at + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length === 0)
    return refused('There is no lender in it: send at least one row, or delete them all.');
  if (filled.length > OWN_LENDERS_MAX)
    return refused(`It has ${filled.length} lenders; ${OWN_LENDERS_MAX} fit. Leave out those that we know.`);
  const lenders: OwnLender[] = [];
  const problems: string[] = [];
  const moves: [number, Move][] = [];
  const owners = new Map<string, number>();
  for (const { row, cells } of filled) {
    const found = readRow(columns, cells);
    const own = typeof found === 'string' ? [found] : [...problemsOfNames(found, row, owners)];
    problems.push(...own.map((problem) => `Row ${row}: ${problem}`));
    if (typeof found === 'string') continue;
    lenders.push(found);
    moves.push(...(found.moves ?? []).map((move): [number, Move] => [row, move]));
  }
  for (const [row, { to }] of moves) {
    if (!owners.has(nameKey(to)) && LENDERS.find(wordsOf(to))?.shown === undefined)
      problems.push(
        `Row ${row}: moves names a lender that is neither in this file nor known: add a row for it.`,
      );
  }
  const more = problems.length - PROBLEMS_MAX;
  if (more <= 0) return { lenders, problems };
  return { lenders, problems: [...problems.slice(0, PROBLEMS_MAX), `${more} more.`] };
}

function refused(problem: string): LenderCsv {
  return { lenders: [], problems: [problem] };
}

function problemOfHeader(columns: readonly string[]): string | null {
  const known: readonly string[] = LENDER_COLUMNS;
  if (!columns.includes('name')) return `the column name is missing. The columns are ${known.join(', ')}.`;
  if (columns.some((column) => !known.includes(column)))
    return `there is a column that is not known. The columns are ${known.join(', ')}.`;
  return new Set(columns).size < columns.length ? 'there is a column twice.' : null;
}

/** The entry, or what is wrong with the row. */
function readRow(columns: readonly string[], cells: readonly string[]): OwnLender | string {
  if (cells.length > columns.length) return 'it has more cells than the header has columns.';
  const textOf = (column: Column): string => (cells[columns.indexOf(column)] ?? '').trim();
  for (const column of LENDER_COLUMNS) {
    const problem = problemOfCell(column, textOf(column));
    if (problem !== null) return `${column} ${problem}`;
  }
  const namesOf = (column: Column): string[] =>
    textOf(column)
      .split(NAMES_MARK)
      .map((name) => name.trim())
      .filter((name) => name !== '');
  const lists = {
    companies: namesOf('companies'),
    brands: namesOf('brands'),
    formerNames: namesOf('formerNames'),
  };
  const [group, complaintsAddress, motor] = [textOf('group'), textOf('complaintsAddress'), textOf('motor')];
  return {
    name: textOf('name'),
    ...Object.fromEntries(Object.entries(lists).filter(([, names]) => names.length > 0)),
    ...(group !== '' && { group }),
    ...(complaintsAddress !== '' && { complaintsAddress }),
    ...(motor !== '' && { motor: motor.toLowerCase() === 'yes' }),
    ...(textOf('moves') !== '' && { moves: namesOf('moves').map(moveOf) }),
  };
}

/** "NatWest 2025-05-01": the lender, then the day. */
const MOVE = /^(.*\S)\s+(\d{4}-\d\d-\d\d)$/;

function moveOf(text: string): OwnMove {
  const [, to = '', on = ''] = MOVE.exec(text) ?? [];
  return { to, on };
}

// What a spreadsheet would run, what hides or reverses text, and a line break, which none of these fields needs.
const FORMULA = /^[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

function problemOfCell(column: Column, text: string): string | null {
  if (UNSEEN.test(text)) return 'has a line break or a character that is not shown: write it in one line.';
  if (column === 'motor') return /^(yes|no)?$/i.test(text) ? null : 'must be yes or no, or empty.';
  if (column === 'complaintsAddress') {
    if (FORMULA.test(text)) return 'must not begin with =, +, - or @.';
    return text.length > ADDRESS_LENGTH_MAX ? `is longer than ${ADDRESS_LENGTH_MAX} characters.` : null;
  }
  if (column === 'name' && text === '') return 'is empty: every row needs one.';
  const names = column === 'name' || column === 'group' ? [text] : text.split(NAMES_MARK);
  if (column === 'name' && text.includes(NAMES_MARK)) return `must be one name, without ${NAMES_MARK}.`;
  if (names.length > NAMES_MAX) return `has more than ${NAMES_MAX} names.`;
  if (column === 'moves' && text !== '' && names.some((move) => !isCalendarDay(moveOf(move.trim()).on)))
    return 'must be a lender and a day, as in "Some Bank 2025-05-01".';
  if (names.some((name) => FORMULA.test(name))) return 'must not begin with =, +, - or @.';
  return names.some((name) => name.trim().length > NAME_LENGTH_MAX)
    ? `has a name longer than ${NAME_LENGTH_MAX} characters.`
    : null;
}

/** A name must tell its lender from others, and mean one. */
function* problemsOfNames(
  { name, companies = [], brands = [], formerNames = [] }: LenderEntry,
  row: number,
  owners: Map<string, number>,
): Generator<string> {
  for (const one of [name, ...companies, ...brands, ...formerNames]) {
    const key = nameKey(one);
    if (key === '')
      yield 'a name has no word that tells it from other lenders: "Bank" or "Finance" alone is none.';
    const owner = owners.get(key);
    if (key !== '' && owner !== undefined && owner !== row)
      yield `a name is that of row ${owner} too: each name may mean one lender.`;
    if (key !== '' && owner === undefined) owners.set(key, row);
  }
}

/** Null where a quote is left open. */
function rowsOf(text: string): string[][] | null {
  const rows: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    if (cell === null) return null;
    cells.push(cell.text);
    at = cell.end;
    if (text[at] === ',') {
      at += 1;
      // The last cell of the file may be empty.
      if (at === text.length) cells.push('');
      continue;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    rows.push(cells);
    cells = [];
  }
  if (cells.length > 0) rows.push(cells);
  return rows;
}

type Cell = { text: string; end: number };

function plainCell(text: string, start: number): Cell {
  let end = start;
  while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(start, end), end };
}

function quotedCell(text: string, start: number): Cell | null {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end === -1) return null;
  const after = text[end + 1];
  if (after !== undefined && after !== ',' && after !== '\n' && after !== '\r') return null;
  return { text: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
}
