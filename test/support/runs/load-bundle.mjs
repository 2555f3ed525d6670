// Loads a module of the service, or of a command, from the bundle that quick-start.ts made. Imported first by every process of a large
// test run; a version of Node that has no such hooks loads modules as usual.
import { readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.env.TEST_BUNDLE ?? '';
const ROOT = join(import.meta.dirname, '../../..');
const root = pathToFileURL(`${ROOT}/`).href;
const [, program = '', command] = process.argv;
const isCommand = /\/bin\/trefoil\.js$|\/command-host\.ts$/.test(program) && command !== 'start';
const name = isCommand ? 'commands' : 'service';
const bundles = [name, 'later'].map((one) => pathToFileURL(join(folder, `${one}.mjs`)).href);
/** By address: of a module of src/ its own, of a package one made up. */
const modules = new Map(bundles.flatMap(modulesOf));
// These need so little of the service that its bundle would be the longer way.
const isSmall = /^(src|test\/merge|test\/bureaus)\/|\/embedded-service\.ts$|\/\d+-small\.mjs$/.test(
  relative(ROOT, program),
);

if (!isSmall)
  nodeModule.registerHooks?.({
    resolve(specifier, context, next) {
      const { parentURL, conditions } = context;
      if (bundles.includes(specifier)) return { url: specifier, format: 'module', shortCircuit: true };
      const isOurs = conditions.includes('import') && parentURL && !parentURL.includes('/node_modules/');
      if (!isOurs) return next(specifier, context);
      const url = /^(\.|file:)/.test(specifier) ? new URL(specifier, parentURL).href : `bundled:${specifier}`;
      return modules.has(url) ? { url, format: 'module', shortCircuit: true } : next(specifier, context);
    },
    load(url, context, next) {
      const source = modules.get(url);
      return source === undefined ? next(url, context) : { source, format: 'module', shortCircuit: true };
    },
  });

function modulesOf(bundle) {
  const modules = JSON.parse(readFileSync(new URL(bundle.replace(/mjs$/, 'json')), 'utf8'));
  return Object.entries(modules).map(([from, names], at) => [
    from.startsWith('src/') ? root + from : `bundled:${from}`,
    `export { ${names.map((name) => `m${at}_${name} as ${name}`).join(', ')} } from '${bundle}';`,
  ]);
}
