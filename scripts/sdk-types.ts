// Writes packages/sdk/src/generated.ts from docs/openapi.json: the types of what the SDK sends and reads, the address of each operation,
// and the fix of each error code. npm run sdk; a test fails when the file is stale.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { PHP_FILE, phpText } from './php-types.ts';
import { PYTHON_FILE, pythonText } from './python-types.ts';
import { readHelp, readHelpByMessage, readOperations, SDK } from './sdk-operations.ts';

export const GENERATED_FILE = join(SDK, 'generated.ts');

export async function generatedText(): Promise<string> {
  const { operations, schemas, events } = readOperations();
  const properties = operations.map(({ id, pathNames, query, body, answer }) => {
    const path = {
      type: 'object',
      properties: Object.fromEntries(pathNames.map((name) => [name, { type: 'string' }])),
      required: pathNames,
      additionalProperties: false,
    };
    const parts = { path, query, body: body ?? { type: 'null' }, answer: answer ?? { type: 'null' } };
    return [
      id,
      { type: 'object', properties: parts, required: Object.keys(parts), additionalProperties: false },
    ];
  });
  const all: JSONSchema = {
    title: 'Operations',
    description: 'What each operation takes and answers.',
    type: 'object',
    properties: {
      ...Object.fromEntries(properties),
      onEvent: { anyOf: events.map((name) => ({ $ref: `#/components/schemas/${name}` })) },
    },
    required: [...operations.map(({ id }) => id), 'onEvent'],
    additionalProperties: false,
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, { ...schema, title: name }]),
      ),
    },
  };
  const types = await compile(withOneName(all), 'Operations', {
    bannerComment: '',
    additionalProperties: false,
    unreachableDefinitions: false,
    style: { singleQuote: true, printWidth: 110 },
  });
  const routes = operations.map(
    ({ id, method, path, keyed }) => `  ${id}: { method: '${method}', path: '${path}', keyed: ${keyed} },`,
  );
  const help = Object.entries(readHelp()).map(([code, fix]) => `  '${code}': ${JSON.stringify(fix)},`);
  return [
    '// Generated from docs/openapi.json by scripts/sdk-types.ts: npm run sdk. Do not edit.',
    '',
    types.trim().replaceAll(/\/\*\*\n\s*\* (.*)\n\s*\*\//g, '/** $1 */'),
    '',
    'export const ROUTES = {',
    ...routes,
    '} as const;',
    '',
    '/** What to do about each error code. */',
    'export const HELP: Record<string, string> = {',
    ...help,
    '};',
    '',
    '/** Where one code has several causes: the words of the message that tell this one, and what to do about it. */',
    'export const HELP_BY_MESSAGE: readonly (readonly [code: string, said: string, help: string])[] = [',
    ...readHelpByMessage().map((one) => `  ${JSON.stringify(one)},`),
    '];',
    '',
  ].join('\n');
}

/** A reference with words of its own beside it would become a copy of its schema, with a number behind the name. */
function withOneName<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withOneName) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, description } = schema as Record<string, unknown>;
  if (typeof $ref === 'string' && description !== undefined) return { allOf: [{ $ref }], description } as T;
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, withOneName(value)])) as T;
}

if (import.meta.main) {
  await writeFile(GENERATED_FILE, await generatedText());
  await writeFile(PYTHON_FILE, pythonText());
  await writeFile(PHP_FILE, phpText());
}
