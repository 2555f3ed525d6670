// Signing in, staying in and signing out, by a browser on the composed app: password, cookies, refresh with rotation, reuse,
// sign-out, and what a browser that is not in a sign-in gets.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decodeJwt } from 'jose';
import { createTenant, type House, openHouse, sql, type Tenant } from '../support/house.ts';
import { beginSignIn, createPerson, openBrowser, signIn, type TestPerson } from '../support/people.ts';

let house: House;
let tenant: Tenant;
let person: TestPerson;
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
  tenant = await createTenant(house);
  person = await createPerson(house, { tenantId: tenant.tenantId });
});
after(() => house?.close());

test('a person signs in with a password, and is who they are to the API by cookie', async () => {
  const browser = await signIn(openBrowser(house), person);
  const profile = await browser.get('/v1/my/profile');
  assert.deepEqual([profile.status, profile.body.id, profile.body.totpEnabled], [200, person.personId, false]);
  const tenants = await browser.get('/v1/my/tenants');
  assert.deepEqual(
    tenants.body.items.map(({ id }: { id: string }) => id),
    [tenant.tenantId],
  );
  assert.equal((await browser.get(`/${tenant.tenantId}/v1`)).status, 200);
});

test('every cookie is tied to the host, out of reach of scripts, and secure; and none is larger than browsers keep', async () => {
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
    assert.match(line, /^__Host-[a-z-]+=[\w.-]*; Path=\/; Max-Age=\d+; HttpOnly; Secure; SameSite=(Strict|Lax)$/);
    assert.ok(line.length <= 4096);
  }
});
