// The OpenAPI document as a contract: its operations, and whether an answer matches it. References are resolved, so that each schema is
// self-contained.
import { readFileSync } from 'node:fs';
import { isIPv4, isIPv6 } from 'node:net';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { DOCUMENT_FILE } from '../../scripts/openapi.ts';
import type { Answer } from '../support/house.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is plain JSON of every shape
export type Json = any;
export type Schema = Record<string, Json>;

export type Parameter = { name: string; in: string; required: boolean; schema: Schema };

export type Operation = {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  needsToken: boolean;
  parameters: Parameter[];
  /** The media type and the schema of the request body. */
  body: { type: string; schema: Schema; example: Json } | null;
  responses: Record<string, { headers?: Json; content?: Record<string, { schema: Schema; examples: Json }> }>;
};

const targets = new Map<string, Json>();

export const document: Json = JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8'));

export const operations: Operation[] = Object.entries<Json>(writtenOut(document.paths)).flatMap(
  ([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => {
      const [body] = Object.entries<Json>(operation.requestBody?.content ?? {});
      return {
        id: operation.operationId,
        method: method.toUpperCase() as Operation['method'],
        path,
        needsToken: operation.security.some(
          (scheme: Json) => scheme.oauth2 !== undefined || scheme.session !== undefined,
        ),
        parameters: operation.parameters ?? [],
        body:
          body === undefined ? null : { type: body[0], schema: body[1].schema, example: exampleIn(body[1]) },
        responses: operation.responses,
      };
    }),
);

/** The first example of a body. */
function exampleIn(media: Json): Json {
  return Object.values<Json>(media.examples ?? {})[0]?.value;
}

export function operationOf(id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`the document has no operation ${id}`);
  return found;
}

/** A copy with every reference replaced by its target, the same object for the same reference. */
export function writtenOut(value: Json): Json {
  if (Array.isArray(value)) return value.map(writtenOut);
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value.$ref === 'string') {
    const target = targets.get(value.$ref) ?? writtenOut(find(value.$ref));
    targets.set(value.$ref, target);
    return target;
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, writtenOut(inner)]));
}

export function find(reference: string): Json {
  const steps = reference.replace('#/', '').split('/');
  const found = steps.reduce((at, step) => at?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  if (found === undefined) throw new Error(`${reference} leads nowhere`);
  return found;
}

/** The formats that the document uses. Strict mode refuses any other. */
export const FORMATS: Record<string, (text: string) => boolean> = {
  // Bytes of a file.
  binary: () => true,
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isTime(`${text}T00:00:00Z`),
  'date-time': (text) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text) && isTime(text),
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  ipv4: isIPv4,
  ipv6: (text) => isIPv6(text) && !text.includes('%'),
  uri: (text) => URL.canParse(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
};

function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && new Date(text).getUTCDate() > 0;
}

// The options only silence style warnings; unknown keywords are still refused.
const ajv = new Ajv2020({ allErrors: true, strictRequired: false, strictTypes: false });
for (const [name, isValid] of Object.entries(FORMATS)) ajv.addFormat(name, isValid);
// Of OpenAPI: generators read it, and `oneOf` already says what it means.
ajv.addKeyword('discriminator');

/** Compiled once for each schema object: the library caches them. */
export function validatorOf(schema: Schema): ValidateFunction {
  return ajv.compile(schema);
}

const closedSchemas = new Map<Schema, Schema>();

/** The schema without room for more: the document leaves answers open for fields to come, and none may come unannounced. */
export function closedOff(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closedOff);
  if (typeof schema !== 'object' || schema === null) return schema;
  const known = closedSchemas.get(schema);
  if (known !== undefined) return known;
  const { examples: _examples, ...rest } = schema;
  const inner = Object.entries(rest).map(([key, value]) => [key, closedOff(value)]);
  const isObject = typeof schema.properties === 'object' && schema.additionalProperties === undefined;
  const closed = { ...Object.fromEntries(inner), ...(isObject && { additionalProperties: false }) };
  closedSchemas.set(schema, closed);
  return closed;
}

/** How an answer violates the document, in a sentence; null when it conforms. */
export function faultOf(operation: Operation, answer: Answer): string | null {
  const { status, headers, text } = answer;
  const name = `${operation.id} ${status}`;
  const response = operation.responses[status];
  if (response === undefined) return `${name} is not documented: ${text}`;
  if (typeof headers['x-request-id'] !== 'string') return `${name} has no X-Request-Id`;
  if (response.content === undefined) return text === '' ? null : `${name} has a body`;

  const type = String(headers['content-type']).split(';')[0] ?? '';
  const schema = response.content[type]?.schema;
  if (schema === undefined) return `${name} is ${type} instead of ${Object.keys(response.content)}`;
  const validate = validatorOf(closedOff(schema));
  if (validate(type === 'application/json' ? answer.body : text)) return null;
  return `${name} is not as documented: ${JSON.stringify(validate.errors)} in ${text}`;
}
