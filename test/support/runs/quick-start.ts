// What makes the test files, and the services and commands that they start, load quickly: a run starts some four hundred processes, and
// loading their modules was a third of its time. Compiled code is kept between them. A run of many files also loads the service, and the
// operators' commands, from one file each, bundled from src/ and the packages that it imports: load-bundle.mjs puts it in place of its
// modules. A module is only ever loaded one way in a process, so what a test imports from src/ is what the service uses.
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = join(import.meta.dirname, '../../..');
const CACHE = join(ROOT, '.cache');
/** What each bundle is for. What it loads later, by import(), is left out unless it is named. Tests import the commands too. */
const BUNDLES = {
  service: ['src/main.ts', 'src/start/run-command.ts'],
  commands: ['src/start/run-command.ts', 'src/start/operator-commands.ts'],
};
/** Packages that the service loads later, in a bundle of their own. */
const LATER = ['oidc-provider'];
/** With fewer the bundle costs more than it saves; and the stack of an error names the lines of src/. */
const FILES_MIN = 10;

/** The environment of a run's processes. A test that starts one with an environment of its own passes `quickStart()` on. */
export async function prepareQuickStart(files: readonly string[]): Promise<Record<string, string>> {
  const compiled = { NODE_COMPILE_CACHE: join(CACHE, 'compiled') };
  // A long run starts as many processes as many files do.
  if (files.length < FILES_MIN && !files.some((file) => file.endsWith('.chaos.ts'))) return compiled;
  const hook = pathToFileURL(join(import.meta.dirname, 'load-bundle.mjs')).href;
  return {
    ...compiled,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${hook}`,
    TEST_BUNDLE: await bundle(),
  };
}

/** What prepareQuickStart made for the run that this process is part of. */
export function quickStart(): Record<string, string> {
  const names = ['NODE_COMPILE_CACHE', 'NODE_OPTIONS', 'TEST_BUNDLE'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** The folder of the bundles of src/ as it is now; a bundle's .json says what it has of which module. */
async function bundle(): Promise<string> {
  const sources = globSync('src/**/*.{ts,json}', { cwd: ROOT }).sort();
  const content = createHash('sha256');
  for (const file of ['package-lock.json', relative(ROOT, import.meta.filename), ...sources])
    content.update(file).update(readFileSync(join(ROOT, file)));
  const folder = join(CACHE, `service-${content.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  removeOld();
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  for (const [name, entries] of Object.entries(BUNDLES))
    await bundleInto(join(unfinished, name), await importedModules(entries));
  await bundleInto(join(unfinished, 'later'), { own: [], packages: LATER });
  try {
    renameSync(unfinished, folder);
  } catch {
    // Another run was quicker.
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}

/** Of yesterday and before: another run may be using a younger one. */
function removeOld(): void {
  for (const old of globSync(join(CACHE, 'service-*')))
    if (statSync(old).mtimeMs < Date.now() - 86_400_000) rmSync(old, { recursive: true, force: true });
}

async function bundleInto(file: string, modules: { own: string[]; packages: string[] }): Promise<void> {
  const names = await exportsOf(modules);
  const lines = Object.entries(names).map(([from, exported], at) => {
    const own = exported.map((name) => `${name} as m${at}_${name}`);
    return `export { ${own.join(', ')} } from '${from.startsWith('src/') ? `./${from}` : from}';`;
  });
  const { outputFiles } = await build({
    ...common,
    stdin: { contents: lines.join('\n'), resolveDir: ROOT, sourcefile: 'bundle.mjs' },
    outfile: `${file}.mjs`,
    write: false,
    plugins: [inPlace],
    // Some packages are CommonJS and call require for Node's own modules.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
  });
  const [bundled] = outputFiles;
  if (bundled === undefined) throw new Error(`${file} was not bundled`);
  writeFileSync(`${file}.mjs`, inAscii(bundled.text));
  writeFileSync(`${file}.json`, JSON.stringify(names));
}

/** One letter that is not ASCII, in a comment, would double what V8 keeps and hashes of seven million: a ninth of the time to load it. */
function inAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const common = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'error',
  metafile: true,
} as const;

/** The modules of src/ that the entries import, and the packages that those import. */
async function importedModules(entryPoints: string[]): Promise<{ own: string[]; packages: string[] }> {
  const { metafile } = await build({
    ...common,
    entryPoints,
    outdir: CACHE,
    write: false,
    packages: 'external',
    plugins: [inPlace],
  });
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports);
  const outside = imported.flatMap(({ path, external, kind }) =>
    external && kind === 'import-statement' && !/^(node|file):/.test(path) ? [path] : [],
  );
  const own = Object.keys(metafile.inputs).filter((file) => file.endsWith('.ts'));
  return { own, packages: [...new Set(outside)] };
}

async function exportsOf(modules: { own: string[]; packages: string[] }): Promise<Record<string, string[]>> {
  const { metafile } = await build({
    ...common,
    bundle: false,
    entryPoints: modules.own,
    outdir: CACHE,
    outbase: ROOT,
    write: false,
  });
  const own = Object.values(metafile.outputs).map(
    ({ entryPoint, exports }) => [entryPoint ?? '', exports] as const,
  );
  const packages = modules.packages.map(
    async (name) => [name, Object.keys(await import(name)).filter((one) => /^[\w$]+$/.test(one))] as const,
  );
  const all = [...own, ...(await Promise.all(packages))];
  return Object.fromEntries(all.filter(([, exported]) => exported.length > 0));
}

/** A module of src/ keeps its place: what it reads beside it is found, and what it loads later, or from another folder, is no part. */
const inPlace: Plugin = {
  name: 'in place',
  setup(on) {
    // Imported, node:http shows all that it has, for which Node loads its own fetch: a twelfth of the start of a command. Required, it does not.
    on.onResolve({ filter: /^node:http$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'required' } : { path, external: true },
    );
    on.onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('${path}');`,
    }));
    on.onResolve({ filter: /./ }, ({ path, resolveDir, kind }) => {
      if (!path.startsWith('.')) return kind === 'dynamic-import' ? { path, external: true } : undefined;
      const file = join(resolveDir, path);
      if (file.includes('/node_modules/')) return undefined;
      if (kind !== 'dynamic-import' && file.startsWith(join(ROOT, 'src/'))) return undefined;
      return { path: pathToFileURL(file).href, external: true };
    });
    on.onLoad({ filter: new RegExp(`^${RegExp.escape(join(ROOT, 'src/'))}.*\\.ts$`) }, ({ path }) => {
      const contents = readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: 'ts' };
    });
  },
};
