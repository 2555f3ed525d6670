// What the sections of the PDF are put together from: a heading with what follows, a table of two columns, a list, a sentence in a box.
import { INK, STYLES } from './looks.ts';
import { COLUMN, heightOf, type Sheets } from './sheets.ts';
import type { Style } from './typeset.ts';

/** Where values of a table begin. */
const VALUES_AT = 110;

/** A heading, on one page with so much of what follows. */
export function section(sheets: Sheets, title: string, follows = 40): void {
  sheets.gap(10);
  const style = { ...STYLES.section, colour: sheets.accent };
  sheets.heading('H2', title, style, { keep: 30 + Math.min(follows, COLUMN.height * 0.7) });
  sheets.gap(3);
}

/** Two columns; what is not known has no row. */
export function table(
  sheets: Sheets,
  rows: readonly (readonly [string, string | undefined])[],
  { valuesAt = VALUES_AT, head = STYLES.label }: { valuesAt?: number; head?: Style } = {},
): void {
  const { type } = sheets;
  const shown = rows.flatMap(([name, value]) => {
    const names = type.lines(name, head, valuesAt - 10);
    const values = type.lines(value ?? '', STYLES.text, COLUMN.width - valuesAt);
    return names.length === 0 || values.length === 0 ? [] : [{ names, values }];
  });
  if (shown.length === 0) return;
  sheets.within('Table', () => {
    for (const { names, values } of shown) {
      sheets.row(names, values, valuesAt);
      sheets.gap(1.5);
    }
  });
}

export function list(sheets: Sheets, entries: readonly string[], style: Style = STYLES.text): void {
  const x = 10;
  sheets.within('L', () => {
    for (const entry of entries) {
      const lines = sheets.type.lines(entry, style, COLUMN.width - x);
      if (lines.length > 0) sheets.entry(lines, sheets.type.lines('•', style, x), x);
    }
  });
}

/** A sentence that is not to be missed. */
export function inset(sheets: Sheets, text: string): void {
  const inside = 5;
  const width = COLUMN.width - 2 * inside - 4;
  const height = heightOf(sheets.type.lines(text, STYLES.text, width)) + 2 * inside;
  sheets.gap(6);
  sheets.room(height);
  sheets.artifact((doc, y) => {
    doc.rect(COLUMN.left, y, COLUMN.width, height).fill(INK.subtle);
    doc.rect(COLUMN.left, y, 3, height).fill(sheets.accent);
  });
  sheets.down(inside);
  sheets.paragraph('P', text, STYLES.text, { x: inside + 4, width });
  sheets.down(inside);
}
