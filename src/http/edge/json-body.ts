// Reads a JSON body: strict UTF-8, no NUL, no lone surrogates, no `__proto__`, limited depth. What passes cannot break PostgreSQL,
// pollute a prototype or overflow a recursive walk.
import { isUtf8 } from 'node:buffer';
import { Refusal } from '../../domain/refusal.ts';
import { badBody } from '../problems.ts';

const DEPTH_MAX = 32;

/** The route's schema says which keys an error may name: any other key is the caller's own text. */
export function readJsonBody(bytes: Buffer, schema?: unknown): unknown {
  if (bytes.length === 0) throw badBody('The request body is empty; a JSON object is needed.');
  if (!isUtf8(bytes)) throw badBody('The request body is not valid UTF-8.');
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw badBody('The request body is not valid JSON.');
  }
  refuseHostile(body, [], schema);
  return body;
}

/** JSON is UTF-8: a body declared as another charset would be misread, and one that is compressed would be called bad UTF-8. */
export function refuseOtherEncoding(contentType: string | undefined, contentEncoding?: string): void {
  if (!/^(identity)?$/i.test(contentEncoding ?? ''))
    throw new Refusal('unsupported-media-type', 'The request body must not be compressed.');
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType ?? '')?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return;
  throw new Refusal('unsupported-media-type', 'The request body must be JSON in UTF-8.');
}

/**
 * The depth is checked before each descent, so the walk itself cannot overflow. `keys` is the path from the root; it becomes a JSON
 * pointer only in an error.
 */
function refuseHostile(value: unknown, keys: string[], schema: unknown): void {
  if (typeof value === 'string') {
    refuseHostileText(value, keys, schema);
  } else if (typeof value === 'object' && value !== null) {
    if (keys.length >= DEPTH_MAX) {
      throw badBody(`The request body is nested deeper than ${DEPTH_MAX} levels.`);
    }
    for (const key of Object.keys(value)) {
      refuseHostileKey(key);
      keys.push(key);
      refuseHostile((value as Record<string, unknown>)[key], keys, schema);
      keys.pop();
    }
  }
}

function refuseHostileKey(key: string): void {
  if (key === '__proto__') {
    throw badBody('The request body has a key named __proto__, which is not allowed.');
  }
  if (isHostile(key)) {
    throw badBody('The request body has a key with a character that is not allowed.');
  }
}

function refuseHostileText(text: string, keys: string[], schema: unknown): void {
  if (!isHostile(text)) return;
  const path = isOfSchema(keys, schema) ? keys.map((key) => `/${key}`).join('') : '';
  const message = text.includes('\u0000')
    ? 'must not contain the character NUL (\\u0000)'
    : 'must not contain half of a surrogate pair';
  const where = path === '' ? 'a text in it' : path;
  throw new Refusal('validation-error', `The request body is not acceptable: ${where} ${message}.`, {
    details: [{ path, message }],
  });
}

type Schema = { properties?: Record<string, unknown>; items?: unknown; anyOf?: unknown[]; allOf?: unknown[] };

/** Whether a schema declares every key of a path; a place in a list needs the schema of its entries. */
function isOfSchema([key, ...rest]: string[], given: unknown): boolean {
  if (key === undefined) return true;
  if (typeof given !== 'object' || given === null) return false;
  const { properties, items, anyOf = [], allOf = [] } = given as Schema;
  if (properties !== undefined && Object.hasOwn(properties, key)) return isOfSchema(rest, properties[key]);
  if (items !== undefined && /^\d+$/.test(key)) return isOfSchema(rest, items);
  return [...anyOf, ...allOf].some((one) => isOfSchema([key, ...rest], one));
}

function isHostile(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed();
}
