// The words of the document's fields: a text that is of a name alone is of fields of one kind, and what may be null says when it is.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FIELD_WORDS } from '../src/http/openapi/field-words.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is plain JSON of every shape
type Node = any;
const SCHEMAS: Record<string, Node> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../docs/openapi.json'), 'utf8'),
).components.schemas;

/** The JSON types that it may have. */
function typesOf(node: Node): string[] {
  if (node.$ref !== undefined) return typesOf(SCHEMAS[node.$ref.split('/').at(-1)]);
  if (node.type !== undefined) return [node.type].flat();
  return [...new Set<string>((node.anyOf ?? node.oneOf ?? []).flatMap(typesOf))];
}

type Field = { where: string; name: string; types: string[]; words: string };
function fieldsOf(node: Node, where: string): Field[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = Object.entries<Node>(node.properties ?? {}).map(([name, field]) => ({
    ...{ where: `${where}.${name}`, name, types: typesOf(field), words: field.description ?? '' },
  }));
  const inside = Object.entries<Node>(node)
    .filter(([key]) => key !== 'examples')
    .flatMap(([key, child]) =>
      fieldsOf(child, ['properties', 'items'].includes(key) ? where : `${where}.${key}`),
    );
  return [...own, ...inside];
}
const FIELDS = Object.entries(SCHEMAS).flatMap(([name, schema]) => fieldsOf(schema, name));

test('a field says when it is null if it may be, and not if it may not', () => {
  assert.ok(FIELDS.length > 1_000, String(FIELDS.length));
  assert.deepEqual(
    FIELDS.filter(({ types, words }) => types.includes('null') !== /\bnull\b/i.test(words)).map(
      ({ where, words }) => `${where}: ${words}`,
    ),
    [],
  );
});

test('words that go by the name alone are of fields of one type: another one has words of its own', () => {
  const kinds = new Map<string, Set<string>>();
  for (const { name, types, words } of FIELDS) {
    if (words !== FIELD_WORDS[name]) continue;
    const kind = types
      .filter((type) => type !== 'null')
      .sort()
      .join();
    kinds.set(name, (kinds.get(name) ?? new Set()).add(kind));
  }
  assert.deepEqual(
    [...kinds].filter(([, each]) => each.size > 1).map(([name, each]) => `${name}: ${[...each].join(' | ')}`),
    [],
  );
});

test('words that go by the name alone are of several fields: those of one field stand in its schema', () => {
  const users = new Map(Object.keys(FIELD_WORDS).map((name) => [name, new Set<string>()]));
  for (const { where, name, words } of FIELDS) if (words === FIELD_WORDS[name]) users.get(name)?.add(where);
  assert.deepEqual(
    [...users].filter(([, fields]) => fields.size < 2).map(([name]) => name),
    [],
  );
});
