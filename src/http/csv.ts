// CSV for spreadsheets, by RFC 4180, streamed: memory does not grow with the file. Every text is quoted, and what a spreadsheet would
// run as a formula (CSV injection) is escaped with a quote mark: at the start of a cell, and wherever a spreadsheet that separates by
// semicolons or tabs, and so does not see our quotes, would begin a cell of its own.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Page, Paged } from '../usecases/page.ts';
import { asWritten, type Written } from './sent.ts';

// Also full-width, which some spreadsheets take for the same. Spaces, quotes and letters without a width before them do not help.
const FORMULA_STARTS = /(^|[;\t\r\n])(?=(?:[^\S\t\r\n]|["\p{Cf}])*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;
/** Nearly every cell begins so and has none of these: nothing in it to escape. */
const PLAIN_START = /^[0-9A-Za-z]/;
const SPECIAL = /[";\t\r\n]/;
const PAGE_SIZE = 250;

type Cell = string | number | boolean | Date | readonly string[] | null;

/** As CSV a list is exported whole, within its filter; page parameters do not count. */
export function wantsCsv(request: FastifyRequest): boolean {
  return /\btext\/csv\b/i.test(request.headers.accept ?? '');
}

/** An attachment: a header line, then a line for each row, with these columns of it and no others. */
export function sendCsv<Column extends string>(
  reply: FastifyReply,
  name: string,
  columns: readonly Column[],
  pages: AsyncIterable<readonly Partial<Record<Column, Cell | undefined>>[]>,
): Written {
  async function* lines(): AsyncGenerator<string> {
    yield `${columns.join(',')}\r\n`;
    for await (const rows of pages)
      yield rows.map((row) => csvLine(columns.map((column) => row[column] ?? null))).join('');
  }
  return asWritten(
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}.csv"`)
      .send(Readable.from(lines())),
  );
}

/** All pages of a list, from one page token to the next. */
export async function* everyPage<Row>(read: (page: Page) => Promise<Paged<Row>>): AsyncGenerator<Row[]> {
  let token: string | null = null;
  do {
    const page: Paged<Row> = await read({ size: PAGE_SIZE, token });
    yield page.items;
    token = page.token;
  } while (token !== null);
}

function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: Cell): string {
  if (value === null) return '';
  // A number may begin with a minus sign and is not a formula.
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text =
    value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : value.join(' ');
  if (PLAIN_START.test(text) && !SPECIAL.test(text)) return `"${text}"`;
  const inside = text.replaceAll(FORMULA_STARTS, "$1'").replaceAll('"', '""');
  return /^[\t\r]/.test(inside) ? `"'${inside}"` : `"${inside}"`;
}
