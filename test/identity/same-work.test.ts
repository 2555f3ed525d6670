// Signing in does the same work for everybody: an unknown person costs one derivation, as a known one does. Time is not measured, the
// derivations are counted: argon2 is replaced before the service is loaded.
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { after, before, test } from 'node:test';
import type { House } from '../support/house.ts';

let derivations = 0;
const { argon2 } = crypto;
crypto.argon2 = (...given: Parameters<typeof argon2>) => {
  derivations += 1;
  return argon2(...given);
};
syncBuiltinESMExports();
const { openHouse, sql } = await import('../support/house.ts');
const { beginSignIn, createPerson, openBrowser, PASSWORD } = await import('../support/people.ts');
const { verifyPassword } = await import('../../src/identity/passwords.ts');

let house: House;
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
});
after(() => house?.close());

async function derivationsOf(work: () => Promise<unknown>): Promise<number> {
  const before = derivations;
  await work();
  return derivations - before;
}

test('a password is derived once, whether the person is known, unknown or has none', async () => {
  const [known, passwordless] = [await createPerson(house), await createPerson(house)];
  await sql(house, 'update people set password_hash = null where id = $1', [passwordless.personId]);
  const guess = async (email: string, password: string) => {
    const browser = openBrowser(house);
    const page = await beginSignIn(browser);
    return derivationsOf(() => browser.submit(page, { email, password }));
  };
  assert.equal(await guess(known.email, 'a wrong password'), 1, 'known');
  assert.equal(await guess(known.email, PASSWORD), 1, 'known, and right');
  assert.equal(await guess('nobody@example.com', 'a wrong password'), 1, 'unknown');
  assert.equal(await guess(passwordless.email, 'a wrong password'), 1, 'without a password');
});

test('the password of a person who has none is wrong after one derivation, whatever is stored', async () => {
  for (const stored of [null, '', 'not a hash']) {
    let isRight = true;
    const count = await derivationsOf(async () => {
      isRight = await verifyPassword(stored, PASSWORD);
    });
    assert.deepEqual([count, isRight], [1, false], String(stored));
  }
});
