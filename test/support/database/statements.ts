// Every statement of the service, with its whole text: the pieces that a text is made of are put together when a module is loaded, so they
// are looked for among the objects that live then, and not in the sources.
import { globSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import type { Statement } from '../../../src/storage/engine/connection/database.ts';

const STORAGE = join(import.meta.dirname, '../../../src/storage');

export async function collectStatements(): Promise<Statement[]> {
  const files = globSync('**/*.ts', { cwd: STORAGE }).filter((file) => !/\.test\.ts$|\.d\.ts$/.test(file));
  const modules: unknown[] = [];
  for (const file of files) modules.push(await import(join(STORAGE, file)));
  const found = await livingStatements();
  const names = new Set(found.map(({ name }) => name));
  const missing = files
    .flatMap((file) => namesIn(readFileSync(join(STORAGE, file), 'utf8')))
    .filter((written) => ![...names].some((name) => written.test(name)));
  if (missing.length > 0) throw new Error(`statements that were not found: ${missing.join(' ')}`);
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The names of the statements in a source, which may have pieces too. */
function namesIn(source: string): RegExp[] {
  return [...source.matchAll(/\b(?:statement|plannedAnew)\(\s*(?:'([^']+)'|`([^`]+)`)/g)].map(
    ([, plain, pieced]) => new RegExp(`^${(plain ?? pieced ?? '').replaceAll(/\$\{[^}]*\}/g, '.*')}$`),
  );
}

async function livingStatements(): Promise<Statement[]> {
  const session = new Session();
  session.connect();
  try {
    const { result: prototype } = await session.post('Runtime.evaluate', { expression: 'Object.prototype' });
    if (prototype.objectId === undefined) throw new Error('a prototype is an object');
    const { objects } = await session.post('Runtime.queryObjects', { prototypeObjectId: prototype.objectId });
    if (objects.objectId === undefined) throw new Error('a list is an object');
    await session.post('Runtime.callFunctionOn', {
      objectId: objects.objectId,
      functionDeclaration: `function () {
        const textOf = (one, key) => Object.getOwnPropertyDescriptor(one, key)?.value;
        globalThis.livingStatements = this.filter((one) => typeof textOf(one, 'name') === 'string'
          && /^\\s*(?:with|select|insert|update|delete)\\b/.test(textOf(one, 'text') ?? ''));
      }`,
    });
  } finally {
    session.disconnect();
  }
  const shelf = globalThis as { livingStatements?: Statement[] };
  const found = shelf.livingStatements ?? [];
  delete shelf.livingStatements;
  return found;
}
