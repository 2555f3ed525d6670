import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/formats/any-character.ts';
import { Refusal } from '../../domain/refusal.ts';
import { readJsonBody, refuseOtherEncoding } from './json-body.ts';

const CANARY = 'canary-5f1c9e';
const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);
const nestedObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const SCHEMA = {
  properties: {
    a: { anyOf: [{ type: 'string' }, { properties: { b: { items: { properties: { c: {} } } } } }] },
  },
};

type Poison = [name: string, body: string | number[] | Buffer, path?: string];

const POISON: Poison[] = [
  ['nothing', ''],
  ['blanks', ' \n\t'],
  ['half an object', '{"a":'],
  ['a trailing comma', '{"a":1,}'],
  ['single quotes', "{'a':1}"],
  ['a comment', '{"a":1} // why'],
  ['two values', '{}{}'],
  ['NaN', '{"a":NaN}'],
  ['a leading zero', '{"a":01}'],
  ['undefined', 'undefined'],
  ['a byte order mark', [0xef, 0xbb, 0xbf, 0x7b, 0x7d]],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
  ['a byte that is never UTF-8', [0x22, 0xff, 0x22]],
  ['an overlong NUL', [0x22, 0xc0, 0x80, 0x22]],
  ['a continuation byte on its own', [0x22, 0x80, 0x22]],
  ['half a letter', [0x22, 0xc3, 0x22]],
  ['a surrogate spelled in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ['a letter beyond Unicode', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
  ['a raw NUL in a text', [0x22, 0x00, 0x22]],
  ['a raw line feed in a text', '"a\nb"'],
  ['an escaped NUL', `{"a":"${CANARY}\\u0000"}`, '/a'],
  ['an escaped NUL deep inside', '{"a":{"b":[{"c":"\\u0000"}]}}', '/a/b/0/c'],
  ['an escaped NUL under a key of the caller', `{"${CANARY}":"\\u0000"}`],
  ['an escaped NUL under such a key deep inside', `{"a":{"b":[{"${CANARY}":"\\u0000"}]}}`],
  ['an escaped NUL under a key of every object', '{"constructor":"\\u0000"}'],
  ['the first half of a pair', '{"a":"\\ud83d"}', '/a'],
  ['the second half of a pair', '{"a":{"b":["x","\\ude00"]}}', '/a/b/1'],
  ['half of a pair in a list that no schema has', '["x","\\ude00"]'],
  ['a pair the wrong way round', '{"a":"\\ude00\\ud83d"}', '/a'],
  ['a NUL in a key', '{"a\\u0000":1}'],
  ['half a pair in a key', '{"\\ud83d":1}'],
  ['__proto__', '{"__proto__":{"isAdmin":true}}'],
  ['__proto__ deep inside', '{"a":[{"__proto__":null}]}'],
  ['__proto__ in disguise', '{"\\u005f_proto__":1}'],
  ['33 lists in each other', nested(33)],
  ['33 objects in each other', nestedObjects(33)],
  ['100,000 lists in each other', nested(100_000)],
];

for (const [name, body, path = ''] of POISON) {
  test(`refused: ${name}`, () => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);
    assert.throws(
      () => readJsonBody(bytes, SCHEMA),
      (error) => {
        assert.ok(error instanceof Refusal);
        assert.equal(error.code, 'validation-error');
        assert.deepEqual(
          error.details?.map((problem) => problem.path),
          [path],
        );
        assert.ok(!JSON.stringify([error.message, error.details]).includes(CANARY));
        return true;
      },
    );
  });
}

const GOOD: [name: string, body: string, value: unknown][] = [
  ['an object', '{"a":[1,true,null,"x"]}', { a: [1, true, null, 'x'] }],
  ['blanks around it', ' \r\n{"a":1}\t', { a: 1 }],
  ['a text alone', '"text"', 'text'],
  ['letters of any script', '{"name":"Zoë 李 😀"}', { name: 'Zoë 李 😀' }],
  ['an escaped pair', '{"a":"\\ud83d\\ude00"}', { a: '😀' }],
  ['other control characters, escaped', '{"a":"\\u0001\\n"}', { a: '\u0001\n' }],
  ['a key twice: the last one counts', '{"a":1,"a":2}', { a: 2 }],
  ['a key named constructor', '{"constructor":{"prototype":1}}', { constructor: { prototype: 1 } }],
  ['32 lists in each other', nested(32), JSON.parse(nested(32))],
  ['32 objects in each other', nestedObjects(32), JSON.parse(nestedObjects(32))],
];

for (const [name, body, value] of GOOD) {
  test(`read: ${name}`, () => assert.deepEqual(readJsonBody(Buffer.from(body)), value));
}

test('whatever is read is exactly what JSON.parse reads, and whatever is refused is a Refusal', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json({ stringUnit: anyCharacter }), fc.json(), fc.string()), (text) => {
      try {
        assert.deepEqual(readJsonBody(Buffer.from(text)), JSON.parse(text));
      } catch (error) {
        assert.ok(error instanceof Refusal, String(error));
      }
    }),
    { numRuns: 2_000 },
  );
});

test('no bytes at all can do more than be refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      try {
        readJsonBody(Buffer.from(bytes));
      } catch (error) {
        assert.ok(error instanceof Refusal, String(error));
      }
    }),
    { numRuns: 2_000 },
  );
});

test('only UTF-8 is read: no charset or utf-8 in any spelling passes, any other is unsupported-media-type', () => {
  for (const type of [
    undefined,
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"; x=1',
    'application/json; charset=utf8',
  ]) {
    assert.doesNotThrow(() => refuseOtherEncoding(type), type);
  }
  for (const charset of ['utf-16', 'UTF-16LE', 'iso-8859-1', '"windows-1252"', 'utf-80', '']) {
    assert.throws(
      () => refuseOtherEncoding(`application/json; charset=${charset}`),
      (error) => error instanceof Refusal && error.code === 'unsupported-media-type',
      charset,
    );
  }
});

test('a compressed body is refused as what it is, not as bad UTF-8', () => {
  for (const coding of [undefined, '', 'identity']) refuseOtherEncoding('application/json', coding);
  for (const coding of ['gzip', 'br', 'gzip, identity'])
    assert.throws(
      () => refuseOtherEncoding('application/json', coding),
      (error) => error instanceof Refusal && /must not be compressed/.test(error.message),
      coding,
    );
});
