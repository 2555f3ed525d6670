// How the PDF looks: the colours of the pages and the console in daylight, a few sizes of letters, and what is across and around each page.
import type PDFDocument from 'pdfkit';
import { COLUMN, PAGE } from './sheets.ts';
import type { Line, Style, Typesetter } from './typeset.ts';

export const INK = {
  text: '#17211d',
  second: '#55625c',
  accent: '#0b5d51',
  accentBack: '#e3f1ee',
  subtle: '#f1f3f0',
  line: '#d5dbd6',
  track: '#e7ebe8',
  bar: '#0f766e',
};
export const TONES = {
  ok: { ink: '#1a6b3c', back: '#e6f4ea' },
  warn: { ink: '#8a4b00', back: '#fff3df' },
  danger: { ink: '#b42318', back: '#fdecea' },
  quiet: { ink: '#55625c', back: '#f1f3f0' },
};
/** Of a month, as the strips of the console. */
export const MONTHS: Record<string, string> = {
  paid: '#bfe0cd',
  'late-1': '#f5c26b',
  'late-2': '#e88b4a',
  'late-3': '#d65a45',
  default: '#9c1f17',
  settled: '#d6dcd8',
  none: '#eef1ee',
};

const style = (face: Style['face'], size: number, colour = INK.text): Style => ({ face, size, colour });
export const STYLES = {
  title: style('bold', 25),
  name: style('bold', 13),
  section: style('bold', 15, INK.accent),
  lender: style('bold', 11.5),
  text: style('regular', 9.5),
  label: style('regular', 9.5, INK.second),
  strong: style('bold', 9.5),
  kind: style('regular', 9.5, INK.second),
  figure: style('bold', 16),
  badFigure: style('bold', 16, TONES.danger.ink),
  figureName: style('regular', 8.5, INK.second),
  note: style('regular', 8, INK.second),
  edge: style('regular', 8, INK.second),
};

/** SIMULATED or TEST across the page, and a band at its head. */
export function background(doc: PDFDocument, type: Typesetter, mark: string | null): void {
  doc.rect(0, 0, PAGE.width, 5).fill(INK.accent);
  if (mark === null) return;
  const big: Style = { face: 'bold', size: mark.length > 5 ? 118 : 190, colour: '#f2efe8' };
  const [line] = type.lines(mark, big, PAGE.height * 2);
  if (line === undefined) return;
  const [x, y] = [PAGE.width / 2, PAGE.height / 2];
  doc.save().rotate(-52, { origin: [x, y] });
  type.draw(line, x - line.width / 2, y + big.size * 0.36);
  doc.restore();
}

/** Whose report of which day at the head, its id and the page at the foot. */
export function edges(type: Typesetter, said: { about: string; asked: string; id: string; page: string }) {
  const at = (text: string, y: number, isRight: boolean): { line: Line; x: number; y: number }[] => {
    const [line] = type.lines(text, STYLES.edge, COLUMN.width / 2 - 8);
    if (line === undefined) return [];
    return [{ line, x: isRight ? COLUMN.right - line.width : COLUMN.left, y }];
  };
  const [head, foot] = [44, PAGE.height - 36];
  return [
    ...at(said.asked, head, false),
    ...at(said.about, head, true),
    ...at(said.id, foot, false),
    ...at(said.page, foot, true),
  ];
}
