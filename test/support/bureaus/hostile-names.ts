// Hostile names: script injection, right-to-left text, overflow, spreadsheet formulas; and a tenant that has them everywhere that the
// console shows a name.
import assert from 'node:assert/strict';
import { insertMembership } from '../../../src/storage/people/tenants.ts';
import type { ConsoleHouse } from '../browser/console-house.ts';
import { type Client, clientOf, createTenant, openChallenge, sql } from '../house.ts';
import { type Browser, createPerson, openBrowser, signIn } from '../people.ts';

export const HOSTILE = [
  '<b>bold</b><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=1+1',
  'مرحبا بالعالم',
  'W'.repeat(60),
];

export type HostileScene = {
  /** A test report about a hostile name, one that waits for its code, and a live one whose lenders have such names. */
  reportId: string;
  waitingId: string;
  liveId: string;
  /** Another tenant of the owner, on its first day, with a plain name. */
  freshId: string;
};

/** The owner becomes an operator too, so that one person sees every page. */
export async function fillWithHostileNames(all: ConsoleHouse): Promise<HostileScene> {
  const { house, tenant, owner, world } = all;
  await sql(house, 'update people set is_operator = true, first_name = $2, last_name = $3 where id = $1', [
    owner.personId,
    ...HOSTILE.slice(0, 2),
  ]);
  await sql(house, 'update tenants set name = $2 where id = $1', [tenant.tenantId, HOSTILE[4]]);
  const browser = await signIn(openBrowser(house), owner);
  for (const name of HOSTILE) await fillOne(all, browser, name);
  await sql(house, 'update credentials set name = $2 where id = $1', [tenant.credentialId, HOSTILE[0]]);
  const client = await clientOf(house, tenant);
  const reportId = await fillReports(client);
  const { reportId: waitingId } = await openChallenge(client);
  await client.resend(waitingId, 'not-a-challenge');
  await client.generate({ firstName: undefined, [HOSTILE[1] ?? '']: 1 });

  world.lenders = HOSTILE;
  world.verdict = 'challenge';
  const live = { test: undefined, challengeOptions: undefined, mobileNumber: '+447700900123' };
  await openChallenge(client, live);
  world.verdict = 'allow';
  const name = { firstName: HOSTILE[0], lastName: HOSTILE[4] };
  const made = await client.generate({ ...live, ...name, externalReference: HOSTILE[2] });
  const fresh = await createTenant(house, { name: 'Fresh' });
  const membership = { tenantId: fresh.tenantId, personId: owner.personId, role: 'owner' };
  await insertMembership(house.service.database, membership);
  await house.service.flushed();
  return { reportId, waitingId, liveId: made.body.data.creditReportId, freshId: fresh.tenantId };
}

async function fillOne({ house, tenant }: ConsoleHouse, browser: Browser, name: string): Promise<void> {
  const api = `/${tenant.tenantId}/v1`;
  const call = async (path: string, body: unknown): Promise<void> => {
    const answer = await browser.call('POST', path, body);
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
  };
  await call('/v1/operator/tenants', { name });
  await call(`${api}/credentials`, { name, scopes: ['reports:read'], testOnly: true });
  await call(`/v1/operator/tenants/${tenant.tenantId}/top-ups`, { amount: 1, reference: name, reason: name });
  await call(`${api}/webhook-endpoints`, {
    url: 'https://example.com/hook',
    mode: 'test',
    description: name,
  });
  await call(`${api}/invitations`, { email: `${name.replaceAll(/\s/g, '')}@example.com`, role: 'viewer' });
  const { personId } = await createPerson(house, { tenantId: tenant.tenantId, role: 'viewer' });
  await sql(house, 'update people set first_name = $2, last_name = $2 where id = $1', [personId, name]);
}

async function fillReports(client: Client): Promise<string> {
  let reportId = '';
  for (const name of HOSTILE) {
    const answer = await client.generate({ firstName: name, lastName: name, externalReference: name });
    assert.equal(answer.status, 200, answer.text);
    reportId = answer.body.data.creditReportId;
  }
  return reportId;
}
