// Signing in, refreshing and signing out, by a browser on the composed app: password, cookies, refresh with rotation, reuse,
// sign-out, and what a browser gets outside of a sign-in.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decodeJwt } from 'jose';
import { createTenant, type House, openHouse, sql, type Tenant } from '../support/house.ts';
import {
  type Browser,
  beginSignIn,
  createPerson,
  openBrowser,
  signIn,
  type TestPerson,
} from '../support/people.ts';

let house: House;
let tenant: Tenant;
let person: TestPerson;
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
  tenant = await createTenant(house);
  person = await createPerson(house, { tenantId: tenant.tenantId });
});
after(() => house?.close());

test('a person signs in with a password, and the API identifies them by cookie', async () => {
  const browser = await signIn(openBrowser(house), person);
  const profile = await browser.get('/v1/my/profile');
  assert.deepEqual(
    [profile.status, profile.body.id, profile.body.totpEnabled],
    [200, person.personId, false],
  );
  const tenants = await browser.get('/v1/my/tenants');
  assert.deepEqual(
    tenants.body.items.map(({ id }) => id),
    [tenant.tenantId],
  );
  assert.equal((await browser.get(`/${tenant.tenantId}/v1`)).status, 200);
});

test('every cookie is bound to the host, HttpOnly and secure, and none is larger than browsers store', async () => {
  const browser = openBrowser(house);
  const lines: string[] = [];
  const { app } = house.service;
  const inject = app.inject.bind(app);
  app.inject = (async (options: never) => {
    const answer = (await inject(options)) as unknown as { headers: Record<string, unknown> };
    lines.push(...[answer.headers['set-cookie'] ?? []].flat().map(String));
    return answer;
  }) as never;
  await signIn(browser, person);
  await browser.call('POST', '/v1/auth/refresh');
  await browser.call('POST', '/v1/auth/logout');
  app.inject = inject as never;
  assert.ok(lines.length >= 10, String(lines.length));
  for (const line of lines) {
    assert.match(
      line,
      /^__Host-[a-z-]+=[\w.-]*; Path=\/; Max-Age=\d+; HttpOnly; Secure; SameSite=(Strict|Lax)$/,
    );
    assert.ok(line.length <= 4096);
  }
});

test('refreshing gives two new cookies; the previous access token still belongs to the same session', async () => {
  const browser = await signIn(openBrowser(house), person);
  const before = new Map(browser.cookies);
  assert.equal((await browser.call('POST', '/v1/auth/refresh')).status, 204);
  for (const name of ['__Host-access', '__Host-refresh']) {
    assert.notEqual(browser.cookies.get(name), before.get(name));
  }
  const sessions = [before, browser.cookies].map((jar) => decodeJwt(jar.get('__Host-access') ?? '').sid);
  assert.equal(sessions[0], sessions[1]);
  assert.equal((await browser.get('/v1/my/profile')).status, 200);
});

test('two tabs that refresh at once get the same new token; a token that is reused later ends the whole session', async () => {
  const browser = await signIn(openBrowser(house), person);
  const [tab, thief] = [browser.copy(), browser.copy()];
  assert.equal((await browser.call('POST', '/v1/auth/refresh')).status, 204);
  assert.equal((await tab.call('POST', '/v1/auth/refresh')).status, 204);
  assert.equal(tab.cookies.get('__Host-refresh'), browser.cookies.get('__Host-refresh'));
  assert.equal((await tab.get('/v1/my/profile')).status, 200);
  assert.equal((await browser.call('POST', '/v1/auth/refresh')).status, 204);
  assert.equal((await browser.get('/v1/my/profile')).status, 200);

  await sql(house, "update refresh_tokens set consumed_at = consumed_at - interval '11 seconds'");
  assert.equal((await thief.call('POST', '/v1/auth/refresh')).status, 401);
  assert.equal((await browser.get('/v1/my/profile')).status, 401);
  assert.equal((await browser.call('POST', '/v1/auth/refresh')).status, 401);
  const [ended] = await sql(house, "select count(*) as count from sessions where end_reason = 'reused'");
  assert.deepEqual(ended, { count: 1 });
});

const OTHERS: Record<string, (owner: Browser) => [Browser, Record<string, string>]> = {
  'from another address': (owner) => [
    openBrowser(house, { cookies: new Map(owner.cookies), address: '203.0.113.9' }),
    {},
  ],
  'without the cookie of a known browser': (owner) => {
    const copy = owner.copy();
    copy.cookies.delete('__Host-device');
    return [copy, {}];
  },
  'with another browser': (owner) => [owner.copy(), { 'user-agent': 'curl/8.5.0' }],
};
for (const [how, asOther] of Object.entries(OTHERS)) {
  test(`a thief and an owner who refresh within seconds of each other lose the session: ${how}`, async () => {
    for (const isThiefFirst of [true, false]) {
      const owner = await signIn(openBrowser(house), person);
      const [thief, headers] = asOther(owner);
      const steal = () => thief.call('POST', '/v1/auth/refresh', undefined, headers);
      const renew = () => owner.call('POST', '/v1/auth/refresh');
      const answers = isThiefFirst ? [await steal(), await renew()] : [await renew(), await steal()];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [204, 401],
      );
      for (const one of [owner, thief]) {
        assert.equal((await one.get('/v1/my/profile')).status, 401);
        assert.equal((await one.call('POST', '/v1/auth/refresh')).status, 401);
      }
    }
  });
}

test('whoever comes with a token whose successor was used ends the session, however soon', async () => {
  const owner = await signIn(openBrowser(house), person);
  const thief = owner.copy();
  for (const _time of [1, 2]) assert.equal((await thief.call('POST', '/v1/auth/refresh')).status, 204);
  assert.equal((await owner.call('POST', '/v1/auth/refresh')).status, 401);
  assert.equal((await thief.get('/v1/my/profile')).status, 401);
});

test('an unknown refresh token ends no session', async () => {
  const browser = await signIn(openBrowser(house), person);
  const stranger = openBrowser(house, { cookies: new Map([['__Host-refresh', 'made-up']]) });
  assert.equal((await stranger.call('POST', '/v1/auth/refresh')).status, 401);
  assert.equal((await browser.get('/v1/my/profile')).status, 200);
});

test('after signing out every cookie is rejected when it is sent again', async () => {
  const browser = await signIn(openBrowser(house), person);
  const kept = browser.copy();
  assert.equal((await browser.call('POST', '/v1/auth/logout')).status, 204);
  assert.deepEqual([...browser.cookies.keys()], ['__Host-device']);
  assert.equal((await kept.get('/v1/my/profile')).status, 401);
  assert.equal((await kept.call('POST', '/v1/auth/refresh')).status, 401);
});

test('signing out everywhere ends every session of that person, and no other', async () => {
  const other = await signIn(openBrowser(house), await createPerson(house));
  const [one, two] = [await signIn(openBrowser(house), person), await signIn(openBrowser(house), person)];
  assert.equal((await one.call('POST', '/v1/auth/logout?everywhere=true')).status, 204);
  assert.equal((await two.call('POST', '/v1/auth/refresh')).status, 401);
  assert.equal((await other.get('/v1/my/profile')).status, 200);
});

test('a person sees where they are signed in and can end a session from another one', async () => {
  const who = await createPerson(house);
  const [one, two] = [await signIn(openBrowser(house), who), await signIn(openBrowser(house), who)];
  const { body } = await one.get('/v1/my/sessions');
  assert.deepEqual(body.items.map(({ isCurrent }) => isCurrent).sort(), [false, true]);
  const elsewhere = body.items.find(({ isCurrent }) => !isCurrent);
  assert.equal((await one.call('DELETE', `/v1/my/sessions/${elsewhere?.id}`)).status, 204);
  assert.equal((await two.get('/v1/my/profile')).status, 401);
  assert.equal((await one.get('/v1/my/profile')).status, 200);
  const stranger = await signIn(openBrowser(house), person);
  const [theirs] = (await stranger.get('/v1/my/sessions')).body.items;
  assert.ok(theirs);
  assert.equal((await one.call('DELETE', `/v1/my/sessions/${theirs.id}`)).status, 404);
  assert.equal((await stranger.get('/v1/my/profile')).status, 200);
});

test('a wrong password, an unknown person and a person without a password get the same page, which keeps the address', async () => {
  const noPassword = await createPerson(house);
  await sql(house, 'update people set password_hash = null where id = $1', [noPassword.personId]);
  const texts = new Set<string>();
  for (const email of [person.email, 'nobody@example.com', noPassword.email]) {
    const browser = openBrowser(house);
    const answer = await browser.submit(await beginSignIn(browser), { email, password: 'not the right one' });
    assert.equal(answer.status, 400);
    assert.ok(answer.text.includes(`value="${email}"`));
    assert.ok(!answer.text.includes('not the right one'));
    assert.equal(browser.cookies.has('__Host-device'), false);
    texts.add(answer.text.replaceAll(email, ''));
  }
  assert.equal(texts.size, 1);
});

test('an empty form shows an error at the field and in a summary', async () => {
  const browser = openBrowser(house);
  const answer = await browser.submit(await beginSignIn(browser), { email: 'not an address', password: '' });
  assert.equal(answer.status, 400);
  assert.match(answer.text, /<title>Error: Sign in/);
  assert.match(answer.text, /<a href="#email">Enter your e-mail address/);
  assert.match(answer.text, /id="password-error"/);
  assert.match(answer.text, /value="not an address"/);
});

test('a sign-in belongs to the browser that began it', async () => {
  const [browser, other] = [openBrowser(house), openBrowser(house)];
  const page = await beginSignIn(browser);
  assert.equal((await other.get(page)).status, 400);
  await beginSignIn(other);
  const answer = await other.submit(page, { email: person.email, password: 'plum kettle orbit ninety' });
  assert.equal(answer.status, 400);
  assert.match(answer.text, /This sign-in is over/);
  assert.equal((await browser.get(page)).status, 200);
});

test('what is typed into a page is escaped', async () => {
  const browser = openBrowser(house);
  const email = `"><script>alert(1)</script>@x`;
  const answer = await browser.submit(await beginSignIn(browser), { email, password: '' });
  assert.ok(!answer.text.includes('<script>') && answer.text.includes('&lt;script&gt;'));
  assert.match(
    String(answer.headers['content-security-policy']),
    /^default-src 'none'; script-src 'self'; style-src 'self'/,
  );
});

test('after signing in, returnTo leads to our own pages only', async () => {
  const browser = openBrowser(house);
  const evil = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\evil.example',
    'javascript:alert(1)',
    'http://trefoil.test@evil.example/',
    'http://trefoil.test.evil.example/',
    '/%09/evil.example'.replace('%09', '\t'),
    'app',
    ' /app',
    // Harmless as they stand; their canonical form is another site.
    '/.//evil.example/x',
    '/app/..//evil.example',
    '/%2e//evil.example',
    '/%2E%2e//evil.example',
    '/a/%2e%2e/%2e//evil.example',
    '/./\\evil.example',
    '/.\\/evil.example',
    '/.\t//evil.example',
    '/.\n/\r/evil.example',
    '/..//evil.example?x=1#y',
    '/.//',
    'http://trefoil.test/..//evil.example',
    'http://trefoil.test//evil.example',
    'http://trefoil.test/\\evil.example',
  ];
  for (const returnTo of evil) {
    const answer = await browser.get(`/v1/auth/login?returnTo=${encodeURIComponent(returnTo)}`);
    const isRefused = answer.status === 400;
    if (!isRefused) assert.fail(`${returnTo} -> ${answer.status}`);
    assert.equal(browser.cookies.size, 0);
  }
  for (const good of ['/app', '/app?x=1#y', 'http://trefoil.test/app']) {
    assert.equal(
      (await browser.get(`/v1/auth/login?returnTo=${encodeURIComponent(good)}`)).status,
      303,
      good,
    );
  }
});

test('what a sign-in that is begun stores is small, lives ten minutes, and an address begins sixty a minute', async () => {
  const limited = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '20' }, house.database);
  const begun = await openBrowser(limited).get('/v1/auth/login');
  const url = new URL(String(begun.headers.location));
  const authorize = async (state: string): Promise<number> => {
    url.searchParams.set('state', state);
    const path = `${url.pathname}${url.search}` as '/v1/oauth/authorize';
    return (await openBrowser(limited, { address: '203.0.113.77' }).get(path)).status;
  };
  await sql(house, 'delete from openid_records');
  assert.equal(await authorize('x'.repeat(12_000)), 400);
  const statuses: number[] = [];
  for (let n = 0; n < 130; n += 1) statuses.push(await authorize('x'.repeat(600)));
  const stored = statuses.filter((status) => status === 303).length;
  // A new minute may have begun in between.
  assert.ok(stored >= 59 && stored <= 120 && statuses.includes(429), `${stored} were stored`);
  const rows = await sql<{ bytes: number; seconds: number }>(
    house,
    `select octet_length(payload) as bytes, extract(epoch from expires_at - clock_timestamp())::int as seconds
     from openid_records`,
  );
  assert.equal(rows.length, stored);
  assert.ok(rows.every(({ bytes, seconds }) => bytes < 2_000 && seconds <= 600));
  await limited.close();
});
