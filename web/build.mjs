// Bundles the sources beside this file into dist/web/, and builds the console. npm runs it after an install; the server
// runs it again at a start if the bundle is missing or stale. Plain JavaScript, because npm may run it on an older Node than ours.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { consoleAssets } from './build-console.mjs';

const WEB = dirname(fileURLToPath(import.meta.url));
const PRODUCTS = join(WEB, '../dist/web');
const LIBRARIES = ['@fingerprintjs/fingerprintjs', '@fingerprintjs/botd'];
const require = createRequire(import.meta.url);

/** The device check, as served. */
export function fingerprintScript() {
  return built('device check', ['fingerprint.js', 'signals.js'], LIBRARIES);
}

/** The script of the consumer's pages, as served. */
export function consumerScript() {
  return built('consumer page', ['pages/consumer.js']);
}

/** The widget that shows those pages in a frame, as served. */
export function widgetScript() {
  return built('widget', ['pages/widget.js']);
}

/** Builds it only if it is missing or stale. */
function built(name, sources, libraries = []) {
  const [entry] = sources;
  const product = join(PRODUCTS, basename(entry));
  const stamp = `/* Trefoil ${name}, ${hashOf([...sources, 'build.mjs', '../package.json'])} */`;
  const there = readOrNull(product);
  if (there?.startsWith(stamp)) return there;
  const text = [stamp, ...libraries.map(noticeOf), bundle(entry)].join('\n');
  try {
    mkdirSync(PRODUCTS, { recursive: true });
    // Written to a temporary file and renamed: two concurrent builds each leave a complete file.
    writeFileSync(`${product}.${process.pid}`, text);
    renameSync(`${product}.${process.pid}`, product);
  } catch {
    // A read-only file system: the next start builds again, in a few milliseconds.
  }
  return text;
}

function bundle(entry) {
  // Imported lazily: with an up-to-date bundle esbuild is not loaded.
  const esbuild = loadBundler();
  const { outputFiles } = esbuild.buildSync({
    entryPoints: [join(WEB, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2017',
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}

function loadBundler() {
  try {
    return require('esbuild');
  } catch (cause) {
    throw new Error('esbuild is missing, which makes the device check. Install again: npm ci', { cause });
  }
}

/** The copyright and permission notice at the top of a library's file: its licence requires it in copies. */
function noticeOf(library) {
  return /^\/\*\*.*?\*\//s.exec(readFileSync(require.resolve(library), 'utf8'))?.[0] ?? '';
}

function hashOf(sources) {
  const hash = createHash('sha256');
  for (const name of sources) hash.update(readFileSync(join(WEB, name)));
  return hash.digest('hex').slice(0, 16);
}

function readOrNull(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, build] of [
    ['device check', fingerprintScript],
    ['consumer page', consumerScript],
    ['widget', widgetScript],
    ['console', () => consoleAssets('')],
  ]) {
    try {
      build();
    } catch (error) {
      // It must not fail an install: the service builds again at its start, and reports then what is missing.
      process.stderr.write(`The ${name} was not built: ${error instanceof Error ? error.message : error}\n`);
    }
  }
}
