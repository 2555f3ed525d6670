// One account of the PDF: whose it is and how it stands, its facts in a paragraph, how it was paid, what a mark means, and what the bureaus
// disagree on. A heading stays with its facts; the rest may go on on the next page. References are in an appendix (draw-report.ts).
import type { AccountRecord } from '../domain/reports/credit-report.ts';
import { LATER_LENDER, laterLenders } from '../domain/shown/later-lender.ts';
import { meaningOf, staysWords } from '../domain/shown/marks.ts';
import {
  bureauName,
  disagreementWords,
  endingOf,
  inList,
  leftOf,
  lenderOf,
  PROBLEMS,
  paymentWords,
  problemWords,
  remarksOn,
  unique,
} from '../domain/shown/report-view.ts';
import {
  DEFAULT_BALANCE,
  FIELD_NAMES,
  fieldValue,
  hasEnded,
  kindName,
  monthlyOf,
  monthsOnFile,
  type PaidMonth,
  standingOf,
} from '../domain/shown/report-words.ts';
import { INK, MONTHS, STYLES, TONES } from './looks.ts';
import { COLUMN, heightOf, type Sheets } from './sheets.ts';
import { visible } from './typeset.ts';

const CELL = { width: 5, height: 7 };
/** Whether it is of two years or of six. */
const STRIP_WIDTH = 144;
/** Of a month's share of the strip; the rest parts it from the next. */
const FILLED = 5 / 6;
const WORDS_AT = STRIP_WIDTH + 10;

/** `doubt`: which other account may be the same agreement, in words. */
export function drawAccount(
  sheets: Sheets,
  record: AccountRecord,
  { dayKey, doubt }: { dayKey: string; doubt: string | null },
): void {
  const { type } = sheets;
  const lender = visible(lenderOf(record)) || lenderOf({});
  const { words, tone } = standingOf(record);
  const chip = type.lines(words, { ...STYLES.figureName, colour: TONES[tone].ink }, COLUMN.width / 3);
  const chipWidth = Math.max(...chip.map(({ width }) => width)) + 12;
  const width = COLUMN.width - chipWidth - 10;
  const headHeight = heightOf(type.lines(lender, STYLES.lender, width));
  sheets.gap(5);
  sheets.room(leastOf(sheets, record, dayKey));
  if (!sheets.isAtTop())
    sheets.artifact((doc, y) => doc.rect(COLUMN.left, y - 2.5, COLUMN.width, 0.5).fill(INK.line));
  if (tone === 'danger' || tone === 'warn')
    sheets.artifact((doc, y) => doc.rect(COLUMN.left - 9, y, 3, headHeight).fill(TONES[tone].ink));
  sheets.heading('H3', lender, STYLES.lender, { width, keep: 0 });
  drawChip(sheets, chip, { x: COLUMN.width - chipWidth, width: chipWidth, above: headHeight, tone });
  sheets.paragraph('P', factsOf(record, dayKey), STYLES.text);
  if (record.history !== undefined) drawPayments(sheets, monthsOnFile(record.history, dayKey));
  const meaning = tone === 'danger' || tone === 'warn' ? meaningOf(record) : undefined;
  if (meaning !== undefined) sheets.paragraph('P', meaning, STYLES.kind);
  for (const remark of [...(doubt === null ? [] : [doubt]), ...remarksOn(record)])
    sheets.paragraph('P', remark, STYLES.text);
  const differing = disagreementWords(record.disagreements ?? []);
  if (differing.length > 0)
    sheets.paragraph('P', `The bureaus disagree. ${differing.join('. ')}.`, STYLES.text);
}

/** What an account takes of a page at least: its name and facts, as far as these fit on one. */
export function leastOf({ type }: Sheets, record: AccountRecord, dayKey: string): number {
  const head = type.lines(visible(lenderOf(record)) || lenderOf({}), STYLES.lender, COLUMN.width * 0.6);
  const facts = type.lines(factsOf(record, dayKey), STYLES.text, COLUMN.width);
  return Math.min(heightOf(head) + heightOf(facts) + 16, COLUMN.height * 0.7);
}

function drawChip(
  sheets: Sheets,
  chip: Parameters<typeof heightOf>[0],
  { x, width, above, tone }: { x: number; width: number; above: number; tone: keyof typeof TONES },
): void {
  sheets.artifact((doc, y) =>
    doc.roundedRect(COLUMN.left + x, y - above, width, heightOf(chip) + 3, 6).fill(TONES[tone].back),
  );
  sheets.placed(
    chip.map((line, index) => ({ line, x: x + 6, y: 1.5 - above + heightOf(chip.slice(0, index)) })),
  );
}

/** "PCP ending 1533 · Left to pay £9,232 of £14,578 · Each month £243 · Started 13 February 2021". */
function factsOf(record: AccountRecord, dayKey: string): string {
  const isOpen = !hasEnded(record.accountStatus);
  const isBank = record.accountType === 'current-account';
  const left = leftOf(record);
  type Named =
    | 'payment'
    | 'balloon'
    | 'startBalance'
    | 'creditLimit'
    | 'startDate'
    | 'endDate'
    | 'defaultDate'
    | 'numberOfPayments'
    | 'repaymentPeriod'
    | 'isJoint';
  const field = (name: Named): [string, string | undefined] => {
    const value = record[name];
    return [FIELD_NAMES[name], value === undefined ? undefined : fieldValue(name, value)];
  };
  const isSaid = left !== null && left.of !== '';
  const nothing: [string, undefined] = ['', undefined];
  const facts: [string, string | undefined][] = [
    ['', kindName(record)],
    ['Account ending', endingOf(record)],
    [isOpen && !isBank ? FIELD_NAMES.balance : 'Balance', left === null ? undefined : left.left + left.of],
    monthlyOf(record) === undefined ? nothing : field('payment'),
    field('balloon'),
    isSaid && record.creditLimit === undefined ? nothing : field('startBalance'),
    isSaid ? nothing : field('creditLimit'),
    field('numberOfPayments'),
    record.repaymentPeriod === record.numberOfPayments ? nothing : field('repaymentPeriod'),
    field('startDate'),
    field('endDate'),
    field('defaultDate'),
    [DEFAULT_BALANCE, record.defaultBalance && fieldValue('balance', record.defaultBalance)],
    [PROBLEMS, problemWords(record)],
    record.isJoint === true ? field('isJoint') : nothing,
    ['Last updated', record.lastUpdated && fieldValue('startDate', record.lastUpdated)],
    [LATER_LENDER, laterLenders(record.companyNow)],
    ['Reported by', inList(unique(record.bureaus.map(({ id }) => bureauName(id))))],
  ];
  const said = facts
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name} ${value}`.trim())
    .join(' · ');
  const stays = staysWords(record, dayKey);
  return stays === undefined ? said : `${said}. ${stays}`;
}

/** Two to six years of payments, the oldest left; the sentence beside it says the same. */
function drawPayments(sheets: Sheets, months: PaidMonth[]): void {
  const paid = paymentWords(months);
  if (paid === null) return;
  const lines = sheets.type.lines(paid, STYLES.kind, COLUMN.width - WORDS_AT);
  sheets.room(Math.min(heightOf(lines), 40));
  const states = Map.groupBy(months.entries(), ([, { state }]) => state ?? 'none');
  const step = STRIP_WIDTH / months.length;
  sheets.artifact((doc, y) => {
    for (const [state, cells] of states) {
      for (const [index] of cells) doc.rect(COLUMN.left + index * step, y + 3, step * FILLED, CELL.height);
      doc.fill(MONTHS[state] ?? INK.track);
    }
  });
  sheets.paragraph('P', paid, STYLES.kind, { x: WORDS_AT, width: COLUMN.width - WORDS_AT });
}

const KEY: [string, string][] = [
  ['paid', 'paid'],
  ['late-1', '1 month late'],
  ['late-2', '2 months late'],
  ['late-3', '3 or more'],
  ['default', 'default'],
  ['settled', 'settled'],
  ['none', 'not known'],
];

/** What the colours of a strip mean, once. */
export function drawKey(sheets: Sheets): void {
  const { type } = sheets;
  let x = 0;
  const placed = [['', 'Payments of up to six years, oldest left:'] as const, ...KEY].flatMap(
    ([state, words]) => {
      const [line] = type.lines(words, STYLES.note, COLUMN.width);
      if (line === undefined) return [];
      const at = x + (state === '' ? 0 : CELL.width + 3);
      x = at + line.width + 9;
      return [{ state, line, x: at }];
    },
  );
  sheets.room(heightOf(placed.map(({ line }) => line).slice(0, 1)));
  sheets.artifact((doc, y) => {
    for (const { state, x: at } of placed)
      if (state !== '')
        doc
          .rect(COLUMN.left + at - CELL.width - 3, y + 2, CELL.width, CELL.height)
          .fill(MONTHS[state] ?? INK.track);
  });
  sheets.placed(placed.map(({ line, x: at }) => ({ line, x: at, y: 0 })));
  sheets.gap(heightOf(placed.map(({ line }) => line).slice(0, 1)));
}
