// Bundles console/ into dist/web/console.json, a script for each room. npm runs it after an install; the server runs it again at a start if the
// bundle is missing or stale. Plain JavaScript, because npm may run it on an older Node.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WEB = dirname(fileURLToPath(import.meta.url));
const CONSOLE = join(WEB, '../console');
/** What the console bundles besides its own: words, names and figures of the domain, the test numbers, and the base of all pages. */
const SHARED = [join(WEB, '../src/domain'), join(WEB, '../src/world/test-numbers.ts'), join(WEB, 'base.css')];
/** Everything in one file: it is there whole or not at all. */
const PRODUCT = join(WEB, '../dist/web/console.json');
/** Nothing is written there: the names of the files are taken from it. */
const OUT = join(WEB, '..');
const require = createRequire(import.meta.url);
const NOTICE =
  'Trefoil console. Carries Preact and TanStack Query (MIT), wouter (Unlicense) and icons by lucide (ISC); their notices are in their packages of these names and in docs/licences.md.';

/**
 * The scripts and the style sheet as served, by name; each name contains the hash of its content. `entry` is loaded first, with `first`,
 * which it imports; the others when their page is opened. Builds them only if they are missing or stale. `fontCss` opens the style sheet.
 */
export function consoleAssets(fontCss) {
  made ??= readOrMake();
  const css = `/* ${NOTICE} */\n${fontCss}${coloursCss()}${made.css}`;
  const style = `console-${createHash('sha256').update(css).digest('base64url').slice(0, 12)}.css`;
  return { files: { ...made.scripts, [style]: css }, entry: made.entry, first: made.first, style };
}

/** Of this process: a test opens many services in one, and each would read all sources again. */
let made;

function readOrMake() {
  const there = readOrNull();
  // A package has the bundle alone; without sources it cannot be stale.
  const stamp = existsSync(CONSOLE) ? hashOfSources() : there?.stamp;
  return there?.stamp === stamp ? there : keep({ stamp, ...bundle() });
}

/** The colours of all pages (tokens.css), each as light and dark in one: in the console people choose between them. */
function coloursCss() {
  const blocks = readFileSync(join(WEB, 'tokens.css'), 'utf8').matchAll(/:root \{([^}]*)\}/g);
  const [light, dark] = [...blocks].map(
    ([, block]) =>
      new Map(Array.from(block.matchAll(/(--[\w-]+): (#\w+);/g), ([, name, colour]) => [name, colour])),
  );
  const both = [...light].map(([name, colour]) => `${name}:light-dark(${colour},${dark.get(name)})`);
  return `:root{${both.join(';')}}\n`;
}

function keep(product) {
  try {
    mkdirSync(dirname(PRODUCT), { recursive: true });
    // Written to a temporary file and renamed: two concurrent builds each leave a complete file.
    writeFileSync(`${PRODUCT}.${process.pid}`, JSON.stringify(product));
    renameSync(`${PRODUCT}.${process.pid}`, PRODUCT);
  } catch {
    // A read-only file system: the next start builds again, in less than a second.
  }
  return product;
}

function bundle() {
  let esbuild;
  try {
    // Imported lazily: with an up-to-date bundle esbuild is not loaded.
    esbuild = require('esbuild');
  } catch (cause) {
    throw new Error('esbuild is missing, which makes the console. Install again: npm ci', { cause });
  }
  const { outputFiles, metafile } = esbuild.buildSync({
    entryPoints: { console: join(CONSOLE, 'main.tsx') },
    outdir: OUT,
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    define: { 'process.env.NODE_ENV': '"production"' },
    // The router carries it for older versions of React.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
    legalComments: 'none',
    logLevel: 'silent',
    absWorkingDir: OUT,
  });
  const texts = outputFiles.map(({ path, text }) => [basename(path), text]);
  const scripts = Object.fromEntries(texts.filter(([name]) => name.endsWith('.js')));
  const entry = Object.keys(scripts).find((name) => name.startsWith('console-'));
  scripts[entry] = `/* ${NOTICE} */\n${scripts[entry]}`;
  return {
    scripts,
    entry,
    first: [...importsOf(metafile.outputs, entry)],
    css: texts.find(([name]) => name.endsWith('.css'))[1],
  };
}

/** What a script imports, and what that imports in turn: all of it is needed before the script runs. */
function importsOf(outputs, name, found = new Set()) {
  for (const { kind, path } of outputs[name].imports) {
    if (kind !== 'import-statement' || found.has(path)) continue;
    found.add(path);
    importsOf(outputs, path, found);
  }
  return found;
}

function hashOfSources() {
  const hash = createHash('sha256');
  const own = [join(WEB, 'build-console.mjs'), join(WEB, '../package.json')];
  const files = [...own, CONSOLE, ...SHARED].flatMap(filesIn);
  for (const file of files) hash.update(file.slice(WEB.length)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** A file, or all files of a folder but the tests, which nobody bundles. */
function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !name.endsWith('.test.ts'))
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

function readOrNull() {
  try {
    return JSON.parse(readFileSync(PRODUCT, 'utf8'));
  } catch {
    return null;
  }
}
