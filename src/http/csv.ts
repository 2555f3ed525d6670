// CSV for spreadsheets, by RFC 4180, streamed: memory does not grow with the file. A cell that a spreadsheet would take for a
// formula is defused with a quote mark.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

const FORMULA_START = /^[=+\-@\t\r]/;
const A_PAGE = 250;

type Cell = string | number | boolean | Date | readonly string[] | null;

/** Whoever asks a list for CSV gets the whole of its filter, whatever page was asked for. */
export function wantsCsv(request: FastifyRequest): boolean {
  return /\btext\/csv\b/i.test(request.headers.accept ?? '');
}

/** An attachment with a header and a line for each row, of which the columns are taken and nothing else. */
export function sendCsv<Column extends string>(
  reply: FastifyReply,
  name: string,
  columns: readonly Column[],
  pages: AsyncIterable<readonly Partial<Record<Column, Cell>>[]>,
): FastifyReply {
  async function* lines(): AsyncGenerator<string> {
    yield csvLine(columns);
    for await (const rows of pages)
      yield rows.map((row) => csvLine(columns.map((column) => row[column] ?? null))).join('');
  }
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(lines()));
}

/** All pages of a list, as its own tokens lead from one to the next. */
export async function* everyPage<Row>(
  read: (page: { size: number; token: string | null }) => Promise<{ items: Row[]; token: string | null }>,
): AsyncGenerator<Row[]> {
  let token: string | null = null;
  do {
    const page: { items: Row[]; token: string | null } = await read({ size: A_PAGE, token });
    yield page.items;
    token = page.token;
  } while (token !== null);
}

function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: Cell): string {
  if (value === null) return '';
  // A number of ours may begin with a minus sign: it is a number, not a formula.
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text =
    value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : value.join(' ');
  const safe = FORMULA_START.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
