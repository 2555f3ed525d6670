// All accounts on one page: a row each, in the order in which somebody reads them, before each is told in full.

import { counted } from '../domain/in-words.ts';
import type { AccountRecord } from '../domain/reports/credit-report.ts';
import type { Placed } from '../domain/shown/account-order.ts';
import { endingOf, isNearLimit, lenderOf, limitWords } from '../domain/shown/report-view.ts';
import { kindName, monthlyOf, pounds, standingOf } from '../domain/shown/report-words.ts';
import { STYLES, TONES } from './looks.ts';
import { section } from './parts.ts';
import { COLUMN, type Sheets } from './sheets.ts';
import { type Style, visible } from './typeset.ts';

/** A table of more is no glance; the rest is told below. */
const ROWS_MAX = 20;
/** Where each column begins; sums end at theirs. */
const [KIND_AT, LEFT_END, MONTHLY_END, STATUS_AT] = [172, 352, 412, 422];

export function drawGlance(sheets: Sheets, accounts: readonly Placed[]): void {
  if (accounts.length < 2) return;
  const shown = accounts.slice(0, ROWS_MAX);
  section(sheets, 'All accounts', 60);
  sheets.within('Table', () => {
    row(sheets, ['Lender', 'Kind', 'Left to pay', 'Each month', 'Status'], STYLES.label, true);
    for (const { record } of shown) row(sheets, cellsOf(record), STYLES.text, false, toneOf(record));
  });
  if (accounts.length > shown.length)
    sheets.paragraph('P', `${counted(accounts.length - shown.length, 'more account')} below.`, STYLES.note);
}

function cellsOf(record: AccountRecord): string[] {
  const ending = endingOf(record);
  const payment = monthlyOf(record);
  return [
    visible(lenderOf(record)) || lenderOf({}),
    `${kindName(record)}${ending === undefined ? '' : ` ··${ending}`}`,
    record.balance === undefined ? '–' : pounds(record.balance),
    payment === undefined ? '–' : pounds(payment),
    isNearLimit(record) ? `${standingOf(record).words}, ${limitWords(record)}` : standingOf(record).words,
  ];
}

const toneOf = (record: AccountRecord): keyof typeof TONES => {
  const { tone } = standingOf(record);
  return isNearLimit(record) && tone === 'ok' ? 'warn' : tone;
};

function row(
  sheets: Sheets,
  [lender = '', kind = '', left = '', monthly = '', status = '']: readonly string[],
  style: Style,
  isHead: boolean,
  tone: keyof typeof TONES = 'quiet',
): void {
  const { type } = sheets;
  const cell = (text: string, width: number, own = style) => type.lines(text, own, width);
  const ending = (text: string, at: number, width: number) => {
    const lines = cell(text, width);
    return { lines, x: at - Math.max(0, ...lines.map((line) => line.width)) };
  };
  const isBad = tone === 'danger' || tone === 'warn';
  const said = isBad ? { ...style, colour: TONES[tone].ink } : style;
  sheets.columns(
    [
      { lines: cell(lender, KIND_AT - 8, isHead ? style : STYLES.strong), x: 0 },
      { lines: cell(kind, LEFT_END - KIND_AT - 52), x: KIND_AT },
      ending(left, LEFT_END, 60),
      ending(monthly, MONTHLY_END, 58),
      { lines: cell(status, COLUMN.width - STATUS_AT, said), x: STATUS_AT },
    ],
    isHead,
  );
  sheets.gap(1.5);
}
