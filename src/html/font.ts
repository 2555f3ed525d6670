// The typeface of every page, Inter (web/fonts, SIL Open Font License): its files under addresses that contain their hash, and the style
// that names them. The Latin letters of English are preloaded; the others are fetched where a name needs them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../web/fonts');
const LATIN = {
  file: 'inter-latin.woff2',
  range:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
};
const LATIN_EXTENDED = {
  file: 'inter-latin-ext.woff2',
  range:
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
};

type FontFile = { path: string; bytes: Buffer; range: string };

function read({ file, range }: { file: string; range: string }): FontFile {
  const bytes = readFileSync(join(FOLDER, file));
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 12);
  return { path: `/fonts/${file.replace('.', `-${hash}.`)}`, bytes, range };
}

const latin = read(LATIN);
export const FONT_FILES: readonly FontFile[] = [latin, read(LATIN_EXTENDED)];
/** Preloaded by each page. */
export const FONT_PATH = latin.path;
export const FONT_CSS = FONT_FILES.map(
  ({ path, range }) =>
    `@font-face{font-family:Inter;font-weight:100 900;font-display:swap;src:url(${path}) format("woff2");unicode-range:${range}}\n`,
).join('');
