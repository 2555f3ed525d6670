// How the PDF looks: the colours of the pages and the console in daylight, a few sizes of letters, and what is across and around each page.
import type PDFDocument from 'pdfkit';
import { COLUMN, PAGE } from './sheets.ts';
import type { Line, Style, Typesetter } from './typeset.ts';

export const INK = {
  text: '#17211d',
  second: '#55625c',
  subtle: '#f1f3f0',
  line: '#d5dbd6',
  track: '#e7ebe8',
  band: '#cdd9d5',
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
  title: style('bold', 20),
  name: style('bold', 12),
  section: style('bold', 12.5),
  answer: style('bold', 12.5),
  lender: style('bold', 10),
  text: style('regular', 8.6),
  label: style('regular', 8.6, INK.second),
  strong: style('bold', 8.6),
  kind: style('regular', 8.6, INK.second),
  figure: style('bold', 14),
  badFigure: style('bold', 14, TONES.danger.ink),
  figureName: style('regular', 8.5, INK.second),
  note: style('regular', 8, INK.second),
  edge: style('regular', 8, INK.second),
};

/** SIMULATED or TEST across the page, and a band of the tenant's colour at its head. */
export function background(
  doc: PDFDocument,
  type: Typesetter,
  { mark, accent }: { mark: string | null; accent: string },
): void {
  doc.rect(0, 0, PAGE.width, 5).fill(accent);
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
  const [head, foot] = [36, PAGE.height - 28];
  return [
    ...at(said.asked, head, false),
    ...at(said.about, head, true),
    ...at(said.id, foot, false),
    ...at(said.page, foot, true),
  ];
}
