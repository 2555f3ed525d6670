// What the SDKs are generated from: the operations of docs/openapi.json that the TypeScript SDK has methods for, with schemas that say
// shapes alone. Limits and patterns are the service's to check; a type has no use for them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_HELP, MENDS_BY_MESSAGE, OTHER_MENDS } from '../src/domain/error-help.ts';

const ROOT = join(import.meta.dirname, '..');
export const SDK = join(ROOT, 'packages/sdk/src');
const KEPT = [
  '$ref',
  'type',
  'enum',
  'const',
  'required',
  'description',
  'items',
  'properties',
  'anyOf',
  'oneOf',
];

// biome-ignore lint/suspicious/noExplicitAny: the document is plain JSON of every shape
export type Schema = any;
export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  pathNames: string[];
  /** An object schema of the query parameters. */
  query: Schema;
  body: Schema | undefined;
  /** Undefined where nothing is answered (204). */
  answer: Schema | undefined;
  /** The media type of an answer that is a file and nothing else. */
  file: string | undefined;
  /** It takes an Idempotency-Key. */
  keyed: boolean;
};
export type Described = { operations: Operation[]; schemas: Record<string, Schema>; events: string[] };

export function readOperations(): Described {
  const document = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'));
  const wanted = new Set(calledIn(globSync(join(SDK, '*.ts')).map((file) => readFileSync(file, 'utf8'))));
  const operations = Object.entries<Schema>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Schema>(methods)
      .filter(([, { operationId }]) => wanted.has(operationId))
      .map(([method, described]) => toOperation(method, path, described)),
  );
  const missing = [...wanted].filter((id) => !operations.some((operation) => operation.id === id));
  if (missing.length > 0) throw new Error(`the SDK calls what docs/openapi.json does not have: ${missing}`);
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    shapeOf(schema),
  ]);
  const events = Object.values<Schema>(document.webhooks).map(
    ({ post }) => post.requestBody.content['application/json'].schema.$ref.split('/').pop() as string,
  );
  return { operations, schemas: Object.fromEntries(schemas), events };
}

/** The fix of every error code, in plain text. */
export function readHelp(): Record<string, string> {
  const mends = { ...mapValues(ERROR_HELP, ({ mend }) => mend), ...OTHER_MENDS };
  return mapValues(mends, plain);
}

/** The fix by the words of a message, where one code has several causes. */
export function readHelpByMessage(): [code: string, said: string, mend: string][] {
  return MENDS_BY_MESSAGE.map(({ code, said, mend }) => [code, said, plain(mend)]);
}

function plain(mend: string): string {
  return mend.replaceAll('`', '').replace(/\.?$/, '.');
}

function calledIn(texts: string[]): string[] {
  return texts.flatMap((text) =>
    [...text.matchAll(/\b(?:call|stream)\(\s*'(\w+)'/g)].map(([, id = '']) => id),
  );
}

function toOperation(method: string, path: string, described: Schema): Operation {
  const { operationId: id, parameters = [], requestBody, responses, summary } = described;
  const inQuery = parameters.filter((parameter: Schema) => parameter.in === 'query');
  const content: Record<string, Schema> = (responses['200'] ?? responses['201'])?.content ?? {};
  const answer = content['application/json']?.schema;
  return {
    id,
    method: method.toUpperCase(),
    path,
    summary: summary ?? id,
    pathNames: [...path.matchAll(/\{(\w+)\}/g)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'tenantId'),
    query: {
      type: 'object',
      properties: Object.fromEntries(
        inQuery.map(({ name, schema, description }: Schema) => [name, { ...shapeOf(schema), description }]),
      ),
      required: inQuery.filter((parameter: Schema) => parameter.required).map(({ name }: Schema) => name),
      additionalProperties: false,
    },
    body: shapeOf(requestBody?.content?.['application/json']?.schema),
    answer: shapeOf(answer),
    file: answer === undefined ? Object.keys(content)[0] : undefined,
    keyed: parameters.some(({ name }: Schema) => name === 'Idempotency-Key'),
  };
}

function shapeOf(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(shapeOf);
  if (typeof schema !== 'object' || schema === null) return schema;
  const shape = Object.fromEntries(
    Object.entries<Schema>(schema)
      .filter(([name]) => KEPT.includes(name))
      .map(([name, value]) => [name, name === 'properties' ? mapValues(value, shapeOf) : shapeOf(value)]),
  );
  // Alternatives that only narrow a type down (two formats, one of three fields) are no alternatives of its shape.
  for (const name of ['anyOf', 'oneOf'])
    if (
      shape[name]?.some(
        (one: Schema) => !['$ref', 'type', 'enum', 'const', 'anyOf', 'oneOf'].some((key) => key in one),
      )
    )
      delete shape[name];
  if (shape.properties !== undefined) shape.additionalProperties = false;
  else if (typeof schema.additionalProperties === 'object')
    shape.additionalProperties = shapeOf(schema.additionalProperties);
  return shape;
}

function mapValues(values: Record<string, Schema>, map: (value: Schema) => Schema): Record<string, Schema> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
