// Bundles console/ into dist/web/console.js and console.css. npm runs it after an install; the server runs it again at a start if the
// bundle is missing or stale. Plain JavaScript, because npm may run it on an older Node.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WEB = dirname(fileURLToPath(import.meta.url));
const CONSOLE = join(WEB, '../console');
/** The only file of the service whose values the console bundles: ids and names of the bureaus. */
const BUREAU_NAMES = join(WEB, '../src/domain/credit-report.ts');
const PRODUCTS = join(WEB, '../dist/web');
const require = createRequire(import.meta.url);
const NOTICE =
  'Carries React, TanStack Query (MIT) and wouter (Unlicense); their notices are in their packages of these names.';

/** The script and the style sheet as served. Builds them only if they are missing or stale. */
export function consoleAssets() {
  const stamp = `/* Trefoil console, ${hashOfSources()}. ${NOTICE} */\n`;
  const there = { js: readOrNull('console.js'), css: readOrNull('console.css') };
  if (there.js?.startsWith(stamp) && there.css?.startsWith(stamp)) return there;
  const built = bundle();
  const made = { js: stamp + built.js, css: stamp + built.css };
  try {
    mkdirSync(PRODUCTS, { recursive: true });
    for (const [ending, text] of Object.entries(made)) {
      const file = join(PRODUCTS, `console.${ending}`);
      // Written to a temporary file and renamed: two concurrent builds each leave a complete file.
      writeFileSync(`${file}.${process.pid}`, text);
      renameSync(`${file}.${process.pid}`, file);
    }
  } catch {
    // A read-only file system: the next start builds again, in less than a second.
  }
  return made;
}

function bundle() {
  let esbuild;
  try {
    // Imported lazily: with an up-to-date bundle esbuild is not loaded.
    esbuild = require('esbuild');
  } catch (cause) {
    throw new Error('esbuild is missing, which makes the console. Install again: npm ci', { cause });
  }
  const { outputFiles } = esbuild.buildSync({
    entryPoints: [join(CONSOLE, 'main.tsx')],
    outdir: PRODUCTS,
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2023',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'silent',
  });
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text;
  return { js: textOf('.js'), css: textOf('.css') };
}

function hashOfSources() {
  const hash = createHash('sha256');
  const own = [join(WEB, 'build-console.mjs'), join(WEB, '../package.json')];
  const files = [...own, BUREAU_NAMES, ...filesIn(CONSOLE)];
  for (const file of files) hash.update(file.slice(WEB.length)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function filesIn(folder) {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesIn(path) : [path];
    });
}

function readOrNull(name) {
  try {
    return readFileSync(join(PRODUCTS, name), 'utf8');
  } catch {
    return null;
  }
}
