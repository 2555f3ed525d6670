// Loads a package from its bundle, where quick-start.ts made one. Imported first by every process of a test run; a version of Node
// that has no such hooks loads packages as usual.
import { readdirSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.env.TEST_BUNDLES ?? '';
const urls = new Map(
  readdirSync(folder).map((file) => [file.replace(/\.mjs$/, ''), pathToFileURL(join(folder, file)).href]),
);

nodeModule.registerHooks?.({
  resolve(specifier, context, next) {
    const url = urls.get(specifier);
    return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true };
  },
});
