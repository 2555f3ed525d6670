// The font files, read when the thread starts. Each PDF opens them anew: what an open font remembers of one PDF would change the bytes of
// the next.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file: string): Buffer => readFileSync(join(import.meta.dirname, 'fonts', file));

export const FONTS = {
  regular: read('LiberationSans-Regular.ttf'),
  bold: read('LiberationSans-Bold.ttf'),
  /** For letters that Liberation Sans lacks; in headings too. */
  fallback: read('NotoSans-Regular.ttf'),
};
