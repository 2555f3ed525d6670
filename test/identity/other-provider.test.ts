// Signing in with an external OpenID provider: a second, independent implementation, started here and reached over the network.
// People are matched by an address that it has verified, then by its subject.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OAuth2Server } from 'oauth2-mock-server';
import { linkIdentity, unlinkIdentities } from '../../src/storage/people/sign-ins.ts';
import { createTenant, type House, openHouse, sql, type Tenant } from '../support/house.ts';
import { type Browser, createPerson, openBrowser, type TestPerson } from '../support/people.ts';

type Claims = Record<string, unknown>;

const provider = new OAuth2Server();
let claims: Claims = {};
let house: House;
let tenant: Tenant;
let person: TestPerson;
before(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  provider.service.on('beforeTokenSigning', (token: { payload: Claims }) =>
    Object.assign(token.payload, claims),
  );
  house = await openHouse({
    IDENTITY_ISSUER: provider.issuer.url ?? '',
    IDENTITY_CLIENT_ID: 'trefoil',
    IDENTITY_CLIENT_SECRET: 'a-secret-of-the-provider',
  });
  tenant = await createTenant(house);
  person = await createPerson(house, { tenantId: tenant.tenantId });
});
after(async () => {
  await house?.close();
  await provider.stop();
});

/** Up to the callback; this provider shows no page of its own. */
async function comeBack(browser: Browser, change = (url: URL): URL => url): Promise<string> {
  const begun = await browser.get('/v1/auth/login?returnTo=/health/live');
  const asked = new URL(String(begun.headers.location));
  assert.equal(asked.origin, provider.issuer.url);
  assert.equal(asked.searchParams.get('code_challenge_method'), 'S256');
  assert.ok(asked.searchParams.get('state') && asked.searchParams.get('nonce'));
  const answered = await fetch(asked, { redirect: 'manual' });
  const back = change(new URL(answered.headers.get('location') ?? ''));
  return `${back.pathname}${back.search}`;
}

test('a person whose verified address we know is signed in, and is matched by the provider’s subject from then on', async () => {
  claims = { aud: 'trefoil', sub: 'elsewhere-1', email: person.email.toUpperCase(), email_verified: true };
  const browser = openBrowser(house);
  const answer = await browser.get(await comeBack(browser));
  assert.deepEqual([answer.status, answer.headers.location], [303, '/health/live']);
  assert.equal((await browser.get('/v1/my/profile')).body.id, person.personId);
  assert.equal((await browser.get(`/${tenant.tenantId}/v1`)).status, 200);

  claims = { aud: 'trefoil', sub: 'elsewhere-1', email: 'changed@example.com', email_verified: false };
  const again = openBrowser(house);
  await again.get(await comeBack(again));
  assert.equal((await again.get('/v1/my/profile')).body.id, person.personId);
});

const STRANGERS: Record<string, Claims> = {
  'an address that the provider has not verified': { sub: 'e-2', email_verified: false },
  'an address that is verified in words only': { sub: 'e-3', email_verified: 'true' },
  'no address': { sub: 'e-4', email: undefined, email_verified: true },
  'an address that we do not know': { sub: 'e-5', email: 'nobody@example.com', email_verified: true },
};
for (const [what, given] of Object.entries(STRANGERS)) {
  test(`a person with ${what} is shown that there is no account`, async () => {
    claims = { aud: 'trefoil', email: person.email, ...given };
    const browser = openBrowser(house);
    const answer = await browser.get(await comeBack(browser));
    assert.deepEqual([answer.status, answer.headers.location], [303, '/sign-in/unknown-person']);
    assert.equal((await browser.get('/v1/my/profile')).status, 401);
  });
}

const LOOK_ALIKES: Record<string, (address: string) => string> = {
  'a Turkish capital I with a dot in the domain': (address) => address.replace('initech', '\u0130nitech'),
  'a Turkish capital I with a dot in the name': (address) => address.replace('bill', 'b\u0130ll'),
  'a Kelvin sign': (address) => address.replace('k', '\u212A'),
  'a long s': (address) => address.replace('s', '\u017F'),
  'full-width letters': (address) => address.replace('b', '\uFF42'),
  'a combining dot': (address) => address.replace('i', 'i\u0307'),
};
for (const [what, change] of Object.entries(LOOK_ALIKES)) {
  test(`an address with ${what} is not the person's whose address looks alike`, async () => {
    const email = `bill.k.s.${Object.keys(LOOK_ALIKES).indexOf(what)}@initech.example`;
    const bill = await createPerson(house, { email });
    assert.notEqual(change(email), email);
    claims = { aud: 'trefoil', sub: `alike-${what}`, email: change(email), email_verified: true };
    const browser = openBrowser(house);
    assert.equal((await browser.get(await comeBack(browser))).headers.location, '/sign-in/unknown-person');
    const linked = await sql(house, 'select 1 from person_identities where person_id = $1', [bill.personId]);
    assert.deepEqual(linked, []);
  });
}

test('a second subject with the address of a linked person is refused until the first is unlinked', async () => {
  const ada = await createPerson(house);
  const enter = async (sub: string): Promise<string | undefined> => {
    claims = { aud: 'trefoil', sub, email: ada.email, email_verified: true };
    const browser = openBrowser(house);
    await browser.get(await comeBack(browser));
    return (await browser.get('/v1/my/profile')).body.id;
  };
  assert.equal(await enter('ada-1'), ada.personId);
  assert.equal(await enter('ada-2'), undefined);
  assert.equal(await enter('ada-1'), ada.personId, 'the first one still works');
  const subjects = () =>
    sql<{ subject: string }>(house, 'select subject from person_identities where person_id = $1', [
      ada.personId,
    ]);
  assert.deepEqual(await subjects(), [{ subject: 'ada-1' }]);

  const { database } = house.service;
  assert.deepEqual(await unlinkIdentities(database, ada.personId), [provider.issuer.url]);
  assert.equal(await enter('ada-2'), ada.personId);
  assert.equal(await enter('ada-1'), undefined);
  assert.deepEqual(await subjects(), [{ subject: 'ada-2' }]);
});

test('of two subjects that come at once with one address, one is linked', async () => {
  const { personId } = await createPerson(house);
  const { database } = house.service;
  const issuer = provider.issuer.url ?? '';
  const link = (subject: string) => linkIdentity(database, { issuer, subject, personId });
  const linked = await Promise.all(['at-once-1', 'at-once-2', 'at-once-3', 'at-once-4'].map(link));
  assert.equal(linked.filter(Boolean).length, 1);
});

/** The same callback with other parameters; null removes one. */
function withQuery(changes: Record<string, string | null>): (url: URL) => URL {
  return (url) => {
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    return url;
  };
}

const BROKEN: Record<string, { claims?: Claims; change?: (url: URL) => URL }> = {
  'another audience': { claims: { aud: 'somebody-else' } },
  'another issuer': { claims: { iss: 'https://evil.example' } },
  'an ID token that has run out': { claims: { exp: 1_000 } },
  'another nonce': { claims: { nonce: 'another' } },
  'another state': { change: withQuery({ state: 'another' }) },
  'no state': { change: withQuery({ state: null }) },
  'a made-up code': { change: withQuery({ code: 'made-up' }) },
  'an error instead of a code': { change: withQuery({ code: null, error: 'access_denied' }) },
};
for (const [what, { claims: more = {}, change }] of Object.entries(BROKEN)) {
  test(`a callback with ${what} signs in no person`, async () => {
    claims = { aud: 'trefoil', sub: 'elsewhere-1', email: person.email, email_verified: true, ...more };
    const browser = openBrowser(house);
    const [before] = await sql(house, 'select count(*) as count from sessions');
    const answer = await browser.get(await comeBack(browser, change));
    assert.deepEqual([answer.status, answer.headers.location], [303, '/sign-in/over']);
    assert.deepEqual(await sql(house, 'select count(*) as count from sessions'), [before]);
    assert.deepEqual([...browser.cookies.keys()], []);
  });
}

test('a callback works once, and only in the browser that began the sign-in', async () => {
  claims = { aud: 'trefoil', sub: 'elsewhere-1' };
  const [browser, other] = [openBrowser(house), openBrowser(house)];
  const path = await comeBack(browser);
  assert.equal((await other.get(path)).headers.location, '/sign-in/over');
  const copy = browser.copy();
  assert.equal((await browser.get(path)).headers.location, '/health/live');
  assert.equal((await copy.get(path)).headers.location, '/sign-in/over');
});

test('a second factor at the provider counts where a tenant requires one', async () => {
  claims = { aud: 'trefoil', sub: 'elsewhere-1' };
  const { tenantId } = await createTenant(house);
  await sql(house, 'update tenants set requires_totp = true where id = $1', [tenantId]);
  await sql(house, "insert into memberships (tenant_id, person_id, role) values ($1, $2, 'viewer')", [
    tenantId,
    person.personId,
  ]);
  const weak = openBrowser(house);
  await weak.get(await comeBack(weak));
  assert.equal((await weak.get(`/${tenantId}/v1`)).status, 403);
  claims = { ...claims, amr: ['pwd', 'mfa'] };
  const strong = openBrowser(house);
  await strong.get(await comeBack(strong));
  assert.equal((await strong.get(`/${tenantId}/v1`)).status, 200);
});

test('with an external provider configured, the embedded one signs in no person', async () => {
  const query = `client_id=console&response_type=code&scope=openid&redirect_uri=${encodeURIComponent('http://trefoil.test/v1/auth/callback')}`;
  const answer = await openBrowser(house).get(`/v1/oauth/authorize?${query}`);
  assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_client']);
});

test('a provider that cannot be reached is reported as unavailable', async () => {
  const lost = await openHouse(
    {
      IDENTITY_ISSUER: 'http://127.0.0.1:9',
      IDENTITY_CLIENT_ID: 'trefoil',
      IDENTITY_CLIENT_SECRET: 'a-secret-of-the-provider',
    },
    house.database,
  );
  const answer = await openBrowser(lost).get('/v1/auth/login');
  assert.deepEqual([answer.status, answer.body.code], [503, 'service-unavailable']);
  await lost.close();
});
