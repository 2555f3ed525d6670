// What we use of pdfkit, which ships no types. What begins with an underscore is its inside: the version is exact, and the tests draw with it.
declare module 'pdfkit' {
  import type { Readable } from 'node:stream';

  export type StructureContent = { readonly refs: readonly unknown[] };
  export type StructureElement = {
    add(child: StructureElement | StructureContent): StructureElement;
    end(): void;
  };
  export type Outline = {
    addItem(title: string, options: { top: number; left: number; expanded?: boolean }): Outline;
  };

  export type GlyphRun = {
    glyphs: { advanceWidth: number }[];
    positions: {
      xAdvance: number;
      yAdvance: number;
      xOffset: number;
      yOffset: number;
      advanceWidth: number;
    }[];
    advanceWidth: number;
  };

  export default class PDFDocument extends Readable {
    constructor(options: {
      size: string;
      margin: number;
      font: string;
      pdfVersion: string;
      subset: 'PDF/UA';
      lang: string;
      tagged: boolean;
      displayTitle: boolean;
      bufferPages: boolean;
      autoFirstPage: boolean;
      info: Record<string, string | Date>;
    });
    readonly page: { fonts: Record<string, unknown> };
    readonly outline: Outline;
    readonly _font: {
      widthOfString(text: string, size: number): number;
      readonly id: string;
      readonly scale: number;
      ref(): unknown;
      /** Each letter as four digits of its place in the font of this PDF. */
      encode(text: string): [string[], GlyphRun['positions']];
      readonly font: {
        hasGlyphForCodePoint(codePoint: number): boolean;
        glyphsForString(text: string): { advanceWidth: number }[];
      };
      layoutRun(text: string, features?: unknown): GlyphRun;
    };
    addPage(): this;
    addContent(operators: string): this;
    switchToPage(index: number): unknown;
    bufferedPageRange(): { start: number; count: number };
    registerFont(name: string, file: Buffer): this;
    font(name: string): this;
    fontSize(size: number): this;
    fillColor(colour: string): this;
    text(text: string, x: number, y: number, options: { lineBreak: false; baseline: 'alphabetic' }): this;
    rect(x: number, y: number, width: number, height: number): this;
    roundedRect(x: number, y: number, width: number, height: number, radius: number): this;
    circle(x: number, y: number, radius: number): this;
    path(path: string): this;
    fill(colour: string): this;
    image(png: Buffer, x: number, y: number, options: { fit: [number, number]; align?: 'right' }): this;
    save(): this;
    restore(): this;
    translate(x: number, y: number): this;
    rotate(degrees: number, options: { origin: [number, number] }): this;
    scale(factor: number): this;
    struct(type: string, options?: { scope?: 'Row' | 'Column' }): StructureElement;
    addStructure(element: StructureElement): this;
    markContent(tag: 'Artifact', options: { type: 'Pagination' | 'Layout'; attached?: string[] }): this;
    markContent(tag: 'Span', options: { actual: string }): this;
    markStructureContent(tag: string): StructureContent;
    endMarkedContent(): this;
    end(): void;
  }
}
