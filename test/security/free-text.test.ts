// What hides or reverses text is refused in every text that a body takes: control characters, marks of text direction, NUL, half of a
// surrogate pair. A field that takes them is named here, with its reason; a new one is refused or named.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Json, type Operation, operations } from '../fuzz/contract.ts';
import { type Answer, createTenant, type House, openHouse } from '../support/house.ts';
import type { Browser } from '../support/people.ts';
import { signedIn } from '../support/staff.ts';

/** Stored nowhere as they are sent: compared with a hash, or looked up as an id and not found. */
const NOT_KEPT = [
  'submitOtp /challengeId',
  'submitOtp /code',
  'resendSms /challengeId',
  'selectTenant /tenantId',
  'changeMyPassword /currentPassword',
  'changeMyPassword /newPassword',
  'beginTotp /password',
  'disableTotp /password',
  'renewRecoveryCodes /password',
  'confirmTotp /code',
];
/** Judged when the rest of the body is good, row by row. */
const JUDGED_LATER = ['putLenders /csv'];
/** They take line breaks, and nothing else of it. */
const IN_LINES = [
  'createConsentText /body',
  'changeConsentText /body',
  'previewHostedPage /body',
  'setBillingDetails /address',
];

const HIDING = {
  'line break': 'a\nb',
  'escape sequence': 'a\u001b[31mb',
  'bell and delete': 'a\u0007\u007fb',
  'C1 control': 'a\u009bb',
  'left-to-right mark': 'a\u200eb',
  'line separator': 'a\u2028b',
  'text turned round': 'a\u202eb',
  'isolated direction': 'a\u2066b\u2069',
  'byte order mark': 'a\ufeffb',
};
const BROKEN = { NUL: 'a\u0000b', 'high surrogate': 'a\ud800b', 'low surrogate': 'a\udc00b' };

let house: House;
let ids: Record<string, string>;
let person: Browser;
before(async () => {
  house = await openHouse();
  const { tenantId } = await createTenant(house);
  ids = { tenantId };
  person = await signedIn(house, { tenantId, isOperator: true });
});
after(() => house?.close());

const withText = operations
  .filter(({ body }) => body?.type === 'application/json')
  .map((operation) => ({ operation, fields: textsOf(operation.body?.schema, '') }))
  .filter(({ fields }) => fields.length > 0);

test('the fields that take any text are fields of an operation', () => {
  const known = withText.flatMap(({ operation, fields }) =>
    fields.map((field) => `${operation.id} ${field}`),
  );
  const named = [...NOT_KEPT, ...JUDGED_LATER, ...IN_LINES];
  assert.deepEqual(
    named.filter((one) => !known.includes(one)),
    [],
  );
});

for (const { operation, fields } of withText) {
  const keeping = fields.filter(
    (field) => ![...NOT_KEPT, ...JUDGED_LATER].includes(`${operation.id} ${field}`),
  );
  test(`${operation.id} refuses hidden characters in every text that it keeps`, async () => {
    for (const [what, text] of Object.entries(HIDING)) {
      if (keeping.length === 0) break;
      const answer = await ask(operation, bodyOf(operation.body?.schema, text));
      assert.deepEqual(
        [answer.status, answer.body.code],
        [400, 'validation-error'],
        `${what}: ${answer.text}`,
      );
      const told = new Map(answer.body.details.map(({ path, message }) => [path, message]));
      for (const field of keeping) {
        if (what === 'line break' && IN_LINES.includes(`${operation.id} ${field}`)) continue;
        assert.match(told.get(field) ?? 'is taken', /^must /, `${field} with ${what}: ${answer.text}`);
      }
    }
    for (const [what, text] of Object.entries(BROKEN)) {
      const answer = await ask(operation, bodyOf(operation.body?.schema, text));
      assert.deepEqual(
        [answer.status, answer.body.code],
        [400, 'validation-error'],
        `${what}: ${answer.text}`,
      );
    }
  });
}

test('putLenders refuses hidden characters in every cell', async () => {
  const { operation } = withText.find((one) => one.operation.id === 'putLenders') ?? assert.fail();
  for (const [what, text] of Object.entries({ ...HIDING, ...BROKEN })) {
    const answer = await ask(operation, { csv: `name\n"Marlo${text}wick"\n` });
    assert.deepEqual([answer.status, answer.body.code], [400, 'validation-error'], `${what}: ${answer.text}`);
  }
});

/** JSON pointers to every text of a schema that is not one of a list of words. */
function textsOf(schema: Json, path: string): string[] {
  if (schema.type === 'string') return schema.enum === undefined && schema.const === undefined ? [path] : [];
  const inner = [
    ...Object.entries<Json>(schema.properties ?? {}),
    ...(schema.items ? [['0', schema.items]] : []),
  ];
  const alike = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const found = [
    ...inner.flatMap(([name, one]) => textsOf(one, `${path}/${name}`)),
    ...alike.flatMap((one) => textsOf(one, path)),
  ];
  return [...new Set(found)];
}

/** A body that has every text of the schema, all of them the same: every problem is told at once. */
function bodyOf(schema: Json, text: string): Json {
  if (schema.type === 'object' || schema.properties !== undefined)
    return Object.fromEntries(
      Object.entries<Json>(schema.properties ?? {}).map(([name, one]) => [name, bodyOf(one, text)]),
    );
  if (schema.type === 'array') return [bodyOf(schema.items, text)];
  if (schema.type === 'string') return schema.enum?.[0] ?? schema.const ?? text;
  const alike = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (alike.length > 0) return bodyOf(alike[0], text);
  return schema.type === 'boolean' ? true : (schema.minimum ?? 1);
}

function ask({ method, path }: Operation, body: Json): Promise<Answer> {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? randomUUIDv7());
  return person.call(method, url, body);
}
