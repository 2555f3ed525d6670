// A password reset by a mailed link: what it ends, and when the link stops working.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findResetLink, insertResetLink, takeResetLink } from '../../src/storage/people/second-factors.ts';
import { type House, openHouse, sql } from '../support/house.ts';
import { createPerson, mailTo, openBrowser, PASSWORD, signIn, type TestPerson } from '../support/people.ts';

const NEW_PASSWORD = 'hollow lantern sixty marsh';

let house: House;
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
});
after(() => house?.close());

async function linkFor({ email }: TestPerson, count = 1): Promise<string> {
  assert.equal((await openBrowser(house).submit('/reset', { email })).status, 200);
  return (await mailTo(house, email, count)).path;
}

test('a password reset by a mailed link ends every session of the person, and no other person’s', async () => {
  const [person, neighbour] = [await createPerson(house), await createPerson(house)];
  const [one, two] = [await signIn(openBrowser(house), person), await signIn(openBrowser(house), person)];
  const other = await signIn(openBrowser(house), neighbour);
  const path = await linkFor(person);
  assert.equal((await openBrowser(house).submit(path, { password: NEW_PASSWORD })).status, 200);
  for (const old of [one, two]) {
    assert.equal((await old.get('/v1/my/profile')).status, 401);
    assert.equal((await old.call('POST', '/v1/auth/refresh')).status, 401);
  }
  assert.equal((await other.get('/v1/my/profile')).status, 200);
  await signIn(openBrowser(house), { email: person.email, password: NEW_PASSWORD });
});

test('a reset link works for an hour; then it is gone, and the password stays as it was', async () => {
  const person = await createPerson(house);
  const path = await linkFor(person);
  const age = `update reset_links set expires_at = expires_at - $2::interval where person_id = $1`;
  await sql(house, age, [person.personId, '59 minutes']);
  assert.equal((await openBrowser(house).get(path)).status, 200, 'in its last minute');
  await sql(house, age, [person.personId, '1 minute']);
  const late = openBrowser(house);
  assert.equal((await late.get(path)).status, 404);
  assert.equal((await late.submit(path, { password: NEW_PASSWORD })).status, 404);
  await signIn(openBrowser(house), { email: person.email, password: PASSWORD });
});

test('an expired link is neither found nor taken: one that runs out while the form is judged changes nothing', async () => {
  const { personId } = await createPerson(house);
  const { database } = house.service;
  const [open, over] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  await insertResetLink(database, { tokenHash: open, personId, lifetimeSeconds: 3_600 });
  await insertResetLink(database, { tokenHash: over, personId, lifetimeSeconds: 0 });
  assert.equal(await findResetLink(database, over), null);
  assert.equal(await takeResetLink(database, over), null);
  assert.equal(await findResetLink(database, open), personId);
  assert.equal(await takeResetLink(database, open), personId);
  assert.equal(await takeResetLink(database, open), null, 'it works once');
});
