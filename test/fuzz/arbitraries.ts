// Values that fit a schema of the OpenAPI document, as fast-check arbitraries. What a schema cannot express (that a page token must be one of
// ours, that a date of birth is in the past) is given by name in `known`.
import fc from 'fast-check';
import { BUILDING_FIELDS } from '../../src/http/schemas/reports/generate.ts';
import { FORMATS } from '../../src/http/schemas/text.ts';
import { anyCharacter } from '../support/formats/any-character.ts';
import { type Json, type Schema, validatorOf } from './contract.ts';

/** Fields whose valid values depend on the test's data, by name. */
export type Known = Record<string, fc.Arbitrary<Json>>;

const DAY_MS = 24 * 60 * 60 * 1000;
// Fixed at the start, so that a seed gives the same values until midnight.
const yesterday = new Date(Math.floor(Date.now() / DAY_MS - 1) * DAY_MS);
const times = fc.date({ min: new Date('1900-01-01T00:00:00Z'), max: yesterday, noInvalidDate: true });

const GOOD: Record<string, fc.Arbitrary<string>> = {
  date: times.map((time) => time.toISOString().slice(0, 10)),
  'date-time': times.map((time) => time.toISOString()),
  email: fc.oneof(
    fc.emailAddress(),
    fc.constantFrom('test001', 'TEST002', 'test003', 'test004').map((name) => `${name}@example.com`),
  ),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  uri: fc.constantFrom('https://example.com/trefoil', 'https://hooks.example.org:8443/a?b=c'),
  uuid: fc.uuid(),
};

/** Texts of two formats, which the document tells by a pattern. */
const BY_PATTERN = new Map<unknown, fc.Arbitrary<string> | undefined>([
  [FORMATS['ip-address']?.documented.pattern, fc.oneof(fc.ipV4(), fc.ipV6())],
  [
    FORMATS['iso-time']?.documented.pattern,
    fc.oneof(...[GOOD.date, GOOD['date-time']].flatMap((one) => one ?? [])),
  ],
]);

/** Rules between fields, by schema: the document tells them in words. */
const RULES: Record<string, (value: Json) => boolean> = {
  GivenUkAddress: (address) => BUILDING_FIELDS.some((field) => address[field] !== undefined),
  GenerateRequest: testOptionsInTestMode,
  NewConsumerSessionRequest: testOptionsInTestMode,
};

function testOptionsInTestMode({ challengeOptions, testOptions, test }: Json): boolean {
  return (challengeOptions === undefined && testOptions === undefined) || test === true;
}

export function arbitraryOf(schema: Schema, known: Known = {}): fc.Arbitrary<Json> {
  if ('const' in schema) return fc.constant(schema.const);
  // A text or null.
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type: string) => arbitraryOf({ ...schema, type }, known)));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: schema.maximum ?? 2 ** 31 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return listOf(schema, known);
    case 'object':
      return objectOf(schema, known);
    default:
      throw new Error(`no values are known for ${JSON.stringify(schema)}`);
  }
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  const good = GOOD[schema.format ?? ''] ?? BY_PATTERN.get(schema.pattern);
  if (good !== undefined) return good.filter((text) => validatorOf(schema)(text) === true);

  const isSimple = schema.pattern !== undefined && !schema.pattern.includes('(?=');
  if (isSimple) return fc.stringMatching(new RegExp(schema.pattern));
  const { minLength = 0, maxLength = 300 } = schema;
  const text = (unit: 'grapheme' | 'grapheme-ascii' | typeof anyCharacter) =>
    fc.string({ unit, minLength, maxLength });
  return fc
    .oneof(text('grapheme-ascii'), text('grapheme'), text(anyCharacter))
    .filter((one) => validatorOf(schema)(one) === true && !one.includes('\u0000'));
}

function listOf(schema: Schema, known: Known): fc.Arbitrary<Json[]> {
  const { items, minItems: minLength = 0, maxItems: maxLength = 5, uniqueItems } = schema;
  const item = arbitraryOf(items, known);
  return uniqueItems
    ? fc.uniqueArray(item, { minLength, maxLength })
    : fc.array(item, { minLength, maxLength });
}

/** Rules between fields (one of three, one only with another) are met by rejection sampling. */
function objectOf(schema: Schema, known: Known): fc.Arbitrary<Json> {
  const fields = Object.entries<Schema>(schema.properties ?? {}).map(
    ([name, field]) => [name, known[name] ?? arbitraryOf(field, known)] as const,
  );
  return fc
    .record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [], noNullPrototype: true })
    .filter((value) => validatorOf(schema)(value) === true && (RULES[schema.title]?.(value) ?? true));
}
