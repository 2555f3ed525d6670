// The rest of the credit file in the PDF: court judgments, insolvency, the electoral roll, associations, other names, notices, scores.
import type { CreditReport } from '../domain/reports/credit-report.ts';
import { type PartEntry, partSections } from '../domain/shown/file-part-words.ts';
import { STYLES } from './looks.ts';
import { COLUMN, type Sheets } from './sheets.ts';

const VALUES_AT = 130;
/** Room for a heading and the first lines below it. */
const KEEP = 90;

export function drawParts(sheets: Sheets, report: CreditReport): void {
  for (const { title, none, help, entries } of partSections(report)) {
    sheets.within('Sect', () => {
      sheets.gap(24);
      sheets.heading('H2', title, STYLES.section, { keep: KEEP });
      sheets.gap(7);
      if (none !== null) sheets.paragraph('P', none, STYLES.text);
      for (const [index, entry] of entries.entries()) {
        if (index > 0) sheets.gap(8);
        drawEntry(sheets, entry);
      }
      if (entries.length === 0) return;
      sheets.gap(4);
      sheets.paragraph('P', help, STYLES.note);
    });
  }
}

function drawEntry(sheets: Sheets, { title, standing, facts, notices }: PartEntry): void {
  const { type } = sheets;
  const heading = standing === undefined ? title : `${title}: ${standing.words.toLowerCase()}`;
  sheets.room(KEEP / 2);
  sheets.paragraph('P', heading, STYLES.strong);
  sheets.gap(2);
  sheets.within('Table', () => {
    for (const [name, value] of facts) {
      const names = type.lines(name, STYLES.label, VALUES_AT - 10);
      const values = type.lines(value, STYLES.text, COLUMN.width - VALUES_AT);
      if (names.length === 0 || values.length === 0) continue;
      sheets.row(names, values, VALUES_AT);
      sheets.gap(2);
    }
  });
  for (const words of notices) {
    sheets.gap(2);
    sheets.paragraph('P', words, STYLES.text);
  }
}
