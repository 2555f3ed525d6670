// What makes the test files, and the services and commands that they start, load quickly: a run starts some four hundred processes, and
// loading their modules was a third of its time. Compiled code is kept between them, and packages of hundreds of small files are bundled
// into one file each.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, '.cache');
/** ES modules only: a bundle of another package would not have its named exports. */
const BUNDLED = ['typebox', 'oidc-provider', 'jose', 'otplib'];

/** The environment of a run's processes. A test that starts one with an environment of its own passes `quickStart()` on. */
export async function prepareQuickStart(): Promise<Record<string, string>> {
  const installed = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  const folder = join(CACHE, `bundles-${installed.digest('hex').slice(0, 16)}`);
  if (!existsSync(folder)) await bundleInto(folder);
  const hook = pathToFileURL(join(import.meta.dirname, 'load-bundles.mjs')).href;
  return {
    NODE_COMPILE_CACHE: join(CACHE, 'compiled'),
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${hook}`,
    TEST_BUNDLES: folder,
  };
}

/** What prepareQuickStart made for the run that this process is part of. */
export function quickStart(): Record<string, string> {
  const names = ['NODE_COMPILE_CACHE', 'NODE_OPTIONS', 'TEST_BUNDLES'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

async function bundleInto(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  await build({
    entryPoints: BUNDLED,
    absWorkingDir: ROOT,
    outdir: unfinished,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    // Some of what they import is CommonJS and calls require for Node's own modules.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
  });
  try {
    renameSync(unfinished, folder);
  } catch {
    // Another run was quicker.
    rmSync(unfinished, { recursive: true });
  }
}
