// The doors to one thing judge alike: every way to a new password, and every change of how a person signs in, which ends their other sessions.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { generateSync } from 'otplib';
import { createTenant, type House, openHouse } from '../support/house.ts';
import {
  type Browser,
  createPerson,
  mailTo,
  openBrowser,
  PASSWORD,
  signIn,
  type TestPerson,
} from '../support/people.ts';

const NEW_PASSWORD = 'hollow lantern sixty marsh';

let house: House;
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
});
after(() => house?.close());

async function resetLinkOf({ email }: TestPerson): Promise<string> {
  await openBrowser(house).submit('/reset', { email });
  return (await mailTo(house, email)).path;
}

async function setUp(browser: Browser): Promise<string> {
  const begun = await browser.call('POST', '/v1/my/totp', { password: PASSWORD });
  assert.equal(begun.status, 200, begun.text);
  return begun.body.secret;
}

const confirm = (browser: Browser, secret: string) =>
  browser.call('POST', '/v1/my/totp/confirm', { code: generateSync({ secret }) });

/** Each changes how the person signs in. It is done in `browser`, once all are signed in. */
const CHANGES: Record<string, (browser: Browser, person: TestPerson) => Promise<number>> = {
  'a new password': async (browser) => {
    const given = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    return (await browser.call('POST', '/v1/my/password', given)).status;
  },
  'a password by a mailed link': async (browser, person) =>
    (await browser.submit(await resetLinkOf(person), { password: NEW_PASSWORD })).status,
  'an authenticator that is set up': async (browser) => (await confirm(browser, await setUp(browser))).status,
  'an authenticator that is switched off': async (browser, person) => {
    const secret = await setUp(browser);
    await confirm(browser, secret);
    // The sessions that are to end were opened with a code.
    const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });
    others.push(await signIn(openBrowser(house), { ...person, code }));
    return (await browser.call('POST', '/v1/my/totp/disable', { password: PASSWORD })).status;
  },
};
let others: Browser[] = [];

for (const [what, change] of Object.entries(CHANGES)) {
  test(`${what} ends every other session of the person, and the cookies of before`, async () => {
    const [person, neighbour] = [await createPerson(house), await createPerson(house)];
    const browser = await signIn(openBrowser(house), person);
    others = [browser.copy(), await signIn(openBrowser(house), person)];
    const elsewhere = await signIn(openBrowser(house), neighbour);
    const status = await change(browser, person);
    assert.ok(status < 300, String(status));
    for (const other of others) {
      assert.equal((await other.get('/v1/my/profile')).status, 401);
      assert.equal((await other.call('POST', '/v1/auth/refresh')).status, 401);
    }
    assert.equal((await elsewhere.get('/v1/my/profile')).status, 200);
  });
}

test('a password that one door refuses, every door refuses: the first, a new one, one by a mailed link', async () => {
  const { tenantId } = await createTenant(house);
  const person = await createPerson(house, { tenantId });
  const owner = await signIn(openBrowser(house), person);
  const email = `new-${person.email}`;
  const invited = await owner.call('POST', `/${tenantId}/v1/invitations`, { email, role: 'viewer' });
  assert.equal(invited.status, 200, invited.text);
  const [invitation, link] = [(await mailTo(house, email)).path, await resetLinkOf(person)];
  const names = { firstName: 'Nia', lastName: 'New' };
  for (const password of ['short', 'password1234', 'P@ssw0rd1234!', 'x'.repeat(201)]) {
    const [first, byLink] = [openBrowser(house), openBrowser(house)];
    const change = { currentPassword: PASSWORD, newPassword: password };
    const statuses = {
      first: (await first.submit(invitation, { ...names, password })).status,
      changed: (await owner.call('POST', '/v1/my/password', change)).status,
      byLink: (await byLink.submit(link, { password })).status,
    };
    assert.deepEqual(statuses, { first: 400, changed: 400, byLink: 400 }, password.slice(0, 20));
  }
  assert.equal(
    (await openBrowser(house).submit(link, { password: NEW_PASSWORD })).status,
    200,
    'it still works',
  );
});
