// What the documents share: a section with its heading, a table of two columns, a list, and what is set apart.
import { INK, STYLES } from './looks.ts';
import { COLUMN, heightOf, type Sheets } from './sheets.ts';
import type { Style } from './typeset.ts';

/** Where values of a table begin. */
const VALUES_AT = 130;

/** A heading, on one page with so much of what follows. */
export function section(sheets: Sheets, title: string, follows = 60): void {
  sheets.gap(24);
  sheets.heading('H2', title, STYLES.section, { keep: 45 + Math.min(follows, COLUMN.height * 0.7) });
  sheets.gap(7);
}

/** Two columns; what is not known has no row. */
export function table(
  sheets: Sheets,
  rows: readonly (readonly [string, string | undefined])[],
  valuesAt = VALUES_AT,
): void {
  const { type } = sheets;
  const shown = rows.flatMap(([name, value]) => {
    const names = type.lines(name, STYLES.label, valuesAt - 10);
    const values = type.lines(value ?? '', STYLES.text, COLUMN.width - valuesAt);
    return names.length === 0 || values.length === 0 ? [] : [{ names, values }];
  });
  if (shown.length === 0) return;
  sheets.within('Table', () => {
    for (const { names, values } of shown) {
      sheets.row(names, values, valuesAt);
      sheets.gap(2);
    }
  });
}

export function list(sheets: Sheets, entries: readonly string[], style: Style = STYLES.text): void {
  const x = 12;
  sheets.within('L', () => {
    for (const entry of entries) {
      const lines = sheets.type.lines(entry, style, COLUMN.width - x);
      if (lines.length > 0) sheets.entry(lines, sheets.type.lines('•', style, x), x);
    }
  });
}

/** A sentence that is not to be missed. */
export function inset(sheets: Sheets, text: string): void {
  const inside = 8;
  const lines = sheets.type.lines(text, STYLES.text, COLUMN.width - 2 * inside - 4);
  const height = heightOf(lines) + 2 * inside;
  sheets.gap(10);
  sheets.room(height);
  sheets.artifact((doc, y) => {
    doc.rect(COLUMN.left, y, COLUMN.width, height).fill(INK.accentBack);
    doc.rect(COLUMN.left, y, 3, height).fill(INK.accent);
  });
  sheets.gap(inside);
  sheets.paragraph('P', text, STYLES.text, { x: inside + 4, width: COLUMN.width - 2 * inside - 4 });
  sheets.gap(inside);
}
