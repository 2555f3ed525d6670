// The answer on car finance at the head of the PDF: the headline, a time line, a row for each agreement, and what it does not say. Its words
// are those of the hosted page and the console (domain/shown/car-finance.ts).
import type { MotorAgreements } from '../domain/agreements/motor-agreements.ts';
import { type CarAxis, carFinanceOf, OTHER_GOODS } from '../domain/shown/car-finance.ts';
import { INK, STYLES } from './looks.ts';
import { inset, list, section, table } from './parts.ts';
import { COLUMN, type Sheets } from './sheets.ts';

const LENDERS_AT = 170;
/** More would not be on the first page; each is among the accounts, too. */
const OTHERS_MAX = 10;

export function drawCars(sheets: Sheets, cars: MotorAgreements): void {
  const { headline, axis, rows, others, caution, source, notes } = carFinanceOf(cars, 'your');
  section(sheets, 'Car finance', 90);
  sheets.paragraph('P', headline, STYLES.answer);
  if (axis !== null) timeLine(sheets, axis);
  sheets.gap(3);
  table(
    sheets,
    rows.map(({ lender, chip, line, money }) => [
      lender,
      [chip, line, money].filter((part) => part !== null && part !== '').join(' · '),
    ]),
    { valuesAt: LENDERS_AT, head: STYLES.strong },
  );
  if (others.length > 0) {
    sheets.gap(3);
    sheets.paragraph('P', `${OTHER_GOODS}, perhaps not for a vehicle:`, STYLES.text);
    list(
      sheets,
      others.slice(0, OTHERS_MAX).map(({ lender, why }) => `${lender}: ${why}`),
    );
  }
  inset(sheets, caution);
  sheets.gap(3);
  sheets.paragraph('P', [source, ...notes].join(' '), STYLES.note);
}

/** For the eye; its label is read, and the rows have every date. */
function timeLine(sheets: Sheets, { label, bands, marks, years }: CarAxis): void {
  sheets.gap(3);
  sheets.room(34);
  sheets.paragraph('P', label, STYLES.note);
  const x = (at: number): number => COLUMN.left + (COLUMN.width * at) / 100;
  sheets.artifact((doc, y) => {
    doc.rect(COLUMN.left, y + 5, COLUMN.width, 4).fill(INK.track);
    for (const { from, to } of bands) doc.rect(x(from), y + 4, x(to) - x(from), 6).fill(INK.band);
    for (const { at, isIn } of marks) doc.rect(x(at) - 2, y, 4, 14).fill(isIn ? sheets.accent : INK.second);
  });
  sheets.gap(16);
  sheets.artifact((_, y) => {
    for (const [index, { year }] of years.entries()) {
      const [line] = sheets.type.lines(String(year), STYLES.note, 40);
      if (line === undefined) continue;
      const left = index === years.length - 1 ? COLUMN.right - line.width : x(years[index]?.at ?? 0);
      sheets.type.draw(line, left, y + 7);
    }
  });
  sheets.gap(12);
}
