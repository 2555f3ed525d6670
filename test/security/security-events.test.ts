// Every change of a person's sign-in is one entry of the service's audit trail: not two when it is tried twice, none when it is refused, and
// none without the change itself.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { generateSync } from 'otplib';
import { SERVICE_TRAIL } from '../../src/storage/activity/audit.ts';
import { createVerifyAudit } from '../../src/usecases/activity/read-audit.ts';
import { type House, openHouse, sql } from '../support/house.ts';
import { createPerson, mailTo, openBrowser, PASSWORD, signIn, type TestPerson } from '../support/people.ts';

const NEW_PASSWORD = 'hollow lantern sixty marsh';

let house: House;
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
});
after(() => house?.close());

/** The new entries about a person since the last call, in order. */
function watch({ personId }: TestPerson): () => Promise<string[]> {
  let seen = 0;
  return async () => {
    const rows = await sql<{ seq: number; action: string }>(
      house,
      'select seq, action from audit_entries where tenant_id = $1 and actor_id = $2 and seq > $3 order by seq',
      [SERVICE_TRAIL, personId, seen],
    );
    seen = rows.at(-1)?.seq ?? seen;
    return rows.map(({ action }) => action);
  };
}

test('signing in and out, in this session, in another and in all', async () => {
  const person = await createPerson(house);
  const noted = watch(person);
  const one = await signIn(openBrowser(house), person);
  assert.deepEqual(await noted(), ['signed-in']);
  const two = await signIn(openBrowser(house), person);
  assert.deepEqual(await noted(), ['signed-in']);
  const { items } = (await one.get('/v1/my/sessions')).body;
  const other = items.find(({ isCurrent }) => !isCurrent)?.id;
  assert.equal((await one.call('DELETE', `/v1/my/sessions/${other}`)).status, 204);
  assert.equal((await one.call('DELETE', `/v1/my/sessions/${other}`)).status, 404);
  assert.deepEqual(await noted(), ['session-ended']);
  await two.call('POST', '/v1/auth/refresh');
  await one.call('POST', '/v1/auth/logout?everywhere=true');
  await one.call('POST', '/v1/auth/logout');
  assert.deepEqual(await noted(), ['signed-out-everywhere']);
  await assert.rejects(signIn(openBrowser(house), { ...person, password: 'not mine at all' }));
  assert.deepEqual(await noted(), [], 'a wrong password is a line of the log, and no entry');
});

test('a copied refresh token ends its session, once', async () => {
  const person = await createPerson(house);
  const noted = watch(person);
  const browser = await signIn(openBrowser(house), person);
  const thief = browser.copy();
  assert.equal((await browser.call('POST', '/v1/auth/refresh')).status, 204);
  await sql(
    house,
    `update refresh_tokens set consumed_at = consumed_at - interval '1 hour' where consumed_at is not null`,
  );
  for (let times = 0; times < 3; times += 1)
    assert.equal((await thief.copy().call('POST', '/v1/auth/refresh')).status, 401);
  assert.deepEqual(await noted(), ['signed-in', 'session-ended-by-reuse']);
});

test('a password that is changed or reset', async () => {
  const person = await createPerson(house);
  const noted = watch(person);
  const browser = await signIn(openBrowser(house), person);
  const change = (currentPassword: string) =>
    browser.call('POST', '/v1/my/password', { currentPassword, newPassword: NEW_PASSWORD });
  assert.equal((await change('not mine at all')).status, 400);
  assert.equal((await change(PASSWORD)).status, 204);
  assert.deepEqual(await noted(), ['signed-in', 'password-changed']);
  await browser.submit('/reset', { email: person.email });
  const { path } = await mailTo(house, person.email);
  for (const password of ['short', PASSWORD, PASSWORD]) await browser.submit(path, { password });
  assert.deepEqual(await noted(), ['password-reset']);
});

test('an authenticator that is set up, gets new recovery codes and is disabled', async () => {
  const person = await createPerson(house);
  const noted = watch(person);
  const browser = await signIn(openBrowser(house), person);
  const { body } = await browser.call('POST', '/v1/my/totp', { password: PASSWORD });
  await browser.call('POST', '/v1/my/totp/confirm', { code: '000000' });
  const code = generateSync({ secret: body.secret });
  assert.equal((await browser.call('POST', '/v1/my/totp/confirm', { code })).status, 200);
  await browser.call('POST', '/v1/my/totp/confirm', { code });
  assert.deepEqual(await noted(), ['signed-in', 'authenticator-set-up']);
  await browser.call('POST', '/v1/my/totp/recovery-codes', { password: 'not mine at all' });
  await browser.call('POST', '/v1/my/totp/recovery-codes', { password: PASSWORD });
  assert.deepEqual(await noted(), ['recovery-codes-renewed']);
  await browser.call('POST', '/v1/my/totp/disable', { password: PASSWORD });
  await browser.call('POST', '/v1/my/totp/disable', { password: PASSWORD });
  assert.deepEqual(await noted(), ['authenticator-switched-off']);
});

test('the trail of all this verifies', async () => {
  const verify = createVerifyAudit({ database: house.service.database });
  const { entries, problems } = await verify(SERVICE_TRAIL);
  assert.deepEqual(problems, []);
  assert.ok(entries >= 10);
});
