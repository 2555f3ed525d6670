// Schemas as the published document has them: shapes from which generators make good types. What only a validator can use (rules between
// fields, formats of our own) stays inside and is told in words.
import { FORMATS } from '../schemas/text.ts';
import { FIELD_WORDS } from './field-words.ts';
import { nameOfList } from './named-lists.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is plain JSON of every shape
export type Json = any;
export type Node = Record<string, Json>;

const CHILD_MAPS = ['properties', 'patternProperties'];
const CHILD_LISTS = ['anyOf', 'allOf', 'oneOf'];
const CHILDREN = ['items', 'additionalProperties'];
// Rules between fields: no generator knows what to do with them.
const RULES = ['if', 'then', 'else', 'not'];

/** The schema with its named parts moved to `schemas`. */
export function finishSchema(schema: Json, schemas: Node): Json {
  if (typeof schema !== 'object' || schema === null) return schema;
  const finish = (child: Json): Json => finishSchema(child, schemas);
  const finished = withKnownFormat(schema);
  for (const [key, value] of Object.entries<Json>(finished)) {
    if (CHILD_MAPS.includes(key)) {
      const fields = Object.entries<Json>(value);
      finished[key] = Object.fromEntries(
        fields.map(([name, child]) => [name, described(finish(child), child.meaning ?? FIELD_WORDS[name])]),
      );
    } else if (CHILD_LISTS.includes(key)) finished[key] = value.map(finish);
    else if (CHILDREN.includes(key)) finished[key] = finish(value);
    else if (RULES.includes(key)) delete finished[key];
  }
  // Answers may have more fields tomorrow, and unknown fields of a request are ignored.
  if (finished.additionalProperties === false) delete finished.additionalProperties;
  const shaped = withPlainUnion(finished, schemas);
  const list = nameOfList(shaped.enum);
  if (list !== undefined) {
    const { type, enum: values, ...beside } = shaped;
    schemas[list] = { title: list, type, enum: values };
    return { $ref: `#/components/schemas/${list}`, ...beside };
  }
  if (shaped.title === undefined) return shaped;
  schemas[shaped.title] = shaped;
  return { $ref: `#/components/schemas/${shaped.title}` };
}

function described(field: Node, words: string | undefined): Node {
  return words === undefined || field.description !== undefined ? field : { ...field, description: words };
}

function withKnownFormat({ format, examples, meaning: _ofTheField, ...schema }: Node): Node {
  const isText = schema.enum?.every((value: Json) => typeof value === 'string') === true;
  const documented = FORMATS[format]?.documented ?? (format === undefined ? {} : { format });
  return {
    ...(isText && { type: 'string' }),
    ...schema,
    ...documented,
    ...(examples?.length > 0 && { examples }),
  };
}

/** A choice as one type where it is one: `string or null`, numbers or texts; told apart by `status` where every choice has one. */
function withPlainUnion({ anyOf, ...rest }: Node, schemas: Node): Node {
  if (anyOf === undefined) return rest;
  const isTyped = (one: Node): boolean => ['type', '$ref', 'const', 'enum'].some((key) => key in one);
  if (!anyOf.every(isTyped)) return rest;
  const other = anyOf.filter((one: Node) => one.type !== 'null');
  if (other.length === 1 && typeof other[0].type === 'string') return { ...orNull(other[0]), ...rest };
  const isBare = (one: Node): boolean => Object.keys(one).every((key) => key === 'type');
  if (anyOf.every(isBare)) return { ...rest, type: anyOf.map(({ type }: Node) => type) };
  const mapping = statusesOf(anyOf, schemas);
  // Of a named list, or null: what is said of the list is said of the field.
  const [{ description, ...only }] = other;
  if (other.length === 1 && description !== undefined)
    return { description, ...rest, anyOf: [only, { type: 'null' }] };
  if (mapping === null) return { ...rest, anyOf };
  return { ...rest, oneOf: anyOf, discriminator: { propertyName: 'status', mapping } };
}

function orNull({ enum: values, type, ...schema }: Node): Node {
  return { ...schema, type: [type, 'null'], ...(values !== undefined && { enum: [...values, null] }) };
}

/** The schema for each status; null where a choice has none of its own. */
function statusesOf(choices: Node[], schemas: Node): Record<string, string> | null {
  const pairs = choices.map(({ $ref = '' }) => {
    const status = schemas[$ref.split('/').at(-1)]?.properties?.status;
    return [status?.enum?.length === 1 ? status.enum[0] : undefined, $ref];
  });
  return pairs.every(([status]) => status !== undefined) ? Object.fromEntries(pairs) : null;
}
