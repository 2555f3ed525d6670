// One account of the PDF: whose it is and how it stands, what is left of it, its facts as a table of two columns, how it was paid, and what
// the bureaus disagree on. It stays on one page where it fits on one.

import type { AccountRecord } from '../domain/reports/credit-report.ts';
import { LATER_LENDER, laterLenders } from '../domain/shown/later-lender.ts';
import {
  bureauName,
  disagreementWords,
  endingOf,
  leftOf,
  lenderOf,
  PROBLEMS,
  paymentWords,
  problemWords,
  remarksOn,
  shareLeft,
} from '../domain/shown/report-view.ts';
import {
  DEFAULT_BALANCE,
  FIELD_NAMES,
  fieldValue,
  hasEnded,
  kindName,
  type PaidMonth,
  paidMonths,
  standingOf,
} from '../domain/shown/report-words.ts';
import { INK, MONTHS, STYLES, TONES } from './looks.ts';
import { COLUMN, heightOf, type Sheets } from './sheets.ts';
import { type Line, visible } from './typeset.ts';

const VALUES_AT = 130;
const ROW_GAP = 1.5;
const REMARK_GAP = 3;
const CELL = { step: 11, width: 9, height: 8 };
const STRIP_HEIGHT = CELL.height + 6;

type Row = { names: Line[]; values: Line[]; strip?: PaidMonth[] };

/** `height`: what it takes of a page. */
export type Account = { height: number; draw(): void };

/** `doubt`: which other account may be the same agreement, in words. */
export function layAccount(
  sheets: Sheets,
  record: AccountRecord,
  { dayKey, doubt }: { dayKey: string; doubt: string | null },
): Account {
  const { type } = sheets;
  const lender = visible(lenderOf(record)) || lenderOf({});
  const { words, tone } = standingOf(record);
  const chip = type.lines(words, { ...STYLES.figureName, colour: TONES[tone].ink }, COLUMN.width / 3);
  const chipWidth = Math.max(...chip.map(({ width }) => width)) + 14;
  const width = COLUMN.width - chipWidth - 10;
  const headHeight = heightOf(type.lines(lender, STYLES.lender, width));
  const kindHeight = heightOf(type.lines(kindName(record), STYLES.kind, COLUMN.width));
  const rows = rowsOf(sheets, record, dayKey);
  const said = disagreementWords(record.disagreements ?? []).map((text) =>
    type.lines(text, STYLES.text, COLUMN.width - 12),
  );
  const remarks = [...(doubt === null ? [] : [doubt]), ...remarksOn(record)];
  const share = hasEnded(record.accountStatus) ? null : shareLeft(record);
  const saidHeight = said.reduce((sum, lines) => sum + heightOf(lines), 0);
  const height =
    headHeight +
    kindHeight +
    (share === null ? 22 : 33) +
    rows.reduce((sum, row) => sum + rowHeight(row), 0) +
    remarks.reduce(
      (sum, text) => sum + heightOf(type.lines(text, STYLES.text, COLUMN.width)) + REMARK_GAP,
      0,
    ) +
    (said.length === 0 ? 0 : saidHeight + 5 + STYLES.strong.size * 1.4);

  function draw(): void {
    sheets.gap(9);
    sheets.room(height < COLUMN.height * 0.7 ? height : 140);
    if (!sheets.isAtTop())
      sheets.artifact((doc, y) => doc.rect(COLUMN.left, y - 4, COLUMN.width, 0.6).fill(INK.line));
    sheets.gap(6);
    if (tone === 'danger' || tone === 'warn')
      sheets.artifact((doc, y) =>
        doc.rect(COLUMN.left - 11, y, 3, headHeight + kindHeight).fill(TONES[tone].ink),
      );
    sheets.heading('H3', lender, STYLES.lender, { width, keep: headHeight + kindHeight });
    const x = COLUMN.width - chipWidth;
    sheets.artifact((doc, y) =>
      doc
        .roundedRect(COLUMN.left + x, y - headHeight, chipWidth, heightOf(chip) + 4, 7)
        .fill(TONES[tone].back),
    );
    sheets.placed(
      chip.map((line, index) => ({ line, x: x + 7, y: 2 - headHeight + heightOf(chip.slice(0, index)) })),
    );
    sheets.paragraph('P', kindName(record), STYLES.kind);
    sheets.gap(4);
    if (share !== null) drawBar(sheets, share, tone);
    sheets.within('Table', () => {
      for (const row of rows) drawRow(sheets, row);
    });
    for (const words of remarks) {
      sheets.gap(REMARK_GAP);
      sheets.paragraph('P', words, STYLES.text);
    }
    if (said.length > 0) {
      sheets.gap(5);
      sheets.paragraph('P', 'The bureaus disagree', STYLES.strong);
      sheets.within('L', () => {
        for (const lines of said) sheets.entry(lines, type.lines('•', STYLES.text, 12), 12);
      });
    }
    sheets.gap(3);
  }

  return { height, draw };
}

function rowsOf({ type }: Sheets, record: AccountRecord, dayKey: string): Row[] {
  const isOpen = !hasEnded(record.accountStatus);
  const isBank = record.accountType === 'current-account';
  const left = leftOf(record);
  const field = (
    name:
      | 'payment'
      | 'balloon'
      | 'startBalance'
      | 'creditLimit'
      | 'startDate'
      | 'endDate'
      | 'defaultDate'
      | 'numberOfPayments'
      | 'repaymentPeriod'
      | 'isJoint',
  ): [string, string | undefined] => {
    const value = record[name];
    return [FIELD_NAMES[name], value === undefined ? undefined : fieldValue(name, value)];
  };
  const isSaid = left !== null && left.of !== '';
  const facts: [string, string | undefined][] = [
    [isOpen && !isBank ? FIELD_NAMES.balance : 'Balance', left === null ? undefined : left.left + left.of],
    isOpen ? field('payment') : ['', undefined],
    field('balloon'),
    isSaid && record.creditLimit === undefined ? ['', undefined] : field('startBalance'),
    isSaid ? ['', undefined] : field('creditLimit'),
    field('numberOfPayments'),
    field('repaymentPeriod'),
    ['Account ending', endingOf(record)],
    field('startDate'),
    field('endDate'),
    field('defaultDate'),
    [DEFAULT_BALANCE, record.defaultBalance && fieldValue('balance', record.defaultBalance)],
    [PROBLEMS, problemWords(record)],
    record.isJoint === true ? field('isJoint') : ['', undefined],
    ['Last updated', record.lastUpdated && fieldValue('startDate', record.lastUpdated)],
    [LATER_LENDER, laterLenders(record.companyNow)],
    ['Reported by', record.bureaus.map(({ id, ref }) => `${bureauName(id)} (reference ${ref})`).join(', ')],
  ];
  const months = record.history === undefined ? null : paidMonths(record.history, dayKey);
  const paid = months && paymentWords(months);
  const lines = (text: string): Line[] => type.lines(text, STYLES.text, COLUMN.width - VALUES_AT);
  const rows = facts.flatMap(([name, value]): Row[] => {
    const values = value === undefined ? [] : lines(value);
    return values.length === 0 ? [] : [{ names: type.lines(name, STYLES.label, VALUES_AT - 10), values }];
  });
  if (months === null || paid === null) return rows;
  return [
    ...rows,
    { names: type.lines('Payments', STYLES.label, VALUES_AT - 10), values: lines(paid), strip: months },
  ];
}

const rowHeight = ({ names, values, strip }: Row): number =>
  Math.max(heightOf(names), heightOf(values)) + ROW_GAP + (strip === undefined ? 0 : STRIP_HEIGHT);

function drawRow(sheets: Sheets, row: Row): void {
  const { names, values, strip } = row;
  if (strip !== undefined) {
    sheets.room(rowHeight(row));
    drawStrip(sheets, strip);
  }
  sheets.row(names, values, VALUES_AT, strip === undefined ? 0 : STRIP_HEIGHT);
  sheets.gap(ROW_GAP);
}

/** Two years of payments, the oldest left; the sentence beside it says the same. */
function drawStrip(sheets: Sheets, months: PaidMonth[]): void {
  const states = Map.groupBy(months.entries(), ([, { state }]) => state ?? 'none');
  sheets.artifact((doc, y) => {
    for (const [state, cells] of states) {
      for (const [index] of cells)
        doc.rect(COLUMN.left + VALUES_AT + index * CELL.step, y + 2, CELL.width, CELL.height);
      doc.fill(MONTHS[state] ?? INK.track);
    }
  });
}

/** How much is left of it; the first row has it in figures. */
function drawBar(sheets: Sheets, share: number, tone: keyof typeof TONES): void {
  const colour = tone === 'danger' || tone === 'warn' ? TONES[tone].ink : INK.bar;
  sheets.artifact((doc, y) => {
    doc.roundedRect(COLUMN.left, y, COLUMN.width, 5, 2.5).fill(INK.track);
    if (share > 0) doc.roundedRect(COLUMN.left, y, Math.max(5, COLUMN.width * share), 5, 2.5).fill(colour);
  });
  sheets.gap(11);
}
