// The second factor: set up with a QR code, confirmed with a code, required at sign-in; a code works once, and an older one not
// after a newer one; recovery codes; switching it off with the password; a tenant that requires it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { generateSync } from 'otplib';
import { createTenant, type House, openHouse, sql } from '../support/house.ts';
import {
  type Browser,
  beginSignIn,
  createPerson,
  openBrowser,
  PASSWORD,
  signIn,
  type TestPerson,
} from '../support/people.ts';
import { until } from '../support/waiting.ts';

let house: House;
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
});
after(() => house?.close());

const STEP_MS = 30_000;
const codeAt = (secret: string, ms: number): string => generateSync({ secret, epoch: Math.floor(ms / 1000) });

/** A person with an authenticator, confirmed two minutes ago, so that the current codes are unused. */
async function withTotp(): Promise<{
  person: TestPerson;
  browser: Browser;
  secret: string;
  recoveryCodes: string[];
}> {
  const person = await createPerson(house);
  const browser = await signIn(openBrowser(house), person);
  const { body: setUp } = await browser.call('POST', '/v1/my/totp', { password: PASSWORD });
  const early = Date.now() - 4 * STEP_MS;
  house.travelTo(new Date(early));
  const code = codeAt(setUp.secret, early);
  const confirmed = await browser.call('POST', '/v1/my/totp/confirm', { code });
  house.travelTo(null);
  assert.equal(confirmed.status, 200, confirmed.text);
  return { person, browser, secret: setUp.secret, recoveryCodes: confirmed.body.recoveryCodes };
}

/** Up to the page that asks for the code. */
async function toCodePage(person: TestPerson): Promise<{ browser: Browser; page: string }> {
  const browser = openBrowser(house);
  const page = await beginSignIn(browser);
  const { url } = await browser.follow(
    await browser.submit(page, { email: person.email, password: PASSWORD }),
  );
  assert.match(url, /^\/sign-in\/[\w-]+\/code$/);
  return { browser, page: url };
}

test('an authenticator is set up with the password, as text and as a QR code, and is active once a code was confirmed', async () => {
  const person = await createPerson(house);
  const browser = await signIn(openBrowser(house), person);
  const wrong = await browser.call('POST', '/v1/my/totp', { password: 'not mine' });
  assert.deepEqual([wrong.status, wrong.body.details[0]?.path], [400, '/password']);
  const { status, body } = await browser.call('POST', '/v1/my/totp', { password: PASSWORD });
  assert.equal(status, 200);
  assert.match(body.uri, /^otpauth:\/\/totp\/Trefoil:/);
  assert.match(body.qrSvg, /^<svg /);
  assert.equal((await browser.get('/v1/my/profile')).body.totpEnabled, false);
  // Until it is confirmed, no code is required.
  await signIn(openBrowser(house), person);
  assert.equal((await browser.call('POST', '/v1/my/totp/confirm', { code: '000000' })).status, 400);
  const old = browser.copy();
  const confirmed = await browser.call('POST', '/v1/my/totp/confirm', {
    code: generateSync({ secret: body.secret }),
  });
  assert.equal(confirmed.status, 200, confirmed.text);
  assert.equal(new Set(confirmed.body.recoveryCodes).size, 10);
  assert.equal((await browser.get('/v1/my/profile')).body.totpEnabled, true);
  assert.deepEqual((await browser.get('/v1/my/totp')).body, { isEnabled: true, recoveryCodesLeft: 10 });
  // Stepping up gives a new session, and ends the one before it.
  assert.equal((await old.get('/v1/my/profile')).status, 401);
  const [row] = await sql<{ totp_secret: Buffer }>(house, 'select totp_secret from people where id = $1', [
    person.personId,
  ]);
  assert.ok(!row?.totp_secret.toString('latin1').includes(body.secret));
});

test('signing in then requires a code, and the password alone is not enough', async () => {
  const { person, secret } = await withTotp();
  const { browser, page } = await toCodePage(person);
  assert.equal((await browser.get('/v1/my/profile')).status, 401);
  assert.equal(browser.cookies.has('__Host-device'), false);
  const hasty = await toCodePage(person);
  const resume = hasty.page.replace('/sign-in/', '/v1/oauth/authorize/').replace('/code', '');
  const skipped = await hasty.browser.follow(await hasty.browser.get(resume));
  assert.match(skipped.url, /^\/sign-in\/[\w-]+$/, 'it begins again with the password');
  const wrong = await browser.submit(page, { code: '12345' });
  assert.match(wrong.text, /The code is wrong/);
  const done = await browser.follow(await browser.submit(page, { code: codeAt(secret, Date.now()) }));
  assert.equal(done.url, '/health/live');
  assert.equal((await browser.get('/v1/my/profile')).status, 200);
});

test('a code of one step before or after is right, of two steps it is not', async () => {
  for (const [steps, isRight] of [
    [-2, false],
    [-1, true],
    [1, true],
    [2, false],
  ] as const) {
    const { person, secret } = await withTotp();
    const { browser, page } = await toCodePage(person);
    // The middle of a step, so that the test does not depend on when it runs.
    const now = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2;
    house.travelTo(new Date(now));
    const answer = await browser.submit(page, { code: codeAt(secret, now + steps * STEP_MS) });
    house.travelTo(null);
    assert.equal(answer.status === 303, isRight, `${steps}`);
  }
});

test('a code works once, and an older one not after a newer one', async () => {
  const { person, secret } = await withTotp();
  const now = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2;
  house.travelTo(new Date(now));
  const first = await toCodePage(person);
  assert.equal((await first.browser.submit(first.page, { code: codeAt(secret, now) })).status, 303);
  for (const at of [now, now - STEP_MS]) {
    const { browser, page } = await toCodePage(person);
    assert.equal((await browser.submit(page, { code: codeAt(secret, at) })).status, 400);
  }
  house.travelTo(null);
});

test('after five wrong codes the right one is rate limited', async () => {
  const { person, secret } = await withTotp();
  const { browser, page } = await toCodePage(person);
  for (let n = 0; n < 5; n += 1) assert.equal((await browser.submit(page, { code: '000000' })).status, 400);
  assert.equal((await browser.submit(page, { code: codeAt(secret, Date.now()) })).status, 400);
  await sql(house, "update guesses set blocked_until = blocked_until - interval '15 minutes'");
  assert.equal((await browser.submit(page, { code: codeAt(secret, Date.now()) })).status, 303);
});

test('a recovery code works once, however it is typed', async () => {
  const { person, recoveryCodes } = await withTotp();
  const code = (recoveryCodes[0] ?? '').toUpperCase().replace('-', ' ');
  await signIn(openBrowser(house), { ...person, code });
  const { browser, page } = await toCodePage(person);
  assert.equal((await browser.submit(page, { code })).status, 400);
  const [stored] = await sql<{ hits: number }>(
    house,
    "select count(*) as hits from recovery_codes where encode(code_hash, 'escape') like $1",
    [`%${recoveryCodes[1]}%`],
  );
  assert.equal(stored?.hits, 0);
});

test('new recovery codes replace the old ones', async () => {
  const { person, browser, recoveryCodes } = await withTotp();
  const { body } = await browser.call('POST', '/v1/my/totp/recovery-codes', { password: PASSWORD });
  assert.equal(body.recoveryCodes.length, 10);
  const { browser: other, page } = await toCodePage(person);
  assert.equal((await other.submit(page, { code: recoveryCodes[0] ?? '' })).status, 400);
  assert.equal((await other.submit(page, { code: body.recoveryCodes[0] ?? '' })).status, 303);
});

test('the authenticator is switched off with the password, and not without it', async () => {
  const { person, browser } = await withTotp();
  assert.equal((await browser.call('POST', '/v1/my/totp/disable', { password: 'guess' })).status, 400);
  assert.equal((await browser.get('/v1/my/profile')).body.totpEnabled, true);
  assert.equal((await browser.call('POST', '/v1/my/totp/disable', { password: PASSWORD })).status, 204);
  assert.equal((await browser.get('/v1/my/profile')).body.totpEnabled, false);
  await signIn(openBrowser(house), person);
  assert.equal((await browser.call('POST', '/v1/my/totp/disable', { password: PASSWORD })).status, 409);
});

test('a tenant that requires a second factor admits only people who signed in with one', async () => {
  const { tenantId } = await createTenant(house);
  const owner = await createPerson(house, { tenantId });
  const { person, secret } = await withTotp();
  await sql(house, "insert into memberships (tenant_id, person_id, role) values ($1, $2, 'viewer')", [
    tenantId,
    person.personId,
  ]);
  const plain = await signIn(openBrowser(house), owner);
  assert.equal((await plain.call('PUT', `/${tenantId}/v1/security`, { requiresTotp: true })).status, 204);
  const again = await signIn(openBrowser(house), { email: owner.email });
  await sql(house, 'select 1');
  const refused = await until403(() => again.get(`/${tenantId}/v1`));
  assert.match(refused.body.message, /two-step verification/);
  const strong = await signIn(openBrowser(house), { ...person, code: codeAt(secret, Date.now()) });
  assert.equal((await strong.get(`/${tenantId}/v1`)).status, 200);
});

/** Permissions of a member are cached for two seconds. */
async function until403(ask: () => ReturnType<Browser['get']>) {
  let answer = await ask();
  await until('it is refused', async () => {
    answer = await ask();
    return answer.status === 403;
  });
  return answer;
}
