// Fifty requests race for one single-use secret: an authorization code, a refresh token, an invitation, a reset link, a recovery
// code, a code of the authenticator. One succeeds, every time. `npm run test:chaos -- races` runs it many times.
// Alone: it takes long.
import assert from 'node:assert/strict';
import { generateSecret, generateSync } from 'otplib';
import { createKeyring } from '../../src/storage/keys/keyring.ts';
import { createSecondFactors, insertResetLink } from '../../src/storage/people/second-factors.ts';
import type { HashToken } from '../../src/usecases/people/device-tokens.ts';
import { createInvitations } from '../../src/usecases/people/invitations.ts';
import { createPasswords } from '../../src/usecases/people/passwords.ts';
import { createSessions } from '../../src/usecases/people/sessions.ts';
import { createTenant, type House, openHouse, send, sql, type Tenant } from '../support/house.ts';
import { comingBack } from '../support/http/coming-back.ts';
import { after, before, test } from '../support/long.ts';
import {
  type Browser,
  beginSignIn,
  createPerson,
  mailTo,
  openBrowser,
  PASSWORD,
  signIn,
} from '../support/people.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const AT_ONCE = 50;
// Where each of them hashes a password, which is slow by design.
const SLOW_ROUNDS = Number(process.env.ROUNDS ?? 1);
const SLOW_AT_ONCE = 20;

let house: House;
let tenant: Tenant;
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
  tenant = await createTenant(house);
});
after(() => house?.close());

/** Whoever is told to come back, on a slow machine, does. */
async function atOnce(
  work: (n: number) => Promise<{ status: number }>,
  good: number,
  count = AT_ONCE,
): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => comingBack(() => work(n))));
  const faults = answers.filter(({ status }) => status >= 500);
  assert.deepEqual(faults, []);
  return answers.filter(({ status }) => status === good).length;
}

/** An authorization code at the callback, with the attempt that it belongs to. */
async function freshCode(): Promise<{ code: string; verifier: string }> {
  const person = await createPerson(house, { tenantId: tenant.tenantId });
  const browser = openBrowser(house);
  const verifier = 'v'.repeat(43);
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString(
    'base64url',
  );
  const query = new URLSearchParams({
    client_id: 'console',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${house.config.publicUrl}/v1/auth/callback`,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'of-a-test',
    prompt: 'login',
  });
  const { url: page } = await browser.follow(await browser.get(`/v1/oauth/authorize?${query}`));
  const done = await browser.submit(page, { email: person.email, password: PASSWORD });
  const back = await browser.get(String(done.headers.location));
  const code = new URL(String(back.headers.location)).searchParams.get('code') ?? '';
  assert.ok(code.length > 20, String(back.headers.location));
  return { code, verifier };
}

test(`one authorization code, ${AT_ONCE} redemptions at once: one token, ${ROUNDS} times`, async () => {
  const secret = createKeyring(house.config.ENCRYPTION_KEY)
    .mac('hash-sign-ins', 'console client secret')
    .toString('base64url');
  for (let round = 0; round < ROUNDS; round += 1) {
    const { code, verifier } = await freshCode();
    const redeem = () =>
      send(house, {
        method: 'POST',
        url: '/v1/oauth/token',
        headers: {
          authorization: `Basic ${Buffer.from(`console:${secret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          code_verifier: verifier,
          redirect_uri: `${house.config.publicUrl}/v1/auth/callback`,
        }).toString(),
      });
    assert.equal(await atOnce(redeem, 200), 1);
    assert.equal((await redeem()).status, 400);
  }
});

test(`one callback of the provider, ${AT_ONCE} times at once: one session`, async () => {
  const person = await createPerson(house);
  for (let round = 0; round < ROUNDS; round += 1) {
    const browser = openBrowser(house);
    const page = await beginSignIn(browser);
    const done = await browser.submit(page, { email: person.email, password: PASSWORD });
    const back = String((await browser.get(String(done.headers.location))).headers.location);
    const path = back.slice(house.config.publicUrl.length);
    const goodLocations = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => (await browser.copy().get(path)).headers.location),
    );
    assert.equal(goodLocations.filter((location) => location === '/health/live').length, 1);
  }
  const [row] = await sql(house, 'select count(*) as count from sessions where person_id = $1', [
    person.personId,
  ]);
  assert.deepEqual(row, { count: ROUNDS });
});

test(`one refresh token, ${AT_ONCE} at once: one new token for all, and the session stays open`, async () => {
  const browser = await signIn(openBrowser(house), await createPerson(house));
  for (let round = 0; round < ROUNDS; round += 1) {
    const copies = Array.from({ length: AT_ONCE }, () => browser.copy());
    const tabs = await atOnce(async (n) => (copies[n] ?? browser).call('POST', '/v1/auth/refresh'), 204);
    assert.equal(tabs, AT_ONCE);
    assert.equal(new Set(copies.map(({ cookies }) => cookies.get('__Host-refresh'))).size, 1);
    for (const [name, value] of copies[0]?.cookies ?? []) browser.cookies.set(name, value);
    assert.equal((await browser.get('/v1/my/profile')).status, 200);
  }
});

test(`one invitation, ${SLOW_AT_ONCE} at once: one member, ${SLOW_ROUNDS} times`, async () => {
  const owner = await signIn(openBrowser(house), await createPerson(house, { tenantId: tenant.tenantId }));
  for (let round = 0; round < SLOW_ROUNDS; round += 1) {
    const email = `invited-${round}@example.com`;
    const made = await owner.call('POST', `/${tenant.tenantId}/v1/invitations`, { email, role: 'viewer' });
    assert.equal(made.status, 200, made.text);
    const { path } = await mailTo(house, email);
    const fields = { firstName: 'Ivy', lastName: 'Vited', password: 'hollow lantern sixty marsh' };
    assert.equal(await atOnce(() => openBrowser(house).submit(path, fields), 200, SLOW_AT_ONCE), 1);
    const [row] = await sql(house, 'select count(*) as count from people where email = $1', [email]);
    assert.deepEqual(row, { count: 1 });
  }
});

test(`one invitation of a known person, ${AT_ONCE} at once: one member, ${ROUNDS} times`, async () => {
  const owner = await signIn(openBrowser(house), await createPerson(house, { tenantId: tenant.tenantId }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const { email, personId } = await createPerson(house);
    await owner.call('POST', `/${tenant.tenantId}/v1/invitations`, { email, role: 'viewer' });
    const { path } = await mailTo(house, email);
    assert.equal(await atOnce(() => openBrowser(house).submit(path, {}), 200), 1);
    const accepted = `select count(*) as count from audit_entries where action = 'invitation-accepted' and actor_id = $1`;
    assert.deepEqual(await sql(house, accepted, [personId]), [{ count: 1 }]);
  }
});

test(`one reset link, ${SLOW_AT_ONCE} at once: one new password, ${SLOW_ROUNDS} times`, async () => {
  const person = await createPerson(house);
  for (let round = 0; round < SLOW_ROUNDS; round += 1) {
    await sql(house, 'delete from guesses');
    await openBrowser(house).submit('/reset', { email: person.email });
    const { path } = await mailTo(house, person.email, round + 1);
    const count = await atOnce(
      (n) => openBrowser(house).submit(path, { password: `hollow lantern ${round} marsh ${n}` }),
      200,
      SLOW_AT_ONCE,
    );
    assert.equal(count, 1);
  }
});

/** The use cases on the same database with a hash that costs nothing, so that the race itself runs a hundred times. */
function quickUseCases() {
  const { database } = house.service;
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  const hashToken: HashToken = (kind, ...parts) => keyring.mac('hash-sign-ins', kind, ...parts);
  const unused = async (): Promise<never> => assert.fail('nothing is mailed here');
  const shared = { database, hashToken, publicUrl: '', mailer: { send: unused, close: () => {} } };
  const passwords = {
    hashPassword: async (text: string) => `quick ${text}`,
    whyPasswordRefused: async () => null,
  };
  const sessions = createSessions({
    ...{
      database,
      hashToken,
      signPersonToken: () => assert.fail('nothing is signed here'),
      forgetSession: () => {},
      ownIssuer: '',
    },
  });
  return {
    hashToken,
    invitations: createInvitations({ ...shared, ...passwords }),
    passwords: createPasswords({
      ...{ ...shared, ...passwords, sessions, onMailFault: unused },
      inHashingSlot: (_goesFirst, work) => work(),
      verifyPassword: async () => false,
    }),
  };
}

test(`one invitation and one reset link without the slow hash, ${AT_ONCE} at once each: one works, ${ROUNDS} times`, async () => {
  const owner = await signIn(openBrowser(house), await createPerson(house, { tenantId: tenant.tenantId }));
  const { personId } = await createPerson(house);
  const { invitations, passwords, hashToken } = quickUseCases();
  const from = { address: '198.51.100.7', userAgent: 'a test' };
  const toStatus = (isGood: boolean) => ({ status: isGood ? 200 : 400 });
  for (let round = 0; round < ROUNDS; round += 1) {
    const email = `quick-${round}@example.com`;
    await owner.call('POST', `/${tenant.tenantId}/v1/invitations`, { email, role: 'viewer' });
    const invited = (await mailTo(house, email)).path.split('/').at(-1) ?? '';
    const accept = async (n: number) => {
      const given = { firstName: 'Ivy', lastName: 'Vited', password: String(n) };
      const done = await invitations.accept(invited, given, from);
      return toStatus(done !== null && 'personId' in done);
    };
    assert.equal(await atOnce(accept, 200), 1);
    const people = await sql(house, 'select count(*) as count from people where email = $1', [email]);
    assert.deepEqual(people, [{ count: 1 }]);
    const token = `link-${round}`;
    const link = { tokenHash: hashToken('reset', token), personId, lifetimeSeconds: 600 };
    await insertResetLink(house.service.database, link);
    const reset = async (n: number) =>
      toStatus((await passwords.reset(token, `of ${n}`, from)).outcome === 'done');
    assert.equal(await atOnce(reset, 200), 1);
  }
});

test(`one recovery code and one code of the app, ${AT_ONCE} at once each: one is accepted, ${ROUNDS} times`, async () => {
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  const { database } = house.service;
  const factors = createSecondFactors({ database, keyring });
  const { personId } = await createPerson(house);
  await factors.setTotpSecret(personId, generateSecret());
  await factors.enableTotp(database, personId);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const hash = Buffer.alloc(32, round);
    await factors.replaceRecoveryCodes(database, personId, [hash]);
    const toStatus = async (taken: Promise<boolean>) => ({ status: (await taken) ? 200 : 400 });
    assert.equal(await atOnce(() => toStatus(factors.takeRecoveryCode(database, personId, hash)), 200), 1);
    assert.equal(await atOnce(() => toStatus(factors.takeTotpStep(database, personId, round, true)), 200), 1);
  }
});

test('ten browsers in the sign-in of one person, one recovery code: one is signed in', async () => {
  const person = await createPerson(house);
  const browser = await signIn(openBrowser(house), person);
  const { body: setUp } = await browser.call('POST', '/v1/my/totp', { password: PASSWORD });
  const code = generateSync({ secret: setUp.secret });
  const { body } = await browser.call('POST', '/v1/my/totp/confirm', { code });
  const waiting: { one: Browser; url: string }[] = [];
  for (let n = 0; n < 10; n += 1) {
    const one = openBrowser(house);
    const page = await beginSignIn(one);
    const { url } = await one.follow(await one.submit(page, { email: person.email, password: PASSWORD }));
    waiting.push({ one, url });
  }
  const answers = await Promise.all(
    waiting.map(({ one, url }) => one.submit(url, { code: body.recoveryCodes[0] ?? '' })),
  );
  assert.equal(answers.filter(({ status }) => status === 303).length, 1);
});
