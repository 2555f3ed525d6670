// Validates requests against their schemas and lists every problem in words for people. Neither the validator's own wording nor a value
// that the caller sent leaves this file.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler, preValidationHookHandler } from 'fastify';
import { type Problem, Refusal } from '../../domain/refusal.ts';
import { BUILDING_FIELDS } from '../schemas/reports/generate.ts';
import { FORMATS } from '../schemas/text.ts';

const PROBLEMS_MAX = 100;

// A schema is compiled when its route is first called: compiling all of them would take longer than the rest of a start. One compiler
// for all: a new one takes longer than most schemas, and a MB.
let ajv: Ajv | null = null;

export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  let compiled: ValidateFunction | null = null;
  return (value: unknown) => {
    ajv ??= newAjv();
    compiled ??= ajv.compile(schema);
    const validate = compiled;
    if (validate(withShortLists(value, schema))) return { value };
    return { error: refusalFor(httpPart ?? 'body', validate.errors ?? []) };
  };
};

type Lists = { properties?: Record<string, object>; items?: object; maxItems?: number };

/**
 * The value with lists that are too long cut to one entry more than allowed: their length is refused at the cost of those few entries,
 * not of all. The very same value where none is.
 */
function withShortLists(value: unknown, schema: Lists): unknown {
  if (Array.isArray(value)) {
    const { items, maxItems = Infinity } = schema;
    const kept = value.length > maxItems ? value.slice(0, maxItems + 1) : value;
    return items === undefined ? kept : mapChanged(kept, (one) => withShortLists(one, items));
  }
  const { properties } = schema;
  if (typeof value !== 'object' || value === null || properties === undefined) return value;
  let changed: Record<string, unknown> | null = null;
  for (const name of Object.keys(value)) {
    const before = (value as Record<string, unknown>)[name];
    const inner = properties[name];
    if (typeof before !== 'object' || before === null || inner === undefined) continue;
    const after = withShortLists(before, inner);
    if (after === before) continue;
    changed ??= { ...value };
    changed[name] = after;
  }
  return changed ?? value;
}

function mapChanged(values: unknown[], change: (one: unknown) => unknown): unknown[] {
  const changed = values.map(change);
  return changed.some((one, index) => one !== values[index]) ? changed : values;
}

/**
 * On every route, whatever its schema: PostgreSQL has no NUL in a text. In a path it stays what it is, a place where nothing is; in a
 * body it is refused by json-body.ts.
 */
export const refuseNulInQuery: preValidationHookHandler = (request, _reply, done) => {
  const at = request.url.indexOf('?');
  if (at === -1 || !request.url.includes('%00', at)) return done();
  const fields = Object.entries(request.query as object);
  const [name = ''] = fields.find((field) => field.join().includes('\u0000')) ?? [];
  const { properties = {} } = (request.routeOptions.schema?.querystring ?? {}) as { properties?: object };
  // Any other name is the caller's own text.
  const path = Object.hasOwn(properties, name) ? `/${name}` : '';
  const message = 'must not contain the character NUL (%00)';
  const where = path === '' ? 'a text in it' : path;
  done(
    new Refusal('validation-error', `The query is not acceptable: ${where} ${message}.`, {
      details: [{ path, message }],
    }),
  );
};

function newAjv(): Ajv {
  // Spelled out, because Fastify's defaults coerce types and drop fields silently.
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    strictTypes: false,
    strictRequired: false,
    keywords: ['example', 'meaning'],
    // To hold a schema to the schema of schemas takes longer than to compile it. test/api/edge/request-schemas.test.ts does both, for all.
    validateSchema: false,
    meta: false,
  });
  for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format.isValid);
  return ajv;
}

function refusalFor(part: string, errors: ErrorObject[]): Refusal {
  const details = toProblems(errors);
  const count = details.length === 1 ? '1 problem' : `${details.length} problems`;
  const where = part === 'querystring' ? 'The query' : 'The request body';
  return new Refusal('validation-error', `${where} is not acceptable: ${count}. See details.`, { details });
}

function toProblems(errors: ErrorObject[]): Problem[] {
  const problems = new Map<string, Problem>();
  for (const error of errors.slice(0, PROBLEMS_MAX * 4)) {
    const problem = toProblem(error);
    // The first problem of a field is enough: an empty text is not also reported as a wrong postcode.
    if (problem !== null && !problems.has(problem.path) && problems.size < PROBLEMS_MAX) {
      problems.set(problem.path, problem);
    }
  }
  return [...problems.values()];
}

function toProblem(error: ErrorObject): Problem | null {
  const path = error.instancePath;
  const [testSwitch] = /^#\/(else\/)?then\b/.exec(error.schemaPath) ?? [];
  if (testSwitch !== undefined) {
    return {
      path: testSwitch === '#/then' ? '/challengeOptions' : '/testOptions',
      message: 'is for test mode only: send "test": true with it, or leave it out',
    };
  }
  switch (error.keyword) {
    // Repeats what the errors inside it say.
    case 'if':
      return null;
    case 'anyOf':
      return { path, message: `needs at least one of ${BUILDING_FIELDS.join(', ')}` };
    case 'required':
      if (error.schemaPath.includes('/anyOf/')) return null;
      return { path: `${path}/${error.params.missingProperty}`, message: 'is required' };
    default:
      return { path, message: wordsFor(error) };
  }
}

const TYPE_WORDS: Record<string, string> = {
  string: 'must be text',
  boolean: 'must be true or false',
  object: 'must be an object',
  array: 'must be a list',
  integer: 'must be a whole number',
  number: 'must be a number',
};

function wordsFor({ keyword, params }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return TYPE_WORDS[String(params.type)] ?? 'has the wrong type';
    case 'enum':
      return `must be one of: ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'format':
      return FORMATS[String(params.format)]?.message ?? 'is not in the right format';
    case 'minLength':
      return 'must not be empty';
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'pattern':
      return 'must not contain control characters or text-direction marks';
    case 'minItems':
      return `must have at least ${params.limit} ${params.limit === 1 ? 'entry' : 'entries'}`;
    case 'maxItems':
      return `must have at most ${params.limit} entries`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'uniqueItems':
      return 'must not name the same entry twice';
    default:
      return 'is not acceptable';
  }
}
