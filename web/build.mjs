// Bundles the sources beside this file into dist/web/fingerprint.js, and builds the console. npm runs it after an install; the server
// runs it again at a start if the bundle is missing or stale. Plain JavaScript, because npm may run it on an older Node than ours.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { consoleAssets } from './build-console.mjs';

const WEB = dirname(fileURLToPath(import.meta.url));
const PRODUCT = join(WEB, '../dist/web/fingerprint.js');
const LIBRARIES = ['@fingerprintjs/fingerprintjs', '@fingerprintjs/botd'];
const require = createRequire(import.meta.url);
const SOURCES = ['fingerprint.js', 'signals.js', 'build.mjs', '../package.json'];

/** The script as served. Builds it only if it is missing or stale. */
export function fingerprintScript() {
  const stamp = `/* Trefoil device check, ${hashOfSources()} */`;
  const there = readOrNull(PRODUCT);
  if (there?.startsWith(stamp)) return there;
  const text = [stamp, ...LIBRARIES.map(noticeOf), bundle()].join('\n');
  try {
    mkdirSync(dirname(PRODUCT), { recursive: true });
    // Written to a temporary file and renamed: two concurrent builds each leave a complete file.
    writeFileSync(`${PRODUCT}.${process.pid}`, text);
    renameSync(`${PRODUCT}.${process.pid}`, PRODUCT);
  } catch {
    // A read-only file system: the next start builds again, in a few milliseconds.
  }
  return text;
}

function bundle() {
  // Imported lazily: with an up-to-date bundle esbuild is not loaded.
  const esbuild = loadBundler();
  const { outputFiles } = esbuild.buildSync({
    entryPoints: [join(WEB, 'fingerprint.js')],
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

function hashOfSources() {
  const hash = createHash('sha256');
  for (const name of SOURCES) hash.update(readFileSync(join(WEB, name)));
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
