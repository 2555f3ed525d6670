// The mask of a consumer contains what it should and nothing else, whatever a name or a postcode looks like.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Consumer } from './consumer.ts';
import { maskNumber, maskPerson } from './masked-person.ts';

function consumer(given: Partial<Consumer> = {}, postcode = 'LS1 4AB'): Consumer {
  return {
    firstName: 'Ada',
    lastName: 'Sample',
    dateOfBirth: '1985-04-12',
    ipAddress: '203.0.113.7',
    addresses: [{ ukAddress: { townOrCity: 'Leeds', postcode } }],
    ...given,
  };
}

test('a mask has two initials, a year and half a postcode', () => {
  assert.equal(maskPerson(consumer()), 'A. S—, 1985, LS1');
});

test('the current address is used; without one, the first', () => {
  const at = (postcode: string, type?: string) => ({
    ...(type !== undefined && { type }),
    ukAddress: { townOrCity: 'Leeds', postcode },
  });
  const both = [at('M1 1AA', 'previous'), at('EC1A 1BB', 'current')];
  assert.match(maskPerson(consumer({ addresses: both })), /, EC1A$/);
  assert.match(maskPerson(consumer({ addresses: both.slice(0, 1) })), /, M1$/);
});

test('any name shows one letter, and a malformed postcode nothing', () => {
  for (const [firstName, lastName, mask] of [
    ["o'brien", 'Łukasz', 'O. Ł—'],
    ['=1+1', '<b>', '?. B—'],
    ['e\u0301mile', 'Ⅳ', 'E\u0301. ?—'],
    ['𝒜da', 'مرحبا', '𝒜. م—'],
  ] as const) {
    assert.equal(maskPerson(consumer({ firstName, lastName })), `${mask}, 1985, LS1`);
  }
  for (const odd of ['LS14AB', '12 Example Street', '']) {
    assert.equal(maskPerson(consumer({}, odd)), 'A. S—, 1985');
  }
  assert.equal(maskPerson(consumer({ addresses: [] })), 'A. S—, 1985');
});

test('of a long number three digits show, of a short one two', () => {
  assert.equal(maskNumber('+447700900123'), '+*********123');
  assert.equal(maskNumber('+1234567'), '+*****67');
});
