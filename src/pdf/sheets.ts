// The sheets of a tagged PDF: a place on the page that moves down, a structure that grows with what is written, page breaks between lines.
// Whatever is drawn is either inside the structure or an artifact. The report is written on them by draw-report.ts.
import PDFDocument, { type Outline, type StructureElement } from 'pdfkit';
import { FONTS } from './fonts.ts';
import { createTypesetter, goingOn, type Line, type Style, type Typesetter, visible } from './typeset.ts';

const MARGIN = { left: 50, right: 50, top: 54, bottom: 46 };
/** Of the size of the letters: from line to line, and from the top of a line to its baseline. */
const LEADING = 1.26;
const BASELINE = 0.98;
export const PAGE = { width: 595.28, height: 841.89 };
const [LEFT, RIGHT, TOP, BOTTOM] = [
  MARGIN.left,
  PAGE.width - MARGIN.right,
  MARGIN.top,
  PAGE.height - MARGIN.bottom,
];
export const COLUMN = { left: LEFT, right: RIGHT, width: RIGHT - LEFT, height: BOTTOM - TOP };

/** `below`: how much lower than its row it begins. */
type Cell = { element: StructureElement; tag: string; lines: Line[]; x: number; below?: number };
export type Heading = 'H1' | 'H2' | 'H3';

export type Sheets = ReturnType<typeof createSheets>;

export function createSheets(given: {
  title: string;
  subject: string;
  madeAt: Date;
  /** The tenant's colour, as #rrggbb. */
  accent: string;
  /** Beneath all that is on a page. */
  background: (doc: PDFDocument, type: Typesetter) => void;
}) {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: '',
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    lang: 'en-GB',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    autoFirstPage: false,
    info: {
      Title: given.title,
      Subject: given.subject,
      CreationDate: given.madeAt,
      Creator: 'Trefoil',
      Producer: 'Trefoil',
    },
  });
  const chunks: Uint8Array[] = [];
  doc.on('data', (chunk: Uint8Array) => void chunks.push(chunk));
  const ended = new Promise<void>((resolve) => doc.once('end', resolve));
  for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, file);
  const type = createTypesetter(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  /** The innermost element that is open, last. */
  const path: StructureElement[] = [root];
  const bookmarks: Outline[] = [doc.outline];
  let y = BOTTOM;

  function newPage(): void {
    doc.addPage();
    y = TOP;
    artifact(() => given.background(doc, type), 'Pagination');
  }

  /** Drawn for the eye alone. */
  function artifact(
    draw: (doc: PDFDocument, y: number) => void,
    kind: 'Pagination' | 'Layout' = 'Layout',
  ): void {
    doc.markContent('Artifact', { type: kind });
    draw(doc, y);
    doc.endMarkedContent();
  }

  function element(tag: string, options?: { scope: 'Row' | 'Column' }): StructureElement {
    const made = doc.struct(tag, options);
    path.at(-1)?.add(made);
    return made;
  }

  /** What is written meanwhile is inside it. */
  function within<Result>(tag: string, write: () => Result): Result {
    const made = element(tag);
    path.push(made);
    const result = write();
    path.pop();
    made.end();
    return result;
  }

  /** Side by side, line for line; what does not fit goes on on the next page. */
  function cells(row: readonly Cell[]): void {
    const count = Math.max(...row.map(({ lines }) => lines.length));
    const leading = Math.max(...row.flatMap(({ lines }) => lines.map(leadingOf)));
    for (let from = 0; from < count; ) {
      const fit = Math.floor((BOTTOM - y) / leading);
      if (fit < 1) {
        newPage();
        continue;
      }
      for (const { element: owner, tag, lines, x, below = 0 } of row) {
        const part = lines.slice(from, from + fit);
        if (part.length === 0) continue;
        owner.add(doc.markStructureContent(tag));
        for (const [index, line] of part.entries())
          type.draw(line, x, y + below + index * leading + line.style.size * BASELINE);
        doc.endMarkedContent();
      }
      y += Math.min(fit, count - from) * leading;
      from += fit;
    }
  }

  function paragraph(tag: string, text: string, style: Style, at: { x?: number; width?: number } = {}): void {
    const lines = type.lines(text, style, at.width ?? COLUMN.width - (at.x ?? 0));
    if (lines.length === 0) return;
    const owner = element(tag);
    cells([{ element: owner, tag, lines, x: LEFT + (at.x ?? 0) }]);
    owner.end();
  }

  return {
    type,
    accent: given.accent,
    artifact,
    within,
    paragraph,

    /** A heading and its bookmark. It stays with so much of what follows. */
    heading(level: Heading, text: string, style: Style, at: { width?: number; keep: number }): void {
      room(at.keep);
      const depth = Number(level.slice(1));
      const under = bookmarks[depth - 1] ?? doc.outline;
      bookmarks.length = depth;
      bookmarks[depth] = under.addItem(visible(text), {
        top: Math.max(0, y - 8),
        left: PAGE.width,
        expanded: level === 'H1',
      });
      paragraph(level, text, style, at);
    },

    /** A row of a table: what it is, and its value. One whose value begins lower must fit on the page. */
    row(name: Line[], value: Line[], x: number, below = 0): void {
      within('TR', () => {
        const [head, cell] = [element('TH', { scope: 'Row' }), element('TD')];
        cells([
          { element: head, tag: 'TH', lines: name, x: LEFT },
          { element: cell, tag: 'TD', lines: value, x: LEFT + x, below },
        ]);
        y += below;
        head.end();
        cell.end();
      });
    },

    /** A row of a table with several columns: its first cell heads the row, or all head the columns. */
    columns(row: readonly { lines: Line[]; x: number }[], isHead: boolean): void {
      room(heightOf(row.flatMap(({ lines }) => (lines.length > 3 ? [] : lines)).slice(0, 3)));
      within('TR', () => {
        const made = row.map(({ lines, x }, index) => {
          const tag = isHead || index === 0 ? 'TH' : 'TD';
          const scope = { scope: isHead ? 'Column' : 'Row' } as const;
          return { element: element(tag, ...(tag === 'TH' ? [scope] : [])), tag, lines, x: LEFT + x };
        });
        cells(made);
        for (const { element: cell } of made) cell.end();
      });
    },

    /** An entry of a list, inside an L. */
    entry(lines: Line[], bullet: Line[], x: number): void {
      within('LI', () => {
        const [label, body] = [element('Lbl'), element('LBody')];
        cells([
          { element: label, tag: 'Lbl', lines: bullet, x: LEFT },
          { element: body, tag: 'LBody', lines, x: LEFT + x },
        ]);
        label.end();
        body.end();
      });
    },

    /** Several texts at their own places, read as one paragraph; the caller has made room. */
    placed(lines: readonly { line: Line; x: number; y: number }[]): void {
      const owner = element('P');
      owner.add(doc.markStructureContent('P'));
      for (const [index, { line, x, y: below }] of lines.entries())
        type.draw(
          index < lines.length - 1 ? goingOn(line) : line,
          LEFT + x,
          y + below + line.style.size * BASELINE,
        );
      doc.endMarkedContent();
      owner.end();
    },

    /** Moves down by exactly so much. */
    down(height: number): void {
      y += height;
    },
    /** Moves down; at the top of a page nothing is left blank. */
    gap(height: number): void {
      if (y > TOP) y += height;
    },
    room,
    left: (): number => BOTTOM - y,
    isAtTop: (): boolean => y === TOP,

    /** What is at the edge of each page, then the bytes. */
    async finish(
      edge: (type: Typesetter, page: number, pages: number) => { line: Line; x: number; y: number }[],
    ) {
      root.end();
      const { count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page++) {
        doc.switchToPage(page);
        doc.markContent('Artifact', { type: 'Pagination' });
        for (const { line, x, y: at } of edge(type, page + 1, count)) type.draw(line, x, at);
        doc.endMarkedContent();
      }
      doc.end();
      await ended;
      return joined(chunks);
    },
  };

  /** A new page where so much does not fit on this one. */
  function room(height: number): void {
    if (y + Math.min(height, COLUMN.height) > BOTTOM) newPage();
  }
}

/** In memory of its own, unlike a small Buffer's: it is handed over to another thread. */
function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const leadingOf = ({ style }: Line): number => style.size * LEADING;

/** How high lines are. */
export const heightOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, line) => sum + leadingOf(line), 0);
