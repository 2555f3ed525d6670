import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createKeyring } from '../keys/keyring.ts';
import { createReferencePaths, pathAfter } from './reference-paths.ts';

const pathOf = createReferencePaths(createKeyring(randomBytes(32)));

test('references with the same beginning have paths with the same beginning, whatever their case', () => {
  const whole = pathOf('tenant', 'Case-1180/é and more') as Buffer;
  assert.equal(whole.length, 28);
  for (let length = 4; length <= 16; length += 1) {
    const part = pathOf('tenant', 'case-1180/É and more'.slice(0, length)) as Buffer;
    assert.deepEqual(whole.subarray(0, part.length), part, String(length));
  }
});

test('another beginning, tenant or key has another path, and a short reference has none', () => {
  const path = pathOf('tenant', 'case-1180') as Buffer;
  const other = pathOf('tenant', 'case-1190') as Buffer;
  assert.deepEqual(path.subarray(0, 10), other.subarray(0, 10));
  assert.notDeepEqual(path.subarray(0, 14), other.subarray(0, 14));
  assert.notDeepEqual(path.subarray(0, 4), pathOf('another', 'case-1180')?.subarray(0, 4));
  const otherKey = createReferencePaths(createKeyring(randomBytes(32)));
  assert.notDeepEqual(path.subarray(0, 4), otherKey('tenant', 'case-1180')?.subarray(0, 4));
  assert.deepEqual([pathOf('tenant', 'cas'), pathOf('tenant', '')], [null, null]);
});

test('the path after holds all that begin with a path, and no more', () => {
  assert.deepEqual(pathAfter(Buffer.from([1, 2])), Buffer.from([1, 3]));
  assert.deepEqual(pathAfter(Buffer.from([1, 255, 255])), Buffer.from([2]));
  assert.equal(pathAfter(Buffer.from([255, 255])), null);
});
