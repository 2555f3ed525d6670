// Writes console/api/generated.ts from docs/openapi.json: the address of each operation that the console names, and the types of what it
// takes and answers, which are those of src/http/schemas. npm run openapi; a test fails when the file is stale.
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SCHEMAS = join(ROOT, 'src/http/schemas');
export const CONSOLE_FILE = join(ROOT, 'console/api/generated.ts');

// biome-ignore lint/suspicious/noExplicitAny: the document is plain JSON of every shape
type Described = any;
/** The room file and the export that a component of the document comes from, by its title. */
type Origins = Map<string, { room: string; name: string }>;

export async function consoleText(): Promise<string> {
  const document = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'));
  const named = namedInConsole();
  const operations = Object.entries<Described>(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries<Described>(methods).map(([method, described]) => ({ path, method, described })),
    )
    .filter(({ described }) => named.has(described.operationId));
  const origins = await originsOfSchemas();
  const rooms = new Set<string>();
  const typeOf = (content: Described): string => {
    const title = content?.['application/json']?.schema?.$ref?.split('/').pop();
    if (title === undefined) return 'null';
    const origin = origins.get(title);
    if (origin === undefined) throw new Error(`no schema of src/http/schemas has the title ${title}`);
    rooms.add(origin.room);
    return `Static<typeof ${camel(origin.room)}.${origin.name}>`;
  };
  const types = operations.map(({ path, described }) => {
    const { operationId, parameters = [], requestBody, responses } = described;
    const inQuery = parameters.filter((one: Described) => one.in === 'query');
    const parts = {
      params: unionOf(paramsOf(path)),
      query: unionOf(inQuery.map((one: Described) => one.name)),
      body: typeOf(requestBody?.content),
      answer: typeOf((responses['200'] ?? responses['201'])?.content),
    };
    const shown = Object.entries(parts).map(([name, type]) => `${name}: ${type}`);
    return `  ${operationId}: { ${shown.join('; ')} };`;
  });
  return [
    '// Generated from docs/openapi.json by scripts/console-operations.ts: npm run openapi. Do not edit.',
    "import type { Static } from 'typebox';",
    ...[...rooms]
      .sort()
      .map((room) => `import type * as ${camel(room)} from '../../src/http/schemas/${room}';`),
    '',
    '/** What each operation that the console names takes and answers. */',
    'export type Operations = {',
    ...types,
    '};',
    '',
    'export const ROUTES = {',
    ...operations.map(
      ({ path, method, described }) => `  ${described.operationId}: '${method.toUpperCase()} ${path}',`,
    ),
    '} satisfies Record<keyof Operations, string>;',
    '',
  ].join('\n');
}

/** Every word in quotes: those that are ids of operations are meant. */
function namedInConsole(): Set<string> {
  const files = globSync(join(ROOT, 'console/**/*.{ts,tsx}')).filter((file) => file !== CONSOLE_FILE);
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/'([a-z]\w+)'/gi)].map(([, id = '']) => id)));
}

async function originsOfSchemas(): Promise<Origins> {
  const origins: Origins = new Map();
  for (const room of globSync('**/*.ts', { cwd: SCHEMAS }).sort()) {
    for (const [name, schema] of Object.entries<Described>(await import(join(SCHEMAS, room))))
      if (typeof schema?.title === 'string' && !origins.has(schema.title))
        origins.set(schema.title, { room, name });
  }
  return origins;
}

/** The tenant of a tenant's own operations is the one of the page. */
function paramsOf(path: string): string[] {
  return [...path.replace(/^\/\{tenantId\}/, '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

const unionOf = (names: string[]): string =>
  names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | ');
const camel = (room: string): string =>
  basename(room, '.ts').replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());

if (import.meta.main) await writeFile(CONSOLE_FILE, await consoleText());
