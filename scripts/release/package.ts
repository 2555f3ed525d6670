// The service as a package, to be installed with npm and started with npx trefoil: JavaScript in the place of TypeScript, which Node refuses
// to run in node_modules, with the bundles of the pages built in and the SDK beside it. Without tests, benchmarks and scripts.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { consoleAssets } from '../../web/build-console.mjs';
import { pack, run } from './pack.ts';

const ROOT = join(import.meta.dirname, '../..');
/** As they are. Pages of /docs are outside docs, too. */
const COPIED = [
  'bin',
  'web',
  'docs',
  'packages/*/README.md',
  'packages/sdk/src/browser.js',
  'packages/php/Trefoil.php',
  'packages/python/trefoil.py',
  'examples/express/README.md',
  '*.md',
  'LICENSE',
  '.env.example',
];

/** The tarball's path. `sdk` is the SDK as unpacked from its own; `clients` are packages that it serves at /sdk. */
export async function packService(folder: string, sdk: string, clients: readonly string[]): Promise<string> {
  const stage = join(folder, 'stage');
  rmSync(stage, { recursive: true, force: true });
  stageSources(stage);
  cpSync(sdk, join(stage, 'node_modules/@trefoil/sdk'), { recursive: true });
  for (const path of clients) cpSync(path, join(stage, 'dist/sdk', basename(path)));
  const described = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { version: sdkVersion } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'));
  writeFileSync(
    join(stage, 'package.json'),
    `${JSON.stringify(publishedPackage(described, namesIn(stage), sdkVersion), null, 2)}\n`,
  );
  consoleAssets('');
  cpSync(join(ROOT, 'dist/web/console.json'), join(stage, 'dist/web/console.json'));
  // It finds the libraries that it bundles above the stage, in the project's own node_modules.
  await run(process.execPath, [join(stage, 'web/build.mjs')]);
  return pack(stage, folder);
}

function stageSources(stage: string): void {
  for (const path of copiedFiles()) cpSync(join(ROOT, path), join(stage, path), { recursive: true });
  for (const file of sourceFiles()) {
    const from = join(ROOT, file);
    const to = join(stage, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(to), { recursive: true });
    if (to.endsWith('.js')) writeFileSync(to, asJavaScript(readFileSync(from, 'utf8')));
    else cpSync(from, to);
  }
  const door = join(stage, 'bin/trefoil.js');
  writeFileSync(door, asJavaScript(readFileSync(door, 'utf8')));
}

export function copiedFiles(): string[] {
  return COPIED.flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
}

/** What of src is in the package: no tests, and no types of JavaScript. */
export function sourceFiles(): string[] {
  return globSync('src/**/*.*', { cwd: ROOT }).filter((file) => !/\.(test|d)\.ts$/.test(file));
}

/** Types become blanks, so that a stack trace has the lines of the sources; relative addresses of modules end in .js. */
export function asJavaScript(text: string): string {
  const address = /(['"])(\.{1,2}\/[\w./-]+)\.ts\1/g;
  return stripTypeScriptTypes(text).replaceAll(address, '$1$2.js$1');
}

type Described = Record<string, unknown> & {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

/** The package.json of the package. What the bundles alone are made of is in them, and no dependency any more. */
export function publishedPackage(described: Described, imported: ReadonlySet<string>, sdkVersion: string) {
  const { name, version, description, license, type, engines, bin, dependencies, optionalDependencies } =
    described;
  const loaded = Object.entries(dependencies).filter(([dependency]) => imported.has(dependency));
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin,
    dependencies: { '@trefoil/sdk': sdkVersion, ...Object.fromEntries(loaded) },
    optionalDependencies,
    bundleDependencies: ['@trefoil/sdk'],
  };
}

/** The packages that the staged modules name. */
function namesIn(stage: string): Set<string> {
  const texts = globSync('src/**/*.js', { cwd: stage }).map((file) =>
    readFileSync(join(stage, file), 'utf8'),
  );
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/['"]((?:@[\w.-]+\/)?[\w.-]+)(?:\/[\w./-]+)?['"]/g)].map(([, name = '']) => name),
    ),
  );
}
