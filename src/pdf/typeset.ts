// Text into lines that fit, and lines onto the page. What bureaus and people write may hold anything: text is cut by grapheme, never inside
// a letter with its accents; a letter that our font lacks comes from the fallback, or is U+FFFD and counted; what is drawn otherwise than
// it is written keeps its own text for copying and reading aloud (ActualText). Hebrew words run from right to left; marks that would turn
// the text around are left out.
import type PDFDocument from 'pdfkit';

type Face = 'regular' | 'bold';
export type Style = { face: Face; size: number; colour: string };
/** What is drawn in one go. `x`: from the start of its line. */
type Run = { face: Face | 'fallback'; text: string; x: number; actual?: string };
export type Line = { runs: Run[]; width: number; style: Style };

/** A text on one line, without what is not to be seen. Empty where nothing is. */
export const visible = (text: string): string =>
  text.toWellFormed().replace(SPACES, ' ').replace(UNSEEN, '').trim();

/** Letters of one kind, not yet placed. */
type Piece = { face: Face | 'fallback'; text: string; actual?: string; isRtl?: true };
type Word = { pieces: Piece[]; width: number };

/** Both faces have all of it, and a letter is a character. */
const PLAIN =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u017f\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]*$/;
const SPACES = /[\s\u2028\u2029]+/gu;
/** Controls, marks of direction and letters without a width: nothing is to be seen of them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Variation_Selector}|\u034f/gu;
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;
const REPLACEMENT = '\ufffd';
/** More accents on one letter would be drawn over the lines above it. */
const ACCENTS_MAX = 3;
const TOO_MANY_ACCENTS = new RegExp(`^(\\P{M}*\\p{M}{${ACCENTS_MAX}})\\p{M}+`, 'u');
const GRAPHEMES = new Intl.Segmenter('en-GB', { granularity: 'grapheme' });
const NO_BREAK = /^[\u00a0\u202f]$/;

export type Typesetter = {
  lines(text: string, style: Style, width: number): Line[];
  widthOf(text: string, style: Style): number;
  /** `y`: of the baseline. */
  draw(line: Line, x: number, y: number): void;
  /** How many letters were drawn that no font has. */
  replaced(): number;
};

export function createTypesetter(doc: PDFDocument): Typesetter {
  let replaced = 0;
  for (const face of ['regular', 'bold', 'fallback']) setPlainly(doc.font(face)._font);
  const faces = { regular: letterBook(), bold: letterBook(), fallback: letterBook() };
  const widthOf = (face: Run['face'], text: string, size: number): number =>
    PLAIN.test(text)
      ? (faces[face](doc.font(face)._font, text).width * size) / 1000
      : doc.font(face)._font.widthOfString(text, size);
  const hasAll = (face: Run['face'], text: string): boolean => {
    const { font } = doc.font(face)._font;
    return [...text].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  };

  /** A letter as it can be drawn; null where nothing is to be seen. */
  function pieceOf(grapheme: string, face: Face): Piece | null {
    const seen = grapheme.replace(UNSEEN, '').toWellFormed();
    if (seen === '') return null;
    const text = seen.replace(TOO_MANY_ACCENTS, '$1');
    const own = text === seen ? {} : { actual: seen };
    const isRtl = RTL.test(text);
    if (hasAll(face, text)) return { face, text, ...own, ...(isRtl && { isRtl }) };
    if (hasAll('fallback', text)) return { face: 'fallback', text, ...own, ...(isRtl && { isRtl }) };
    return { face: 'fallback', text: REPLACEMENT, actual: seen };
  }

  function piecesOf(word: string, face: Face): Piece[] {
    if (PLAIN.test(word)) return word === '' ? [] : [{ face, text: word }];
    const pieces: Piece[] = [];
    for (const { segment } of GRAPHEMES.segment(word)) {
      const piece = pieceOf(segment, face);
      const last = pieces.at(-1);
      if (piece === null) continue;
      const isMore = last?.face === piece.face && last.isRtl === piece.isRtl;
      if (isMore && last.actual === undefined && piece.actual === undefined) last.text += piece.text;
      else pieces.push(piece);
    }
    return pieces;
  }

  const measured = (pieces: Piece[], size: number): Word => ({
    pieces,
    width: pieces.reduce((sum, { face, text }) => sum + widthOf(face, text, size), 0),
  });

  /** A word that is wider than the line, in parts that fit. */
  function partsOf(word: Word, style: Style, width: number): Word[] {
    const letters = word.pieces.flatMap((piece) =>
      piece.actual === undefined
        ? Array.from(GRAPHEMES.segment(piece.text), ({ segment }) => ({ ...piece, text: segment }))
        : [piece],
    );
    const parts: Word[] = [];
    let part: Word = { pieces: [], width: 0 };
    for (const letter of letters) {
      const wide = widthOf(letter.face, letter.text, style.size);
      if (part.width + wide > width && part.pieces.length > 0) {
        parts.push(part);
        part = { pieces: [], width: 0 };
      }
      const last = part.pieces.at(-1);
      if (last?.face === letter.face && last.actual === undefined && letter.actual === undefined)
        last.text += letter.text;
      else part.pieces.push({ ...letter });
      part.width += wide;
    }
    return [...parts, part];
  }

  function lines(text: string, style: Style, width: number): Line[] {
    const clean = text.replace(SPACES, (space) => (NO_BREAK.test(space) ? '\u00a0' : ' ')).trim();
    if (PLAIN.test(clean)) {
      const whole = clean.replaceAll('\u00a0', ' ');
      const wide = widthOf(style.face, whole, style.size);
      if (wide <= width)
        return whole === '' ? [] : [{ runs: [{ face: style.face, text: whole, x: 0 }], width: wide, style }];
    }
    const words = clean
      .split(' ')
      .map((word) => measured(piecesOf(word.replaceAll('\u00a0', ' '), style.face), style.size))
      .filter(({ pieces }) => pieces.length > 0);
    const space = widthOf(style.face, ' ', style.size);
    const found: Word[][] = [];
    let used = 0;
    for (const word of words.flatMap((one) => (one.width > width ? partsOf(one, style, width) : [one]))) {
      const line = found.at(-1);
      if (line === undefined || used + space + word.width > width) {
        found.push([word]);
        used = word.width;
      } else {
        line.push(word);
        used += space + word.width;
      }
    }
    return found.map((line, index) => placed(line, style, space, index < found.length - 1));
  }

  /** Runs in the order in which they are read; plain words after each other are one. */
  function placed(words: Word[], style: Style, space: number, isMore: boolean): Line {
    const starts = startsOf(words, space);
    const runs: Run[] = [];
    /** Of plain text, which the next plain word goes on with. */
    let open: Run | null = null;
    for (const [index, { pieces }] of words.entries()) {
      // Also at the end of a line that goes on: its last word and the next one are not one word when they are read aloud.
      const end = index < words.length - 1 || isMore ? ' ' : '';
      const [only] = pieces;
      if (
        open !== null &&
        only !== undefined &&
        pieces.length === 1 &&
        isPlain(only) &&
        only.face === open.face
      ) {
        open.text += only.text + end;
        continue;
      }
      let x = starts[index] ?? 0;
      for (const { face, text, actual, isRtl } of pieces) {
        const own = actual ?? (isRtl ? text : undefined);
        runs.push({ face, text, x, ...(own !== undefined && { actual: own }) });
        x += widthOf(face, text, style.size);
      }
      const last = runs.at(-1);
      open = null;
      if (last !== undefined && last.actual === undefined) {
        last.text += end;
        if (last.face === style.face) open = last;
      } else if (end !== '') runs.push({ face: style.face, text: end, x });
    }
    const width = words.reduce((sum, word) => sum + word.width + space, -space);
    return { runs, width, style };
  }

  function draw({ runs, style }: Line, x: number, y: number): void {
    for (const { face, text, x: from, actual } of runs) {
      if (actual !== undefined) doc.markContent('Span', { actual });
      if (actual !== undefined && text === REPLACEMENT) replaced++;
      if (PLAIN.test(text)) drawPlain(face, text, style, x + from, y);
      else
        doc
          .fillColor(style.colour)
          .fontSize(style.size)
          .font(face)
          .text(text, x + from, y, { lineBreak: false, baseline: 'alphabetic' });
      if (actual !== undefined) doc.endMarkedContent();
    }
  }

  /** As doc.text() would, in one line of operators instead of ten. Pages are upside down, so the letters are turned back. */
  function drawPlain(name: Run['face'], text: string, style: Style, x: number, y: number): void {
    const face = doc.font(name)._font;
    doc.page.fonts[face.id] ??= face.ref();
    const { codes } = faces[name](face, text);
    const place = `1 0 0 -1 ${x.toFixed(2)} ${y.toFixed(2)} Tm`;
    doc.addContent(`${fillOf(style.colour)} BT /${face.id} ${style.size} Tf ${place} <${codes}> Tj ET`);
  }

  return {
    lines,
    widthOf: (text, { face, size }) => widthOf(face, text, size),
    draw,
    replaced: () => replaced,
  };
}

/** The same line with a space at its end: what is read next is another word. */
export function goingOn(line: Line): Line {
  const last = line.runs.at(-1);
  if (last === undefined || last.text.endsWith(' ')) return line;
  return { ...line, runs: [...line.runs, { face: line.style.face, text: ' ', x: line.width }] };
}

type PdfFont = PDFDocument['_font'];

/**
 * Plain text needs no shaping: its letters stand side by side. Shaping it reads the font's tables of pairs, anew in each PDF, which takes
 * longer than all the rest.
 */
function setPlainly(face: PdfFont): void {
  const shaped = face.layoutRun.bind(face);
  face.layoutRun = (text, features) => {
    if (!PLAIN.test(text)) return shaped(text, features);
    const glyphs = face.font.glyphsForString(text);
    const positions = glyphs.map((glyph) => {
      const advanceWidth = glyph.advanceWidth * face.scale;
      return { xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth };
    });
    return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
  };
}

/** Plain text of one face, letter by letter, each looked up once: its code in the PDF, and how wide it is in thousandths of the size. */
function letterBook() {
  const known = new Map<string, { code: string; width: number }>();
  return (face: PdfFont, text: string): { codes: string; width: number } => {
    let [codes, width] = ['', 0];
    for (const letter of text) {
      let found = known.get(letter);
      if (found === undefined) {
        const [[code = ''], [place]] = face.encode(letter);
        found = { code, width: place?.xAdvance ?? 0 };
        known.set(letter, found);
      }
      codes += found.code;
      width += found.width;
    }
    return { codes, width };
  };
}

/** A colour of ours (#rrggbb) as an operator. */
function fillOf(colour: string): string {
  const parts = [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(3));
  return `${parts.join(' ')} rg`;
}

const isPlain = ({ actual, isRtl }: Piece): boolean => actual === undefined && isRtl === undefined;
const isRightToLeft = ({ pieces }: Word): boolean => pieces.every(({ isRtl }) => isRtl === true);

/** Where each word begins; words from right to left after each other stand in reverse. */
function startsOf(words: readonly Word[], space: number): number[] {
  const starts: number[] = [];
  let x = 0;
  for (let from = 0; from < words.length; ) {
    const next = words.findIndex((word, index) => index >= from && !isRightToLeft(word));
    const to = Math.max(from + 1, next === -1 ? words.length : next);
    for (let index = to - 1; index >= from; index--) {
      starts[index] = x;
      x += (words[index]?.width ?? 0) + space;
    }
    from = to;
  }
  return starts;
}
